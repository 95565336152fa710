-- Which cards did a seat of a finished game of Spirits of Christmas have in hand or play, by kind? All cards of a kind are alike.
-- Given, exchanged and traded cards, and those of a gift, are held. A card is played when it is laid under a Shadow, or discarded
-- for a move or as the special card of an action. What is dealt for a later chapter is not the opening hand.
CREATE VIEW stg_spirits_of_christmas_exposures AS
WITH opening AS (
    SELECT game_id, min(seq) AS seq
    FROM spirits_of_christmas_cards_drawn
    WHERE cause = 'deal' AND NOT undone
    GROUP BY game_id
),

seen AS (
    SELECT h.game_id, h.seat, unnest(h.cards) AS card, CASE WHEN h.seq = o.seq THEN 'dealt' ELSE 'drawn' END AS how, h.seq
    FROM spirits_of_christmas_hand_drawn h
    JOIN opening o ON o.game_id = h.game_id
    WHERE NOT h.undone
    UNION ALL
    SELECT game_id, receiver, unnest(cards), 'held', seq
    FROM spirits_of_christmas_cards_passed
    WHERE NOT undone
    UNION ALL
    SELECT game_id, seat, unnest(taken), 'held', seq
    FROM spirits_of_christmas_cards_traded
    WHERE NOT undone
    UNION ALL
    SELECT game_id, unnest(seats), unnest(cards), 'held', seq
    FROM spirits_of_christmas_gift_divided
    WHERE NOT undone
    UNION ALL
    SELECT game_id, seat, unnest(taken), 'held', seq
    FROM spirits_of_christmas_gift_exchanged
    WHERE NOT undone
    UNION ALL
    SELECT game_id, seat, unnest(cards), 'played', seq
    FROM spirits_of_christmas_cards_laid
    WHERE NOT undone
    UNION ALL
    SELECT game_id, seat, card, 'played', seq
    FROM spirits_of_christmas_card_discarded
    WHERE cause IN ('move', 'special') AND NOT undone
)

SELECT g.game_id, g.rules, s.seat, s.card, s.how, s.seq
FROM seen s
JOIN stg_finished_games g ON g.game_id = s.game_id;
