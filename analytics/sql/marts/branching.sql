-- Among how many options does a seat choose? Quantiles are taken from how often each number of options occurs: numbers are few.
WITH occurring AS (
    SELECT rules, decision, options, sum(times)::BIGINT AS times
    FROM stg_branching_counts
    WHERE
        counts(simulated, $simulated)
        AND ($rules::VARCHAR IS NULL OR rules = $rules)
        AND ($seats::INTEGER IS NULL OR seat_count = $seats)
        AND ($decision::VARCHAR IS NULL OR decision = $decision)
    GROUP BY rules, decision, options
),

ranked AS (
    SELECT
        *,
        sum(times) OVER (PARTITION BY rules, decision ORDER BY options)::BIGINT AS up_to,
        sum(times) OVER (PARTITION BY rules, decision)::BIGINT AS answers
    FROM occurring
)

SELECT
    rules,
    decision,
    any_value(answers) AS answers,
    sum(options * times) / sum(times) AS mean_options,
    min(options) FILTER (WHERE up_to >= answers * 0.5) AS median_options,
    min(options) FILTER (WHERE up_to >= answers * 0.9) AS options_of_90_percent,
    max(options) AS most_options,
    coalesce(sum(times) FILTER (WHERE options = 1), 0)::BIGINT AS forced,
    coalesce(sum(times) FILTER (WHERE options = 1), 0) / any_value(answers) AS forced_rate,
    wilson_low(coalesce(sum(times) FILTER (WHERE options = 1), 0)::BIGINT, any_value(answers)) AS forced_rate_low,
    wilson_high(coalesce(sum(times) FILTER (WHERE options = 1), 0)::BIGINT, any_value(answers)) AS forced_rate_high
FROM ranked
GROUP BY rules, decision
ORDER BY rules, decision;
