"""What stands in the body of each kind of event?

Bodies are canonical JSON: the members in the order of these structs, no spaces, members at their default left out.
People appear in them only as opaque ids.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol

import msgspec

from gameplay.clocks import Clock, Consequence
from gameplay.rules.contract import Rules

GAME_CREATED = "game.created"
SEAT_TAKEN = "seat.taken"
SEAT_LEFT = "seat.left"
SEAT_REPLACED = "seat.replaced"
GAME_STARTED = "game.started"
CHOICE_MADE = "choice.made"
DEALER_ANSWERED = "dealer.answered"
CLOCK_WARNED = "clock.warned"
CLOCK_EXPIRED = "clock.expired"
CLOCK_CORRECTED = "clock.corrected"
DISPUTE_OPENED = "dispute.opened"
DISPUTE_CHANGED = "dispute.changed"
DISPUTE_CLOSED = "dispute.closed"
GAME_REWOUND = "game.rewound"
GAME_PAUSED = "game.paused"
GAME_RESUMED = "game.resumed"
GAME_VOIDED = "game.voided"
RESULT_ADJUDICATED = "result.adjudicated"
GAME_FINISHED = "game.finished"
SECRET_REVEALED = "secret.revealed"  # noqa: S105 - the name of an event

KINDS = (
    GAME_CREATED,
    SEAT_TAKEN,
    SEAT_LEFT,
    SEAT_REPLACED,
    GAME_STARTED,
    CHOICE_MADE,
    DEALER_ANSWERED,
    CLOCK_WARNED,
    CLOCK_EXPIRED,
    CLOCK_CORRECTED,
    DISPUTE_OPENED,
    DISPUTE_CHANGED,
    DISPUTE_CLOSED,
    GAME_REWOUND,
    GAME_PAUSED,
    GAME_RESUMED,
    GAME_VOIDED,
    RESULT_ADJUDICATED,
    GAME_FINISHED,
    SECRET_REVEALED,
)
"""Every kind of event that is written so far. The names are stable for ever."""

DEALER_ACTOR = "dealer"
SYSTEM_ACTOR = "system"
BOT_ACTOR = "bot:"
"""A built-in bot is the actor `bot:<name>`; a person is the id of a Player."""


class LogEvent(Protocol):
    """What is read of an event of the log to fold it."""

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


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The common settings of all bodies."""


class GameCreated(Body, frozen=True):
    rules: str
    rules_version: int
    edition: str
    deck_digest: str
    options: dict[str, Any]
    seats: int
    epoch: int
    commitment: str
    private: bool = False
    clock: Clock | None = None


class SeatChanged(Body, frozen=True):
    """Of `seat.taken`, `seat.left` and `seat.replaced`: `player` is who takes or leaves the seat, an actor."""

    seat: int
    player: str


class Nothing(Body, frozen=True):
    """Of `game.started`."""


class ChoiceMade(Body, frozen=True):
    decision: str
    seat: int
    choice: Any
    auto: bool = False
    """Taken by the service, because the decision was compulsory and left one legal choice."""


class DealerAnswered(Body, frozen=True):
    decision: str
    answer: Any


class ClockWarned(Body, frozen=True):
    """A fifth of the seat's time is left for this question."""

    seat: int
    decision: str


class ClockExpired(Body, frozen=True):
    """The seat's time is over; the consequence is in the events that follow in the same command."""

    seat: int
    decision: str
    consequence: Consequence


class ClockCorrected(Body, frozen=True):
    """A referee set a seat's clock; `left` in microseconds."""

    ruling: str
    seat: int
    left: int


class DisputeOpened(Body, frozen=True):
    """A seat disputes event `event`, or joins the dispute `dispute` of it. What it says about it is not in the log."""

    dispute: str
    seat: int
    event: int
    category: str


class DisputeChanged(Body, frozen=True):
    dispute: str
    status: str


class DisputeClosed(Body, frozen=True):
    dispute: str
    outcome: str


class GameRewound(Body, frozen=True):
    """The position is that of event `to` again. Who sits where, and that the game is paused, stays as it is."""

    to: int
    cause: str
    """`ruling`, or `take_back` of a player."""
    ruling: str = ""
    """Id of the Ruling that says who decided it and why; the reason, being text about people, is not in the log."""
    evidence: list[int] = []
    """seqs of events."""
    epoch: int = 0
    """With fresh draws: the number of the new secret, its commitment, and `deal`."""
    commitment: str = ""
    deal: str = ""
    """Hexadecimal key of the stream by which all that no seat could see was dealt anew; it comes from the new secret."""


class Ruled(Body, frozen=True):
    """Of `game.paused`, `game.resumed` and `game.voided`."""

    ruling: str


class ResultAdjudicated(Body, frozen=True):
    """A referee's result instead of the game's own."""

    ruling: str
    scores: list[int]
    winners: list[int]


class GameFinished(Body, frozen=True):
    scores: list[int]
    winners: list[int]


class SecretRevealed(Body, frozen=True):
    epoch: int
    secret: str
    """Hexadecimal."""


BODIES: dict[str, type[Body]] = {
    GAME_CREATED: GameCreated,
    SEAT_TAKEN: SeatChanged,
    SEAT_LEFT: SeatChanged,
    SEAT_REPLACED: SeatChanged,
    GAME_STARTED: Nothing,
    CLOCK_WARNED: ClockWarned,
    CLOCK_EXPIRED: ClockExpired,
    CLOCK_CORRECTED: ClockCorrected,
    DISPUTE_OPENED: DisputeOpened,
    DISPUTE_CHANGED: DisputeChanged,
    DISPUTE_CLOSED: DisputeClosed,
    GAME_REWOUND: GameRewound,
    GAME_PAUSED: Ruled,
    GAME_RESUMED: Ruled,
    GAME_VOIDED: Ruled,
    RESULT_ADJUDICATED: ResultAdjudicated,
    GAME_FINISHED: GameFinished,
    SECRET_REVEALED: SecretRevealed,
}

encode = msgspec.json.Encoder().encode
_decoders = {kind: msgspec.json.Decoder(body) for kind, body in BODIES.items()}


def union(types: tuple[type[msgspec.Struct], ...]) -> Any:
    """The type "one of these"."""
    found: Any = types[0]
    for each in types[1:]:
        found = found | each
    return found


class Codec:
    """Decodes the bodies of one game, its choices and dealer's answers typed."""

    def __init__(self, rules: Rules) -> None:
        self.choice_type = union(rules.choices)
        made = msgspec.defstruct(
            "ChoiceMadeHere",
            [("decision", str), ("seat", int), ("choice", self.choice_type), ("auto", bool, False)],
            forbid_unknown_fields=True,
        )
        answered = msgspec.defstruct(
            "DealerAnsweredHere", [("decision", str), ("answer", union(rules.answers))], forbid_unknown_fields=True
        )
        self.choice_made = msgspec.json.Decoder(made).decode
        self.dealer_answered = msgspec.json.Decoder(answered).decode


@cache
def codec(rules_name: str) -> Codec:
    """The codec of a game of the catalogue, made once."""
    from gameplay.rules.catalogue import GAMES

    return Codec(GAMES[rules_name])


def decode(kind: str, body: bytes | str) -> Any:
    """The body of a lifecycle event; raises msgspec.ValidationError or KeyError if it isn't one."""
    return _decoders[kind].decode(body)


def decision_number(decision: str) -> int | None:
    """The running number in an id such as `d17`; None if it isn't one."""
    digits = decision[1:]
    return int(digits) if decision[:1] == "d" and digits.isascii() and digits.isdigit() and len(digits) < 10 else None
