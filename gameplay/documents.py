"""What does the service tell about a game, and in which form?

These structs are the answers of the API; the typed members of a game (choices, facts, view) are the structs of its rules.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from gameplay.clocks import Clock
from gameplay.fairness import Checked
from gameplay.rules.chance import Recipe


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common settings of all answers."""


class SeatShown(Shown, frozen=True):
    seat: int
    player: str | None
    """Id of the person that sits here."""
    name: str | None
    """User name of that person; null for a bot, a free seat or an erased account."""
    bot: str | None
    """Name of the built-in bot that sits here."""
    awaiting: bool
    """Does the game wait for this seat now?"""
    score: int | None
    """Points as far as they are public; null before the start."""
    deadline: str | None
    """When this seat's time is over, if it has a clock that runs."""


class FormFieldShown(Shown, frozen=True):
    name: str
    pick: Literal["one", "some", "text"]
    values: list[bool | int | str]
    least: int
    most: int


class DecisionShown(Shown, frozen=True):
    id: str
    """Send it back with the choice."""
    seat: int
    due: bool
    """Does the game wait for this answer? If not, the seat may answer (an action possible at any time) and need not."""
    kind: str
    clause: str
    prompt: str
    count: int
    """How many choices are legal."""
    complete: bool
    """Are all of them listed in `choices`? If not, use `forms` or ask for more with `enumerate=1`."""
    choices: list[Any]
    forms: list[Any]


class ViewerShown(Shown, frozen=True):
    role: Literal["seat", "spectator", "referee"]
    seat: int | None


class ResultShown(Shown, frozen=True):
    scores: list[int]
    winners: list[int]


class FaultShown(Shown, frozen=True):
    """The event that can't be replayed; the game is shown as of the event before it."""

    seq: int
    detail: str


class GameSummary(Shown, frozen=True):
    """A row of a list of games."""

    id: str
    rules: str
    edition: str
    status: Literal["open", "playing", "finished", "voided"]
    private: bool
    creator: str
    seats: list[SeatShown]
    version: int
    created_at: str
    updated_at: str


class GameShown(Shown, frozen=True):
    """A game as one viewer may see it."""

    id: str
    rules: str
    rules_version: int
    edition: str
    options: Any
    status: Literal["open", "playing", "finished", "voided"]
    private: bool
    creator: str
    seats: list[SeatShown]
    version: int
    """seq of the last event: the cursor of the feed."""
    created_at: str
    updated_at: str
    epoch: int
    commitment: str
    viewer: ViewerShown
    decisions: list[DecisionShown]
    view: Any
    paused: bool
    clock: Clock | None
    """How long seats may think; null for as long as they like."""
    result: ResultShown | None
    fault: FaultShown | None


class EntryShown(Shown, frozen=True):
    """One event as one viewer may know it. `choice` is null where that viewer may not know it."""

    seq: int
    at: str
    kind: str
    seat: int | None
    player: str | None
    """Who took or left a seat: the id of a person, or `bot:<name>`."""
    auto: bool
    choice: Any
    facts: list[Any]
    rewound_to: int | None
    """Of `game.rewound`: the position is that of this event again."""


class Stretch(Shown, frozen=True):
    """Events from `first` to `last`, both included."""

    first: int
    last: int


class FeedPage(Shown, frozen=True):
    items: list[EntryShown]
    version: int
    """seq of the newest event of the game, whether or not it is on this page."""
    next_after: int
    """Use it as `after` for what follows this page."""
    has_more: bool
    ended: bool
    """Is this the end of the game's feed, so that waiting for more is of no use?"""
    undone: list[Stretch]
    """The events that the position no longer rests on, as of now: rewinds undid them."""


class ChoiceResult(Shown, frozen=True):
    """What an accepted choice brought about. The same command sent again gets the same answer."""

    game: str
    version: int
    entries: list[EntryShown]


class ChoiceChecked(Shown, frozen=True):
    """The answer to `validate_only`: the choice would be accepted now."""

    legal: bool
    decision: str


class ViewAt(Shown, frozen=True):
    """What a viewer could see as of event `seq`."""

    game: str
    seq: int
    at: str
    status: Literal["open", "playing", "finished", "voided"]
    viewer: ViewerShown
    decisions: list[DecisionShown]
    view: Any


class RecordLine(Shown, frozen=True):
    """One line of a record: an event as it is stored, with what is needed to check its hash and its draw."""

    game: str
    seq: int
    kind: str
    actor: str
    recorded_at: int
    """Microseconds since 1970, UTC."""
    command_id: str
    body: Any
    """The canonical JSON that was hashed: the same members in the same order, without spaces."""
    hash: str
    """SHA-256, hexadecimal."""
    draw: Recipe | None
    """Of an answer of the dealer: how it comes from the game's secret."""


class Verified(Shown, frozen=True):
    """What was checked, and the first fault of each check."""

    game: str
    version: int
    ok: bool
    chain: Checked
    replay: Checked
    fairness: Checked
    secret_revealed: bool
    head_hash: str | None
    """Of the newest event, hexadecimal. Null until the game is over: whoever tries every hidden answer would find the one that fits."""


def rfc3339(micros: int) -> str:
    """Microseconds since 1970 as RFC 3339 in UTC, always with six digits of a second."""
    return datetime.fromtimestamp(micros // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%S") + f".{micros % 1_000_000:06d}Z"
