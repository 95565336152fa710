-- What is a chapter worth when it is complete, and how long does it take?
SELECT
    mode,
    chapter,
    count(*) AS chapters,
    avg(coins) AS mean_coins,
    avg(shillings) AS mean_shillings,
    count(*) FILTER (WHERE torch_points > 0) / count(*) AS torch_rate,
    avg(points) AS mean_points,
    min(points) AS least_points,
    max(points) AS most_points,
    avg(turn) AS mean_turns
FROM stg_spirits_facts
WHERE type = 'chapter_ended' AND ($seats::INTEGER IS NULL OR seat_count = $seats)
GROUP BY mode, chapter
ORDER BY list_position(['very_easy', 'easy', 'normal', 'hard', 'very_hard', 'humbug'], mode), chapter;
