-- Which guests came to the hotel in finished games of Ghostel, and when did they flee, if they did?
CREATE VIEW stg_ghostel_guests AS
SELECT
    came.game_id,
    came.seat_count,
    came.guest,
    came.name,
    came.courage,
    came.ability,
    fled.night IS NOT NULL AS scared,
    fled.night - came.night AS nights
FROM stg_ghostel_facts came
LEFT JOIN stg_ghostel_facts fled ON fled.type = 'guest_fled' AND fled.game_id = came.game_id AND fled.guest = came.guest
WHERE came.type = 'guest_arrived';
