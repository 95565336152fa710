-- How many cocktails of finished games of Bar Fight had each mixer, what did they score, and how many seats used it and won?
-- One row of `used` is a seat of a game and a mixer in its cocktails; a cocktail counts once even if the mixer is in it twice.
-- Counted once for each published snapshot: the cocktails of each seat have to be found.
CREATE TABLE stg_bar_fight_scored_mixers AS
WITH mixed AS (
    SELECT game_id, seat, unnest(list_distinct(mixers)) AS mixer, mixers, points_mixers, score, took_judge
    FROM stg_bar_fight_scored_cocktails
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
)

SELECT
    s.edition,
    s.seat_count,
    s.simulated,
    u.mixer,
    sum(u.cocktails)::BIGINT AS cocktails,
    sum(u.cards)::BIGINT AS cards,
    sum(u.points_mixers)::BIGINT AS points_mixers,
    sum(u.score)::BIGINT AS score,
    sum(u.judges)::BIGINT AS judges,
    count(*) AS seats_with,
    count(*) FILTER (WHERE s.won) AS wins_with
FROM used u
JOIN stg_finished_seats s ON s.game_id = u.game_id AND s.seat = u.seat
GROUP BY s.edition, s.seat_count, s.simulated, u.mixer;
