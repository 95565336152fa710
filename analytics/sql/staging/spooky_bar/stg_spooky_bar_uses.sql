-- How many cards of each action came up for each seat of the finished games of Spooky Bar, and how many were carried out?
CREATE VIEW stg_spooky_bar_uses AS
WITH used AS (
    SELECT game_id, seat, action, count(*) AS cards, count(*) FILTER (WHERE outcome <> 'void') AS carried_out
    FROM spooky_bar_card_resolved
    WHERE NOT undone
    GROUP BY game_id, seat, action
)

SELECT
    s.seat_count,
    s.simulated,
    s.won,
    a.action AS thing,
    coalesce(u.cards, 0) AS times,
    coalesce(u.carried_out, 0) AS amount
FROM stg_finished_seats s
CROSS JOIN (VALUES ('bid'), ('capture'), ('move'), ('serve'), ('summon')) a (action)
LEFT JOIN used u ON u.game_id = s.game_id AND u.seat = s.seat AND u.action = a.action
WHERE s.rules = 'spooky_bar';
