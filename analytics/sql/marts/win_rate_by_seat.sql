-- Is some seat better than the others? Even: as if the wins of all seats of these games were spread evenly over them.
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
    sum(count(*) FILTER (WHERE won)) OVER even / sum(count(*)) OVER even AS even_rate,
    CASE WHEN even_rate < win_rate_low THEN 'better' WHEN even_rate > win_rate_high THEN 'worse' ELSE 'even' END AS verdict,
    avg(score) AS mean_score
FROM stg_finished_seats
WHERE
    counts(simulated, $simulated)
    AND ($rules::VARCHAR IS NULL OR rules = $rules)
    AND ($seats::INTEGER IS NULL OR seat_count = $seats)
GROUP BY rules, seat_count, seat
WINDOW even AS (PARTITION BY rules, seat_count)
ORDER BY rules, seat_count, seat;
