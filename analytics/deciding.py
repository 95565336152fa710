"""What was each seat asked, how many answers did it have, which did it give, and how long did it take?

A question to a seat is asked at the event after which the state counts one more question to it; a rewind asks anew. While a game
is paused nobody thinks. All that may be said counts as one answer, since it changes nothing on the table.
"""

from __future__ import annotations

from array import array
from typing import Any, Final, NamedTuple

import pyarrow as pa

from analytics.rows import Undone, Words, place, placed
from gameplay import log
from gameplay.rules import kernel
from gameplay.rules.contract import Choice
from gameplay.table import LogEvent

MOST: Final = 2**63 - 1
"""The greatest number of answers that is told."""

PERSON: Final = "person"
BOT: Final = "bot"
SERVICE: Final = "service"


class Asked(NamedTuple):
    """What was noted of a question when it was answered."""

    frame: type[Any]
    question: int
    tally: kernel.Tally
    at: int
    paused: int
    """µs between question and answer in which the game was paused."""


class Watch:
    """Notes the questions of one game while it is folded: `asking` is told of each answer before it is applied, `after` of each event."""

    __slots__ = ("_at", "_counts", "_pause", "_paused", "_paused_then", "asked")

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self._counts: list[int] = []
        """How many questions each seat had been asked after the last event."""
        self._at: list[int] = []
        """When the newest question was asked, by seat."""
        self._paused_then: list[int] = []
        """How long the game had been paused until then."""
        self._paused = 0
        self._pause = 0
        """Since when the game is paused; 0 if it is not."""

    def asking(self, state: Any, made: Any) -> None:
        frame, seat = state.stack[-1], made.seat
        question = frame.waiting[seat] if frame.group else frame.n
        tally = (1, kernel.types_named(frozenset((type(made.choice),)))) if made.auto else kernel.tally(frame.options(state, seat))
        self.asked.append(Asked(type(frame), question, tally, self._at[seat], self._paused - self._paused_then[seat]))

    def after(self, state: Any, event: LogEvent) -> None:
        kind, at = event.kind, event.recorded_at
        if kind == log.GAME_PAUSED:
            self._pause = self._pause or at
        elif kind == log.GAME_RESUMED and self._pause:
            self._paused += at - self._pause
            self._pause = 0
        if state is not None and state.asked != self._counts:
            self._ask(state.asked, at)

    def _ask(self, counts: list[int], at: int) -> None:
        paused = self._paused + (at - self._pause if self._pause else 0)
        if not self._counts:
            self._counts, self._at, self._paused_then = ([0] * len(counts) for _ in range(3))
        for seat, (count, before) in enumerate(zip(counts, self._counts, strict=True)):
            if count != before:
                self._at[seat], self._paused_then[seat] = at, paused
        self._counts = counts.copy()


class Decisions:
    """The rows of a batch on their way into Arrow."""

    def __init__(self) -> None:
        self.places = array("q")
        self.seats = array("i")
        self.questions = array("i")
        self.decisions = Words()
        self.options = array("q")
        self.offered = Words()
        self.choices = Words()
        self.autos: list[bool] = []
        self.by = Words()
        self.asked_at = array("q")
        self.thinking = array("q")

    def add(self, game: int, seq: int, seat: int, choice: Choice, auto: bool, asked: Asked, event: LogEvent) -> None:
        """The answer to a question."""
        self.places.append(place(game, seq))
        self.seats.append(seat)
        self.questions.append(asked.question)
        self.decisions.append(asked.frame)
        count, types = asked.tally
        self.options.append(min(count, MOST))
        self.offered.append(types)
        self.choices.append(type(choice))
        self.autos.append(auto)
        self.by.append(SERVICE if auto else BOT if event.actor.startswith(log.BOT_ACTOR) else PERSON)
        self.asked_at.append(asked.at)
        self.thinking.append(max(0, event.recorded_at - asked.at - asked.paused) // 1000)

    def arrow(self, undone: Undone) -> pa.Table | None:
        if not self.places:
            return None
        return pa.table(
            {
                **placed(self.places, undone),
                "seat": _numbers(self.seats, pa.int32()),
                "question": _numbers(self.questions, pa.int32()),
                "decision": self.decisions.arrow(pa.string(), [str(each.__struct_config__.tag) for each in self.decisions.values]),
                "options": _numbers(self.options, pa.int64()),
                "offered": self.offered.arrow(pa.list_(pa.string()), [sorted(each) for each in self.offered.values]),
                "choice": self.choices.arrow(pa.string(), [str(each.__struct_config__.tag) for each in self.choices.values]),
                "auto": pa.array(self.autos, pa.bool_()),
                "answered_by": self.by.arrow(pa.string()),
                "asked_at": _numbers(self.asked_at, pa.timestamp("us")),
                "thinking_ms": _numbers(self.thinking, pa.int64()),
            }
        )


def _numbers(values: array[int], kind: pa.DataType) -> pa.Array:
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])
