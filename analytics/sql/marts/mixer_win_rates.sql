-- Do cocktails with a mixer take the judge, and seats that use it the game, more often than others?
-- One row of `used` is a seat of a game and a mixer in its cocktails; a cocktail counts once even if the mixer is in it twice.
WITH mixed AS (
    SELECT game_id, seat, unnest(list_distinct(mixers)) AS mixer, mixers, points_mixers, score, took_judge
    FROM stg_bar_fight_scored_cocktails
    WHERE counts(simulated, $simulated) AND ($seats::INTEGER IS NULL OR seat_count = $seats)
),

used AS (
    SELECT
        game_id,
        seat,
        mixer,
        count(*) AS cocktails,
        count(*) + count(*) FILTER (WHERE mixers[1] = mixers[2]) AS cards,
        sum(points_mixers) AS points_mixers,
        sum(score) AS score,
        count(*) FILTER (WHERE took_judge) AS judges
    FROM mixed
    GROUP BY game_id, seat, mixer
),

counted AS (
    SELECT
        s.edition,
        u.mixer,
        sum(u.cocktails)::BIGINT AS cocktails,
        sum(u.cards)::BIGINT AS cards,
        sum(u.points_mixers) AS points_mixers,
        sum(u.score) AS score,
        sum(u.judges)::BIGINT AS judges,
        count(*) AS seats_with,
        count(*) FILTER (WHERE s.won) AS wins_with
    FROM used u
    JOIN stg_finished_seats s ON s.game_id = u.game_id AND s.seat = u.seat
    GROUP BY s.edition, u.mixer
)

SELECT
    edition,
    mixer,
    cocktails,
    cards,
    points_mixers / cocktails AS mean_mixer_points,
    score / cocktails AS mean_score,
    judges,
    judges / cocktails AS judge_rate,
    wilson_low(judges, cocktails) AS judge_rate_low,
    wilson_high(judges, cocktails) AS judge_rate_high,
    seats_with,
    wins_with,
    wins_with / seats_with AS win_rate_with,
    wilson_low(wins_with, seats_with) AS win_rate_with_low,
    wilson_high(wins_with, seats_with) AS win_rate_with_high
FROM counted
ORDER BY edition, mixer;
