-- How long does it take to answer? Where one answer is legal there is nothing to think about, so those are left out.
SELECT
    rules,
    decision,
    count(*) AS answers,
    median(thinking_ms) / 1000 AS median_seconds,
    quantile_cont(thinking_ms, 0.9) / 1000 AS seconds_of_90_percent,
    max(thinking_ms) / 1000 AS most_seconds
FROM stg_thinking_times
WHERE
    answered_by = coalesce($answered_by, 'person')
    AND counts(simulated, $simulated)
    AND ($rules::VARCHAR IS NULL OR rules = $rules)
    AND ($seats::INTEGER IS NULL OR seat_count = $seats)
    AND ($decision::VARCHAR IS NULL OR decision = $decision)
GROUP BY rules, decision
ORDER BY rules, decision;
