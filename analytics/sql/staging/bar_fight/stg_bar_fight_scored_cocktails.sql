-- Which cocktails were scored in finished games of Bar Fight, and which of them took the judge? A judge is judged once a game.
CREATE VIEW stg_bar_fight_scored_cocktails AS
SELECT
    c.game_id,
    g.seat_count,
    g.edition,
    g.simulated,
    c.seat,
    c.bar,
    c.round,
    c.judge,
    c.spirit_type,
    c.mixers,
    c.judge_spirit,
    c.judge_recipe,
    c.bar_recipe,
    c.points_mixers,
    c.score,
    c.place,
    w.seat IS NOT NULL AS took_judge
FROM bar_fight_cocktail_scored c
JOIN stg_finished_games g ON g.game_id = c.game_id
LEFT JOIN bar_fight_judge_won w ON w.game_id = c.game_id AND w.judge = c.judge AND w.seat = c.seat AND NOT w.undone
WHERE NOT c.undone;
