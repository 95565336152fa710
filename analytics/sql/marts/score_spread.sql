-- How far apart are the points at the end? The margin is what the best participant has more than the second best, 0 if they are equal.
-- Games that all win or lose together are not in it: all their seats have the same points.
WITH scored AS (
    SELECT
        g.game_id,
        g.rules,
        g.seat_count,
        list_sort(list(r.score), 'DESC') AS scores
    FROM stg_finished_games g
    JOIN results r ON r.game_id = g.game_id
    WHERE
        counts(g.simulated, $simulated)
        AND ($rules::VARCHAR IS NULL OR g.rules = $rules)
        AND ($seats::INTEGER IS NULL OR g.seat_count = $seats)
        AND NOT wins_together(g.rules)
    GROUP BY g.game_id, g.rules, g.seat_count
    HAVING count(*) > 1
)

SELECT
    rules,
    seat_count,
    count(*) AS games,
    count(*) FILTER (WHERE scores[1] = scores[2]) AS level_games,
    avg(scores[1] - scores[2]) AS mean_margin,
    quantile_cont(scores[1] - scores[2], 0.25) AS margin_of_25_percent,
    median(scores[1] - scores[2]) AS median_margin,
    quantile_cont(scores[1] - scores[2], 0.75) AS margin_of_75_percent,
    max(scores[1] - scores[2]) AS most_margin,
    median(scores[1]) AS median_best,
    median(scores[-1]) AS median_last,
    median(scores[1] - scores[-1]) AS median_spread
FROM scored
GROUP BY rules, seat_count
ORDER BY rules, seat_count;
