-- Has each finished game a result for every seat and an end, and no other game any?
SELECT
    g.game_id,
    g.status,
    g.seat_count,
    count(r.seat) AS results,
    g.finished_at
FROM games g
LEFT JOIN results r ON r.game_id = g.game_id
GROUP BY g.game_id, g.status, g.seat_count, g.finished_at
HAVING CASE
    WHEN g.status = 'finished' THEN count(r.seat) < g.seat_count OR max(r.seat) <> count(r.seat) - 1 OR g.finished_at IS NULL
    ELSE count(r.seat) > 0 OR g.finished_at IS NOT NULL
END
