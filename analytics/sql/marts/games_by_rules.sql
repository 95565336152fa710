-- How much is each game played?
WITH seated AS (
    SELECT game_id, count(player) AS people, count(bot) AS bots
    FROM seats
    GROUP BY game_id
)
SELECT
    g.rules,
    count(*) FILTER (WHERE g.status = 'open') AS games_open,
    count(*) FILTER (WHERE g.status = 'playing') AS games_playing,
    count(*) FILTER (WHERE g.status = 'finished') AS games_finished,
    coalesce(sum(s.people) FILTER (WHERE g.status = 'finished'), 0)::BIGINT AS seats_of_people,
    coalesce(sum(s.bots) FILTER (WHERE g.status = 'finished'), 0)::BIGINT AS seats_of_bots,
    sum(g.events)::BIGINT AS events,
    strftime(max(g.finished_at), '%Y-%m-%dT%H:%M:%S.%fZ') AS last_finished_at
FROM games g
LEFT JOIN seated s ON s.game_id = g.game_id
WHERE counts(g.simulated, $simulated) AND ($rules::VARCHAR IS NULL OR g.rules = $rules)
GROUP BY g.rules
ORDER BY g.rules;
