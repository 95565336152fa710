"""How does what is new in the log get into the warehouse, each event exactly once?

Heads of the log are compared with the watermarks: those that have changed since the last look, and now and then all of them. The
games that differ are folded batch by batch, and each batch is written together with its watermarks. Whatever is killed in between,
the next run finds by the watermarks what is left to do.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final
from uuid import UUID

import duckdb
import msgspec

from analytics import status, workers
from analytics.files import remove
from analytics.folding import Due, Folded
from analytics.schema import Schema
from analytics.snapshots import Snapshot
from analytics.warehouse import FILE, Difference, Look, Warehouse, locked, replaced
from events import store

log = logging.getLogger(__name__)

BESIDE: Final = "rebuilt.duckdb"
"""A warehouse that is being made anew, until it takes the place of the old one."""
PIECE: Final = 30_000
"""Events that are folded at a time, so that several processes share a backlog evenly."""
STAGE: Final = 400_000
"""Events that are inserted at a time, while others are folded: so many that one INSERT for each of two hundred tables is cheap."""
BATCH: Final = 1_000_000
"""Events of a transaction: each compresses the last rows of every table anew, and is some 400 MB in memory until it is committed."""
OVERLAP: Final = 600_000_000
"""µs before the last look from which changes are asked for again: ten times what the settings let a statement or an idle
transaction last, so that no append can become visible later than that."""
COMPARE_EVERY: Final = 86_400_000_000
"""µs after which all heads are compared again, in case that the log was replaced while this process ran."""
AHEAD: Final = 8
"""Pieces that each process has to fold while a batch is written."""
_PAGE: Final = 10_000

_compared_here: set[Path] = set()
"""Warehouses that this process has compared with all of the log: a restore, or a release that mends a rule, restarts it."""

Progress = Callable[[int, int], object]
"""Is told how many events of how many are written."""


class Exported(msgspec.Struct, frozen=True):
    """What one run did."""

    games: int
    events: int
    dropped: int
    """Games whose rows were dropped first: the log no longer held what they were made of, or a rewind changed what they mean."""
    faults: list[tuple[UUID, str]]
    """All games that are exported only up to a fault, with the reason."""
    snapshot: Snapshot | None
    """The one that was published, if any."""
    seconds: float


class Brought(msgspec.Struct, frozen=True):
    """What came into the warehouse, and when the log was looked at, by its own clock."""

    games: int
    events: int
    dropped: int
    looked: int


def export(
    folder: Path,
    *,
    wait: bool = False,
    publish_now: bool = False,
    everything: bool = False,
    rebuild: bool = False,
    processes: int = 1,
    cores: int = 1,
    progress: Progress | None = None,
) -> Exported:
    """Bring the warehouse in `folder` up to the log and publish a snapshot.

    `processes`: how many fold a large backlog; `cores`: on how many the snapshot is made, which is skipped without
    `publish_now` if the last one is too young for its cost. `everything`: compare all heads, whatever was compared before.
    `rebuild`: make a new warehouse from nothing first, beside the old one, and put it in its place. Raises warehouse.Busy if
    another exporter is at work and `wait` is false.
    """
    started = time.monotonic()
    schema = Schema.of_catalogue()
    with locked(folder, wait=wait), status.failures_noted(folder):
        remove(folder / BESIDE)
        anew = _rebuild(folder, schema, processes, progress) if rebuild else Brought(0, 0, 0, 0)
        with Warehouse(folder, schema) as warehouse:
            brought = _bring(warehouse, everything=everything, processes=processes, progress=None if rebuild else progress)
            faults = warehouse.faults()
            snapshot = warehouse.publish(force=publish_now, cores=cores)
        status.success_note(folder, looked=brought.looked, faults=[game for game, _ in faults])
    for game, fault in faults:
        log.warning("game %s is exported only up to a fault: %s", game, fault)
    games, events, dropped = anew.games + brought.games, anew.events + brought.events, anew.dropped + brought.dropped
    return Exported(games, events, dropped, faults, snapshot, time.monotonic() - started)


def _bring(warehouse: Warehouse, *, everything: bool, processes: int, progress: Progress | None) -> Brought:
    """Write what the log has and the warehouse has not."""
    at, look = store.clock(), warehouse.look
    everything |= warehouse.path not in _compared_here or not 0 <= at - look.compared < COMPARE_EVERY or at < look.looked
    if not everything:
        found = warehouse.differences(_changed(look.looked - OVERLAP), everything=False)
        due, stale = plan(found)
        # One that was turned back is the trace of a log that was replaced: others may have gone.
        everything = bool(stale)
    if everything:
        found = warehouse.differences(_heads(), everything=True)
        due, stale = plan(found)
    fresh = {difference.game for difference in found if difference.known is None}
    games = events = dropped = 0
    total = sum(each.head - each.seq for each in due)
    stages = _stages(workers.folded(_pieces(due), warehouse.schema, processes=_processes(due, processes), ahead=AHEAD))
    for first in stages:
        with warehouse.together():
            until = events + BATCH
            for stage in chain([first], stages):
                written = {mark.game for piece in stage for mark in piece.marks}
                reset = stale & written | {game for piece in stage for game in piece.again}
                warehouse.write(stage, reset=reset, fresh=fresh)
                dropped += len(reset)
                stale -= written
                games += len(written)
                events += sum(piece.events for piece in stage)
                if progress is not None:
                    progress(events, total)
                if events >= until:
                    break
    if stale:
        # Games that the log no longer has.
        warehouse.write([], reset=stale)
        dropped += len(stale)
    warehouse.rate()
    if games or dropped or everything or at - look.looked > OVERLAP // 2:
        warehouse.remember(Look(at, at if everything else look.compared))
    if everything:
        _compared_here.add(warehouse.path)
    return Brought(games, events, dropped, at)


def _rebuild(folder: Path, schema: Schema, processes: int, progress: Progress | None) -> Brought:
    """Make a new warehouse from the whole log, and put it in the place of the old one once it is complete.

    Until then the old one stays as it is: who is killed here leaves it untouched, and readers have its snapshots all the time.
    """
    with Warehouse(folder, schema, BESIDE) as new:
        brought = _bring(new, everything=True, processes=processes, progress=progress)
        if (folder / FILE).exists():
            try:
                new.keep_simulated(folder / FILE)
            except duckdb.Error:
                log.exception("simulated games could not be taken over into the new warehouse: simulate them again")
        new.complete()
    replaced(folder / FILE, by=folder / BESIDE)
    _compared_here.add(folder / FILE)
    return brought


def plan(differences: list[Difference]) -> tuple[list[Due], set[UUID]]:
    """What is to be exported, and which games' rows are to be dropped first.

    A log that was restored from a backup is shorter than the watermark, or holds another event there than was exported.
    """
    due: list[Due] = []
    stale: set[UUID] = set()
    for difference in differences:
        known, game = difference.known, difference.game
        if difference.log is None:
            stale.add(game)
            continue
        head, head_hash = difference.log
        if known is None:
            due.append(Due(game, head, head_hash))
        elif _continues(known.head, known.head_hash, game, head, head_hash):
            due.append(Due(game, head, head_hash, known.seq, known.whole))
        else:
            stale.add(game)
            due.append(Due(game, head, head_hash))
    return due, stale


def _continues(known: int, known_hash: bytes, game: UUID, head: int, head_hash: bytes) -> bool:
    """Is the log what it was at the watermark, and perhaps longer? The chain makes one hash answer for all before it."""
    if head <= known:
        return (head, head_hash) == (known, known_hash)
    there = store.read(stream=game, after=known - 1, limit=1)
    return bool(there) and there[0].hash == known_hash


def _changed(since: int) -> Iterator[tuple[UUID, int, bytes]]:
    for game, head in store.changed(since=since):
        yield game, head.version, head.head_hash


def _heads() -> Iterator[tuple[UUID, int, bytes]]:
    after: UUID | None = None
    while page := store.heads_listed(after_id=after, limit=_PAGE):
        for game, head in page:
            yield game, head.version, head.head_hash
        after = page[-1][0]


def _pieces(due: list[Due]) -> Iterator[list[Due]]:
    """The games in groups of some PIECE events."""
    piece: list[Due] = []
    size = 0
    for each in due:
        piece.append(each)
        size += each.head
        if size >= PIECE:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


def _stages(pieces: Iterator[Folded]) -> Iterator[list[Folded]]:
    """What is folded in groups of some STAGE events."""
    stage: list[Folded] = []
    for piece in pieces:
        stage.append(piece)
        if sum(each.events for each in stage) >= STAGE:
            yield stage
            stage = []
    if stage:
        yield stage


def _processes(due: list[Due], allowed: int) -> int:
    """How many processes are worth starting: one of them takes about a second to be ready."""
    return min(allowed, sum(each.head for each in due) // (2 * PIECE))
