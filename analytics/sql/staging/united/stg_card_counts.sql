-- How many seats of finished games had each card in the opening hand, drew it later or played it, and how many of them won?
-- Also how many had it at all. `dealt`, `drawn`, `held` and `played` count each time.
-- Counted once for each published snapshot: the exposures are many.
CREATE TABLE stg_card_counts AS
WITH held AS (
    SELECT
        game_id,
        seat,
        card,
        count(*) FILTER (WHERE how = 'dealt') AS dealt,
        count(*) FILTER (WHERE how = 'drawn') AS drawn,
        count(*) FILTER (WHERE how = 'held') AS held,
        count(*) FILTER (WHERE how = 'played') AS played
    FROM exposures
    GROUP BY game_id, seat, card
),

had AS (
    SELECT *, dealt > 0 AS opening, dealt + drawn + held > 0 AS in_hand
    FROM held
)

SELECT
    s.rules,
    s.edition,
    s.seat_count,
    s.simulated,
    h.card,
    sum(h.dealt)::BIGINT AS dealt,
    sum(h.drawn)::BIGINT AS drawn,
    sum(h.held)::BIGINT AS held,
    sum(h.played)::BIGINT AS played,
    count(*) FILTER (WHERE h.opening) AS seats_opening,
    count(*) FILTER (WHERE h.opening AND s.won) AS wins_opening,
    count(*) FILTER (WHERE h.in_hand AND NOT h.opening) AS seats_drawn,
    count(*) FILTER (WHERE h.in_hand AND NOT h.opening AND s.won) AS wins_drawn,
    count(*) FILTER (WHERE h.in_hand) AS seats_in_hand,
    count(*) FILTER (WHERE h.in_hand AND s.won) AS wins_in_hand,
    count(*) FILTER (WHERE h.played > 0) AS seats_played,
    count(*) FILTER (WHERE h.played > 0 AND s.won) AS wins_played
FROM had h
JOIN stg_finished_seats s ON s.game_id = h.game_id AND s.seat = h.seat
GROUP BY s.rules, s.edition, s.seat_count, s.simulated, h.card;
