-- Which guests flee, what do they pay, and to whom?
WITH counted AS (
    SELECT
        guest,
        name,
        courage,
        ability,
        sum(shown)::BIGINT AS shown,
        sum(scared)::BIGINT AS scared,
        sum(nights)::BIGINT AS nights,
        sum(paying)::BIGINT AS paying,
        sum(contributors)::BIGINT AS contributors,
        sum(points)::BIGINT AS points,
        sum(firsts)::BIGINT AS firsts,
        sum(seconds)::BIGINT AS seconds,
        sum(thirds)::BIGINT AS thirds,
        sum(first_points)::BIGINT AS first_points,
        sum(second_points)::BIGINT AS second_points,
        sum(third_points)::BIGINT AS third_points
    FROM stg_ghostel_guests_counted
    WHERE counts(simulated, $simulated) AND ($seats::INTEGER IS NULL OR seat_count = $seats)
    GROUP BY guest, name, courage, ability
)

SELECT
    guest,
    name,
    courage,
    ability,
    shown,
    scared,
    scared / shown AS scare_rate,
    wilson_low(scared, shown) AS scare_rate_low,
    wilson_high(scared, shown) AS scare_rate_high,
    nights / nullif(scared, 0) AS nights_until_scared,
    points,
    points / nullif(paying, 0) AS points_a_scare,
    contributors / nullif(paying, 0) AS contributors_a_scare,
    firsts,
    seconds,
    thirds,
    first_points / nullif(points, 0) AS share_of_first,
    second_points / nullif(points, 0) AS share_of_second,
    third_points / nullif(points, 0) AS share_of_third
FROM counted
ORDER BY guest;
