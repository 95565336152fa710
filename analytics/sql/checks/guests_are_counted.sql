-- Are the guests of Ghostel counted as often as they came and fled, and their points as many as they paid?
SELECT
    came.guest,
    came.shown,
    c.shown AS counted,
    fled.scared,
    c.scared AS counted_scared,
    paid.points,
    c.points AS counted_points
FROM (
    SELECT guest, count(*) AS shown
    FROM ghostel_guest_arrived
    WHERE NOT undone AND game_id IN (SELECT game_id FROM games WHERE status = 'finished')
    GROUP BY guest
) AS came
LEFT JOIN (
    SELECT guest, count(*) AS scared
    FROM ghostel_guest_fled
    WHERE NOT undone AND game_id IN (SELECT game_id FROM games WHERE status = 'finished')
    GROUP BY guest
) AS fled ON fled.guest = came.guest
LEFT JOIN (
    SELECT guest, sum(points) AS points
    FROM ghostel_points_scored
    WHERE NOT undone AND game_id IN (SELECT game_id FROM games WHERE status = 'finished')
    GROUP BY guest
) AS paid ON paid.guest = came.guest
FULL JOIN (
    SELECT guest, sum(shown) AS shown, sum(scared) AS scared, sum(points) AS points
    FROM stg_ghostel_guests_counted
    GROUP BY guest
) AS c ON c.guest = came.guest
WHERE (came.shown, coalesce(fled.scared, 0), coalesce(paid.points, 0)) IS DISTINCT FROM (c.shown, c.scared, c.points)
