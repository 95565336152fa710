-- Do seats that take an option win more often than seats that are offered it beside others and take another?
WITH counted AS (
    SELECT
        rules,
        seat_count,
        decision,
        option,
        sum(chosen)::BIGINT AS chosen,
        sum(chosen_won)::BIGINT AS chosen_won,
        effective_tries(sum(chosen), sum(squares_chosen)) AS chosen_tries,
        sum(passed_over)::BIGINT AS passed_over,
        sum(passed_over_won)::BIGINT AS passed_over_won,
        effective_tries(sum(passed_over), sum(squares_passed_over)) AS passed_over_tries
    FROM stg_option_counts
    WHERE
        counts(simulated, $simulated)
        AND ($rules::VARCHAR IS NULL OR rules = $rules)
        AND ($seats::INTEGER IS NULL OR seat_count = $seats)
        AND ($decision::VARCHAR IS NULL OR decision = $decision)
    GROUP BY rules, seat_count, decision, option
),

rated AS (
    SELECT *, chosen_won / nullif(chosen, 0) AS win_rate_chosen, passed_over_won / nullif(passed_over, 0) AS win_rate_passed_over
    FROM counted
)

SELECT
    rules,
    seat_count,
    decision,
    option,
    chosen + passed_over AS offered,
    chosen,
    chosen / (chosen + passed_over) AS chosen_rate,
    wilson_low(chosen, chosen + passed_over) AS chosen_rate_low,
    wilson_high(chosen, chosen + passed_over) AS chosen_rate_high,
    chosen_won,
    chosen_tries,
    win_rate_chosen,
    wilson_low(win_rate_chosen * chosen_tries, chosen_tries) AS win_rate_chosen_low,
    wilson_high(win_rate_chosen * chosen_tries, chosen_tries) AS win_rate_chosen_high,
    passed_over,
    passed_over_won,
    passed_over_tries,
    win_rate_passed_over,
    wilson_low(win_rate_passed_over * passed_over_tries, passed_over_tries) AS win_rate_passed_over_low,
    wilson_high(win_rate_passed_over * passed_over_tries, passed_over_tries) AS win_rate_passed_over_high,
    win_rate_chosen - win_rate_passed_over AS difference,
    newcombe_low(win_rate_chosen * chosen_tries, chosen_tries, win_rate_passed_over * passed_over_tries, passed_over_tries) AS difference_low,
    newcombe_high(win_rate_chosen * chosen_tries, chosen_tries, win_rate_passed_over * passed_over_tries, passed_over_tries) AS difference_high
FROM rated
ORDER BY rules, seat_count, decision, option;
