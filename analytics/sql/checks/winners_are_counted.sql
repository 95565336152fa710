-- Do the results of a game say how many won it as they are?
SELECT
    game_id,
    min(winners) AS least,
    max(winners) AS most,
    count(*) FILTER (WHERE won) AS found
FROM results
GROUP BY game_id
HAVING min(winners) <> count(*) FILTER (WHERE won) OR max(winners) <> count(*) FILTER (WHERE won)
