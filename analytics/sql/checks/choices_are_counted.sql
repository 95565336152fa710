-- Are the choices of each person and bot counted as often as the events say, but for those of simulated games?
SELECT
    coalesce(e.actor, c.actor) AS actor,
    e.choices,
    c.choices AS counted,
    e.games,
    c.games AS counted_games
FROM (
    SELECT actor, count(*) AS choices, count(DISTINCT game_id) AS games
    FROM events
    WHERE kind = 'choice.made' AND NOT undone AND game_id NOT IN (SELECT game_id FROM games WHERE simulated)
    GROUP BY actor
) AS e
FULL JOIN (
    SELECT actor, sum(choices) AS choices, count(DISTINCT game_id) AS games
    FROM stg_activity_counts
    GROUP BY actor
) AS c ON c.actor = e.actor
WHERE (e.choices, e.games) IS DISTINCT FROM (c.choices, c.games)
