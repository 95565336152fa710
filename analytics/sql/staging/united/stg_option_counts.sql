-- How often was each type of choice offered beside others and taken, and how often by seats that won?
-- The answers of one seat share one outcome, so `squares_*`, the sums of the squares of the answers of each seat, tell how many
-- independent tries they are worth. Counted once for each published snapshot.
CREATE TABLE stg_option_counts AS
WITH offers AS (
    SELECT game_id, seat, decision, unnest(offered) AS option, choice
    FROM decisions
    WHERE len(offered) > 1 AND NOT undone
),

by_seat AS (
    SELECT
        game_id,
        seat,
        decision,
        option,
        count(*) FILTER (WHERE option = choice) AS chosen,
        count(*) FILTER (WHERE option <> choice) AS passed_over
    FROM offers
    GROUP BY game_id, seat, decision, option
)

SELECT
    s.rules,
    s.seat_count,
    s.simulated,
    b.decision,
    b.option,
    sum(b.chosen)::BIGINT AS chosen,
    coalesce(sum(b.chosen) FILTER (WHERE s.won), 0)::BIGINT AS chosen_won,
    sum(b.chosen ** 2)::BIGINT AS squares_chosen,
    sum(b.passed_over)::BIGINT AS passed_over,
    coalesce(sum(b.passed_over) FILTER (WHERE s.won), 0)::BIGINT AS passed_over_won,
    sum(b.passed_over ** 2)::BIGINT AS squares_passed_over
FROM by_seat b
JOIN stg_finished_seats s ON s.game_id = b.game_id AND s.seat = b.seat
GROUP BY s.rules, s.seat_count, s.simulated, b.decision, b.option;
