-- What is a chapter worth when it is complete, and how long does it take?
SELECT
    o.mode,
    c.chapter,
    count(*) AS chapters,
    avg(c.coins) AS mean_coins,
    avg(c.shillings) AS mean_shillings,
    count(*) FILTER (WHERE c.torch_points > 0) / count(*) AS torch_rate,
    avg(c.points) AS mean_points,
    min(c.points) AS least_points,
    max(c.points) AS most_points,
    avg(c.turn) AS mean_turns
FROM spirits_of_christmas_chapter_ended c
JOIN stg_finished_games g ON g.game_id = c.game_id
JOIN options_spirits_of_christmas o ON o.game_id = c.game_id
WHERE NOT c.undone AND counts(g.simulated, $simulated) AND ($seats::INTEGER IS NULL OR g.seat_count = $seats)
GROUP BY o.mode, c.chapter
ORDER BY list_position(['very_easy', 'easy', 'normal', 'hard', 'very_hard', 'humbug'], o.mode), c.chapter;
