-- How often do people win against each bot? Games with at least one of both; those that all win or lose together are not in it.
-- No simulated game is among them, since only bots play there: there is no parameter for these.
WITH seated AS (
    SELECT game_id, rules, seat_count, bot, won
    FROM stg_finished_seats
    WHERE ($rules::VARCHAR IS NULL OR rules = $rules) AND ($seats::INTEGER IS NULL OR seat_count = $seats) AND NOT wins_together(rules)
        AND (player IS NOT NULL OR bot IS NOT NULL)
),

people AS (
    SELECT game_id, count(*) AS seats, count(*) FILTER (WHERE won) AS wins
    FROM seated
    WHERE bot IS NULL
    GROUP BY game_id
),

bots AS (
    SELECT game_id, rules, seat_count, bot, count(*) AS seats, count(*) FILTER (WHERE won) AS wins
    FROM seated
    WHERE bot IS NOT NULL
    GROUP BY game_id, rules, seat_count, bot
)

SELECT
    b.rules,
    b.bot,
    b.seat_count,
    count(*) AS games,
    sum(p.seats)::BIGINT AS seats_of_people,
    sum(p.wins)::BIGINT AS wins_of_people,
    sum(p.wins) / sum(p.seats) AS win_rate_of_people,
    wilson_low(sum(p.wins), sum(p.seats)) AS win_rate_of_people_low,
    wilson_high(sum(p.wins), sum(p.seats)) AS win_rate_of_people_high,
    sum(b.seats)::BIGINT AS seats_of_bot,
    sum(b.wins)::BIGINT AS wins_of_bot,
    sum(b.wins) / sum(b.seats) AS win_rate_of_bot,
    wilson_low(sum(b.wins), sum(b.seats)) AS win_rate_of_bot_low,
    wilson_high(sum(b.wins), sum(b.seats)) AS win_rate_of_bot_high
FROM bots b
JOIN people p ON p.game_id = b.game_id
GROUP BY b.rules, b.bot, b.seat_count
ORDER BY b.rules, b.bot, b.seat_count;
