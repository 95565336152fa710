-- How many choices did each person, bot or the service make in each game on each day? `auto`: the service answered for the actor.
-- Simulated games are not in it. Counted once for each published snapshot: people and games of a week are not those of its days added
-- up, so who played what is kept, and the events, which are many, are not.
CREATE TABLE stg_activity_counts AS
SELECT g.rules, e.recorded_at::DATE AS day, e.game_id, e.actor, e.auto, count(*) AS choices
FROM events e
JOIN games g ON g.game_id = e.game_id
WHERE e.kind = 'choice.made' AND NOT e.undone AND NOT g.simulated
GROUP BY g.rules, day, e.game_id, e.actor, e.auto;
