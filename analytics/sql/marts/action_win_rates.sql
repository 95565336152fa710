-- Do seats that play an action win more often? One row of `played` is a seat of a finished game and an action.
WITH played AS (
    SELECT
        s.game_id,
        s.seat_count,
        s.seat,
        s.won,
        a.action,
        count(c.action) AS cards,
        count(*) FILTER (WHERE c.carried_out) AS carried_out
    FROM stg_finished_seats s
    CROSS JOIN (SELECT DISTINCT action FROM stg_spooky_bar_cards) a
    LEFT JOIN stg_spooky_bar_cards c ON c.game_id = s.game_id AND c.seat = s.seat AND c.action = a.action
    WHERE s.rules = 'spooky_bar' AND ($seats::INTEGER IS NULL OR s.seat_count = $seats)
    GROUP BY s.game_id, s.seat_count, s.seat, s.won, a.action
),

-- A seat plays an action often if it does so more than the median of all seats of games of this size.
measured AS (
    SELECT *, cards > median(cards) OVER (PARTITION BY seat_count, action) AS often
    FROM played
)

SELECT
    seat_count,
    action,
    count(*) AS seats,
    sum(cards)::BIGINT AS cards,
    sum(carried_out)::BIGINT AS carried_out,
    avg(cards) FILTER (WHERE won) AS cards_of_winners,
    avg(cards) FILTER (WHERE NOT won) AS cards_of_others,
    count(*) FILTER (WHERE cards > 0) AS seats_with,
    count(*) FILTER (WHERE cards > 0 AND won) AS wins_with,
    count(*) FILTER (WHERE cards > 0 AND won) / nullif(count(*) FILTER (WHERE cards > 0), 0) AS win_rate_with,
    wilson_low(count(*) FILTER (WHERE cards > 0 AND won), count(*) FILTER (WHERE cards > 0)) AS win_rate_with_low,
    wilson_high(count(*) FILTER (WHERE cards > 0 AND won), count(*) FILTER (WHERE cards > 0)) AS win_rate_with_high,
    count(*) FILTER (WHERE often) AS seats_often,
    count(*) FILTER (WHERE often AND won) AS wins_often,
    count(*) FILTER (WHERE often AND won) / nullif(count(*) FILTER (WHERE often), 0) AS win_rate_often,
    wilson_low(count(*) FILTER (WHERE often AND won), count(*) FILTER (WHERE often)) AS win_rate_often_low,
    wilson_high(count(*) FILTER (WHERE often AND won), count(*) FILTER (WHERE often)) AS win_rate_often_high,
    count(*) FILTER (WHERE won) / count(*) AS win_rate_all
FROM measured
GROUP BY seat_count, action
ORDER BY seat_count, action;
