-- Are the mixers of Bar Fight counted as often as they were in scored cocktails, and the scores of these as high?
SELECT
    coalesce(m.mixer, c.mixer) AS mixer,
    m.cards,
    c.cards AS counted,
    m.score,
    c.score AS counted_score
FROM (
    SELECT mixer, sum(cards) AS cards, sum(score) AS score
    FROM (
        SELECT unnest(list_distinct(mixers)) AS mixer, 0 AS cards, score
        FROM bar_fight_cocktail_scored
        WHERE NOT undone AND game_id IN (SELECT game_id FROM games WHERE status = 'finished')
        UNION ALL
        SELECT unnest(mixers) AS mixer, 1 AS cards, 0 AS score
        FROM bar_fight_cocktail_scored
        WHERE NOT undone AND game_id IN (SELECT game_id FROM games WHERE status = 'finished')
    )
    GROUP BY mixer
) AS m
FULL JOIN (SELECT mixer, sum(cards) AS cards, sum(score) AS score FROM stg_bar_fight_scored_mixers GROUP BY mixer) AS c
    ON c.mixer = m.mixer
WHERE (m.cards, m.score) IS DISTINCT FROM (c.cards, c.score)
