-- Did the rewinds of a game take back as many events as are marked, and each a stretch before itself?
SELECT
    g.game_id,
    coalesce(r.undone, 0) AS taken_back,
    coalesce(e.undone, 0) AS marked
FROM games g
LEFT JOIN (SELECT game_id, sum(events_undone) AS undone FROM rulings GROUP BY game_id) AS r ON r.game_id = g.game_id
LEFT JOIN (SELECT game_id, count(*) AS undone FROM events WHERE undone GROUP BY game_id) AS e ON e.game_id = g.game_id
WHERE coalesce(r.undone, 0) <> coalesce(e.undone, 0)
UNION ALL
SELECT game_id, to_seq, seq
FROM rulings
WHERE to_seq >= seq
