-- How many cards did each seat of the finished games of Ghostel buy from each deck, and for how many points?
CREATE VIEW stg_ghostel_uses AS
WITH used AS (
    SELECT game_id, seat, deck, count(*) AS cards, sum(price) AS points
    FROM ghostel_card_bought
    WHERE NOT undone
    GROUP BY game_id, seat, deck
)

SELECT
    s.seat_count,
    s.simulated,
    s.won,
    d.deck AS thing,
    coalesce(u.cards, 0) AS times,
    coalesce(u.points, 0) AS amount
FROM stg_finished_seats s
CROSS JOIN (VALUES ('scare_tactic'), ('spookie_favour'), ('terror_bonus')) d (deck)
LEFT JOIN used u ON u.game_id = s.game_id AND u.seat = s.seat AND u.deck = d.deck
WHERE s.rules = 'ghostel';
