-- What interval holds the true rate with 95 % confidence, when k of n tries succeeded? Null when n is 0.
-- Wilson's score interval with z = 1.959963984540054: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927), 209-212.
CREATE MACRO wilson_low(k, n) AS CASE WHEN n > 0 THEN greatest(0.0,
    (k + 1.9207294103470062 - 1.959963984540054 * sqrt(k * (n - k)::DOUBLE / n + 0.9603647051735031)) / (n + 3.8414588206940124)) END;
CREATE MACRO wilson_high(k, n) AS CASE WHEN n > 0 THEN least(1.0,
    (k + 1.9207294103470062 + 1.959963984540054 * sqrt(k * (n - k)::DOUBLE / n + 0.9603647051735031)) / (n + 3.8414588206940124)) END;
