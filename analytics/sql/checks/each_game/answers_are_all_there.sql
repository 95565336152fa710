-- Is there an answer for each event of a game that is over in which one was given?
SELECT e.game_id, e.seq, e.kind
FROM events e
JOIN games g ON g.game_id = e.game_id AND g.rules = '{rules}' AND g.status = 'finished'
LEFT JOIN choices_{rules} c ON c.game_id = e.game_id AND c.seq = e.seq
WHERE e.kind IN ('choice.made', 'dealer.answered') AND c.seq IS NULL AND NOT e.undone
