-- Is no event older than the one before it, and does a game end after it began?
SELECT game_id, seq, recorded_at
FROM (SELECT game_id, seq, recorded_at, lag(recorded_at) OVER (PARTITION BY game_id ORDER BY seq) AS earlier FROM events) AS timed
WHERE recorded_at < earlier
UNION ALL
SELECT game_id, NULL, coalesce(finished_at, started_at)
FROM games
WHERE started_at < created_at OR finished_at < started_at
