-- Is some seat better than the others?
SELECT
    rules,
    seat_count,
    seat,
    count(*) AS games,
    count(*) FILTER (WHERE won) AS wins,
    sum(win_share) AS win_share,
    count(*) FILTER (WHERE won) / count(*) AS win_rate,
    wilson_low(count(*) FILTER (WHERE won), count(*)) AS win_rate_low,
    wilson_high(count(*) FILTER (WHERE won), count(*)) AS win_rate_high,
    avg(score) AS mean_score
FROM stg_finished_seats
WHERE ($rules::VARCHAR IS NULL OR rules = $rules) AND ($seats::INTEGER IS NULL OR seat_count = $seats)
GROUP BY rules, seat_count, seat
ORDER BY rules, seat_count, seat;
