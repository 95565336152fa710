-- Do seats that buy from a deck, or buy often, win more often?
SELECT
    seat_count,
    thing AS deck,
    seats,
    times AS cards,
    amount AS points,
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
FROM wins_by_use('stg_ghostel_uses', $seats::INTEGER, $simulated)
ORDER BY seat_count, deck;
