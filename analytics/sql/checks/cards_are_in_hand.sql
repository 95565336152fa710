-- Does no seat play a card more often than it came to its hand?
SELECT
    game_id,
    seat,
    card,
    count(*) FILTER (WHERE how = 'played') AS played,
    count(*) FILTER (WHERE how <> 'played') AS in_hand
FROM exposures
GROUP BY game_id, seat, card
HAVING count(*) FILTER (WHERE how = 'played') > count(*) FILTER (WHERE how <> 'played')
