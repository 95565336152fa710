-- What happened in finished games of Bar Fight, with which edition of the cards?
CREATE VIEW stg_bar_fight_facts AS
SELECT g.seat_count, g.edition, f.*
FROM facts_bar_fight f
JOIN games g ON g.game_id = f.game_id
WHERE NOT f.undone AND g.status = 'finished';
