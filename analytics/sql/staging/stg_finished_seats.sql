-- What did each seat of each finished game reach? Participants without a seat, such as an automaton, are not in it.
CREATE VIEW stg_finished_seats AS
SELECT
    g.game_id,
    g.rules,
    g.edition,
    g.seat_count,
    g.simulated,
    s.seat,
    s.player,
    s.bot,
    r.score,
    r.won,
    CASE WHEN r.won THEN 1.0 / r.winners ELSE 0.0 END AS win_share
FROM stg_finished_games g
JOIN seats s ON s.game_id = g.game_id
JOIN results r ON r.game_id = g.game_id AND r.seat = s.seat;
