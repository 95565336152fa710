-- What happened in finished games of Ghostel? `moment` orders the facts of a game.
CREATE VIEW stg_ghostel_facts AS
SELECT g.seat_count, f.seq * 100000::BIGINT + f.ordinal AS moment, f.*
FROM facts_ghostel f
JOIN games g ON g.game_id = f.game_id
WHERE NOT f.undone AND g.status = 'finished';
