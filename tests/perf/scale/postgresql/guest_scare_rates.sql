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
),

guests AS (
    SELECT came.game_id, came.guest, came.name, came.courage, came.ability,
        fled.night IS NOT NULL AS scared, fled.night - came.night AS nights
    FROM ghostel_guest_arrived came
    JOIN games g ON g.game_id = came.game_id AND g.status = 'finished' AND NOT g.simulated
    LEFT JOIN ghostel_guest_fled fled ON fled.game_id = came.game_id AND fled.guest = came.guest AND NOT fled.undone
    WHERE NOT came.undone
)

SELECT
    g.guest,
    g.name,
    g.courage,
    g.ability,
    count(*) AS shown,
    count(*) FILTER (WHERE g.scared) AS scared,
    count(*) FILTER (WHERE g.scared) / count(*)::float8 AS scare_rate,
    wilson_low(count(*) FILTER (WHERE g.scared), count(*)) AS scare_rate_low,
    wilson_high(count(*) FILTER (WHERE g.scared), count(*)) AS scare_rate_high,
    avg(g.nights) AS nights_until_scared,
    coalesce(sum(p.points), 0) AS points,
    avg(p.points) AS points_a_scare,
    avg(p.contributors) AS contributors_a_scare,
    coalesce(sum(p.firsts), 0) AS firsts,
    coalesce(sum(p.seconds), 0) AS seconds,
    coalesce(sum(p.thirds), 0) AS thirds,
    sum(p.first_points) / nullif(sum(p.points), 0)::float8 AS share_of_first,
    sum(p.second_points) / nullif(sum(p.points), 0)::float8 AS share_of_second,
    sum(p.third_points) / nullif(sum(p.points), 0)::float8 AS share_of_third
FROM guests g
LEFT JOIN paid p ON p.game_id = g.game_id AND p.guest = g.guest
GROUP BY g.guest, g.name, g.courage, g.ability
ORDER BY g.guest COLLATE "C";
