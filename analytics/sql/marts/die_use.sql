-- What becomes of a die by the face it shows? Faces as rolled, as kept (after favours), and as placed, with the fate of the placed ones.
WITH faces AS (
    SELECT type, unnest(dice) AS die, unnest(faces) AS face
    FROM stg_ghostel_facts
    WHERE type IN ('dice_rolled', 'dice_kept') AND ($seats::INTEGER IS NULL OR seat_count = $seats)
),

shown AS (
    SELECT
        CASE WHEN ends_with(die, '-d8') THEN 8 ELSE 6 END AS sides,
        face,
        count(*) FILTER (WHERE type = 'dice_rolled') AS rolled,
        count(*) FILTER (WHERE type = 'dice_kept') AS kept
    FROM faces
    GROUP BY sides, face
),

placed AS (
    SELECT
        sides,
        face,
        count(*) AS placed,
        count(*) FILTER (WHERE doubled) AS doubled,
        count(*) FILTER (WHERE fate = 'scared_at_once') AS scared_at_once,
        count(*) FILTER (WHERE fate = 'scared_later') AS scared_later,
        count(*) FILTER (WHERE fate = 'calmed') AS calmed,
        count(*) FILTER (WHERE fate = 'left') AS left_over
    FROM stg_ghostel_placed_dice
    WHERE $seats::INTEGER IS NULL OR seat_count = $seats
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
