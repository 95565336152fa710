-- Which cards came up for a seat in finished games of Spooky Bar, and was their action carried out?
CREATE VIEW stg_spooky_bar_cards AS
SELECT
    f.game_id,
    f.seat,
    f.action,
    f.wild,
    f.outcome <> 'void' AS carried_out
FROM facts_spooky_bar f
JOIN games g ON g.game_id = f.game_id
WHERE f.type = 'card_resolved' AND NOT f.undone AND g.status = 'finished' AND f.seat BETWEEN 0 AND g.seat_count - 1;
