-- Which games are over, and how long did each take? Answers that a rewind took back do not count.
CREATE VIEW stg_finished_games AS
SELECT
    g.game_id,
    g.rules,
    g.seat_count,
    g.started_at,
    g.finished_at,
    epoch(g.finished_at - g.started_at) / 60.0 AS minutes,
    (
        SELECT count(*)
        FROM events e
        WHERE e.game_id = g.game_id AND e.kind = 'choice.made' AND NOT e.undone
    ) AS choices
FROM games g
WHERE g.status = 'finished';
