-- Are the answers of finished games counted, by game kind, as often as they were given, and their times as long as they took?
SELECT
    coalesce(d.rules, b.rules, t.rules) AS rules,
    d.answers,
    b.answers AS counted,
    d.thought_about,
    t.answers AS timed,
    d.thinking_ms,
    t.thinking_ms AS timed_ms
FROM (
    SELECT
        g.rules,
        count(*) AS answers,
        count(*) FILTER (WHERE d.options > 1) AS thought_about,
        coalesce(sum(d.thinking_ms) FILTER (WHERE d.options > 1), 0) AS thinking_ms
    FROM decisions AS d
    JOIN games AS g ON g.game_id = d.game_id AND g.status = 'finished'
    WHERE NOT d.undone
    GROUP BY g.rules
) AS d
FULL JOIN (SELECT rules, sum(times) AS answers FROM stg_branching_counts GROUP BY rules) AS b ON b.rules = d.rules
FULL JOIN (
    SELECT rules, count(*) AS answers, sum(thinking_ms) AS thinking_ms FROM stg_thinking_times GROUP BY rules
) AS t ON t.rules = d.rules
WHERE
    d.answers IS DISTINCT FROM b.answers
    OR coalesce(t.answers, 0) IS DISTINCT FROM d.thought_about
    OR coalesce(t.thinking_ms, 0) IS DISTINCT FROM d.thinking_ms
