-- Do the counts of the cards agree with the exposures, and does each seat have a card in its opening hand, later, or never?
SELECT
    coalesce(e.rules, c.rules) AS rules,
    coalesce(e.card, c.card) AS card,
    e.times AS exposed,
    c.times AS counted
FROM (SELECT rules, card, count(*) AS times FROM exposures GROUP BY rules, card) AS e
FULL JOIN (
    SELECT
        rules,
        card,
        sum(dealt + drawn + held + played) AS times,
        bool_and(seats_opening + seats_drawn = seats_in_hand AND seats_played <= seats_in_hand) AS divided
    FROM stg_card_counts
    GROUP BY rules, card
) AS c ON c.rules = e.rules AND c.card = e.card
WHERE e.times IS DISTINCT FROM c.times OR NOT c.divided
