-- How often does a seat get each card, and how often does who has it play it?
WITH everybody AS (
    SELECT rules, edition, seat_count, count(*) AS seats
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
        sum(dealt)::BIGINT AS dealt,
        sum(drawn)::BIGINT AS drawn,
        sum(held)::BIGINT AS held,
        sum(played)::BIGINT AS played,
        sum(seats_in_hand)::BIGINT AS seats_in_hand,
        sum(seats_played)::BIGINT AS seats_played
    FROM stg_card_counts
    WHERE
        counts(simulated, $simulated)
        AND ($rules::VARCHAR IS NULL OR rules = $rules)
        AND ($seats::INTEGER IS NULL OR seat_count = $seats)
        AND ($card::VARCHAR IS NULL OR card = $card)
    GROUP BY rules, edition, seat_count, card
)

SELECT
    c.rules,
    c.edition,
    c.seat_count,
    c.card,
    c.dealt,
    c.drawn,
    c.held,
    c.played,
    e.seats,
    c.seats_in_hand,
    c.seats_in_hand / e.seats AS in_hand_rate,
    wilson_low(c.seats_in_hand, e.seats) AS in_hand_rate_low,
    wilson_high(c.seats_in_hand, e.seats) AS in_hand_rate_high,
    c.seats_played,
    c.seats_played / nullif(c.seats_in_hand, 0) AS play_rate,
    wilson_low(c.seats_played, c.seats_in_hand) AS play_rate_low,
    wilson_high(c.seats_played, c.seats_in_hand) AS play_rate_high
FROM counted c
JOIN everybody e ON e.rules = c.rules AND e.edition = c.edition AND e.seat_count = c.seat_count
ORDER BY c.rules, c.edition, c.seat_count, c.card;
