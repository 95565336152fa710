-- Has each game as many seats as it says, numbered from 0, and nobody and a bot never in the same one?
SELECT
    g.game_id,
    g.seat_count,
    count(s.seat) AS found
FROM games g
LEFT JOIN seats s ON s.game_id = g.game_id
GROUP BY g.game_id, g.seat_count
HAVING count(s.seat) <> g.seat_count OR min(s.seat) <> 0 OR max(s.seat) <> g.seat_count - 1 OR count(*) FILTER (
    WHERE s.player IS NOT NULL AND s.bot IS NOT NULL
) > 0
