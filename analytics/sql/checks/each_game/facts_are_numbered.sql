-- Are the facts of each event numbered from 0 without a gap, each once?
SELECT game_id, seq, count(*) AS facts, max(ordinal) AS last_ordinal
FROM facts_{rules}
GROUP BY game_id, seq
HAVING min(ordinal) <> 0 OR max(ordinal) <> count(*) - 1 OR count(DISTINCT ordinal) <> count(*)
