-- Which favours, tactics and bonuses did the ghosts of a seat of a finished game of Ghostel have, and play?
-- A favour is played when it is used, a tactic with the die it doubles; a bonus works from when it is drawn, and is never played.
CREATE VIEW stg_ghostel_exposures AS
WITH opening AS (
    SELECT DISTINCT game_id, seq
    FROM ghostel_card_drawn
    WHERE cause = 'setup' AND NOT undone
),

seen AS (
    SELECT c.game_id, c.seat, c.card, CASE WHEN o.seq IS NULL THEN 'drawn' ELSE 'dealt' END AS how, c.seq
    FROM ghostel_card_seen c
    LEFT JOIN opening o ON o.game_id = c.game_id AND o.seq = c.seq
    WHERE NOT c.undone
    UNION ALL
    SELECT game_id, seat, card, 'played', seq
    FROM ghostel_favour_played
    WHERE NOT undone
    UNION ALL
    SELECT game_id, seat, tactic, 'played', seq
    FROM ghostel_die_placed
    WHERE tactic <> '' AND NOT undone
)

SELECT g.game_id, g.rules, s.seat, s.card, s.how, s.seq
FROM seen s
JOIN stg_finished_games g ON g.game_id = s.game_id;
