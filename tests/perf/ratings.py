"""How fast are games rated: all of them anew, and one more?

`python -m tests.perf.ratings [games]`; needs no log, the results are made up. The floor of `ratings_anew` is what openskill alone does.

    ratings_anew      games of four seats a second, in one core, when all are rated from the first one on
    ratings_all       seconds for all of them
    ratings_next      milliseconds to rate one more game when all others are rated; median of some
    ratings_next_of_few  the same with a hundredth of the games: what a game costs must not hang on how many there are
"""

from __future__ import annotations

import os
import sys
import time
from statistics import median
from typing import TYPE_CHECKING, Final

from tests.perf.measure import Measurement, rate

if TYPE_CHECKING:
    import duckdb

GAMES: Final = 70_000
SEATS: Final = 4
PEOPLE: Final = 3_000
RUNS: Final = 9
KINDS: Final = "['ghostel', 'spooky_bar', 'bar_fight']"


def put(connection: duckdb.DuckDBPyConnection, first: int, games: int) -> None:
    """Finished games with these numbers. A third of the seats are a bot's; every tenth game or so has winners who share."""
    numbered = f"(SELECT range AS n, uuid_of(range) AS game FROM range({first}, {first + games}))"
    scores = f"(SELECT n, game, s AS seat, (hash(n, s) % 40)::INTEGER AS score FROM {numbered}, (SELECT unnest(range({SEATS})) AS s))"
    ended = f"to_timestamp(1.7e9 + n)::TIMESTAMP, {KINDS}[1 + n % 3]"
    told = f"FROM (SELECT *, hash(n, seat, 1) % 3 = 0 AS bot FROM {scores})"
    for statement in (
        f"""INSERT INTO games (game_id, seat_count, simulated, status, finished_at, rules)
        SELECT game, {SEATS}, false, 'finished', {ended} FROM {numbered}""",
        f"""INSERT INTO seats (game_id, seat, player, bot)
        SELECT game, seat, CASE WHEN NOT bot THEN uuid_of(hash(seat, n) % {PEOPLE}) END, CASE WHEN bot THEN 'sensible' END {told}""",
        f"""INSERT INTO results (game_id, seat, score, won)
        SELECT game, seat, score, score = max(score) OVER (PARTITION BY game) FROM {scores}""",
        f"INSERT INTO internal.unrated SELECT game FROM {numbered}",
    ):
        connection.execute(statement)


def rated(games: int) -> tuple[float, float]:
    """Seconds of a core to rate so many games, and milliseconds for one more."""
    import duckdb

    from analytics import ratings
    from analytics.schema import Schema
    from analytics.tables import COMMON

    def update() -> float:
        started = time.process_time()
        connection.begin()
        ratings.update(connection, Schema.of_catalogue())
        connection.commit()
        return time.process_time() - started

    with duckdb.connect(":memory:", config={"threads": 2}) as connection:
        connection.execute("CREATE SCHEMA internal")
        connection.execute("CREATE MACRO uuid_of(n) AS (printf('%032x', n::BIGINT))::UUID")
        for statement in (*(table.sql for table in COMMON), ratings.INTERNAL):
            connection.execute(statement)
        put(connection, 0, games)
        everything = update()
        more = []
        for n in range(RUNS):
            put(connection, games + n, 1)
            more.append(update())
        return everything, 1000 * median(more)


def alone() -> float:
    """Games of four seats a second that the library rates, and nothing else."""
    from analytics.rating_model import MODEL

    teams = [[MODEL.rating(25.0 + seat, 6.0)] for seat in range(SEATS)]

    def act() -> int:
        MODEL.rate(teams)
        return 1

    return rate(act, 1.0, time.process_time)


def main(games: int = GAMES) -> None:
    """Measure and print."""
    import django

    django.setup()
    everything, more = rated(games)
    print(Measurement("ratings_anew", games / everything, "games/s", alone()).line(), flush=True)
    print(Measurement("ratings_all", everything, "s", 0).line(), flush=True)
    print(Measurement("ratings_next", more, "ms", 0).line(), flush=True)
    print(Measurement("ratings_next_of_few", rated(games // 100)[1], "ms", 0).line(), flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main(*map(int, sys.argv[1:]))
