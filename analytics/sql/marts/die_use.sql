-- What becomes of a die by the face it shows? Faces as rolled, as kept (after favours), and as placed, with the fate of the placed ones.
WITH faces AS (
    SELECT game_id, unnest(dice) AS die, unnest(faces) AS face, true AS rolled
    FROM ghostel_dice_rolled
    WHERE NOT undone
    UNION ALL
    SELECT game_id, unnest(dice), unnest(faces), false
    FROM ghostel_dice_kept
    WHERE NOT undone
),

shown AS (
    SELECT
        CASE WHEN ends_with(f.die, '-d8') THEN 8 ELSE 6 END AS sides,
        f.face,
        count(*) FILTER (WHERE f.rolled) AS rolled,
        count(*) FILTER (WHERE NOT f.rolled) AS kept
    FROM faces f
    JOIN stg_finished_games g ON g.game_id = f.game_id
    WHERE counts(g.simulated, $simulated) AND ($seats::INTEGER IS NULL OR g.seat_count = $seats)
    GROUP BY ALL
),

placed AS (
    SELECT
        sides,
        face,
        sum(placed)::BIGINT AS placed,
        sum(doubled)::BIGINT AS doubled,
        sum(scared_at_once)::BIGINT AS scared_at_once,
        sum(scared_later)::BIGINT AS scared_later,
        sum(calmed)::BIGINT AS calmed,
        sum(left_over)::BIGINT AS left_over
    FROM stg_ghostel_die_fates
    WHERE counts(simulated, $simulated) AND ($seats::INTEGER IS NULL OR seat_count = $seats)
    GROUP BY sides, face
)

SELECT
    sides,
    face,
    coalesce(s.rolled, 0) AS rolled,
    coalesce(s.kept, 0) AS kept,
    coalesce(p.placed, 0) AS placed,
    coalesce(p.doubled, 0) AS doubled,
    coalesce(p.scared_at_once, 0) AS scared_at_once,
    coalesce(p.scared_later, 0) AS scared_later,
    coalesce(p.calmed, 0) AS calmed,
    coalesce(p.left_over, 0) AS left_over,
    (p.scared_at_once + p.scared_later) / p.placed AS scare_rate,
    wilson_low(p.scared_at_once + p.scared_later, p.placed) AS scare_rate_low,
    wilson_high(p.scared_at_once + p.scared_later, p.placed) AS scare_rate_high
FROM shown s
FULL JOIN placed p USING (sides, face)
ORDER BY sides, face;
