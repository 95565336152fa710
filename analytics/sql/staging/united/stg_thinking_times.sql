-- How long did each answer of a finished game take, where more than one was legal? Found and sorted once for each published snapshot.
CREATE TABLE stg_thinking_times AS
SELECT g.rules, g.seat_count, g.simulated, d.decision, d.answered_by, d.thinking_ms
FROM decisions d
JOIN stg_finished_games g ON g.game_id = d.game_id
WHERE NOT d.undone AND d.options > 1
ORDER BY ALL;
