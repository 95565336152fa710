-- Is any bar better than the others? Its even share of a game is one by the number of seats.
WITH gained AS (
    SELECT
        game_id,
        seat,
        count(*) FILTER (WHERE what = 'judge') AS judges,
        count(*) FILTER (WHERE what = 'tie') AS tie_awards,
        count(*) FILTER (WHERE what = 'lowest') AS lowest_awards
    FROM (
        SELECT game_id, seat, 'judge' AS what FROM bar_fight_judge_won WHERE NOT undone
        UNION ALL
        SELECT game_id, seat, cause FROM bar_fight_award_given WHERE NOT undone
    )
    GROUP BY game_id, seat
)

SELECT
    s.edition,
    b.bar,
    count(*) AS seats,
    count(*) FILTER (WHERE s.won) AS wins,
    sum(s.win_share) AS win_share,
    sum(1.0 / s.seat_count) AS even_share,
    sum(s.win_share) / sum(1.0 / s.seat_count) AS times_even_share,
    count(*) FILTER (WHERE s.won) / count(*) AS win_rate,
    wilson_low(count(*) FILTER (WHERE s.won), count(*)) AS win_rate_low,
    wilson_high(count(*) FILTER (WHERE s.won), count(*)) AS win_rate_high,
    avg(b.ribbons) AS mean_ribbons,
    sum(coalesce(g.judges, 0)) / count(*) AS mean_judges,
    sum(coalesce(g.tie_awards, 0)) / count(*) AS mean_tie_awards,
    sum(coalesce(g.lowest_awards, 0)) / count(*) AS mean_lowest_awards
FROM bar_fight_seat_scored b
JOIN stg_finished_seats s ON s.game_id = b.game_id AND s.seat = b.seat
LEFT JOIN gained g ON g.game_id = b.game_id AND g.seat = b.seat
WHERE NOT b.undone AND counts(s.simulated, $simulated) AND ($seats::INTEGER IS NULL OR s.seat_count = $seats)
GROUP BY s.edition, b.bar
ORDER BY s.edition, b.bar;
