"""What is the state of a game as of an event?

A `Table` is who sits where, how far the game has come and the state of its rules. It is made from the log by `apply`,
event after event, and from nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias
from uuid import UUID

import msgspec

from gameplay import log
from gameplay.clocks import Clocks
from gameplay.log import LogEvent as LogEvent
from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.chance import HmacChance
from gameplay.rules.contract import DEALER, EVERYBODY, Choice, Fact, GameOptions, Result, Rules, Seat, Tell

OPEN: Final = "open"
PLAYING: Final = "playing"
FINISHED: Final = "finished"
VOIDED: Final = "voided"


class Rewound(msgspec.Struct, frozen=True):
    """How a rewind changed the position it brought back: after how many questions it asks, and what it dealt anew."""

    asked: list[int]
    deal: bytes


Move: TypeAlias = tuple[Seat, Choice] | Rewound
Asking: TypeAlias = Callable[[Any, Any, LogEvent], object]
"""(state, body of `choice.made`, the event): told of an answer while the state still asks for it."""


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
        "clocks",
        "codec",
        "commitment",
        "created_at",
        "creator",
        "edition",
        "epoch",
        "fault",
        "game",
        "knows",
        "moves",
        "options",
        "parents",
        "passed_over",
        "paused",
        "private",
        "result",
        "rules",
        "rules_version",
        "sat",
        "seats",
        "secrets",
        "started",
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
        self.sat: set[str] = set()
        self.passed_over = 0
        """How many events since the last rewind could not be replayed."""
        self.knows: dict[str, Seat] = {}
        """Who has sat in the running game, and where: they know what that seat knows."""
        """Everybody who has ever had a seat: none of them is a referee of this game."""
        self.state: Any = None
        self.epoch = 1
        self.commitment = ""
        self.result: Result | None = None
        self.secrets: dict[int, str] = {}
        self.created_at = 0
        self.updated_at = 0
        self.fault: Fault | None = None
        self.paused = False
        self.clocks: Clocks | None = None
        self.started = sys.maxsize
        """seq of `game.started`."""
        self.moves: list[Move | None] = []
        """What each event did to the state of the rules; None where it did nothing."""
        self.parents: dict[int, int] = {}
        """For a rewind, the event whose position it brought back. Every other event follows the one before it."""

    def apply(self, event: LogEvent, tell: Tell, asking: Asking | None = None) -> tuple[Seat | None, Choice | None, bool, Any]:
        """Apply the next event. Returns (seat, choice, taken automatically, body of a lifecycle event).

        `asking` is called for each answer of a seat before it is applied: the state still asks for it.
        """
        kind = event.kind
        if event.seq != self.version + 1:
            raise ValueError(f"event {event.seq} after event {self.version}")
        if kind == log.CHOICE_MADE:
            made: Any = self.codec.choice_made(event.body)
            if asking is not None:
                asking(self.state, made, event)
            kernel.evolve(self.state, made.seat, made.choice, tell)
            self.moves.append((made.seat, made.choice))
            seen = (made.seat, made.choice, made.auto, None)
        elif kind == log.DEALER_ANSWERED:
            answered: Any = self.codec.dealer_answered(event.body)
            kernel.evolve(self.state, DEALER, answered.answer, tell)
            self.moves.append((DEALER, answered.answer))
            seen = (DEALER, answered.answer, False, None)
        else:
            body = log.decode(kind, event.body)
            if kind == log.GAME_REWOUND:
                self._rewind(event.seq, body)
            else:
                self._live(kind, event.actor, event.recorded_at, body, tell)
                self.moves.append(None)
            seen = (getattr(body, "seat", None), None, False, body)
        self.version = event.seq
        self.updated_at = event.recorded_at
        if self.clocks is not None:
            self.clocks.tick(self._on_the_clock(), event.recorded_at, seen[0] if kind == log.CHOICE_MADE else None)
        return seen

    def pass_over(self, seq: int) -> None:
        """Number an event that can't be replayed, and one after such an event; it does nothing."""
        self.version = seq
        self.passed_over += 1
        self.moves.append(None)

    def _live(self, kind: str, actor: str, at: int, body: Any, tell: Tell) -> None:
        match kind:
            case log.GAME_CREATED:
                self._create(actor, at, body)
            case log.SEAT_TAKEN | log.SEAT_REPLACED:
                self.seats[body.seat] = body.player
                self.sat.add(body.player)
                if self.state is not None:
                    self.knows[body.player] = body.seat
            case log.SEAT_LEFT:
                self.seats[body.seat] = None
            case log.GAME_STARTED:
                self.knows = {actor: seat for seat, actor in enumerate(self.seats) if actor}
                self.started = self.version + 1
                self.state = self._begun(tell)
                self.status = PLAYING
            case log.CLOCK_WARNED if self.clocks:
                self.clocks.seats[body.seat].warned = self.clocks.seats[body.seat].question
            case log.CLOCK_CORRECTED if self.clocks:
                self.clocks.correct(body.seat, body.left, at)
            case log.GAME_PAUSED | log.GAME_RESUMED:
                self.paused = kind == log.GAME_PAUSED
            case log.GAME_VOIDED:
                self.status = VOIDED
            case log.RESULT_ADJUDICATED:
                self.result = Result(scores=body.scores, winners=body.winners)
                self.status = FINISHED
            case log.GAME_FINISHED:
                self.result = Result(scores=body.scores, winners=body.winners)
                self.status = FINISHED
            case log.SECRET_REVEALED:
                self.secrets[body.epoch] = body.secret

    def _create(self, actor: str, at: int, body: log.GameCreated) -> None:
        self.rules = GAMES[body.rules]
        self.codec = log.codec(body.rules)
        self.rules_version = body.rules_version
        self.edition = body.edition
        self.options = msgspec.convert(body.options, self.rules.options)
        self.creator = actor
        self.private = body.private
        self.clocks = Clocks(body.clock, body.seats) if body.clock else None
        self.seats = [None] * body.seats
        self.epoch = body.epoch
        self.commitment = body.commitment
        self.created_at = at

    def _begun(self, tell: Tell) -> Any:
        s = self.rules.setup(len(self.seats), self.options, self.rules.editions[self.edition])
        if hasattr(s, "rules_version"):  # rules that have had an older version tell by it which clauses hold
            s.rules_version = self.rules_version
        kernel.settle(s, tell)
        return s

    def _rewind(self, seq: int, body: log.GameRewound) -> None:
        # What was passed over may have asked a seat as often as there were events: no number of it is used again.
        asked = [n + self.passed_over for n in self.state.asked]
        self.passed_over = 0
        rewound = Rewound(asked=asked, deal=bytes.fromhex(body.deal))
        self.moves.append(rewound)
        self.parents[seq] = body.to
        self.state = self.state_at(seq)
        self._reopen(body)

    def _reopen(self, body: log.GameRewound) -> None:
        self.status = PLAYING
        self.result = None
        if body.epoch:
            self.epoch = body.epoch
            self.commitment = body.commitment

    def line(self, seq: int) -> list[int]:
        """The seqs of the events that led to the position at event `seq`, in order: what was undone before it is not among them."""
        found = []
        while seq:
            found.append(seq)
            seq = self.parents.get(seq, seq - 1)
        return found[::-1]

    def undone(self) -> list[tuple[int, int]]:
        """The stretches of events, first and last seq, that the current position does not rest on."""
        line = [0, *self.line(self.version)]
        return [(a + 1, b - 1) for a, b in pairwise(line) if b - a > 1]

    def state_at(self, seq: int) -> Any:
        """The state of the rules as of event `seq`, made anew; the game must have started by then."""
        s = self._begun(kernel.ignore)
        for at in self.line(seq):
            move = self.moves[at - 1]
            if move is None:
                continue
            if isinstance(move, Rewound):
                if move.deal:
                    s = self.rules.redeal(s, EVERYBODY, HmacChance(move.deal, "deal"))
                kernel.ask_anew(s, move.asked)
            else:
                kernel.evolve(s, *move, kernel.ignore)
        return s

    @property
    def over(self) -> bool:
        """Is nothing left to decide?"""
        return self.state is not None and not self.state.stack

    def awaiting(self) -> dict[Seat, int]:
        """The seats that are asked now, each with the number of its question."""
        return kernel.awaiting(self.state) if self.status == PLAYING and not self.paused else {}

    def due(self) -> list[Seat]:
        """Those of the asked seats that the game waits for."""
        return kernel.due(self.state) if self.status == PLAYING and not self.paused else []

    def _on_the_clock(self) -> dict[Seat, int]:
        """The seats that are waited for and are not a bot's, each with the number of its question."""
        awaited = self.awaiting()
        return {seat: awaited[seat] for seat in self.due() if not (self.seats[seat] or "").startswith(log.BOT_ACTOR)}

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

    def pass_over(self, event: LogEvent) -> None:
        """Number an event that can't be replayed, and one after such an event; it does nothing."""
        self.table.pass_over(event.seq)
        self.entries.append(Entry(seq=event.seq, at=event.recorded_at, kind=event.kind, actor=event.actor))

    def at(self, seq: int) -> Table:
        """The table as of event `seq`, to be read only: without clocks, and made from the answers that led there."""
        then = Table(self.table.game)
        for entry in self.entries[:seq]:
            if entry.kind == log.GAME_REWOUND and entry.body is not None:
                then._reopen(entry.body)
            elif entry.body is not None:
                then._live(entry.kind, entry.actor, entry.at, entry.body, kernel.ignore)
            then.version = entry.seq
        then.clocks = None
        then.updated_at = self.entries[seq - 1].at
        then.moves, then.parents = self.table.moves, self.table.parents
        if then.state is not None:
            then.state = self.table.state_at(seq)
        return then


