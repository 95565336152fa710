-- How long does a game take?
WITH answered AS (
    SELECT game_id, count(*) AS choices FROM events WHERE kind = 'choice.made' AND NOT undone GROUP BY game_id
)

SELECT
    g.rules,
    g.seat_count,
    count(*) AS games,
    avg(c.choices) AS mean_choices,
    min(c.choices) AS least_choices,
    median(c.choices) AS median_choices,
    quantile_cont(c.choices, 0.9) AS choices_of_90_percent,
    max(c.choices) AS most_choices,
    median(g.minutes) AS median_minutes,
    quantile_cont(g.minutes, 0.9) AS minutes_of_90_percent
FROM stg_finished_games g
JOIN answered c ON c.game_id = g.game_id
WHERE
    counts(g.simulated, $simulated)
    AND ($rules::VARCHAR IS NULL OR g.rules = $rules)
    AND ($seats::INTEGER IS NULL OR g.seat_count = $seats)
GROUP BY g.rules, g.seat_count
ORDER BY g.rules, g.seat_count;
