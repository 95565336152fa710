-- How often is each scene turned face down in the chapters in which it lies? One row of `laid` is a scene in a row.
WITH laid AS (
    SELECT game_id, chapter, unnest(scenes) AS scene
    FROM stg_spirits_facts
    WHERE type = 'row_laid' AND ($seats::INTEGER IS NULL OR seat_count = $seats)
),

reached AS (
    SELECT game_id, scene, count(*) AS times
    FROM stg_spirits_facts
    WHERE type = 'scrooge_moved'
    GROUP BY game_id, scene
),

turned AS (
    SELECT game_id, scene, type, cards
    FROM stg_spirits_facts
    WHERE type IN ('coin_activated', 'torch_lit', 'shadow_completed')
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
    avg(len(t.cards)) FILTER (WHERE t.type = 'shadow_completed') AS mean_cards
FROM laid l
LEFT JOIN turned t ON t.game_id = l.game_id AND t.scene = l.scene
LEFT JOIN reached r ON r.game_id = l.game_id AND r.scene = l.scene
GROUP BY l.chapter, l.scene
ORDER BY l.chapter, l.scene;