def history(game: UUID, events: Iterable[LogEvent]) -> History:
    """The game folded from all these events, from the first on.

    An event that can't be replayed stops the fold visibly: `table.fault` names it and the table stands as of the last
    good event. Only a referee's rewind to before it leads on: then it and what followed it are passed over.
    """
    all_events = list(events)
    passed_over: set[int] = set()
    while True:
        found, fault = _folded(game, all_events, passed_over)
        if fault is None:
            return found
        led_past = rescue(all_events, fault.seq)
        if not led_past:
            found.table.fault = fault
            return found
        passed_over.update(led_past)


def rescue(events: Sequence[LogEvent], fault: int) -> range:
    """The events, from the one that can't be replayed to the last before a referee's rewind past it; none without such a rewind."""
    rewinds = (event for event in events[fault:] if event.kind == log.GAME_REWOUND)
    return range(fault, next((event.seq for event in rewinds if log.decode(event.kind, event.body).to < fault), fault))


def _folded(game: UUID, events: list[LogEvent], passed_over: set[int]) -> tuple[History, Fault | None]:
    """The fold up to the first event that can't be replayed, and that event."""
    found = History(game)
    for number, event in enumerate(events):
        if event.seq in passed_over:
            found.pass_over(event)
            continue
        try:
            found.apply(event)
        except Exception as error:  # noqa: BLE001 - whatever a rule raises on an old event, the game is shown as stopped there
            good, _ = _folded(game, events[:number], passed_over)
            return good, Fault(seq=event.seq, why=f"{type(error).__name__}: {error}")
    return found, None
