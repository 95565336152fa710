-- What happened in finished games of Spirits of Christmas, in which mode?
CREATE VIEW stg_spirits_facts AS
SELECT g.seat_count, o.mode, f.*
FROM facts_spirits_of_christmas f
JOIN games g ON g.game_id = f.game_id
JOIN options_spirits_of_christmas o ON o.game_id = f.game_id
WHERE NOT f.undone AND g.status = 'finished';
