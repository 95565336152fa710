-- Which cards did a seat of a finished game of Spooky Bar have in hand or play? A card is named by its action and its number.
-- What is drawn in later games of a series is not the opening hand.
CREATE VIEW stg_spooky_bar_exposures AS
WITH opening AS (
    SELECT game_id, min(seq) AS seq
    FROM spooky_bar_hand_drawn
    WHERE NOT undone
    GROUP BY game_id
),

seen AS (
    SELECT h.game_id, h.seat, unnest(h.cards) AS number, CASE WHEN h.seq = o.seq THEN 'dealt' ELSE 'drawn' END AS how, h.seq
    FROM spooky_bar_hand_drawn h
    JOIN opening o ON o.game_id = h.game_id
    WHERE NOT h.undone
    UNION ALL
    SELECT game_id, seat, unnest(list_concat(cards, trio)), 'played', seq
    FROM spooky_bar_cards_revealed
    WHERE NOT undone
    UNION ALL
    SELECT game_id, seat, card, 'played', seq
    FROM spooky_bar_favour_used
    WHERE card > 0 AND NOT undone
)

SELECT g.game_id, g.rules, s.seat, d.card, s.how, s.seq
FROM seen s
JOIN stg_finished_games g ON g.game_id = s.game_id
JOIN stg_spooky_bar_deck d ON d.edition = g.edition AND d.number = s.number;
