-- How often is each mode won, with how many points, and how is it lost?
SELECT
    mode,
    seat_count,
    count(*) AS games,
    count(*) FILTER (WHERE won) AS wins,
    count(*) FILTER (WHERE won) / count(*) AS win_rate,
    wilson_low(count(*) FILTER (WHERE won), count(*)) AS win_rate_low,
    wilson_high(count(*) FILTER (WHERE won), count(*)) AS win_rate_high,
    avg(score) FILTER (WHERE won) AS mean_score,
    avg(chapters) AS mean_chapters,
    avg(chains) AS mean_chains,
    count(*) FILTER (WHERE reason = 'shillings') AS lost_by_shillings,
    count(*) FILTER (WHERE reason = 'deadlock') AS lost_by_deadlock,
    count(*) FILTER (WHERE reason = 'story') AS lost_by_story
FROM stg_spirits_of_christmas_games
WHERE counts(simulated, $simulated) AND ($seats::INTEGER IS NULL OR seat_count = $seats)
GROUP BY mode, seat_count
ORDER BY list_position(['very_easy', 'easy', 'normal', 'hard', 'very_hard', 'humbug'], mode), seat_count;
