-- Is each answer of an event that says who answered, once, and taken back with it?
SELECT c.game_id, c.seq, c.type
FROM choices_{rules} c
LEFT JOIN events e ON e.game_id = c.game_id AND e.seq = c.seq
WHERE
    e.kind IS DISTINCT FROM (CASE WHEN c.seat = -1 THEN 'dealer.answered' ELSE 'choice.made' END)
    OR c.seat IS DISTINCT FROM e.seat
    OR c.auto IS DISTINCT FROM e.auto
    OR c.undone IS DISTINCT FROM e.undone
UNION ALL
SELECT game_id, seq, 'several'
FROM choices_{rules}
GROUP BY game_id, seq
HAVING count(*) > 1
