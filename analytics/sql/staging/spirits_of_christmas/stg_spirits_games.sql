-- How did each finished game of Spirits of Christmas end? One row a game; a lost one has a reason and no score.
CREATE VIEW stg_spirits_games AS
SELECT
    game_id,
    any_value(seat_count) AS seat_count,
    any_value(mode) AS mode,
    count(*) FILTER (WHERE type = 'game_won') > 0 AS won,
    any_value(score) FILTER (WHERE type = 'game_won') AS score,
    any_value(reason) FILTER (WHERE type = 'game_lost') AS reason,
    count(*) FILTER (WHERE type = 'chapter_ended') AS chapters,
    count(*) FILTER (WHERE type = 'chains_taken') AS chains
FROM stg_spirits_facts
GROUP BY game_id;
