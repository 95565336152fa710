"""How do the rows of finished games become Parquet files that any engine reads?

One file for each table, game and month of finishing, in folders named the way Hive names them:
`<table>/rules=<game>/month=<year-month>/part-<hash>.parquet`. Files whose games are as they were are taken over from the
generation before; the others are written next to them, then the manifest, and last the pointer is switched: whatever is
killed in between leaves the old generation as it was. One writer at a time holds the lock.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

import duckdb
import msgspec
import pyarrow as pa

from analytics import manifest as manifests
from analytics import parquet
from analytics.dictionary import dictionary
from analytics.manifest import CURRENT, LAYOUT, MANIFEST, DatasetColumn, DatasetFile, DatasetMonth, DatasetTable, Manifest
from analytics.shapes import SnapshotShown
from analytics.snapshots import Snapshot, reading
from analytics.warehouse import Busy
from gameplay.documents import rfc3339
from gameplay.rules.catalogue import GAMES

FOLDER: Final = "datasets"
"""Below the folder of the statistics."""
LOCK: Final = "lock"
PATIENCE: Final = 20
"""Files are made at most so often that making them takes a 20th of the time."""
KEPT: Final = timedelta(hours=1)
"""How long a generation stays after it was replaced; the last one that was stays in any case."""
CHUNK: Final = 100_000
"""Events whose rows are sorted at a time: memory is bounded by this and not by the month."""

PARTITIONS: Final = ("rules", "month")
COMMON: Final = ("games", "seats", "results", "events", "decisions", "exposures", "rulings", "disputes")
EACH: Final = {"options": ("game_id",), "choices": ("game_id", "seq"), "facts": ("game_id", "seq", "ordinal")}
"""The tables that each game has of its own, and the columns that put their rows in one order."""

_SEEN_BY: Final = ("seats", "results", "rulings", "disputes")
"""What a game's own row does not tell of a change to it."""
_FINISHED: Final = "status = 'finished' AND finished_at IS NOT NULL AND simulated = $simulated"
_OF_MONTH: Final = f"{_FINISHED} AND rules = $rules AND finished_at >= $first AND finished_at < $next"


class Published(NamedTuple):
    """What one run did."""

    manifest: Manifest
    written: list[DatasetFile]
    seconds: float


class _Table(NamedTuple):
    """A table as it goes into files. `rules` is the only game that it is about, if there is one."""

    name: str
    rules: str | None
    columns: str
    order: str
    schema: pa.Schema


def publish(
    folder: Path,
    *,
    root: Path | None = None,
    simulated: bool = False,
    wait: bool = False,
    now: bool = False,
    rebuild: bool = False,
    told: Callable[[int, int], None] | None = None,
) -> Published | None:
    """Bring the files in `root` up to the newest snapshot in `folder`; None if there was nothing to do.

    Games of `manage.py simulate` and those of people are never in one tree: `simulated` says which are meant. Without `now`
    nothing is done while the last files are too young for their cost; `rebuild` writes every file anew. `told` hears how many
    of how many files are in place. Raises Unpublished, and Busy if another process writes there and `wait` is false.
    """
    root = root or folder / FOLDER
    with _locked(root, wait=wait):
        before = manifests.manifest_read(root)
        if before is not None and not (now or rebuild) and _is_young(before):
            return None
        started = time.monotonic()
        with reading(folder) as (snapshot, connection):
            tables = _tables(connection)
            months = _months(connection, snapshot, simulated=simulated)
            described = _described(tables)
            known = before is not None and (before.months, before.tables) == (months, described) and _complete(root, before)
            if known and not rebuild:
                return None
            _clear(root)
            writing = _Writing(connection, root, None if rebuild else before, simulated=simulated)
            writing.files(tables, months, told)
            made = writing.closed(snapshot, described, months, started)
    return Published(made, writing.written, time.monotonic() - started)


