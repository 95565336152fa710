-- Has each game of these rules its options, once, and no other game any?
SELECT coalesce(g.game_id, o.game_id) AS game_id, count(o.game_id) AS times
FROM (SELECT game_id FROM games WHERE rules = '{rules}') AS g
FULL JOIN options_{rules} o ON o.game_id = g.game_id
GROUP BY g.game_id, o.game_id
HAVING g.game_id IS NULL OR count(o.game_id) <> 1
