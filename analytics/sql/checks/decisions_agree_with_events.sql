-- Does each decision say of its event what the event says of itself?
SELECT
    d.game_id,
    d.seq
FROM decisions d
JOIN events e ON e.game_id = d.game_id AND e.seq = d.seq
WHERE
    d.seat IS DISTINCT FROM e.seat
    OR d.auto IS DISTINCT FROM e.auto
    OR d.undone IS DISTINCT FROM e.undone
    OR d.asked_at > e.recorded_at
