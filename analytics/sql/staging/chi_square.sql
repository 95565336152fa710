-- How probable is it that a chi-square variable with so many degrees of freedom is at least x? Null for none of them.
-- The regularised incomplete gamma function Q(a, z) with a = freedom / 2 and z = x / 2: one less the series of P(a, z) where z < a + 1, else
-- the continued fraction of Q(a, z), both cut off after 100 terms. W. H. Press et al., Numerical Recipes (3rd edition, 2007), section 6.2.
-- Right to ten digits for up to 20 degrees of freedom.
CREATE MACRO chi_square_tail(x, freedom) AS CASE
    WHEN freedom < 1 OR x IS NULL THEN NULL
    WHEN x <= 0 THEN 1.0
    WHEN x < freedom + 2 THEN
        1.0 - list_sum(list_transform(range(100), lambda k: exp((freedom / 2 + k) * ln(x / 2) - x / 2 - lgamma(freedom / 2 + k + 1))))
    ELSE exp(freedom / 2 * ln(x / 2) - x / 2 - lgamma(freedom / 2)) / list_reduce(
        range(100, 0, -1),
        lambda rest, k: x / 2 + 2 * k - 1 - freedom / 2 - k * (k - freedom / 2) / rest,
        x / 2 + 201 - freedom / 2
    )
END;
