"""How does what is new in the log get into the warehouse, each event exactly once?

Heads of the log are compared with the watermarks; the games that differ are folded batch by batch, and each batch is written
together with its watermarks. Whatever is killed in between, the next run finds by the watermarks what is left to do.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from uuid import UUID

import msgspec

from analytics import workers
from analytics.folding import Due, Folded
from analytics.schema import Schema
from analytics.snapshots import Snapshot
from analytics.warehouse import Difference, opened
from events import store

log = logging.getLogger(__name__)

PIECE: Final = 20_000
"""Events that are folded at a time, so that several processes share a backlog evenly."""
BATCH: Final = 100_000
"""Events of a transaction: some 300,000 facts, so that most rows go into the file at once and not into its write-ahead log."""
_PAGE: Final = 10_000

_faulty_tried: set[Path] = set()
"""Warehouses whose faulty games this process has tried again: a new release may have mended the rule that failed."""


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


def export(folder: Path, *, wait: bool = False, publish_now: bool = False, processes: int = 1) -> Exported:
    """Bring the warehouse in `folder` up to the log and publish a snapshot.

    `processes`: how many fold a large backlog. Without `publish_now` a snapshot is skipped if the last one is too young
    for its cost. Raises warehouse.Busy if another exporter is at work and `wait` is false.
    """
    started = time.monotonic()
    schema = Schema.of_catalogue()
    games = events = dropped = 0
    with opened(folder, schema, wait=wait) as warehouse:
        retry = folder not in _faulty_tried
        _faulty_tried.add(folder)
        due, stale = plan(warehouse.differences(_heads(), faulty=retry))
        for batch in _batches(workers.folded(_pieces(due), schema, processes=_processes(due, processes))):
            written = {mark.game for piece in batch for mark in piece.marks}
            reset = stale & written | {game for piece in batch for game in piece.again}
            warehouse.write(batch, reset=reset)
            dropped += len(reset)
            stale -= written
            games += len(written)
            events += sum(piece.events for piece in batch)
        if stale:
            # Games that the log no longer has.
            warehouse.write([], reset=stale)
            dropped += len(stale)
        faults = warehouse.faults()
        snapshot = warehouse.publish(force=publish_now)
    for game, fault in faults:
        log.warning("game %s is exported only up to a fault: %s", game, fault)
    return Exported(games, events, dropped, faults, snapshot, time.monotonic() - started)


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


def _batches(pieces: Iterator[Folded]) -> Iterator[list[Folded]]:
    """What is folded in groups of some BATCH events."""
    batch: list[Folded] = []
    for piece in pieces:
        batch.append(piece)
        if sum(each.events for each in batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _processes(due: list[Due], allowed: int) -> int:
    """How many processes are worth starting: one of them takes about a second to be ready."""
    return min(allowed, sum(each.head for each in due) // (2 * PIECE))
