"""What did referees rule in a game, and what was disputed? Told by the log alone: reasons and names are not in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from gameplay import log
from gameplay.table import LogEvent, Table

RULING: Final = "ruling"
TAKE_BACK: Final = "take_back"
CLOCK: Final = "clock"
PLAYER: Final = "player"

KINDS: Final = {
    log.GAME_REWOUND: "rewound",
    log.GAME_PAUSED: "paused",
    log.GAME_RESUMED: "resumed",
    log.GAME_VOIDED: "voided",
    log.RESULT_ADJUDICATED: "adjudicated",
    log.CLOCK_CORRECTED: "clock_corrected",
}
VACATED: Final = "seat_vacated"
REPLACED: Final = "seat_replaced"
_DISPUTES: Final = (log.DISPUTE_OPENED, log.DISPUTE_CHANGED, log.DISPUTE_CLOSED)

Told = tuple[LogEvent, Any]
"""A lifecycle event with its body."""


def rulings(game: int, table: Table, told: Sequence[Told]) -> Iterator[tuple[Any, ...]]:
    """Rows of rulings, from the lifecycle events of a game in their order, by the number of the game."""
    vacated: dict[int, str] = {}
    """Seats that somebody else than their occupant made free, and who did."""
    for event, body in told:
        kind, cause, seat = KINDS.get(event.kind), RULING, getattr(body, "seat", None)
        to = fresh = undone = None
        match event.kind:
            case log.GAME_REWOUND:
                cause, to, fresh = body.cause, body.to, bool(body.deal)
                undone = len(set(table.line(event.seq - 1)) - set(table.line(body.to)))
            case log.SEAT_LEFT if event.seq > table.started and event.actor != body.player:
                kind, vacated[body.seat] = VACATED, event.actor
            case log.SEAT_REPLACED:
                ruled = vacated.pop(body.seat, None) == event.actor != body.player
                kind, cause = REPLACED, RULING if ruled else CLOCK if event.actor == log.SYSTEM_ACTOR else PLAYER
        if kind is not None:
            yield game, event.seq, kind, cause, to, fresh, undone, seat, event.recorded_at


def disputes(game: int, told: Sequence[Told]) -> Iterator[tuple[Any, ...]]:
    """Rows of disputes. One that is appealed is open again; one that is decided is closed when the referee decides it."""
    rows: dict[str, list[Any]] = {}
    for event, body in told:
        if event.kind not in _DISPUTES:
            continue
        row = rows.get(body.dispute)
        if event.kind == log.DISPUTE_OPENED and row is None:
            rows[body.dispute] = [game, event.seq, body.seat, body.event, body.category, 0, event.recorded_at, None, None]
        elif row is None:
            continue
        elif event.kind == log.DISPUTE_OPENED:
            row[5] += 1
        elif event.kind == log.DISPUTE_CLOSED:
            row[7:] = row[7] or event.recorded_at, body.outcome
        elif body.status == "decided":
            row[7:] = event.recorded_at, "decided"
        elif body.status == "appealed":
            row[7:] = None, None
    yield from map(tuple, rows.values())
