-- Which dice were placed in finished games of Ghostel, and what became of each: with a scared guest, calmed away, or left there?
-- A die is placed again only after it has left the hotel, so the first leaving after a placement is that of this placement.
CREATE VIEW stg_ghostel_placed_dice AS
WITH leaving AS (
    SELECT game_id, moment, night, type, unnest(returned) AS die
    FROM stg_ghostel_facts
    WHERE type IN ('guest_fled', 'dice_calmed')
)

SELECT
    p.game_id,
    p.seat_count,
    p.ghost,
    p.sides,
    p.face,
    p.doubled,
    CASE
        WHEN l.type IS NULL THEN 'left'
        WHEN l.type = 'dice_calmed' THEN 'calmed'
        WHEN l.night = p.night THEN 'scared_at_once'
        ELSE 'scared_later'
    END AS fate
FROM (SELECT * FROM stg_ghostel_facts WHERE type = 'die_placed') p
ASOF LEFT JOIN leaving l ON l.game_id = p.game_id AND l.die = p.die AND p.moment <= l.moment;
