-- Do cocktails with a mixer take the judge, and seats that use it the game, more often than others?
WITH counted AS (
    SELECT
        edition,
        mixer,
        sum(cocktails)::BIGINT AS cocktails,
        sum(cards)::BIGINT AS cards,
        sum(points_mixers)::BIGINT AS points_mixers,
        sum(score)::BIGINT AS score,
        sum(judges)::BIGINT AS judges,
        sum(seats_with)::BIGINT AS seats_with,
        sum(wins_with)::BIGINT AS wins_with
    FROM stg_bar_fight_scored_mixers
    WHERE counts(simulated, $simulated) AND ($seats::INTEGER IS NULL OR seat_count = $seats)
    GROUP BY edition, mixer
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
