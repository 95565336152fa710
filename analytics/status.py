"""When were the statistics last brought up to the log, what does the log have that they have not, and what went wrong?

The exporter leaves a note beside the warehouse after each run; whoever asks reads it, and counts in the log what came since.
"""

from __future__ import annotations

import errno
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal, TypeAlias
from uuid import UUID

import duckdb
import msgspec
from django.db import Error as DatabaseError

from analytics.workers import FoldingEnded
from events import store

log = logging.getLogger(__name__)

FILE: Final = "status.json"
COUNTED: Final = 100_000
"""Events behind that are counted: more of them are as bad."""

Code: TypeAlias = Literal["log_unavailable", "disk_full", "warehouse_unreadable", "folding_ended", "export_failed"]


class Failure(msgspec.Struct, frozen=True):
    """A run that failed: when, in µs since 1970; as what it is known; and what was raised, for who runs the service."""

    at: int
    code: Code
    detail: str


class Note(msgspec.Struct, frozen=True):
    """What is known of the runs of the exporter. Times in µs since 1970; 0 for never."""

    exported_at: int = 0
    """When the last run that succeeded ended."""
    looked: int = 0
    """When it looked at the log, by the log's clock: what was committed before is exported."""
    faults: list[UUID] = []
    """Games that can be exported only up to a fault."""
    failure: Failure | None = None
    """The last run that failed; one that succeeded since does not erase it."""


def note_read(folder: Path) -> Note:
    """The note that the exporter left in this folder; an empty one before its first run."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Note)
    except (FileNotFoundError, msgspec.DecodeError):
        return Note()


def events_behind(note: Note) -> int:
    """How many events the log has got since the exporter looked at it; counts to COUNTED. What it costs depends on these alone."""
    return store.events_since(since=note.looked, limit=COUNTED)


def success_note(folder: Path, *, looked: int, faults: list[UUID]) -> None:
    """Leave word of a run that succeeded."""
    _write(folder, Note(time.time_ns() // 1000, looked, faults, note_read(folder).failure))


@contextmanager
def failures_noted(folder: Path) -> Iterator[None]:
    """Leave word of whatever is raised in the block, and raise it."""
    try:
        yield
    except Exception as error:
        failure = Failure(time.time_ns() // 1000, code_of(error), f"{type(error).__name__}: {error}"[:500])
        try:
            _write(folder, msgspec.structs.replace(note_read(folder), failure=failure))
        except OSError:
            log.exception("the note that the export failed could not be written")
        raise


def code_of(error: BaseException) -> Code:
    """The stable word for why an export failed."""
    text = str(error)
    if (isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)) or "No space left" in text:
        return "disk_full"
    if isinstance(error, DatabaseError):
        return "log_unavailable"
    if isinstance(error, duckdb.Error):
        return "warehouse_unreadable"
    if isinstance(error, (FoldingEnded, BrokenPipeError)):
        return "folding_ended"
    return "export_failed"


def _write(folder: Path, note: Note) -> None:
    written = folder / f"{FILE}.new"
    written.write_bytes(msgspec.json.encode(note))
    written.replace(folder / FILE)
