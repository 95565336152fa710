-- Which guests came to the hotel in finished games of Ghostel, and when did they flee, if they did?
CREATE VIEW stg_ghostel_guests AS
SELECT
    came.game_id,
    g.seat_count,
    g.simulated,
    came.guest,
    came.name,
    came.courage,
    came.ability,
    fled.night IS NOT NULL AS scared,
    fled.night - came.night AS nights
FROM ghostel_guest_arrived came
JOIN stg_finished_games g ON g.game_id = came.game_id
LEFT JOIN ghostel_guest_fled fled ON fled.game_id = came.game_id AND fled.guest = came.guest AND NOT fled.undone
WHERE NOT came.undone;
