-- Is there a decision for each answer of a seat in a game that is over, and for nothing else?
SELECT
    coalesce(made.game_id, d.game_id) AS game_id,
    coalesce(made.seq, d.seq) AS seq,
    d.seq IS NOT NULL AS has_decision
FROM (
    SELECT
        e.game_id,
        e.seq,
        e.undone
    FROM events e
    JOIN games g ON g.game_id = e.game_id AND g.status = 'finished'
    WHERE e.kind = 'choice.made'
) AS made
FULL JOIN decisions d ON d.game_id = made.game_id AND d.seq = made.seq
-- What could not be replayed and was taken back was no answer to anything.
WHERE made.seq IS NULL OR (d.seq IS NULL AND NOT made.undone)
