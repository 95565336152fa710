-- How did each finished game of Spirits of Christmas end? One row a game; a lost one has a reason and no score.
CREATE VIEW stg_spirits_of_christmas_games AS
WITH chapters AS (
    SELECT game_id, count(*) AS chapters FROM spirits_of_christmas_chapter_ended WHERE NOT undone GROUP BY game_id
),

chains AS (
    SELECT game_id, count(*) AS chains FROM spirits_of_christmas_chains_taken WHERE NOT undone GROUP BY game_id
)

SELECT
    g.game_id,
    g.seat_count,
    g.simulated,
    o.mode,
    w.game_id IS NOT NULL AS won,
    w.score,
    l.reason,
    coalesce(c.chapters, 0) AS chapters,
    coalesce(t.chains, 0) AS chains
FROM stg_finished_games g
JOIN options_spirits_of_christmas o ON o.game_id = g.game_id
LEFT JOIN spirits_of_christmas_game_won w ON w.game_id = g.game_id AND NOT w.undone
LEFT JOIN spirits_of_christmas_game_lost l ON l.game_id = g.game_id AND NOT l.undone
LEFT JOIN chapters c ON c.game_id = g.game_id
LEFT JOIN chains t ON t.game_id = g.game_id;
