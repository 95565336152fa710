-- How long does it take to answer? Where one answer is legal there is nothing to think about, so those are left out.
SELECT
    g.rules,
    d.decision,
    count(*) AS answers,
    median(d.thinking_ms) / 1000 AS median_seconds,
    quantile_cont(d.thinking_ms, 0.9) / 1000 AS seconds_of_90_percent,
    max(d.thinking_ms) / 1000 AS most_seconds
FROM decisions d
JOIN stg_finished_games g ON g.game_id = d.game_id
WHERE
    NOT d.undone
    AND d.options > 1
    AND d.answered_by = coalesce($answered_by, 'person')
    AND counts(g.simulated, $simulated)
    AND ($rules::VARCHAR IS NULL OR g.rules = $rules)
    AND ($seats::INTEGER IS NULL OR g.seat_count = $seats)
    AND ($decision::VARCHAR IS NULL OR d.decision = $decision)
GROUP BY g.rules, d.decision
ORDER BY g.rules, d.decision;
