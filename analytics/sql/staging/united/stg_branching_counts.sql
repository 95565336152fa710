-- How often was each kind of question answered in finished games, by how many answers were legal?
-- Counted once for each published snapshot: the answers are many, the numbers of options few.
CREATE TABLE stg_branching_counts AS
SELECT g.rules, g.seat_count, g.simulated, d.decision, d.options, count(*) AS times
FROM decisions d
JOIN stg_finished_games g ON g.game_id = d.game_id
WHERE NOT d.undone
GROUP BY g.rules, g.seat_count, g.simulated, d.decision, d.options;
