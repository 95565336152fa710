-- How does judging by each judge end, and what are the cocktails like that it is judged by?
WITH ends AS (
    SELECT g.edition, j.*
    FROM (
        SELECT game_id, judge, ribbons, CASE WHEN shared THEN 'bar' ELSE 'alone' END AS how FROM bar_fight_judge_won WHERE NOT undone
        UNION ALL
        SELECT game_id, judge, ribbons, cause FROM bar_fight_judge_discarded WHERE NOT undone
    ) j
    JOIN stg_finished_games g ON g.game_id = j.game_id
    WHERE counts(g.simulated, $simulated) AND ($seats::INTEGER IS NULL OR g.seat_count = $seats)
),

mixed AS (
    SELECT
        game_id,
        judge,
        count(*) AS cocktails,
        count(*) FILTER (WHERE judge_spirit) AS liked,
        count(*) FILTER (WHERE judge_recipe) AS recipes,
        count(*) FILTER (WHERE judge_recipe AND took_judge) AS recipes_won,
        max(score) AS highest
    FROM stg_bar_fight_scored_cocktails
    GROUP BY game_id, judge
)

SELECT
    e.edition,
    e.judge,
    any_value(e.ribbons) AS ribbons,
    count(*) AS judged,
    count(*) FILTER (WHERE e.how = 'alone') AS won_alone,
    count(*) FILTER (WHERE e.how = 'bar') AS won_by_bar,
    count(*) FILTER (WHERE e.how = 'tie') AS tied,
    count(*) FILTER (WHERE e.how = 'no_cocktail') AS without_cocktail,
    count(*) FILTER (WHERE e.how IN ('alone', 'bar')) / count(*) AS taken_rate,
    wilson_low(count(*) FILTER (WHERE e.how IN ('alone', 'bar')), count(*)) AS taken_rate_low,
    wilson_high(count(*) FILTER (WHERE e.how IN ('alone', 'bar')), count(*)) AS taken_rate_high,
    coalesce(sum(m.cocktails), 0)::BIGINT AS cocktails,
    coalesce(sum(m.liked), 0)::BIGINT AS liked_spirits,
    coalesce(sum(m.recipes), 0)::BIGINT AS recipes,
    coalesce(sum(m.recipes_won), 0)::BIGINT AS recipes_won,
    avg(m.highest) AS mean_highest_score
FROM ends e
LEFT JOIN mixed m ON m.game_id = e.game_id AND m.judge = e.judge
GROUP BY e.edition, e.judge
ORDER BY e.edition, e.judge;
