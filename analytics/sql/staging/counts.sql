-- Does a game count, by the parameter `simulated` of a report? 'exclude' (so if it is null), 'only' or 'include'.
CREATE MACRO counts(simulated, wanted) AS wanted = 'include' OR simulated = coalesce(wanted = 'only', false);
