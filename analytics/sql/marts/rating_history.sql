-- How did the rating of a participant change, game by game? The last 1,000 games of each kind; without a participant, those of whoever
-- has the highest rating of each kind.
WITH shown AS (
    SELECT rules, participant
    FROM ratings
    WHERE ($rules::VARCHAR IS NULL OR rules = $rules) AND ($participant::VARCHAR IS NULL OR participant = $participant)
    QUALIFY row_number() OVER (PARTITION BY rules ORDER BY rating DESC, participant) = 1
)

SELECT
    c.rules,
    c.participant,
    c.number,
    c.game_id::VARCHAR AS game,
    strftime(c.finished_at, '%Y-%m-%dT%H:%M:%S.%fZ') AS finished_at,
    len(c.seats) AS seats,
    list_min(c.placements) AS place,
    c.mu_after - 3 * c.sigma_after AS rating,
    (c.mu_after - 3 * c.sigma_after) - (c.mu_before - 3 * c.sigma_before) AS change,
    c.mu_after AS mu,
    c.sigma_after AS sigma
FROM rating_changes c
JOIN shown s ON s.rules = c.rules AND s.participant = c.participant
QUALIFY row_number() OVER (PARTITION BY c.rules ORDER BY c.number DESC) <= 1000
ORDER BY c.rules, c.number;
