"""What if the warehouse held just these games? One in memory, with the tables, macros and views that a snapshot has."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import duckdb
import msgspec
import pyarrow as pa

from analytics import queries, ratings
from analytics.reports import REPORTS
from analytics.schema import Schema

EPOCH = datetime(2026, 3, 1)  # noqa: DTZ001 - as DuckDB has them: UTC, and not saying so
PEOPLE = [UUID(int=n) for n in range(1, 8)]
ROWS = "SELECT * FROM rating_changes ORDER BY rules, finished_at, game_id, seats[1] NULLS LAST"


class Games:
    """The warehouse."""

    def __init__(self) -> None:
        self.connection = duckdb.connect(":memory:")
        self.schema = Schema.of_catalogue()
        self.connection.execute("CREATE SCHEMA internal")
        for statement in (*self.schema.statements(), *queries.staging(), ratings.INTERNAL):
            self.connection.execute(statement)
        self.games: list[UUID] = []
        """Those that were put, in this order."""

    def note(self, game: UUID) -> None:
        ratings.note(self.connection, pa.ExtensionArray.from_storage(pa.uuid(), pa.array([game.bytes], pa.binary(16))))

    def put(self, rules: str, who: list[UUID | str | None], scores: list[int], winners: list[int], **other: Any) -> UUID:
        """A finished game: by seat who sat there (a person, the name of a bot, nobody), and the results."""
        game: UUID = other.get("game") or UUID(int=other.get("id") or 1001 + len(self.games))
        self.games.append(game)
        at = EPOCH + timedelta(minutes=other.get("minute", len(self.games)))
        row = [game, rules, len(who), other.get("simulated", False), other.get("status", "finished"), at]
        sql = "INSERT INTO games (game_id, rules, seat_count, simulated, status, finished_at) VALUES ($1, $2, $3, $4, $5, $6)"
        self.connection.execute(sql, row)
        for seat, each in enumerate(who):
            person, bot = (None, each) if isinstance(each, str) else (each, None)
            self.connection.execute("INSERT INTO seats VALUES ($1, $2, $3, $4)", [game, seat, person, bot])
        for seat, score in enumerate(scores):
            self.connection.execute("INSERT INTO results VALUES ($1, $2, $3, $4, $5)", [game, seat, score, seat in winners, len(winners)])
        if rules == "spirits_of_christmas":
            self.connection.execute("INSERT INTO options_spirits_of_christmas (game_id, mode) VALUES ($1, $2)", [game, "hard"])
        self.note(game)
        return game

    def drop(self, game: UUID) -> None:
        for table in ("games", "seats", "results", "options_spirits_of_christmas"):
            self.connection.execute(f"DELETE FROM {table} WHERE game_id = $1", [game])
        self.note(game)

    def update(self) -> int:
        with self.connection.cursor() as writing:
            writing.begin()
            done = ratings.update(writing, self.schema)
            writing.commit()
        return done

    def rows(self, columns: str = "*") -> list[tuple[Any, ...]]:
        return self.connection.execute(ROWS.replace("*", columns)).fetchall()

    def rebuilt(self) -> list[tuple[Any, ...]]:
        """The rows that a rebuild makes; what is there is as it was before."""
        with self.connection.cursor() as writing:
            writing.begin()
            writing.execute("DELETE FROM rating_changes")
            writing.execute("INSERT INTO internal.unrated SELECT game_id FROM games")
            ratings.update(writing, self.schema)
            found = writing.execute(ROWS).fetchall()
            writing.rollback()
        return found

    def report(self, name: str, **given: Any) -> list[dict[str, Any]]:
        """The rows of a report. What it reads of the tables that are counted once is counted now, as when a snapshot is made."""
        asked = queries.mart(name)
        for statement in queries.staging():
            found = re.search(r"^CREATE TABLE (\w+)", statement, re.MULTILINE)
            if found and found[1] in asked:
                self.connection.execute(f"DROP TABLE {found[1]}")
                self.connection.execute(statement)
        return [msgspec.to_builtins(row) for row in REPORTS[name].run(self.connection, given)]
