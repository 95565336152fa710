-- Who is the strongest? Of each game kind the 200 with the highest ratings; wins are games with the first place.
WITH won AS (
    SELECT rules, participant, count(*) FILTER (WHERE list_min(placements) = 1) AS wins
    FROM rating_changes
    WHERE $rules::VARCHAR IS NULL OR rules = $rules
    GROUP BY rules, participant
)

SELECT
    r.rules,
    rank() OVER (PARTITION BY r.rules ORDER BY r.rating DESC) AS place,
    r.participant,
    r.kind,
    r.rating,
    r.mu,
    r.sigma,
    CASE WHEN r.sigma > 5 THEN 'provisional' ELSE 'settled' END AS certainty,
    r.games,
    w.wins,
    strftime(r.last_at, '%Y-%m-%dT%H:%M:%S.%fZ') AS last_at
FROM ratings r
JOIN won w ON w.rules = r.rules AND w.participant = r.participant
WHERE r.games >= coalesce($games::INTEGER, 1) AND ($kind::VARCHAR IS NULL OR r.kind = $kind)
QUALIFY row_number() OVER (PARTITION BY r.rules ORDER BY r.rating DESC, r.participant) <= 200
ORDER BY r.rules, place, r.participant;
