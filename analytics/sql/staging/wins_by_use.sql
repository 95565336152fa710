-- Do seats that use a thing, or use it often, win more than others? For a view whose rows are a finished seat and a thing:
-- seat_count, simulated, won, thing, times (how often it used the thing), amount (what is summed beside).
-- A seat uses a thing often if it does so more than the median of all seats of games of this size.
CREATE MACRO wins_by_use(source, seats_wanted, simulated_wanted) AS TABLE
WITH used AS (
    SELECT seat_count, thing, won, times, amount
    FROM query_table(source)
    WHERE counts(simulated, simulated_wanted) AND (seats_wanted IS NULL OR seat_count = seats_wanted)
),

medians AS (
    SELECT seat_count, thing, median(times) AS middle
    FROM used
    GROUP BY seat_count, thing
),

counted AS (
    SELECT
        u.seat_count,
        u.thing,
        count(*) AS seats,
        count(*) FILTER (WHERE u.won) AS wins,
        sum(u.times)::BIGINT AS times,
        sum(u.amount)::BIGINT AS amount,
        avg(u.times) FILTER (WHERE u.won) AS times_of_winners,
        avg(u.times) FILTER (WHERE NOT u.won) AS times_of_others,
        count(*) FILTER (WHERE u.times > 0) AS seats_with,
        count(*) FILTER (WHERE u.times > 0 AND u.won) AS wins_with,
        count(*) FILTER (WHERE u.times > m.middle) AS seats_often,
        count(*) FILTER (WHERE u.times > m.middle AND u.won) AS wins_often
    FROM used u
    JOIN medians m ON m.seat_count = u.seat_count AND m.thing = u.thing
    GROUP BY u.seat_count, u.thing
)

SELECT
    *,
    wins_with / nullif(seats_with, 0) AS win_rate_with,
    wilson_low(wins_with, seats_with) AS win_rate_with_low,
    wilson_high(wins_with, seats_with) AS win_rate_with_high,
    wins_often / nullif(seats_often, 0) AS win_rate_often,
    wilson_low(wins_often, seats_often) AS win_rate_often_low,
    wilson_high(wins_often, seats_often) AS win_rate_often_high,
    wins / seats AS win_rate_all
FROM counted;
