SELECT
    g.rules,
    d.decision,
    count(*) AS answers,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY d.thinking_ms) / 1000 AS median_seconds,
    percentile_cont(0.9) WITHIN GROUP (ORDER BY d.thinking_ms) / 1000 AS seconds_of_90_percent,
    max(d.thinking_ms) / 1000.0 AS most_seconds
FROM decisions d
JOIN games g ON g.game_id = d.game_id AND g.status = 'finished' AND NOT g.simulated
WHERE NOT d.undone AND d.options > 1 AND d.answered_by = 'person'
GROUP BY g.rules, d.decision
ORDER BY g.rules COLLATE "C", d.decision COLLATE "C";
