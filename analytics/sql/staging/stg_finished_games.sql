-- Which games are over, and how long did each take?
CREATE VIEW stg_finished_games AS
SELECT
    game_id,
    rules,
    edition,
    seat_count,
    simulated,
    started_at,
    finished_at,
    epoch(finished_at - started_at) / 60.0 AS minutes
FROM games
WHERE status = 'finished';
