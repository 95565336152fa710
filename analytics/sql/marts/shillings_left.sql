-- How many shillings are left in the pool when a chapter is complete?
WITH ends AS (
    SELECT c.chapter, c.shillings
    FROM spirits_of_christmas_chapter_ended c
    JOIN stg_finished_games g ON g.game_id = c.game_id
    WHERE NOT c.undone AND counts(g.simulated, $simulated) AND ($seats::INTEGER IS NULL OR g.seat_count = $seats)
)

SELECT
    chapter,
    shillings,
    count(*) AS chapters,
    count(*) / sum(count(*)) OVER (PARTITION BY chapter) AS share,
    sum(count(*)) OVER (PARTITION BY chapter ORDER BY shillings) / sum(count(*)) OVER (PARTITION BY chapter) AS share_up_to
FROM ends
GROUP BY chapter, shillings
ORDER BY chapter, shillings;
