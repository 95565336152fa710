-- How many shillings are left in the pool when a chapter is complete?
WITH ends AS (
    SELECT chapter, shillings
    FROM stg_spirits_facts
    WHERE type = 'chapter_ended' AND ($seats::INTEGER IS NULL OR seat_count = $seats)
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
