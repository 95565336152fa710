WITH by_game AS (
    SELECT recorded_at::date AS day, game_id, actor, auto, count(*) AS choices
    FROM events
    WHERE kind = 'choice.made' AND NOT undone
    GROUP BY 1, 2, 3, 4
),

answered AS (
    SELECT
        b.day AS since,
        count(DISTINCT b.game_id) AS games_played,
        count(DISTINCT b.actor) FILTER (WHERE NOT b.auto AND b.actor NOT LIKE 'bot:%') AS people,
        sum(b.choices) FILTER (WHERE NOT b.auto AND b.actor NOT LIKE 'bot:%') AS choices_of_people,
        sum(b.choices) FILTER (WHERE NOT b.auto AND b.actor LIKE 'bot:%') AS choices_of_bots,
        sum(b.choices) FILTER (WHERE b.auto) AS choices_of_service
    FROM by_game b
    JOIN games g ON g.game_id = b.game_id
    WHERE NOT g.simulated
    GROUP BY b.day
),

finished AS (
    SELECT finished_at::date AS since, count(*) AS games
    FROM games
    WHERE status = 'finished' AND NOT simulated
    GROUP BY 1
),

newest AS (
    SELECT
        coalesce(a.since, f.since) AS since,
        coalesce(f.games, 0) AS games_finished,
        coalesce(a.games_played, 0) AS games_played,
        coalesce(a.people, 0) AS people,
        coalesce(a.choices_of_people, 0) AS choices_of_people,
        coalesce(a.choices_of_bots, 0) AS choices_of_bots,
        coalesce(a.choices_of_service, 0) AS choices_of_service
    FROM answered a
    FULL JOIN finished f ON f.since = a.since
    ORDER BY 1 DESC
    LIMIT 400
)

SELECT to_char(since, 'YYYY-MM-DD') AS since, games_finished, games_played, people, choices_of_people, choices_of_bots, choices_of_service
FROM newest
ORDER BY since;
