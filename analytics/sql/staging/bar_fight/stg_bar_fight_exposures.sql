-- Which spirits, mixers and twists did a seat of a finished game of Bar Fight have in hand or play?
-- Stolen twists and spirits that came back are held. A card is played when it is used in a fight or revealed in a cocktail.
CREATE VIEW stg_bar_fight_exposures AS
WITH opening AS (
    SELECT DISTINCT game_id, seq
    FROM bar_fight_card_drawn
    WHERE cause = 'deal' AND NOT undone
),

seen AS (
    SELECT game_id, seat, unnest(cards) AS card, 'dealt' AS how, seq
    FROM bar_fight_starting_spirits_taken
    WHERE NOT undone
    UNION ALL
    SELECT c.game_id, c.seat, c.card, CASE WHEN o.seq IS NULL THEN 'drawn' ELSE 'dealt' END, c.seq
    FROM bar_fight_card_seen c
    LEFT JOIN opening o ON o.game_id = c.game_id AND o.seq = c.seq
    WHERE NOT c.undone
    UNION ALL
    SELECT game_id, seat, card, 'held', seq
    FROM bar_fight_stolen_twist_seen
    WHERE NOT undone
    UNION ALL
    SELECT game_id, seat, spirit, 'held', seq
    FROM bar_fight_spirit_returned
    WHERE NOT undone
    UNION ALL
    SELECT game_id, seat, card, 'played', seq
    FROM bar_fight_fight_played
    WHERE NOT undone
    UNION ALL
    SELECT game_id, seat, unnest(list_concat([spirit], mixers, flair)), 'played', seq
    FROM bar_fight_cocktail_revealed
    WHERE NOT undone
)

SELECT g.game_id, g.rules, s.seat, s.card, s.how, s.seq
FROM seen s
JOIN stg_finished_games g ON g.game_id = s.game_id;
