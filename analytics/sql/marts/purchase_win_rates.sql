-- Do seats that buy from a deck win more often? One row of `bought` is a seat of a finished game and a deck.
WITH bought AS (
    SELECT
        s.game_id,
        s.seat_count,
        s.seat,
        s.won,
        d.deck,
        count(c.deck) AS cards,
        coalesce(sum(c.price), 0) AS points
    FROM stg_finished_seats s
    CROSS JOIN (VALUES ('scare_tactic'), ('spookie_favour'), ('terror_bonus')) d (deck)
    LEFT JOIN stg_ghostel_facts c ON c.type = 'card_bought' AND c.game_id = s.game_id AND c.seat = s.seat AND c.deck = d.deck
    WHERE s.rules = 'ghostel' AND ($seats::INTEGER IS NULL OR s.seat_count = $seats)
    GROUP BY s.game_id, s.seat_count, s.seat, s.won, d.deck
),

-- A seat buys from a deck often if it does so more than the median of all seats of games of this size.
measured AS (
    SELECT *, cards > median(cards) OVER (PARTITION BY seat_count, deck) AS often
    FROM bought
)

SELECT
    seat_count,
    deck,
    count(*) AS seats,
    sum(cards)::BIGINT AS cards,
    sum(points)::BIGINT AS points,
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
GROUP BY seat_count, deck
ORDER BY seat_count, deck;
