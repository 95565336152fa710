-- How long does a game take?
SELECT
    rules,
    seat_count,
    count(*) AS games,
    avg(choices) AS mean_choices,
    min(choices) AS least_choices,
    median(choices) AS median_choices,
    quantile_cont(choices, 0.9) AS choices_of_90_percent,
    max(choices) AS most_choices,
    median(minutes) AS median_minutes,
    quantile_cont(minutes, 0.9) AS minutes_of_90_percent
FROM stg_finished_games
WHERE ($rules::VARCHAR IS NULL OR rules = $rules) AND ($seats::INTEGER IS NULL OR seat_count = $seats)
GROUP BY rules, seat_count
ORDER BY rules, seat_count;
