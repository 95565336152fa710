"""Who may write the warehouse, and how does what it holds get to readers?

The only file that opens DuckDB for writing. One process at a time holds the lock of the folder and has the file open; a
batch of rows and the watermarks it reaches are one transaction. Readers never open that file: after an export a copy is
published as `stats-<n>.duckdb`, without what only the exporter needs, and `current.json` is switched to it.
"""

from __future__ import annotations

import fcntl
import hashlib
import time
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, Self
from uuid import UUID

import duckdb
import msgspec
import pyarrow as pa

from analytics import queries, ratings
from analytics.files import copied, remove, sync, wal_of
from analytics.folding import GAME, Folded, Mark
from analytics.pseudonyms import digest_of, key_of_settings
from analytics.schema import Schema
from analytics.snapshots import Snapshot, drop_old, form_of, pointer_read, pointer_write, snapshot_name, snapshot_number

FILE: Final = "warehouse.duckdb"
LOCK: Final = "lock"
PATIENCE: Final = 20
"""A snapshot is made at most so often that making them takes a 20th of the time."""

_SETTINGS: Final[dict[str, str | bool | int | float | list[str]]] = {
    "memory_limit": "1GB",
    # A second one would double what a small INSERT costs, and a backlog is thousands of them; the other cores fold meanwhile.
    "threads": "1",
    # A larger transaction goes into the file at once and never into the write-ahead log. Each compresses the last rows of every table
    # again, which is why a backlog is written in few of them.
    "checkpoint_threshold": "16MB",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
_INTERNAL: Final = (
    "CREATE SCHEMA internal",
    "CREATE TABLE internal.about (id VARCHAR, fingerprint VARCHAR, revision BIGINT, looked BIGINT, compared BIGINT)",
    "CREATE TABLE internal.marks (game_id UUID, head BIGINT, head_hash BLOB, seq BIGINT, whole BIGINT, fault VARCHAR)",
    ratings.INTERNAL,
)
_MARKS: Final = pa.schema(
    [
        ("game_id", pa.uuid()),
        ("head", pa.int64()),
        ("head_hash", pa.binary()),
        ("seq", pa.int64()),
        ("whole", pa.int64()),
        ("fault", pa.string()),
    ]
)
_DIFFERENCES: Final = """
    SELECT l.game_id, l.head, l.head_hash, m.head, m.head_hash, m.seq, m.whole, m.fault
    FROM log l LEFT JOIN internal.marks m ON l.game_id = m.game_id
    WHERE l.head IS DISTINCT FROM m.head OR l.head_hash IS DISTINCT FROM m.head_hash
    ORDER BY 1
"""
_EVERY_DIFFERENCE: Final = """
    SELECT coalesce(l.game_id, m.game_id), l.head, l.head_hash, m.head, m.head_hash, m.seq, m.whole, m.fault
    FROM log l FULL JOIN internal.marks m ON l.game_id = m.game_id
    WHERE (l.head IS DISTINCT FROM m.head OR l.head_hash IS DISTINCT FROM m.head_hash OR m.fault <> '')
        AND (l.game_id IS NOT NULL OR m.game_id NOT IN (SELECT game_id FROM games WHERE simulated))
    ORDER BY 1
"""
REPLACED: Final = ("games", "seats", "results", "disputes", "options_")
"""Tables whose rows tell how a game stands now. The rows of all others are only ever added."""


class Busy(Exception):
    """Another exporter has the warehouse."""


class Difference(msgspec.Struct, frozen=True):
    """A game whose log is not what the warehouse knows: its head there and here, None where it does not exist."""

    game: UUID
    log: tuple[int, bytes] | None
    known: Mark | None


class Look(msgspec.Struct, frozen=True):
    """When the exporter last asked the log what has changed, and when it last compared everything; by the clock of the log, 0 for never."""

    looked: int
    compared: int


@contextmanager
def opened(folder: Path, schema: Schema, *, wait: bool) -> Iterator[Warehouse]:
    """The warehouse in this folder, for this process alone; made if it is missing or has other tables than `schema`.

    Raises Busy if another process has it and `wait` is false.
    """
    with locked(folder, wait=wait), Warehouse(folder, schema) as warehouse:
        yield warehouse


@contextmanager
def locked(folder: Path, *, wait: bool) -> Iterator[None]:
    """Nobody else writes in this folder until the block ends. Raises Busy if somebody does and `wait` is false."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise Busy from None
        yield


class Warehouse:
    """The open file, which is `name` in the folder."""

    def __init__(self, folder: Path, schema: Schema, name: str = FILE) -> None:
        self.folder = folder
        self.schema = schema
        self.path = folder / name
        self._together = False
        self._connection = self._open()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> duckdb.DuckDBPyConnection:
        connection = _connected(self.path)
        if _fingerprint(connection) == _form(self.schema):
            return connection
        connection.close()
        # The log is the truth: rows under other columns are exported again rather than altered.
        remove(self.path)
        connection = _connected(self.path)
        with _transaction(connection):
            for statement in (*_INTERNAL, *(table.sql for table in self.schema.tables.values())):
                connection.execute(statement)
            connection.execute("INSERT INTO internal.about VALUES ($1, $2, 0, 0, 0)", [uuid.uuid4().hex, _form(self.schema)])
        return connection

    def close(self) -> None:
        """Let go of the file. DuckDB writes what is in the write-ahead log into it: that costs less than to replay it next time."""
        self._connection.close()

    def complete(self) -> None:
        """Let go of the file with everything in it, so that it can be copied or moved alone."""
        self._connection.execute("CHECKPOINT")
        self.close()

    @property
    def look(self) -> Look:
        [(looked, compared)] = self._connection.execute("SELECT looked, compared FROM internal.about").fetchall()
        return Look(looked, compared)

    def remember(self, look: Look) -> None:
        """Note how far the log has been looked through; everything found there must have been written before."""
        self._connection.execute("UPDATE internal.about SET looked = $1, compared = $2", [look.looked, look.compared])

    def differences(self, heads: Iterable[tuple[UUID, int, bytes]], *, everything: bool) -> list[Difference]:
        """The games among these that are new, longer, shorter or other than the warehouse knows.

        With `everything`, `heads` are all that the log has: then games that are missing there are told too, and those that
        stopped at a fault. Simulated games are not missed: the log never had them.
        """
        listed = list(heads)
        log = pa.table(
            {
                "game_id": _ids(game for game, _, _ in listed),
                "head": pa.array([head for _, head, _ in listed], pa.int64()),
                "head_hash": pa.array([digest for _, _, digest in listed], pa.binary()),
            }
        )
        self._connection.register("log", log)
        rows = self._connection.execute(_EVERY_DIFFERENCE if everything else _DIFFERENCES).fetchall()
        self._connection.unregister("log")
        return [
            Difference(game, None if head is None else (head, digest), None if mark[0] is None else Mark(game, *mark))
            for game, head, digest, *mark in rows
        ]

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written in this block is one transaction: all of it is there at its end, or nothing if it fails."""
        self._together = True
        try:
            with _transaction(self._connection):
                yield
        finally:
            self._together = False

    def write(self, pieces: Sequence[Folded], *, reset: Iterable[UUID] = (), fresh: AbstractSet[UUID] = frozenset()) -> None:
        """Add rows and watermarks, and first drop all rows of the games in `reset`: all of it, or nothing.

        Games in `fresh` have no rows and no watermark yet: none are looked for.
        """
        connection = self._connection
        reset = set(reset)
        marks = [mark for piece in pieces for mark in piece.marks]
        rows = defaultdict[str, list[pa.Table]](list)
        for piece in pieces:
            ids = _ids(mark.game for mark in piece.marks)
            for name, table in piece.tables.items():
                rows[name].append(_identified(table, ids))
        rows["internal.marks"].append(_marks_table(marks))
        with nullcontext() if self._together else _transaction(connection):
            ratings.note(connection, _ids({*reset, *(mark.game for mark in marks)}))
            # Ratings are dropped by rate(), which has to know from where on.
            self._delete(reset, [*(self.schema.tables.keys() - {ratings.TABLE}), "internal.marks"])
            known = (mark.game for mark in marks if mark.game not in fresh)
            self._delete(known, [*filter(_is_replaced, self.schema.tables), "internal.marks"])
            for name, tables in rows.items():
                _insert(connection, name, pa.concat_tables(tables))
            connection.execute("UPDATE internal.about SET revision = revision + 1")

    def _delete(self, games: Iterable[UUID], tables: Iterable[str]) -> None:
        ids = _ids(games)
        if not len(ids):
            return
        self._connection.register("dropped", pa.table({"game_id": ids}))
        for table in tables:
            self._connection.execute(f"DELETE FROM {table} WHERE game_id IN (SELECT game_id FROM dropped)")  # noqa: S608 - as above
        self._connection.unregister("dropped")

    def simulated(self, games: Iterable[UUID]) -> set[UUID]:
        """Those of these games that are here as simulated ones."""
        asked = "SELECT game_id FROM games WHERE simulated AND game_id IN (SELECT unnest($1::UUID[]))"
        return {game for (game,) in self._connection.execute(asked, [list(games)]).fetchall()}

    def keep_simulated(self, old: Path) -> None:
        """Take over the simulated games of another warehouse, which no log can give back. Raises duckdb.Error if it has other tables."""
        connection = self._connection
        connection.execute("ATTACH $1 AS old (READ_ONLY)", [str(old)])
        with _transaction(connection):
            for name in [*(self.schema.tables.keys() - {ratings.TABLE}), "internal.marks"]:
                connection.execute(
                    f"INSERT INTO {name} BY NAME SELECT * FROM old.{name} "  # noqa: S608 - names are those of the schema
                    "WHERE game_id IN (SELECT game_id FROM old.games WHERE simulated)"
                )
        connection.execute("DETACH old")

    def rate(self) -> int:
        """Bring the ratings up to the results, or leave them as they were. Returns how many games were rated."""
        with _transaction(self._connection):
            done = ratings.update(self._connection, self.schema)
            if done:
                self._connection.execute("UPDATE internal.about SET revision = revision + 1")
        return done

    def faults(self) -> list[tuple[UUID, str]]:
        """The games that could not be exported to their end, and why."""
        return self._connection.execute("SELECT game_id, fault FROM internal.marks WHERE fault <> '' ORDER BY 1").fetchall()

    def publish(self, *, force: bool, cores: int = 1) -> Snapshot | None:
        """Publish a snapshot if the newest one is out of date and, unless forced, not too young or unreadable. Closes the warehouse.

        `cores`: how many it is made on. One leaves the others to readers.
        """
        before = published(self.folder)
        [(warehouse, revision)] = self._connection.execute("SELECT id, revision FROM internal.about").fetchall()
        form = form_of(self.schema)
        if before is not None and (before.warehouse, before.revision, before.form) == (warehouse, revision, form):
            return None
        if before is not None and before.form == form and not force and _is_young(before):
            return None
        started = time.monotonic()
        self.complete()
        last = pointer_read(self.folder)
        number = 1 + max([last.number if last else 0, *(snapshot_number(path) for path in self.folder.iterdir())])
        copy = self.folder / "next.duckdb"
        remove(copy)
        copied(self.path, copy)
        _make_readable(copy, self.schema, cores)
        target = self.folder / snapshot_name(number)
        copy.replace(target)
        seconds = time.monotonic() - started
        snapshot = Snapshot(number, target.name, warehouse, revision, form, time.time_ns() // 1000, seconds)
        pointer_write(self.folder, snapshot)
        drop_old(self.folder, number)
        return snapshot


def published(folder: Path) -> Snapshot | None:
    """The newest snapshot, if its file is still there."""
    found = pointer_read(folder)
    return found if found is not None and (folder / found.name).exists() else None


def _is_young(snapshot: Snapshot) -> bool:
    """Was it made so short a time ago that another would cost too much?"""
    return 0 <= time.time() - snapshot.made_at / 1e6 < PATIENCE * snapshot.seconds


def _connected(path: Path) -> duckdb.DuckDBPyConnection:
    return duckdb.connect(path, config=_SETTINGS)


def _form(schema: Schema) -> str:
    """The same for two warehouses exactly if their tables are, those of the exporter included, and they know people by the same ids."""
    return hashlib.sha256("\n".join([schema.fingerprint, digest_of(key_of_settings()), *_INTERNAL]).encode()).hexdigest()


def _fingerprint(connection: duckdb.DuckDBPyConnection) -> str:
    """Of the tables that the open file was made with; empty if it is new."""
    try:
        [(fingerprint,)] = connection.execute("SELECT fingerprint FROM internal.about").fetchall()
    except duckdb.CatalogException:
        return ""
    return str(fingerprint)


def _make_readable(copy: Path, schema: Schema, cores: int) -> None:
    """Turn a copy of the warehouse into what readers get: views added, the exporter's own tables gone."""
    connection = duckdb.connect(copy, config={**_SETTINGS, "threads": str(cores)})
    try:
        with _transaction(connection):
            connection.execute("DROP SCHEMA internal CASCADE")
            for statement in (*(view.sql for view in schema.views.values()), *queries.staging()):
                connection.execute(statement)
        connection.execute("CHECKPOINT")
    finally:
        connection.close()
    copy.chmod(0o444)
    sync(copy)


def replaced(path: Path, *, by: Path) -> None:
    """Put one DuckDB file, which is complete without a log, into the place of another.

    The log of the old one is written into it first, and gone before the new one has its name: it would be replayed there.
    """
    if wal_of(path).exists():
        try:
            connection = _connected(path)
            connection.execute("CHECKPOINT")
            connection.close()
        except duckdb.Error:
            # It can't be read any more; what is in its log is in the new file too.
            wal_of(path).unlink(missing_ok=True)
    sync(by)
    by.replace(path)
    sync(path.parent)


@contextmanager
def _transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    connection.begin()
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _insert(connection: duckdb.DuckDBPyConnection, table: str, batch: pa.Table) -> None:  # noqa: ARG001 - DuckDB finds it by its name
    """Add rows. To register the batch first would take as long as the insert of a small one."""
    connection.execute(f"INSERT INTO {table} BY NAME FROM batch")


def _is_replaced(table: str) -> bool:
    return table in REPLACED or table.startswith("options_")


def _ids(games: Iterable[UUID]) -> Any:
    return pa.ExtensionArray.from_storage(pa.uuid(), pa.array([game.bytes for game in games], pa.binary(16)))


def _identified(table: pa.Table, ids: pa.Array) -> pa.Table:
    """The rows with the id of their game, each id stored once, instead of its place."""
    games = [pa.DictionaryArray.from_arrays(places, ids) for places in table.column(GAME).chunks]
    return table.set_column(table.schema.get_field_index(GAME), "game_id", pa.chunked_array(games))


def _marks_table(marks: list[Mark]) -> pa.Table:
    columns = [
        _ids(mark.game for mark in marks),
        *([getattr(mark, name) for mark in marks] for name in ("head", "head_hash", "seq", "whole", "fault")),
    ]
    arrays = [column if isinstance(column, pa.Array) else pa.array(column, _MARKS.field(i).type) for i, column in enumerate(columns)]
    return pa.table(arrays, schema=_MARKS)
