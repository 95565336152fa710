-- Is some seat better than the others? Even: as if the wins of all seats of these games were spread evenly over them.
-- The test of all seats together is Pearson's chi-square against equal chances, in the form that holds if games have several winners:
-- Cochran's Q, (s - 1) (s sum(wins²) - sum(wins)²) / sum(k (s - k)) for s seats, where k seats won each game. With k = 1 they are the same.
WITH seated AS (
    SELECT
        rules,
        seat_count,
        simulated,
        seat,
        won,
        win_share,
        score,
        seat_count - count(*) FILTER (WHERE won) OVER (PARTITION BY game_id) AS others
    FROM stg_finished_seats
    WHERE
        counts(simulated, $simulated)
        AND ($rules::VARCHAR IS NULL OR rules = $rules)
        AND ($seats::INTEGER IS NULL OR seat_count = $seats)
),

counted AS (
    SELECT
        rules,
        seat_count,
        seat,
        count(*) AS games,
        count(*) FILTER (WHERE won) AS wins,
        sum(win_share) AS win_share,
        avg(score) AS mean_score,
        sum(others) FILTER (WHERE won) AS won_from
    FROM seated
    GROUP BY rules, seat_count, seat
),

compared AS (
    SELECT
        *,
        sum(wins) OVER even / sum(games) OVER even AS even_rate,
        seat_count * sum(wins ** 2) OVER even - (sum(wins) OVER even) ** 2 AS apart,
        sum(won_from) OVER even AS won_from_all
    FROM counted
    WINDOW even AS (PARTITION BY rules, seat_count)
),

tested AS (
    SELECT
        *,
        wilson_low(wins, games) AS win_rate_low,
        wilson_high(wins, games) AS win_rate_high,
        (seat_count - 1) * apart / nullif(won_from_all, 0) AS chi_square
    FROM compared
)

SELECT
    rules,
    seat_count,
    seat,
    games,
    wins,
    win_share,
    wins / games AS win_rate,
    win_rate_low,
    win_rate_high,
    even_rate,
    CASE WHEN even_rate < win_rate_low THEN 'better' WHEN even_rate > win_rate_high THEN 'worse' ELSE 'even' END AS verdict,
    chi_square,
    chi_square_tail(chi_square, seat_count - 1) AS p_value,
    mean_score
FROM tested
ORDER BY rules, seat_count, seat;
