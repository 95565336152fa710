-- Is each fact of an event that there is, and taken back with it?
SELECT f.game_id, f.seq, f.type
FROM facts_{rules} f
LEFT JOIN events e ON e.game_id = f.game_id AND e.seq = f.seq
WHERE f.undone IS DISTINCT FROM e.undone
