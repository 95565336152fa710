-- How often do referees have to step in: rewinds, pauses, void games, corrections, and disputes by category and outcome?
-- Games that were started. Rows without a category are about all of them.
-- Simulated games are not in it and can't be asked for: they have no log, so nobody disputes, rewinds or rules on them.
WITH started AS (
    SELECT game_id, rules
    FROM games
    WHERE started_at IS NOT NULL AND NOT simulated AND ($rules::VARCHAR IS NULL OR rules = $rules)
),

happened AS (
    SELECT s.rules, r.kind AS what, r.cause AS category, '' AS outcome, r.game_id, r.events_undone
    FROM rulings r
    JOIN started s ON s.game_id = r.game_id
    UNION ALL
    SELECT s.rules, 'disputed', d.category, coalesce(d.outcome, 'open'), d.game_id, NULL
    FROM disputes d
    JOIN started s ON s.game_id = d.game_id
),

counted AS (
    SELECT
        rules,
        what,
        category,
        nullif(outcome, '') AS outcome,
        count(*) AS times,
        count(DISTINCT game_id) AS games_with,
        sum(events_undone)::BIGINT AS events_undone
    FROM happened
    GROUP BY GROUPING SETS ((rules, what), (rules, what, category, outcome))
),

played AS (
    SELECT rules, count(*) AS games
    FROM started
    GROUP BY rules
)

SELECT
    p.rules,
    k.what,
    c.category,
    c.outcome,
    p.games,
    coalesce(c.times, 0) AS times,
    coalesce(c.games_with, 0) AS games_with,
    1000 * coalesce(c.games_with, 0) / p.games AS per_thousand,
    1000 * wilson_low(coalesce(c.games_with, 0), p.games) AS per_thousand_low,
    1000 * wilson_high(coalesce(c.games_with, 0), p.games) AS per_thousand_high,
    CASE WHEN k.what = 'rewound' THEN coalesce(c.events_undone, 0) END AS events_undone
FROM played p
CROSS JOIN (
    SELECT unnest(['disputed', 'rewound', 'paused', 'clock_corrected', 'seat_replaced', 'adjudicated', 'voided']) AS what
) k
LEFT JOIN counted c ON c.rules = p.rules AND c.what = k.what
ORDER BY p.rules, k.what, c.category NULLS FIRST, c.outcome NULLS FIRST;
