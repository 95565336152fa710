-- What became of the dice placed in finished games of Ghostel: gone with a scared guest, calmed away, or left there? Counted by what they showed.
-- A die is placed again only after it has left the hotel, so the first leaving after a placement is that of this placement.
-- Counted once for each published snapshot: to find the leaving of each die takes long.
CREATE TABLE stg_ghostel_die_fates AS
WITH leaving AS (
    SELECT game_id, seq * 100000::BIGINT + ordinal AS moment, 'scared' AS why, night, unnest(returned) AS die
    FROM ghostel_guest_fled
    WHERE NOT undone
    UNION ALL
    SELECT game_id, seq * 100000::BIGINT + ordinal, 'calmed', night, unnest(returned)
    FROM ghostel_dice_calmed
    WHERE NOT undone
),

placed AS (
    SELECT
        p.game_id,
        g.seat_count,
        g.simulated,
        p.seq * 100000::BIGINT + p.ordinal AS moment,
        p.night,
        p.die,
        p.sides,
        p.face,
        p.doubled
    FROM ghostel_die_placed p
    JOIN stg_finished_games g ON g.game_id = p.game_id
    WHERE NOT p.undone
)

SELECT
    p.seat_count,
    p.simulated,
    p.sides,
    p.face,
    count(*) AS placed,
    count(*) FILTER (WHERE p.doubled) AS doubled,
    count(*) FILTER (WHERE l.why = 'scared' AND l.night = p.night) AS scared_at_once,
    count(*) FILTER (WHERE l.why = 'scared' AND l.night > p.night) AS scared_later,
    count(*) FILTER (WHERE l.why = 'calmed') AS calmed,
    count(*) FILTER (WHERE l.why IS NULL) AS left_over
FROM placed p
ASOF LEFT JOIN leaving l ON l.game_id = p.game_id AND l.die = p.die AND p.moment <= l.moment
GROUP BY p.seat_count, p.simulated, p.sides, p.face;
