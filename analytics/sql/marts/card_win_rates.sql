-- Do seats win more often with a card in the opening hand, drawn later, or played, than without it?
WITH everybody AS (
    SELECT rules, edition, seat_count, count(*) AS seats, count(*) FILTER (WHERE won) AS wins
    FROM stg_finished_seats
    WHERE counts(simulated, $simulated)
    GROUP BY rules, edition, seat_count
),

counted AS (
    SELECT
        rules,
        edition,
        seat_count,
        card,
        sum(seats_opening)::BIGINT AS seats_opening,
        sum(wins_opening)::BIGINT AS wins_opening,
        sum(seats_drawn)::BIGINT AS seats_drawn,
        sum(wins_drawn)::BIGINT AS wins_drawn,
        sum(seats_in_hand)::BIGINT AS seats_in_hand,
        sum(wins_in_hand)::BIGINT AS wins_in_hand,
        sum(seats_played)::BIGINT AS seats_played,
        sum(wins_played)::BIGINT AS wins_played
    FROM stg_card_counts
    WHERE
        counts(simulated, $simulated)
        AND ($rules::VARCHAR IS NULL OR rules = $rules)
        AND ($seats::INTEGER IS NULL OR seat_count = $seats)
        AND ($card::VARCHAR IS NULL OR card = $card)
    GROUP BY rules, edition, seat_count, card
),

compared AS (
    SELECT c.*, e.seats, e.wins, e.seats - c.seats_in_hand AS seats_not_seen, e.wins - c.wins_in_hand AS wins_not_seen
    FROM counted c
    JOIN everybody e ON e.rules = c.rules AND e.edition = c.edition AND e.seat_count = c.seat_count
)

SELECT
    rules,
    edition,
    seat_count,
    card,
    seats,
    wins / seats AS win_rate_all,
    seats_opening,
    wins_opening,
    wins_opening / nullif(seats_opening, 0) AS win_rate_opening,
    wilson_low(wins_opening, seats_opening) AS win_rate_opening_low,
    wilson_high(wins_opening, seats_opening) AS win_rate_opening_high,
    seats_drawn,
    wins_drawn,
    wins_drawn / nullif(seats_drawn, 0) AS win_rate_drawn,
    wilson_low(wins_drawn, seats_drawn) AS win_rate_drawn_low,
    wilson_high(wins_drawn, seats_drawn) AS win_rate_drawn_high,
    seats_in_hand,
    wins_in_hand,
    wins_in_hand / nullif(seats_in_hand, 0) AS win_rate_in_hand,
    wilson_low(wins_in_hand, seats_in_hand) AS win_rate_in_hand_low,
    wilson_high(wins_in_hand, seats_in_hand) AS win_rate_in_hand_high,
    seats_not_seen,
    wins_not_seen,
    wins_not_seen / nullif(seats_not_seen, 0) AS win_rate_not_seen,
    wilson_low(wins_not_seen, seats_not_seen) AS win_rate_not_seen_low,
    wilson_high(wins_not_seen, seats_not_seen) AS win_rate_not_seen_high,
    seats_played,
    wins_played,
    wins_played / nullif(seats_played, 0) AS win_rate_played,
    wilson_low(wins_played, seats_played) AS win_rate_played_low,
    wilson_high(wins_played, seats_played) AS win_rate_played_high,
    wins_in_hand / nullif(seats_in_hand, 0) - wins_not_seen / nullif(seats_not_seen, 0) AS improvement,
    newcombe_low(wins_in_hand, seats_in_hand, wins_not_seen, seats_not_seen) AS improvement_low,
    newcombe_high(wins_in_hand, seats_in_hand, wins_not_seen, seats_not_seen) AS improvement_high
FROM compared
ORDER BY rules, edition, seat_count, card;
