"""What was each seat asked, how many answers did it have, which did it give, and how long did it take?

A question to a seat is asked at the event after which the state counts one more question to it; a rewind asks anew. While a game
is paused nobody thinks. All that may be said counts as one answer, since it changes nothing on the table.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from analytics.rows import EVENT, place, words
from gameplay import log
from gameplay.rules import kernel
from gameplay.rules.contract import Choice
from gameplay.table import LogEvent

MOST: Final = 2**63 - 1
"""The greatest number of answers that is told."""

PERSON: Final = "person"
BOT: Final = "bot"
SERVICE: Final = "service"

_PAUSES: Final = frozenset((log.GAME_PAUSED, log.GAME_RESUMED))


Decided = tuple[int, int, int, type[Any], int, frozenset[str], type[Choice], bool, str, int, int]
"""An answer: seq, seat, question, frame, how many answers there were, of which types, the one given, whether the service gave it,
who did, when it was asked, and for how many µs."""


class Watch:
    """Notes the questions of one game while it is folded: `asking` is told of each answer before it is applied, `after` of each event."""

    __slots__ = ("_asked", "_pause", "_paused", "decided")

    def __init__(self) -> None:
        self.decided: list[Decided] = []
        self._asked: list[tuple[list[int], int, int]] = []
        """After each event that asked somebody: how many questions each seat has been asked, when, and how long the game had paused."""
        self._paused = 0
        self._pause = 0
        """Since when the game is paused; 0 if it is not."""

    def asking(self, state: Any, made: Any, event: LogEvent) -> None:
        frame, seat, kind, auto, at = state.stack[-1], made.seat, type(made.choice), made.auto, event.recorded_at
        question = frame.waiting[seat] if frame.group else frame.n
        asked = self._asked
        first = len(asked) - 1
        while first and asked[first - 1][0][seat] >= question:
            first -= 1
        _, since, paused = asked[first]
        count, types = (1, kernel.types_named(frozenset((kind,)))) if auto else kernel.offered(state, seat)
        by = SERVICE if auto else BOT if event.actor.startswith(log.BOT_ACTOR) else PERSON
        thinking = at - since - (self._paused - paused)
        self.decided.append((event.seq, seat, question, type(frame), count, types, kind, auto, by, since, thinking))

    def after(self, state: Any, event: LogEvent) -> None:
        kind = event.kind
        if kind in _PAUSES:
            self._turn(kind, event.recorded_at)
        if state is not None:
            asked = self._asked
            if not asked or state.asked != asked[-1][0]:
                at = event.recorded_at
                asked.append((state.asked.copy(), at, self._paused + (at - self._pause if self._pause else 0)))

    def _turn(self, kind: str, at: int) -> None:
        if kind == log.GAME_PAUSED:
            self._pause = self._pause or at
        elif self._pause:
            self._paused += at - self._pause
            self._pause = 0


class Decisions:
    """The rows of a batch on their way into Arrow."""

    def __init__(self) -> None:
        self.places = array("q")
        self.rows: list[Decided] = []

    def take(self, game: int, decided: list[Decided], after: int) -> None:
        """The answers of a game, but for those up to event `after`."""
        fresh = decided if not after else [row for row in decided if row[0] > after]
        base = place(game)
        self.places.extend([base + row[0] * EVENT for row in fresh])
        self.rows += fresh

    def arrow(self, where: dict[str, pa.Array]) -> pa.Table | None:
        """The table, given the columns that tell where the rows belong; None without rows."""
        if not self.rows:
            return None
        _, seats, questions, frames, counts, types, kinds, autos, by, at, thinking = zip(*self.rows, strict=True)
        return pa.table(
            {
                **where,
                "seat": pa.array(seats, pa.int32()),
                "question": pa.array(questions, pa.int32()),
                "decision": words(frames, pa.string(), _tag),
                "options": _counted(counts),
                "offered": words(types, pa.list_(pa.string()), sorted),
                "choice": words(kinds, pa.string(), _tag),
                "auto": pa.array(autos, pa.bool_()),
                "answered_by": words(by, pa.string()),
                "asked_at": pa.array(at, pa.int64()).cast(pa.timestamp("us")),
                "thinking_ms": pc.divide(pc.max_element_wise(pa.array(thinking, pa.int64()), 0), 1000),
            }
        )


def _counted(counts: Sequence[int]) -> pa.Array:
    """The numbers of answers; those that are greater than any that is told, which are rare, as the greatest one."""
    try:
        return pa.array(counts, pa.int64())
    except OverflowError:
        return pa.array([min(count, MOST) for count in counts], pa.int64())


def _tag(struct: type[Any]) -> str:
    return str(struct.__struct_config__.tag)
