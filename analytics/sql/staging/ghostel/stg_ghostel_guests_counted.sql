-- How often did each guest come to the hotel in finished games of Ghostel and flee, and what did it pay to whom?
-- One row of `paid` is a guest of a game that fled; `paying` is how many of them there are.
-- Counted once for each published snapshot: what each guest paid has to be found.
CREATE TABLE stg_ghostel_guests_counted AS
WITH paid AS (
    SELECT
        game_id,
        guest,
        count(*) AS contributors,
        sum(points) AS points,
        count(*) FILTER (WHERE place = 1) AS firsts,
        count(*) FILTER (WHERE place = 2) AS seconds,
        count(*) FILTER (WHERE place = 3) AS thirds,
        coalesce(sum(points) FILTER (WHERE place = 1), 0) AS first_points,
        coalesce(sum(points) FILTER (WHERE place = 2), 0) AS second_points,
        coalesce(sum(points) FILTER (WHERE place = 3), 0) AS third_points
    FROM ghostel_points_scored
    WHERE NOT undone
    GROUP BY game_id, guest
)

SELECT
    g.seat_count,
    g.simulated,
    g.guest,
    g.name,
    g.courage,
    g.ability,
    count(*) AS shown,
    count(*) FILTER (WHERE g.scared) AS scared,
    coalesce(sum(g.nights), 0)::BIGINT AS nights,
    count(p.guest) AS paying,
    coalesce(sum(p.contributors), 0)::BIGINT AS contributors,
    coalesce(sum(p.points), 0)::BIGINT AS points,
    coalesce(sum(p.firsts), 0)::BIGINT AS firsts,
    coalesce(sum(p.seconds), 0)::BIGINT AS seconds,
    coalesce(sum(p.thirds), 0)::BIGINT AS thirds,
    coalesce(sum(p.first_points), 0)::BIGINT AS first_points,
    coalesce(sum(p.second_points), 0)::BIGINT AS second_points,
    coalesce(sum(p.third_points), 0)::BIGINT AS third_points
FROM stg_ghostel_guests g
LEFT JOIN paid p ON p.game_id = g.game_id AND p.guest = g.guest
GROUP BY g.seat_count, g.simulated, g.guest, g.name, g.courage, g.ability;
