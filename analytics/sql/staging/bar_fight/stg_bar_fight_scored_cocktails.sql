-- Which cocktails were scored in finished games of Bar Fight, and which of them took the judge? A judge is judged once a game.
CREATE VIEW stg_bar_fight_scored_cocktails AS
SELECT
    c.game_id,
    c.seat_count,
    c.edition,
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
FROM stg_bar_fight_facts c
LEFT JOIN stg_bar_fight_facts w ON w.type = 'judge_won' AND w.game_id = c.game_id AND w.judge = c.judge AND w.seat = c.seat
WHERE c.type = 'cocktail_scored';
