"""What is the state of a game as of an event?

A `Table` is who sits where, how far the game has come and the state of its rules. It is made from the log by `apply`,
event after event, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol
from uuid import UUID

import msgspec

from gameplay import log
from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import DEALER, Choice, Fact, GameOptions, Result, Rules, Seat, Tell

OPEN: Final = "open"
PLAYING: Final = "playing"
FINISHED: Final = "finished"


class LogEvent(Protocol):
    """What the fold reads of an event of the log."""

    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def actor(self) -> str: ...
    @property
    def body(self) -> bytes: ...
    @property
    def recorded_at(self) -> int: ...


class Entry(msgspec.Struct):
    """One event as it was folded: the answer typed, and the facts told. Whole: who may see what is decided later."""

    seq: int
    at: int
    """Microseconds since 1970, UTC."""
    kind: str
    actor: str
    seat: Seat | None = None
    choice: Choice | None = None
    auto: bool = False
    facts: list[Fact] = []
    body: Any = None
    """Of a lifecycle event."""


class Fault(msgspec.Struct, frozen=True):
    """The event that could not be replayed. The table stands as of the event before it."""

    seq: int
    why: str


class Table:
    """The folded game. `version` is the seq of the last event applied, 0 before the first."""

    __slots__ = (
        "codec",
        "commitment",
        "created_at",
        "creator",
        "edition",
        "epoch",
        "fault",
        "game",
        "options",
        "private",
        "result",
        "rules",
        "rules_version",
        "seats",
        "secrets",
        "state",
        "status",
        "updated_at",
        "version",
    )

    def __init__(self, game: UUID) -> None:
        self.game = game
        self.version = 0
        self.status = OPEN
        self.rules: Rules
        self.codec: log.Codec
        self.rules_version = 0
        self.edition = ""
        self.options: GameOptions
        self.creator = ""
        self.private = False
        self.seats: list[str | None] = []
        self.state: Any = None
        self.epoch = 1
        self.commitment = ""
        self.result: Result | None = None
        self.secrets: dict[int, str] = {}
        self.created_at = 0
        self.updated_at = 0
        self.fault: Fault | None = None

    def apply(self, event: LogEvent, tell: Tell) -> tuple[Seat | None, Choice | None, bool, Any]:
        """Apply the next event. Returns (seat, choice, taken automatically, body of a lifecycle event)."""
        kind = event.kind
        if event.seq != self.version + 1:
            raise ValueError(f"event {event.seq} after event {self.version}")
        if kind == log.CHOICE_MADE:
            made: Any = self.codec.choice_made(event.body)
            kernel.evolve(self.state, made.seat, made.choice, tell)
            seen = (made.seat, made.choice, made.auto, None)
        elif kind == log.DEALER_ANSWERED:
            answered: Any = self.codec.dealer_answered(event.body)
            kernel.evolve(self.state, DEALER, answered.answer, tell)
            seen = (DEALER, answered.answer, False, None)
        else:
            body = log.decode(kind, event.body)
            self._live(kind, event, body, tell)
            seen = (getattr(body, "seat", None), None, False, body)
        self.version = event.seq
        self.updated_at = event.recorded_at
        return seen

    def _live(self, kind: str, event: LogEvent, body: Any, tell: Tell) -> None:
        match kind:
            case log.GAME_CREATED:
                self._create(event, body)
            case log.SEAT_TAKEN | log.SEAT_REPLACED:
                self.seats[body.seat] = body.player
            case log.SEAT_LEFT:
                self.seats[body.seat] = None
            case log.GAME_STARTED:
                edition = self.rules.editions[self.edition]
                self.state = self.rules.setup(len(self.seats), self.options, edition)
                kernel.settle(self.state, tell)
                self.status = PLAYING
            case log.GAME_FINISHED:
                self.result = Result(scores=body.scores, winners=body.winners)
                self.status = FINISHED
            case log.SECRET_REVEALED:
                self.secrets[body.epoch] = body.secret

    def _create(self, event: LogEvent, body: log.GameCreated) -> None:
        self.rules = GAMES[body.rules]
        self.codec = log.codec(body.rules)
        self.rules_version = body.rules_version
        self.edition = body.edition
        self.options = msgspec.convert(body.options, self.rules.options)
        self.creator = event.actor
        self.private = body.private
        self.seats = [None] * body.seats
        self.epoch = body.epoch
        self.commitment = body.commitment
        self.created_at = event.recorded_at

    @property
    def over(self) -> bool:
        """Is nothing left to decide?"""
        return self.state is not None and not self.state.stack

    def awaiting(self) -> dict[Seat, int]:
        """The seats that are asked now, each with the number of its question."""
        if self.status != PLAYING:
            return {}
        return kernel.awaiting(self.state)

    def due(self) -> list[Seat]:
        """Those of the asked seats that the game waits for."""
        return kernel.due(self.state) if self.status == PLAYING else []

    def seat_of(self, actor: str) -> Seat | None:
        """Where this actor sits."""
        return self.seats.index(actor) if actor in self.seats else None

    def scores(self) -> list[int] | None:
        """Each seat's points as far as they are public; None before the start."""
        if self.result is not None:
            return self.result.scores
        return None if self.state is None else self.rules.scores(self.state)


class History:
    """A table together with the entries of all its events, for feeds and views of the past."""

    __slots__ = ("entries", "secret", "table")

    def __init__(self, game: UUID) -> None:
        self.table = Table(game)
        self.entries: list[Entry] = []
        self.secret: tuple[int, bytes] | None = None
        """(epoch, the dealer's secret), once it has been looked up by the service. Never shown."""

    def apply(self, event: LogEvent) -> None:
        """Apply one event and remember what it told."""
        facts: list[Fact] = []
        seat, choice, auto, body = self.table.apply(event, facts.append)
        self.entries.append(
            Entry(
                seq=event.seq,
                at=event.recorded_at,
                kind=event.kind,
                actor=event.actor,
                seat=seat,
                choice=choice,
                auto=auto,
                facts=facts,
                body=body,
            )
        )


def history(game: UUID, events: Iterable[LogEvent]) -> History:
    """The game folded from all these events, from the first on.

    An event that can't be replayed stops the fold visibly: `table.fault` names it and the table stands as of the last
    good event.
    """
    found = History(game)
    good: list[LogEvent] = []
    for event in events:
        try:
            found.apply(event)
        except Exception as error:  # noqa: BLE001 - whatever a rule raises on an old event, the game is shown as stopped there
            found = History(game)
            for before in good:
                found.apply(before)
            found.table.fault = Fault(seq=event.seq, why=f"{type(error).__name__}: {error}")
            break
        good.append(event)
    return found
