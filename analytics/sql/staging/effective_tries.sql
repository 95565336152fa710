-- How many independent tries are n answers worth, if those of one seat share one outcome?
-- n² / squares, where `squares` is the sum over the seats of the squares of their numbers of answers:
-- L. Kish, Survey Sampling (1965), section 8.2, with full correlation within a cluster.
CREATE MACRO effective_tries(n, squares) AS n ** 2 / nullif(squares, 0);
