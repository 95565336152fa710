-- What interval holds the difference of two rates with 95 % confidence, when k of n and j of m independent tries succeeded?
-- Newcombe's hybrid score interval (method 10), of Wilson's: R. G. Newcombe, Statistics in Medicine 17 (1998), 873-890.
CREATE MACRO newcombe_low(k, n, j, m) AS
    k / n - j / m - sqrt((k / n - wilson_low(k, n)) ** 2 + (wilson_high(j, m) - j / m) ** 2);
CREATE MACRO newcombe_high(k, n, j, m) AS
    k / n - j / m + sqrt((wilson_high(k, n) - k / n) ** 2 + (j / m - wilson_low(j, m)) ** 2);
