WITH occurring AS (
    SELECT g.rules, d.decision, d.options, count(*) AS times
    FROM decisions d
    JOIN games g ON g.game_id = d.game_id AND g.status = 'finished' AND NOT g.simulated
    WHERE NOT d.undone
    GROUP BY g.rules, d.decision, d.options
),

ranked AS (
    SELECT
        *,
        sum(times) OVER (PARTITION BY rules, decision ORDER BY options) AS up_to,
        sum(times) OVER (PARTITION BY rules, decision) AS answers
    FROM occurring
)

SELECT
    rules,
    decision,
    max(answers) AS answers,
    sum(options::float8 * times) / sum(times)::float8 AS mean_options,
    min(options) FILTER (WHERE up_to >= answers * 0.5) AS median_options,
    min(options) FILTER (WHERE up_to >= answers * 0.9) AS options_of_90_percent,
    max(options) AS most_options,
    coalesce(sum(times) FILTER (WHERE options = 1), 0) AS forced,
    coalesce(sum(times) FILTER (WHERE options = 1), 0) / max(answers)::float8 AS forced_rate,
    wilson_low(coalesce(sum(times) FILTER (WHERE options = 1), 0), max(answers)) AS forced_rate_low,
    wilson_high(coalesce(sum(times) FILTER (WHERE options = 1), 0), max(answers)) AS forced_rate_high
FROM ranked
GROUP BY rules, decision
ORDER BY rules COLLATE "C", decision COLLATE "C";
