-- Are the events of each game numbered from 1 without a gap, and as many as it says?
SELECT
    g.game_id,
    g.events,
    count(e.seq) AS found,
    min(e.seq) AS first_seq,
    max(e.seq) AS last_seq
FROM games g
LEFT JOIN events e ON e.game_id = g.game_id
GROUP BY g.game_id, g.events
HAVING count(e.seq) <> g.events OR min(e.seq) IS DISTINCT FROM 1 OR max(e.seq) <> g.events
