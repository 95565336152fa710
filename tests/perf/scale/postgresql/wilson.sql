CREATE FUNCTION wilson_low(k numeric, n numeric) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN n > 0 THEN greatest(0.0, (k::float8 + 1.9207294103470062
        - 1.959963984540054 * sqrt(k::float8 * (n - k)::float8 / n::float8 + 0.9603647051735031)) / (n::float8 + 3.8414588206940124)) END
$$;
CREATE FUNCTION wilson_high(k numeric, n numeric) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN n > 0 THEN least(1.0, (k::float8 + 1.9207294103470062
        + 1.959963984540054 * sqrt(k::float8 * (n - k)::float8 / n::float8 + 0.9603647051735031)) / (n::float8 + 3.8414588206940124)) END
$$;
