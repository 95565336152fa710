-- How strong is each participant now? One row for each game kind and participant, by its last rated game; `rating` is mu - 3 sigma.
-- `rules`: the name of the game that was played; each has ratings of its own
-- `participant`: a person as in seats.player, bot:<name>, or mode:<mode>:<seats>, what a group played against
-- `kind`: person, bot or mode
-- `rating`: what its strength is at least, with some confidence: mu - 3 sigma
-- `mu`: mean of what is believed of its strength
-- `sigma`: standard deviation of it
-- `games`: how many rated games of this kind it has
-- `last_game`: the last of them
-- `last_at`: when that ended, UTC
CREATE VIEW ratings AS
SELECT
    rules,
    participant,
    CASE WHEN participant LIKE 'bot:%' THEN 'bot' WHEN participant LIKE 'mode:%' THEN 'mode' ELSE 'person' END AS kind,
    arg_max(mu_after, number) - 3 * arg_max(sigma_after, number) AS rating,
    arg_max(mu_after, number) AS mu,
    arg_max(sigma_after, number) AS sigma,
    max(number) AS games,
    arg_max(game_id, number) AS last_game,
    arg_max(finished_at, number) AS last_at
FROM rating_changes
GROUP BY rules, participant;
