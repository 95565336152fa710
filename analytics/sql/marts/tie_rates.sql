-- How often do cocktails tie for the highest score, and what comes of it? One row of `rounds` is a round with a cocktail.
WITH rounds AS (
    SELECT edition, seat_count, game_id, round, judge, count(*) FILTER (WHERE place = 1) AS highest
    FROM stg_bar_fight_scored_cocktails
    WHERE counts(simulated, $simulated) AND ($seats::INTEGER IS NULL OR seat_count = $seats)
    GROUP BY edition, seat_count, game_id, round, judge
),

ends AS (
    SELECT
        r.edition,
        r.seat_count,
        r.highest,
        w.game_id IS NOT NULL AS taken
    FROM rounds r
    LEFT JOIN bar_fight_judge_won w ON w.game_id = r.game_id AND w.judge = r.judge AND NOT w.undone
),

short AS (
    SELECT g.edition, g.seat_count, count(*) AS times
    FROM bar_fight_awards_short a
    JOIN stg_finished_games g ON g.game_id = a.game_id
    WHERE a.cause = 'tie' AND NOT a.undone AND counts(g.simulated, $simulated)
    GROUP BY g.edition, g.seat_count
)

SELECT
    e.edition,
    e.seat_count,
    count(*) AS rounds,
    count(*) FILTER (WHERE e.highest > 1) AS ties,
    count(*) FILTER (WHERE e.highest > 1) / count(*) AS tie_rate,
    wilson_low(count(*) FILTER (WHERE e.highest > 1), count(*)) AS tie_rate_low,
    wilson_high(count(*) FILTER (WHERE e.highest > 1), count(*)) AS tie_rate_high,
    avg(e.highest) FILTER (WHERE e.highest > 1) AS seats_a_tie,
    count(*) FILTER (WHERE e.highest > 1 AND e.taken) AS broken_by_bar,
    coalesce(any_value(s.times), 0) AS without_awards
FROM ends e
LEFT JOIN short s ON s.edition = e.edition AND s.seat_count = e.seat_count
GROUP BY e.edition, e.seat_count
ORDER BY e.edition, e.seat_count;
