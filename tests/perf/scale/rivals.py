"""Are the heaviest questions answered faster by DuckDB than by PostgreSQL, on the same rows?

`python -m tests.perf.scale.rivals` loads the tables that five heavy reports read from the newest snapshot into a PostgreSQL of its own,
with primary keys and the indexes that their joins want, and VACUUM ANALYZE. It has 2 GB of shared buffers, 512 MB of working memory,
as many workers for a query as DuckDB has threads, and compiles what is worth it. Each question is asked once to warm the caches; the
figures of both must be the same; then the median of some answers counts, DuckDB's with the way to the snapshot, which stays open.
DuckDB answers as the service does: from what was found once when the snapshot was made (decision 0023). PostgreSQL answers from the rows;
what publishing costs is measured as `scale_publish`.

    rival_duckdb_<report>     milliseconds
    rival_postgresql_<report> milliseconds; the floor is that of DuckDB
    rival_times_<report>      how many times as fast DuckDB is, for the three that take DuckDB longest; the floor is what is wanted
    rivals                    the least of these
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, Final

import duckdb
import msgspec
import psycopg

from tests import postgres
from tests.perf.scale.parts import say

FASTER: Final = 20
"""How many times as fast as PostgreSQL the heaviest questions are to be."""
QUESTIONS: Final = ("mixer_win_rates", "activity", "guest_scare_rates", "thinking_times", "branching")
HEAVIEST: Final = 3
RUNS: Final = {"duckdb": 5, "postgresql": 3}
SQL: Final = Path(__file__).parent / "postgresql"
TABLES: Final = {
    "games": ("PRIMARY KEY (game_id)",),
    "seats": ("PRIMARY KEY (game_id, seat)",),
    "results": ("PRIMARY KEY (game_id, seat)",),
    "events": ("PRIMARY KEY (game_id, seq)", "(recorded_at)"),
    "decisions": ("PRIMARY KEY (game_id, seq)", "(answered_by, decision)"),
    "bar_fight_cocktail_scored": ("PRIMARY KEY (game_id, seq, ordinal)",),
    "bar_fight_judge_won": ("PRIMARY KEY (game_id, seq, ordinal)", "(game_id, judge, seat)"),
    "ghostel_points_scored": ("PRIMARY KEY (game_id, seq, ordinal)", "(game_id, guest)"),
    "ghostel_guest_arrived": ("PRIMARY KEY (game_id, seq, ordinal)",),
    "ghostel_guest_fled": ("PRIMARY KEY (game_id, seq, ordinal)", "(game_id, guest)"),
}
"""What is loaded, and its keys and indexes."""
SETTINGS: Final = {
    "shared_buffers": "2GB",
    "max_parallel_workers_per_gather": "2",
    "jit": "on",
    "max_wal_size": "8GB",
}
SESSION: Final = ("SET work_mem = '512MB'", "SET maintenance_work_mem = '1GB'")
_TYPES: Final = {"UUID": "uuid", "VARCHAR": "text", "INTEGER": "integer", "BIGINT": "bigint", "BOOLEAN": "boolean", "DOUBLE": "float8",
                 "TIMESTAMP": "timestamp", "VARCHAR[]": "text[]", "INTEGER[]": "integer[]"}  # fmt: skip


def load(source: duckdb.DuckDBPyConnection, target: psycopg.Connection[Any]) -> int:
    """Copy the tables, then make keys and indexes; the number of rows."""
    rows = 0
    for table, indexes in TABLES.items():
        described = source.execute(
            f"SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = '{table}' ORDER BY column_index"
        )
        columns = [(name, kind) for name, kind in described.fetchall() if kind in _TYPES]
        target.execute(f"CREATE UNLOGGED TABLE {table} ({', '.join(f'{name} {_TYPES[kind]}' for name, kind in columns)})")
        written = ", ".join(_written(*column) for column in columns)
        with tempfile.TemporaryDirectory(prefix="revenant-scale-") as folder:
            path = Path(folder, f"{table}.csv")
            source.execute(f"COPY (SELECT {written} FROM {table}) TO '{path}' (HEADER false)")
            with path.open("rb") as file, target.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN (FORMAT csv)") as copy:
                while block := file.read(2**20):
                    copy.write(block)
        for index in indexes:
            target.execute(f"ALTER TABLE {table} ADD {index}" if index.startswith("PRIMARY") else f"CREATE INDEX ON {table} {index}")
        target.execute(f"VACUUM ANALYZE {table}")
        counted = target.execute(f"SELECT count(*) FROM {table}").fetchone()
        assert counted == source.execute(f"SELECT count(*) FROM {table}").fetchone()
        rows += counted[0]
    return rows


def _written(column: str, kind: str) -> str:
    if not kind.endswith("[]"):
        return column
    return f"""'{{' || array_to_string(list_transform({column}, lambda x: '"' || x || '"'), ',') || '}}'"""


def same(one: list[tuple[Any, ...]], other: list[tuple[Any, ...]]) -> bool:
    """Are these the same figures? Numbers of different kinds may differ in the last digits."""

    def equal(a: Any, b: Any) -> bool:
        if a is None or b is None or isinstance(a, str):
            return bool(a == b)
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)

    return len(one) == len(other) and all(all(map(equal, a, b)) for a, b in zip(one, other, strict=True))


def timed(act: Callable[[], Any], runs: int) -> float:
    """Milliseconds, the median of so many runs."""
    took = []
    for _ in range(runs):
        started = time.perf_counter()
        act()
        took.append(1000 * (time.perf_counter() - started))
    return median(took)


def main() -> None:
    from analytics.reports import REPORTS
    from analytics.snapshots import folder_of_settings, newest, reading

    folder = folder_of_settings()

    def in_duckdb(name: str) -> list[tuple[Any, ...]]:
        with reading(folder) as (_, connection):
            return [msgspec.structs.astuple(row) for row in REPORTS[name].run(connection, {})]

    with postgres.found(settings=SETTINGS) as server, psycopg.connect(server.url, autocommit=True) as connection:
        for statement in SESSION:
            connection.execute(statement)
        started = time.perf_counter()
        with duckdb.connect(folder / newest(folder).name, read_only=True) as source:
            rows = load(source, connection)
        connection.execute((SQL / "wilson.sql").read_text())
        print(f"# {rows} rows loaded into {server.origin} in {time.perf_counter() - started:.0f} s", flush=True)

        def in_postgresql(name: str) -> list[tuple[Any, ...]]:
            return [tuple(map(_number, row)) for row in connection.execute((SQL / f"{name}.sql").read_text()).fetchall()]

        took: dict[str, tuple[float, float]] = {}
        for name in QUESTIONS:
            if not same(in_duckdb(name), in_postgresql(name)):
                sys.exit(f"{name}: DuckDB and PostgreSQL have different figures")
            ours = timed(lambda name=name: in_duckdb(name), RUNS["duckdb"])
            theirs = timed(lambda name=name: in_postgresql(name), RUNS["postgresql"])
            took[name] = ours, theirs
            say(f"rival_duckdb_{name}", ours, "ms")
            say(f"rival_postgresql_{name}", theirs, "ms", ours)
    heaviest = sorted(QUESTIONS, key=lambda name: took[name][0], reverse=True)[:HEAVIEST]
    times = {name: took[name][1] / took[name][0] for name in heaviest}
    for name, faster in times.items():
        say(f"rival_times_{name}", faster, "times", FASTER)
    say("rivals", min(times.values()), "times", FASTER)


def _number(value: Any) -> Any:
    return value if value is None or isinstance(value, (str, int, float)) else float(value)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
