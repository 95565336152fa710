"""Do the published statistics contradict themselves?

`sql/checks/` holds one question a file, and what it selects is what is wrong: nothing, if all is well. Those in `each_game/` are
asked of every game, whose name stands in them as `{rules}`. What is never null is known from the dictionary itself.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import duckdb
import msgspec

from analytics import queries
from analytics.schema import Schema
from analytics.snapshots import Snapshot, newest
from analytics.tables import Table

SHOWN: Final = 3
"""Rows of a check that are shown; the others are counted."""
_SETTINGS: Final[dict[str, str | bool | int | float | list[str]]] = {"memory_limit": "1GB", "threads": "2"}


class Check(msgspec.Struct, frozen=True):
    """A question, by the name of its file and, where it is asked of one game, that of the game."""

    name: str
    question: str
    sql: str


class Fault(msgspec.Struct, frozen=True):
    """A check that found something: how many rows, and the first of them."""

    check: Check
    rows: int
    first: list[dict[str, Any]]


def checks(schema: Schema) -> list[Check]:
    """All of them, in the order of their names."""
    folder = queries.FOLDER / "checks"
    found = [_check(path.stem, path) for path in folder.glob("*.sql")]
    found += [_check(f"{path.stem}:{name}", path, name) for path in folder.glob("each_game/*.sql") for name in schema.games]
    found.append(Check("nothing_is_null", "Is nothing null that the dictionary says never is?", _nulls(schema)))
    return sorted(found, key=lambda check: check.name)


def _check(name: str, path: Path, rules: str = "") -> Check:
    sql = path.read_text(encoding="utf-8").replace("{rules}", rules)
    question = " ".join(line.removeprefix("--").strip() for line in sql.splitlines() if line.startswith("-- "))
    return Check(name, question, sql)


def _nulls(schema: Schema) -> str:
    """For each table the rows in which a column is null that never is."""

    def rows(table: Table) -> str:
        null = " OR ".join(f'"{column.name}" IS NULL' for column in table.columns if not column.null)
        return f"SELECT '{table.name}' AS of_table, game_id FROM \"{table.name}\" WHERE {null}"  # noqa: S608 - names are those of the schema

    return "\nUNION ALL\n".join(map(rows, schema.tables.values()))


def faults(folder: Path) -> tuple[Snapshot, list[Fault], int]:
    """The newest snapshot, what is wrong with it, and how many checks were asked. Raises Unpublished.

    Unlike readers it may use a temporary folder: to find a row that is there twice takes more memory than they have.
    """
    asked = checks(Schema.of_catalogue())
    snapshot = newest(folder)
    with (
        tempfile.TemporaryDirectory(prefix="checks-", dir=folder) as spilled,
        duckdb.connect(":memory:", config=_SETTINGS | {"temp_directory": spilled}) as connection,
    ):
        # Connections of one process to one file share its settings; this one has its own beside what readers have open.
        connection.execute("ATTACH $1 AS statistics (READ_ONLY)", [str(folder / snapshot.name)])
        connection.execute("USE statistics")
        return snapshot, list(failed(connection, asked)), len(asked)


def failed(connection: duckdb.DuckDBPyConnection, asked: list[Check]) -> Iterator[Fault]:
    """The checks that return rows."""
    for check in asked:
        rows = connection.execute(check.sql)
        names = [column[0] for column in rows.description]
        first = rows.fetchmany(SHOWN)
        if first:
            count = len(first)
            while more := rows.fetchmany(10_000):
                count += len(more)
            yield Fault(check, count, [dict(zip(names, row, strict=True)) for row in first])
