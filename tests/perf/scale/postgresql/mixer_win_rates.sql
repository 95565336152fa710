WITH used AS (
    SELECT
        c.game_id,
        c.seat,
        m.mixer,
        g.edition,
        count(*) AS cocktails,
        count(*) + count(*) FILTER (WHERE c.mixers[1] = c.mixers[2]) AS cards,
        sum(c.points_mixers) AS points_mixers,
        sum(c.score) AS score,
        count(w.seat) AS judges
    FROM bar_fight_cocktail_scored c
    JOIN games g ON g.game_id = c.game_id AND g.status = 'finished' AND NOT g.simulated
    CROSS JOIN LATERAL (SELECT DISTINCT unnest(c.mixers) AS mixer) m
    LEFT JOIN bar_fight_judge_won w ON w.game_id = c.game_id AND w.judge = c.judge AND w.seat = c.seat AND NOT w.undone
    WHERE NOT c.undone
    GROUP BY c.game_id, c.seat, m.mixer, g.edition
),

counted AS (
    SELECT
        u.edition,
        u.mixer,
        sum(u.cocktails) AS cocktails,
        sum(u.cards) AS cards,
        sum(u.points_mixers) AS points_mixers,
        sum(u.score) AS score,
        sum(u.judges) AS judges,
        count(*) AS seats_with,
        count(*) FILTER (WHERE r.won) AS wins_with
    FROM used u
    JOIN seats s ON s.game_id = u.game_id AND s.seat = u.seat
    JOIN results r ON r.game_id = u.game_id AND r.seat = u.seat
    GROUP BY u.edition, u.mixer
)

SELECT
    edition,
    mixer,
    cocktails,
    cards,
    points_mixers / cocktails::float8 AS mean_mixer_points,
    score / cocktails::float8 AS mean_score,
    judges,
    judges / cocktails::float8 AS judge_rate,
    wilson_low(judges, cocktails) AS judge_rate_low,
    wilson_high(judges, cocktails) AS judge_rate_high,
    seats_with,
    wins_with,
    wins_with / seats_with::float8 AS win_rate_with,
    wilson_low(wins_with, seats_with) AS win_rate_with_low,
    wilson_high(wins_with, seats_with) AS win_rate_with_high
FROM counted
ORDER BY edition COLLATE "C", mixer COLLATE "C";
