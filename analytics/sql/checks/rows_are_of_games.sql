-- Is every row of a game that there is?
SELECT of_table, game_id, count(*) AS orphans
FROM (
    SELECT 'seats' AS of_table, game_id FROM seats
    UNION ALL
    SELECT 'events', game_id FROM events
    UNION ALL
    SELECT 'results', game_id FROM results
    UNION ALL
    SELECT 'decisions', game_id FROM decisions
    UNION ALL
    SELECT 'rulings', game_id FROM rulings
    UNION ALL
    SELECT 'disputes', game_id FROM disputes
    UNION ALL
    SELECT 'rating_changes', game_id FROM rating_changes
) AS every
WHERE game_id NOT IN (SELECT game_id FROM games)
GROUP BY of_table, game_id
