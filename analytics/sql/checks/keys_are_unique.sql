-- Is there one row for each key? A game, a seat or participant of it, an event, an answer to a question, a ruling, a dispute.
SELECT 'games' AS of_table, game_id, NULL AS number, count(*) AS times FROM games GROUP BY game_id HAVING count(*) > 1
UNION ALL
SELECT 'seats', game_id, seat, count(*) FROM seats GROUP BY game_id, seat HAVING count(*) > 1
UNION ALL
SELECT 'events', game_id, seq, count(*) FROM events GROUP BY game_id, seq HAVING count(*) > 1
UNION ALL
SELECT 'results', game_id, seat, count(*) FROM results GROUP BY game_id, seat HAVING count(*) > 1
UNION ALL
SELECT 'decisions', game_id, seq, count(*) FROM decisions GROUP BY game_id, seq HAVING count(*) > 1
UNION ALL
SELECT 'rulings', game_id, seq, count(*) FROM rulings GROUP BY game_id, seq HAVING count(*) > 1
UNION ALL
SELECT 'disputes', game_id, seq, count(*) FROM disputes GROUP BY game_id, seq HAVING count(*) > 1
UNION ALL
SELECT 'rating_changes', game_id, NULL, count(*) FROM rating_changes GROUP BY game_id, participant HAVING count(*) > 1