class _Writing:
    """A generation in the making: a folder that nothing leads to yet."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, root: Path, before: Manifest | None, *, simulated: bool) -> None:
        self.connection = connection
        self.root = root
        self.simulated = simulated
        self.before = before
        self.number = 1 + max(map(manifests.generation_number, root.iterdir()), default=0)
        self.folder = root / manifests.generation_name(self.number)
        self.folder.mkdir()
        self.named: list[DatasetFile] = []
        self.written: list[DatasetFile] = []

    def files(self, tables: list[_Table], months: list[DatasetMonth], told: Callable[[int, int], None] | None) -> None:
        """Every file of these months: taken over if nothing in it has changed, else written."""
        wanted = [(table, month) for month in months for table in tables if table.rules in (None, month.rules)]
        old = self._old(months)
        for table, month in wanted:
            taken = old.get((table.name, month.rules, month.month))
            if taken is None or not self._taken_over(taken):
                taken = self._write(table, month)
                self.written.append(taken)
            self.named.append(taken)
            if told is not None:
                told(len(self.named), len(wanted))

    def _old(self, months: list[DatasetMonth]) -> dict[tuple[str, str, str], DatasetFile]:
        """The files of the generation before, as far as their games are as they were."""
        if self.before is None:
            return {}
        same = {(month.rules, month.month) for month in set(self.before.months) & set(months)}
        return {(file.table, file.rules, file.month): file for file in self.before.files if (file.rules, file.month) in same}

    def _taken_over(self, file: DatasetFile) -> bool:
        source, target = self.root / CURRENT / file.path, self.folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            if source.stat().st_size != file.bytes:
                return False
            os.link(source, target)
        except OSError:
            # It is gone, or these files live where there are no hard links.
            return False
        return True

    def _write(self, table: _Table, month: DatasetMonth) -> DatasetFile:
        place = Path(table.name) / f"rules={month.rules}" / f"month={month.month}"
        (self.folder / place).mkdir(parents=True, exist_ok=True)
        unnamed = self.folder / place / ".part"
        done = parquet.write(unnamed, table.schema, self._rows(table, month))
        path = place / f"part-{done.sha256[:16]}.parquet"
        unnamed.chmod(0o444)
        unnamed.rename(self.folder / path)
        return DatasetFile(
            table=table.name,
            rules=month.rules,
            month=month.month,
            path=path.as_posix(),
            rows=done.rows,
            bytes=done.bytes,
            sha256=done.sha256,
            first_finished_at=month.first_finished_at,
            last_finished_at=month.last_finished_at,
        )

    def _rows(self, table: _Table, month: DatasetMonth) -> Iterator[pa.Table]:
        """The rows of a month in their order, some games at a time."""
        of_month = {"simulated": self.simulated, "rules": month.rules, **_bounds(month.month)}
        parts = self.connection.execute(
            f"SELECT min(game_id), max(game_id) FROM (SELECT game_id, (sum(events) OVER (ORDER BY game_id) - events) // {CHUNK} AS part "  # noqa: S608 - our own names
            f"FROM games WHERE {_OF_MONTH}) GROUP BY part ORDER BY part",
            of_month,
        ).fetchall()
        for first, last in parts:
            # Ids follow each other in time, so the stretch between two of them leaves most of the table unread.
            among = f"game_id BETWEEN $first_id AND $last_id AND game_id IN (SELECT game_id FROM games WHERE {_OF_MONTH})"  # noqa: S608
            query = f'SELECT {table.columns} FROM "{table.name}" WHERE {among} ORDER BY {table.order}'  # noqa: S608
            yield self.connection.sql(query, params={**of_month, "first_id": first, "last_id": last}).to_arrow_table()

    def closed(self, snapshot: Snapshot, tables: list[DatasetTable], months: list[DatasetMonth], started: float) -> Manifest:
        """Write the manifest, lead readers to this generation, and drop those that nobody needs any more."""
        described = msgspec.json.encode(tables)
        made = Manifest(
            layout=LAYOUT,
            schema_version=hashlib.sha256(described).hexdigest()[:12],
            generation=self.number,
            made_at=rfc3339(time.time_ns() // 1000),
            seconds=round(time.monotonic() - started, 3),
            snapshot=SnapshotShown(number=snapshot.number, made_at=rfc3339(snapshot.made_at)),
            partitions=list(PARTITIONS),
            tables=tables,
            months=months,
            files=sorted(self.named, key=lambda file: file.path),
        )
        document = self.folder / MANIFEST
        document.write_bytes(msgspec.json.encode(made))
        _sync(document)
        for at, _, _ in os.walk(self.folder):
            _sync(Path(at))
        _switch(self.root, self.folder.name)
        _prune(self.root)
        return made


def _tables(connection: duckdb.DuckDBPyConnection) -> list[_Table]:
    """The tables and views that go into files, as they stand in the snapshot."""
    found: list[tuple[str, str | None, tuple[str, ...]]] = [(name, None, ()) for name in COMMON]
    found += [(f"{kind}_{rules}", rules, order) for rules in GAMES for kind, order in EACH.items()]
    return [_table(connection, *each) for each in found]


def _table(connection: duckdb.DuckDBPyConnection, name: str, rules: str | None, order: tuple[str, ...]) -> _Table:
    """A table, with its rows in the order of these columns, or else of all."""
    described = [(column, kind) for column, kind, *_ in connection.execute(f'DESCRIBE "{name}"').fetchall() if column not in PARTITIONS]
    columns = [f'CAST("{column}" AS VARCHAR) AS "{column}"' if kind == "UUID" else f'"{column}"' for column, kind in described]
    # With the name of the table an id is sorted as the number that it is, and not as the text that it becomes; the order is the same.
    ordered = ", ".join(f'"{name}"."{column}"' for column in order or (column for column, _ in described))
    empty = connection.sql(f'SELECT {", ".join(columns)} FROM "{name}" LIMIT 0').to_arrow_table()  # noqa: S608 - our own names
    schema = pa.schema([(field.name, parquet.plain(field.type)) for field in empty.schema])
    return _Table(name, rules, ", ".join(columns), ordered, schema)


def _months(connection: duckdb.DuckDBPyConnection, snapshot: Snapshot, *, simulated: bool) -> list[DatasetMonth]:
    """The kinds and months that there are finished games of, each with a mark of all that its files are made of.

    A row for each game is looked at, not its events: whatever changes a game that is over adds to its log, and with that to
    the number of its events, or gives it another end, other people, another ruling or another dispute.
    """
    parts = " ".join(f"UNION ALL SELECT game_id, md5(t::VARCHAR) FROM {name} t" for name in _SEEN_BY)  # noqa: S608 - our own names
    rows = connection.execute(
        f"WITH over AS (SELECT * FROM games WHERE {_FINISHED}), "  # noqa: S608
        f"parts AS (SELECT game_id, md5(over::VARCHAR) AS part FROM over {parts}), "
        "marks AS (SELECT game_id, string_agg(part, '' ORDER BY part) AS mark FROM parts GROUP BY game_id) "
        "SELECT rules, strftime(finished_at, '%Y-%m') AS month, count(*), epoch_us(min(finished_at)), epoch_us(max(finished_at)), "
        "sha256(string_agg(mark, ' ' ORDER BY game_id)) FROM over JOIN marks USING (game_id) GROUP BY ALL ORDER BY ALL",
        {"simulated": simulated},
    ).fetchall()
    made_by = f"{LAYOUT} {parquet.WRITER} {snapshot.form}"
    return [
        DatasetMonth(
            rules=rules,
            month=month,
            games=games,
            first_finished_at=rfc3339(first),
            last_finished_at=rfc3339(last),
            content=hashlib.sha256(f"{made_by} {mark}".encode()).hexdigest(),
        )
        for rules, month, games, first, last, mark in rows
    ]


def _bounds(month: str) -> dict[str, datetime]:
    """The first moment of a month, and of the next."""
    first = datetime.fromisoformat(f"{month}-01")
    return {"first": first, "next": (first + timedelta(days=31)).replace(day=1)}


def _described(tables: list[_Table]) -> list[DatasetTable]:
    """What the data dictionary says of these tables, with the types that the files have."""
    known = {table.name: table for table in dictionary()}
    found = []
    for table in tables:
        shown = {column.name: column for column in known[table.name].columns}
        columns = [
            DatasetColumn(name=name, type=str(kind), unit=shown[name].unit, null=shown[name].null, meaning=shown[name].meaning)
            for name, kind in zip(table.schema.names, table.schema.types, strict=True)
        ]
        found.append(DatasetTable(name=table.name, meaning=known[table.name].meaning, columns=columns))
    return found


def _is_young(manifest: Manifest) -> bool:
    """Was it made so short a time ago that another would cost too much?"""
    age = time.time() - datetime.fromisoformat(manifest.made_at).timestamp()
    return 0 <= age < PATIENCE * manifest.seconds


def _complete(root: Path, manifest: Manifest) -> bool:
    """Is every file that it names still there, of its length?"""
    try:
        return all((root / CURRENT / file.path).stat().st_size == file.bytes for file in manifest.files)
    except FileNotFoundError:
        return False


@contextmanager
def _locked(root: Path, *, wait: bool) -> Iterator[None]:
    root.mkdir(parents=True, exist_ok=True)
    with (root / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise Busy from None
        yield


def _clear(root: Path) -> None:
    """Drop what a writer that was killed left behind."""
    with suppress(FileNotFoundError):
        (root / f"{CURRENT}.new").unlink()
    newest = manifests.generation_number((root / CURRENT).readlink()) if (root / CURRENT).is_symlink() else 0
    for path in list(root.iterdir()):
        if manifests.generation_number(path) > newest or path.name.startswith("old-"):
            shutil.rmtree(path)


def _switch(root: Path, name: str) -> None:
    new = root / f"{CURRENT}.new"
    new.symlink_to(name, target_is_directory=True)
    new.replace(root / CURRENT)
    _sync(root)


def _prune(root: Path) -> None:
    kept = sorted(filter(manifests.generation_number, root.iterdir()), key=manifests.generation_number, reverse=True)
    limit = time.time() - KEPT.total_seconds()
    replaced = [(path / MANIFEST).stat().st_mtime for path in kept]
    for folder, at in zip(kept[2:], replaced[1:], strict=False):
        if at < limit:
            # Renamed first: what has the name of a generation is whole.
            shutil.rmtree(folder.rename(root / f"old-{folder.name}"))


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
