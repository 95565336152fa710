-- Was what was chosen offered, what the service answered the only answer, and no time less than none?
SELECT
    game_id,
    seq,
    choice,
    options,
    thinking_ms
FROM decisions
WHERE
    options < 1
    OR len(offered) < 1
    OR len(offered) > options
    OR NOT list_contains(offered, choice)
    OR (auto AND options > 1)
    OR auto <> (answered_by = 'service')
    OR thinking_ms < 0
