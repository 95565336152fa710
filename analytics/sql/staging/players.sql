-- Who has played? One row a person, by pseudonym, and one a built-in bot: since when, and how much. Simulated games do not count.
-- `player`: the person, as in seats.player; null: a bot
-- `bot`: the name of the built-in bot; null: a person
-- `first_at`: when the first game was created in which it sits
-- `last_at`: when the last of these games ended, or started, or was created
-- `games`: how many games it sits in
-- `finished_games`: how many of them are over
-- `results`: how many results it has; a bot in several seats of a game has several
-- `wins`: how many of these it won, alone or with others
-- `rules`: the names of the games that it plays
CREATE VIEW players AS
SELECT
    s.player,
    s.bot,
    min(g.created_at) AS first_at,
    max(coalesce(g.finished_at, g.started_at, g.created_at)) AS last_at,
    count(DISTINCT g.game_id) AS games,
    count(DISTINCT g.game_id) FILTER (WHERE g.status = 'finished') AS finished_games,
    count(r.game_id) AS results,
    count(*) FILTER (WHERE r.won) AS wins,
    list_sort(list_distinct(list(g.rules))) AS rules
FROM seats s
JOIN games g ON g.game_id = s.game_id
LEFT JOIN results r ON r.game_id = s.game_id AND r.seat = s.seat
WHERE NOT g.simulated AND (s.player IS NOT NULL OR s.bot IS NOT NULL)
GROUP BY s.player, s.bot;
