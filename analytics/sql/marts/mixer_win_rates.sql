-- Do cocktails with a mixer take the judge, and seats that use it the game, more often than others?
-- One row of `used` is a cocktail and a mixer in it, once even if it is in it twice.
WITH used AS (
    SELECT
        c.game_id,
        c.edition,
        c.seat,
        unnest(list_distinct(c.mixers)) AS mixer,
        c.mixers,
        c.points_mixers,
        c.score,
        c.took_judge
    FROM stg_bar_fight_scored_cocktails c
    WHERE $seats::INTEGER IS NULL OR c.seat_count = $seats
),

by_seat AS (
    SELECT u.edition, u.mixer, count(*) AS seats, count(*) FILTER (WHERE s.won) AS wins
    FROM (SELECT DISTINCT edition, mixer, game_id, seat FROM used) u
    JOIN stg_finished_seats s ON s.game_id = u.game_id AND s.seat = u.seat
    GROUP BY u.edition, u.mixer
)

SELECT
    u.edition,
    u.mixer,
    count(*) AS cocktails,
    sum(len(list_filter(u.mixers, lambda m: m = u.mixer)))::BIGINT AS cards,
    avg(u.points_mixers) AS mean_mixer_points,
    avg(u.score) AS mean_score,
    count(*) FILTER (WHERE u.took_judge) AS judges,
    count(*) FILTER (WHERE u.took_judge) / count(*) AS judge_rate,
    wilson_low(count(*) FILTER (WHERE u.took_judge), count(*)) AS judge_rate_low,
    wilson_high(count(*) FILTER (WHERE u.took_judge), count(*)) AS judge_rate_high,
    any_value(b.seats) AS seats_with,
    any_value(b.wins) AS wins_with,
    any_value(b.wins / b.seats) AS win_rate_with,
    any_value(wilson_low(b.wins, b.seats)) AS win_rate_with_low,
    any_value(wilson_high(b.wins, b.seats)) AS win_rate_with_high
FROM used u
JOIN by_seat b ON b.edition = u.edition AND b.mixer = u.mixer
GROUP BY u.edition, u.mixer
ORDER BY u.edition, u.mixer;
