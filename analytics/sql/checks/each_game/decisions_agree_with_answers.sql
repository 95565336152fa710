-- Is the answer that a decision names the one that was given?
SELECT d.game_id, d.seq, d.choice, c.type
FROM decisions d
JOIN games g ON g.game_id = d.game_id AND g.rules = '{rules}'
LEFT JOIN choices_{rules} c ON c.game_id = d.game_id AND c.seq = d.seq
WHERE d.choice IS DISTINCT FROM c.type
