-- Do seats for which an action comes up, or comes up often, win more often?
SELECT
    seat_count,
    thing AS action,
    seats,
    times AS cards,
    amount AS carried_out,
    times_of_winners AS cards_of_winners,
    times_of_others AS cards_of_others,
    seats_with,
    wins_with,
    win_rate_with,
    win_rate_with_low,
    win_rate_with_high,
    seats_often,
    wins_often,
    win_rate_often,
    win_rate_often_low,
    win_rate_often_high,
    win_rate_all
FROM wins_by_use('stg_spooky_bar_uses', $seats::INTEGER, $simulated)
ORDER BY seat_count, action;
