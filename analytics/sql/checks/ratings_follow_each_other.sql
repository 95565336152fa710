-- Does each rating begin where the one before it ended, and is only what counts rated?
SELECT c.game_id, c.participant
FROM (
    SELECT
        *,
        lag(mu_after) OVER past AS mu_then,
        lag(sigma_after) OVER past AS sigma_then,
        row_number() OVER past AS place
    FROM rating_changes
    WINDOW past AS (PARTITION BY rules, participant ORDER BY finished_at, game_id)
) AS c
LEFT JOIN games g ON g.game_id = c.game_id
WHERE
    c.number <> c.place
    OR (c.place > 1 AND (c.mu_before, c.sigma_before) IS DISTINCT FROM (c.mu_then, c.sigma_then))
    OR g.status IS DISTINCT FROM 'finished'
    OR g.simulated
    OR g.finished_at <> c.finished_at
