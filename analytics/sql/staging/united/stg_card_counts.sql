-- How many seats of finished games had each card in the opening hand, drew it later, had it at all, or played it, and how many of them won?
-- Counted once for each published snapshot: the exposures are many.
CREATE TABLE stg_card_counts AS
WITH held AS (
    SELECT
        game_id,
        seat,
        card,
        bool_or(how = 'dealt') AS opening,
        bool_or(how IN ('dealt', 'drawn', 'held')) AS in_hand,
        bool_or(how = 'played') AS played
    FROM exposures
    GROUP BY game_id, seat, card
)

SELECT
    s.rules,
    s.edition,
    s.seat_count,
    s.simulated,
    h.card,
    count(*) FILTER (WHERE h.opening) AS seats_opening,
    count(*) FILTER (WHERE h.opening AND s.won) AS wins_opening,
    count(*) FILTER (WHERE h.in_hand AND NOT h.opening) AS seats_drawn,
    count(*) FILTER (WHERE h.in_hand AND NOT h.opening AND s.won) AS wins_drawn,
    count(*) FILTER (WHERE h.in_hand) AS seats_in_hand,
    count(*) FILTER (WHERE h.in_hand AND s.won) AS wins_in_hand,
    count(*) FILTER (WHERE h.played) AS seats_played,
    count(*) FILTER (WHERE h.played AND s.won) AS wins_played
FROM held h
JOIN stg_finished_seats s ON s.game_id = h.game_id AND s.seat = h.seat
GROUP BY s.rules, s.edition, s.seat_count, s.simulated, h.card;
