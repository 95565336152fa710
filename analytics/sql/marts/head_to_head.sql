-- Who places better against whom, and is it what their ratings made us expect? Of each pair, every seat of one is compared with every
-- seat of the other in each of their games. The 200 pairs that met most; games that all win or lose together are not in it.
-- Expected: by the model, a is placed before b with the chance 1 / (1 + exp((mu_b - mu_a) / c)), c² = sum over the seats of
-- (sigma² + tau² + beta²), with tau = 25/300 and beta = 25/6; a tie counts half.
WITH wanted AS (
    SELECT DISTINCT game_id
    FROM rating_changes
    WHERE ($rules::VARCHAR IS NULL OR rules = $rules) AND ($participant::VARCHAR IS NULL OR participant = $participant)
        AND NOT wins_together(rules)
),

entries AS (
    SELECT
        c.game_id,
        c.rules,
        c.participant,
        c.mu_before AS mu,
        len(c.seats) * (c.sigma_before * c.sigma_before + 0.006944444444444444 + 17.36111111111111) AS spread,
        c.placements
    FROM rating_changes c
    JOIN wanted w ON w.game_id = c.game_id
),

games AS (
    SELECT game_id, sqrt(sum(spread)) AS c
    FROM entries
    GROUP BY game_id
),

pairs AS (
    SELECT
        a.game_id,
        a.rules,
        a.participant,
        b.participant AS opponent,
        1 / (1 + exp((b.mu - a.mu) / g.c)) AS expected,
        a.placements,
        unnest(b.placements) AS behind
    FROM entries a
    JOIN entries b ON b.game_id = a.game_id AND b.participant <> a.participant
    JOIN games g ON g.game_id = a.game_id
    WHERE CASE WHEN $participant::VARCHAR IS NULL THEN a.participant < b.participant ELSE a.participant = $participant END
        AND ($opponent::VARCHAR IS NULL OR b.participant = $opponent)
),

meetings AS (
    SELECT game_id, rules, participant, opponent, expected, behind, unnest(placements) AS place
    FROM pairs
)

SELECT
    rules,
    participant,
    opponent,
    count(DISTINCT game_id) AS games,
    count(*) AS meetings,
    count(*) FILTER (WHERE place < behind) AS wins,
    count(*) FILTER (WHERE place = behind) AS ties,
    count(*) FILTER (WHERE place > behind) AS losses,
    count(*) FILTER (WHERE place < behind) / count(*) AS win_rate,
    wilson_low(count(*) FILTER (WHERE place < behind), count(*)) AS win_rate_low,
    wilson_high(count(*) FILTER (WHERE place < behind), count(*)) AS win_rate_high,
    avg(CASE WHEN place < behind THEN 1.0 WHEN place = behind THEN 0.5 ELSE 0.0 END) AS reached,
    avg(expected) AS expected
FROM meetings
GROUP BY rules, participant, opponent
ORDER BY meetings DESC, rules, participant, opponent
LIMIT 200;
