-- How often is each scene turned face down in the chapters in which it lies? One row of `laid` is a scene in a row.
WITH laid AS (
    SELECT r.game_id, r.chapter, unnest(r.scenes) AS scene
    FROM spirits_of_christmas_row_laid r
    JOIN stg_finished_games g ON g.game_id = r.game_id
    WHERE NOT r.undone AND counts(g.simulated, $simulated) AND ($seats::INTEGER IS NULL OR g.seat_count = $seats)
),

reached AS (
    SELECT game_id, scene, count(*) AS times
    FROM spirits_of_christmas_scrooge_moved
    WHERE NOT undone
    GROUP BY game_id, scene
),

turned AS (
    SELECT game_id, scene, NULL AS cards FROM spirits_of_christmas_coin_activated WHERE NOT undone
    UNION ALL
    SELECT game_id, scene, NULL FROM spirits_of_christmas_torch_lit WHERE NOT undone
    UNION ALL
    SELECT game_id, scene, len(cards) FROM spirits_of_christmas_shadow_completed WHERE NOT undone
)

SELECT
    l.chapter,
    l.scene,
    count(*) AS chapters,
    count(t.scene) AS completed,
    count(t.scene) / count(*) AS completion_rate,
    wilson_low(count(t.scene), count(*)) AS completion_rate_low,
    wilson_high(count(t.scene), count(*)) AS completion_rate_high,
    coalesce(sum(r.times), 0) / count(*) AS mean_arrivals,
    avg(t.cards) AS mean_cards
FROM laid l
LEFT JOIN turned t ON t.game_id = l.game_id AND t.scene = l.scene
LEFT JOIN reached r ON r.game_id = l.game_id AND r.scene = l.scene
GROUP BY l.chapter, l.scene
ORDER BY l.chapter, l.scene;
