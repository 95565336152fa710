-- How much is played, by day, week or month? The last 400 of them in which something was answered or ended.
-- Simulated games are not in it and can't be asked for: each has the times of a clock that was made up, a game every minute from 2000 on.
WITH answered AS (
    SELECT
        date_trunc(coalesce($by::VARCHAR, 'day'), day)::DATE AS since,
        count(DISTINCT game_id) AS games_played,
        count(DISTINCT actor) FILTER (WHERE NOT auto AND actor NOT LIKE 'bot:%') AS people,
        sum(choices) FILTER (WHERE NOT auto AND actor NOT LIKE 'bot:%') AS choices_of_people,
        sum(choices) FILTER (WHERE NOT auto AND actor LIKE 'bot:%') AS choices_of_bots,
        sum(choices) FILTER (WHERE auto) AS choices_of_service
    FROM stg_activity_counts
    WHERE $rules::VARCHAR IS NULL OR rules = $rules
    GROUP BY since
),

finished AS (
    SELECT date_trunc(coalesce($by::VARCHAR, 'day'), finished_at)::DATE AS since, count(*) AS games
    FROM games
    WHERE status = 'finished' AND NOT simulated AND ($rules::VARCHAR IS NULL OR rules = $rules)
    GROUP BY since
)

SELECT
    strftime(coalesce(a.since, f.since), '%Y-%m-%d') AS since,
    coalesce(f.games, 0) AS games_finished,
    coalesce(a.games_played, 0) AS games_played,
    coalesce(a.people, 0) AS people,
    coalesce(a.choices_of_people, 0)::BIGINT AS choices_of_people,
    coalesce(a.choices_of_bots, 0)::BIGINT AS choices_of_bots,
    coalesce(a.choices_of_service, 0)::BIGINT AS choices_of_service
FROM answered a
FULL JOIN finished f ON f.since = a.since
QUALIFY row_number() OVER (ORDER BY coalesce(a.since, f.since) DESC) <= 400
ORDER BY since;
