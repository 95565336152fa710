"""Which questions could somebody begin with, whatever has been played so far?"""

from __future__ import annotations

from typing import Any, Final

import msgspec


class Example(msgspec.Struct, frozen=True):
    """A question in words and in SQL."""

    name: str
    title: str
    sql: str
    parameters: dict[str, Any] = {}


EXAMPLES: Final = {
    example.name: example
    for example in (
        Example(
            "games",
            "How many games of each kind are there, and how many are over?",
            """SELECT rules, count(*) AS games, count(*) FILTER (status = 'finished') AS finished, max(finished_at) AS last_finished
FROM games
GROUP BY rules
ORDER BY games DESC, rules""",
        ),
        Example(
            "lengths",
            "How long do games with so many seats take?",
            """-- $seats is a parameter: its value stands in the field below, not in the text.
SELECT
  rules,
  count(*) AS games,
  median(date_diff('second', started_at, finished_at)) AS median_seconds,
  median(events) AS median_events
FROM games
WHERE status = 'finished' AND seat_count = $seats
GROUP BY rules
ORDER BY rules""",
            {"seats": 2},
        ),
        Example(
            "first_seat",
            "Does it help to sit first?",
            """SELECT
  rules,
  seat_count,
  seat,
  count(*) AS games,
  avg(won::INTEGER) AS win_rate,
  1 / seat_count AS fair_share
FROM results
JOIN games USING (game_id)
WHERE status = 'finished'
GROUP BY ALL
ORDER BY ALL""",
        ),
        Example(
            "thinking",
            "Over which questions do people think longest?",
            """-- What the service answered by itself, as there was one choice only, is left out, and what a rewind took back.
SELECT rules, decision, count(*) AS answers, round(median(thinking_ms) / 1000, 1) AS median_seconds, avg(options) AS mean_options
FROM decisions
JOIN games USING (game_id)
WHERE answered_by = 'person' AND NOT auto AND NOT undone
GROUP BY rules, decision
HAVING count(*) >= $at_least
ORDER BY median_seconds DESC
LIMIT 20""",
            {"at_least": 5},
        ),
        Example(
            "days",
            "How much was played on each day?",
            """SELECT created_at::DATE AS day, rules, count(*) AS games, sum(events) AS events
FROM games
GROUP BY day, rules
ORDER BY day DESC, rules""",
        ),
        Example(
            "tables",
            "Which tables are there, and how many rows have they?",
            """SELECT table_name, estimated_size AS about_so_many_rows, column_count AS columns
FROM duckdb_tables()
ORDER BY 2 DESC, 1""",
        ),
    )
}
