"""How long may a seat think?

Pure reckoning: what a clock says follows from the log alone, from which seats were waited for and when each event was
recorded. Times are in microseconds. Bots have no clock.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

SECOND: Final = 1_000_000
WARNING: Final = 5
"""A seat is warned when a fifth of its time is left."""

Seconds: TypeAlias = Annotated[int, Meta(ge=5, le=1_209_600)]
Consequence: TypeAlias = Literal["bot_answers", "bot_takes_seat", "forfeit"]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a game's creator may set: from 5 seconds to 14 days."""

    kind: Literal["per_decision", "bank"]
    """`per_decision`: so long for each answer. `bank`: so long for the whole game, and `increment` more after each answer."""
    seconds: Seconds
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    on_timeout: Consequence = "bot_answers"
    """A bot answers this once, or takes the seat, or the seat forfeits: the game ends and one of the others wins."""


class SeatClock(msgspec.Struct):
    """One seat's clock."""

    left: int
    """Time left when it last stood still."""
    since: int = 0
    """When it began to run; 0 while it stands still."""
    question: int = 0
    """The number of the question for which it runs."""
    warned: int = 0
    """The number of the question for which the seat was warned."""

    @property
    def deadline(self) -> int | None:
        """When the time is over; None while the clock stands still."""
        return self.since + self.left if self.since else None

    @property
    def warn_at(self) -> int | None:
        """When the seat is to be warned; None while the clock stands still or if it has been."""
        if not self.since or self.warned == self.question:
            return None
        return self.since + self.left - self.left // WARNING

    @property
    def attend_at(self) -> int | None:
        """When somebody has to look at this clock next."""
        return self.warn_at or self.deadline


class Clocks:
    """The clocks of a table."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.seats = [SeatClock(left=clock.seconds * SECOND) for _ in range(seats)]

    def tick(self, waited: dict[int, int], at: int, answered: int | None) -> None:
        """An event was recorded at `at`: `waited` maps the seats that are waited for now to the numbers of their questions.

        `answered` is the seat whose own answer the event was: its time stops, and it gets the increment of a bank.
        """
        for seat, own in enumerate(self.seats):
            question = waited.get(seat, 0)
            if own.since and own.question == question and seat != answered:
                continue
            if own.since:
                self._stop(own, at, answered=seat == answered)
            if question:
                own.since, own.question = at, question

    def _stop(self, own: SeatClock, at: int, *, answered: bool) -> None:
        if self.clock.kind == "per_decision":
            own.left = self.clock.seconds * SECOND
        else:
            own.left = max(0, own.left - (at - own.since)) + (self.clock.increment * SECOND if answered else 0)
        own.since = 0

    def correct(self, seat: int, left: int, at: int) -> None:
        """A referee sets what is left, from now on."""
        own = self.seats[seat]
        own.left = left
        if own.since:
            own.since = at
