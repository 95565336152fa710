"""Which published statistics do readers see?

`current.json` names the newest snapshot, a DuckDB file that never changes again. Each has a name of its own, because a
process that has one open would go on seeing the old content under a reused name.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import duckdb
import msgspec
from django.conf import settings

from analytics import queries
from analytics.files import sync
from analytics.schema import Schema
from analytics.standing import Replaced, connected

POINTER: Final = "current.json"
KEPT: Final = 3
"""Snapshots that stay, so that whoever has just read the pointer still finds its file."""
_NAME: Final = re.compile(r"stats-(\d+)\.duckdb")
_TRIES: Final = 3


class Unpublished(Exception):
    """There are no statistics to read: none were published yet, or they are being made anew with other columns."""


class Snapshot(msgspec.Struct, frozen=True):
    """A published state of the warehouse."""

    number: int
    name: str
    warehouse: str
    """Which warehouse it was copied from: a new one begins with its own first revision."""
    revision: int
    form: str
    """Of the tables and views in it."""
    made_at: int
    """Microseconds since 1970, UTC."""
    seconds: float
    """How long it took to make."""


def folder_of_settings() -> Path:
    """Where the warehouse and its snapshots lie."""
    return Path(settings.STATISTICS_DIR)


def form_of(schema: Schema) -> str:
    """The same for two snapshots exactly if they have the same tables and views."""
    return hashlib.sha256("\n".join([schema.fingerprint, *queries.staging()]).encode()).hexdigest()


def snapshot_name(number: int) -> str:
    return f"stats-{number}.duckdb"


def snapshot_number(path: Path) -> int:
    """The number in the name of a snapshot's file; 0 for any other file."""
    found = _NAME.fullmatch(path.name)
    return int(found[1]) if found else 0


def pointer_read(folder: Path) -> Snapshot | None:
    """The newest published snapshot, whatever its form; None before the first."""
    try:
        return msgspec.json.decode((folder / POINTER).read_bytes(), type=Snapshot)
    except FileNotFoundError:
        return None


def pointer_write(folder: Path, snapshot: Snapshot) -> None:
    """Let readers see this one from now on."""
    written = folder / f"{POINTER}.new"
    written.write_bytes(msgspec.json.encode(snapshot))
    sync(written)
    written.replace(folder / POINTER)
    sync(folder)


def drop_old(folder: Path, newest: int) -> None:
    """Drop the files of all but the last few snapshots; who has one of them open goes on reading it."""
    for path in folder.iterdir():
        if 0 < snapshot_number(path) <= newest - KEPT:
            path.unlink(missing_ok=True)


def newest(folder: Path) -> Snapshot:
    """The newest snapshot that the queries of this release can read. Raises Unpublished."""
    for _ in range(_TRIES):
        found = pointer_read(folder)
        if found is None or found.form != form_of(Schema.of_catalogue()):
            raise Unpublished
        if (folder / found.name).exists():
            return found
        # It was dropped since the pointer was read: others are newer. Or somebody has taken the file away.
    raise Unpublished


class _Wanted(NamedTuple):
    """What a reader asks for."""

    folder: Path
    snapshot: Snapshot

    def follows(self, other: _Wanted, /) -> bool:
        """Is it a later state of the same warehouse, for the same queries?"""
        before, after = other.snapshot, self.snapshot
        same = (other.folder, before.warehouse, before.form) == (self.folder, after.warehouse, after.form)
        return same and before.number < after.number


@contextmanager
def reading(folder: Path, *, at_once: bool = False) -> Iterator[tuple[Snapshot, duckdb.DuckDBPyConnection]]:
    """The newest snapshot, open for reading. Raises Unpublished.

    With `at_once` it may be the one before, of the same warehouse: while the newest is being opened and others read too, and not for longer
    than `standing.BEHIND` seconds. Which it is, is given with it.
    """
    wanted = _Wanted(folder, newest(folder))
    with ExitStack() as stack:
        for left in reversed(range(_TRIES)):
            try:
                path = folder / wanted.snapshot.name
                found, connection = stack.enter_context(connected(path, wanted, at_once=at_once))
                break
            except (duckdb.IOException, FileNotFoundError):
                # It was dropped between the look at the pointer and now: others are newer.
                if not left:
                    raise
                wanted = _Wanted(folder, newest(folder))
            except Replaced:
                # Somebody has removed all statistics and made them anew, while an old one is read.
                raise Unpublished from None
        yield found.snapshot, connection
