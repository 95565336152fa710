"""What do requests hold, and the answers that are not documents of the service?

These structs are the only description there is: bodies and queries are decoded into them and the OpenAPI schemas are
read from them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gameplay.clocks import Clock
from gameplay.documents import DecisionShown, GameShown, GameSummary
from gameplay.standing import StandingShown

from .cursors import MAX_CURSOR
from .tokens import Scope

Limit = Annotated[int, Meta(ge=1, le=200)]
Seq = Annotated[int, Meta(ge=0, le=999_999_999)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Cursor = Annotated[str, Meta(max_length=MAX_CURSOR)]
Instant = Annotated[datetime, Meta(tz=True)]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common settings: a member that is not documented is refused."""


# Queries


class GamesQuery(Shape, frozen=True):
    rules: Annotated[str, Meta(max_length=40)] | None = None
    """Only games of these rules."""
    status: Literal["open", "playing", "finished", "voided"] | None = None
    """Only games that have come this far."""
    mine: bool = False
    """Only games in which you have a seat."""
    awaiting: bool = False
    """Only games in which you are asked now."""
    cursor: Cursor | None = None
    """`next_cursor` of the page before."""
    limit: Limit = 50
    """How many rows a page has at most."""


class MyGamesQuery(Shape, frozen=True):
    status: Literal["open", "playing", "finished", "voided"] | None = None
    """Only games that have come this far."""
    awaiting: bool = False
    """Only games in which you are asked now."""
    cursor: Cursor | None = None
    """`next_cursor` of the page before."""
    limit: Limit = 50
    """How many rows a page has at most."""


class DecisionsQuery(Shape, frozen=True):
    enumerate: bool = False
    """List the choices of large decisions too, up to `limit`."""
    limit: Annotated[int, Meta(ge=1, le=5000)] = 1000
    """How many choices of a decision are listed at most with `enumerate`."""


class ChoicesQuery(Shape, frozen=True):
    validate_only: bool = False
    """Only ask whether the choice would be accepted; nothing is written."""


class EventsQuery(Shape, frozen=True):
    after: Seq = 0
    """Number of the last event you know: `next_after` of the page before, 0 for the beginning."""
    limit: Limit = 50
    """How many events a page has at most."""


class EventsNextQuery(Shape, frozen=True):
    after: Seq = 0
    """Number of the last event you know: `next_after` of the page before, 0 for the beginning."""
    limit: Limit = 50
    """How many events a page has at most."""
    wait: Annotated[int, Meta(ge=0, le=25)] = 25
    """How many seconds to wait for the first event."""


# Bodies


class GameNew(Shape, frozen=True):
    """A game to be created. All its seats are free at first, the creator's too."""

    rules: Annotated[str, Meta(max_length=40)]
    """Name of the game, such as `spooky_bar`."""
    seats: Annotated[int, Meta(ge=1, le=99)]
    options: dict[str, Any] = {}
    """Options of the game; what is left out has its default."""
    edition: Annotated[str, Meta(max_length=60)] | None = None
    """Deck edition; null for the current one."""
    private: bool = False
    """Only for those who have the invitation."""
    clock: Clock | None = None
    """How long seats may think; null for as long as they like."""


class SeatTake(Shape, frozen=True):
    """A seat to be taken: by the caller, or by a bot that the creator seats."""

    seat: SeatNumber | None = None
    """Which one; null for the first that is free."""
    bot: Annotated[str, Meta(max_length=40)] | None = None
    """Name of the built-in bot to seat there; null to sit there yourself."""
    invitation: Annotated[str, Meta(max_length=100)] | None = None
    """Of a private game: the invitation that its creator got."""


class StandingNew(Shape, frozen=True):
    """An answer to be given for you until something happens."""

    until: Annotated[str, Meta(max_length=40)]
    """One of those that the game offers, such as `next_round`."""


class GameStart(Shape, frozen=True):
    """Nothing is to be said."""


class ChoiceNew(Shape, frozen=True):
    """The answer to a decision: one of its choices."""

    decision: Annotated[str, Meta(min_length=1, max_length=20)]
    """`id` of the decision that is answered."""
    choice: dict[str, Any]


class TokenNew(Shape, frozen=True):
    """A token to be made. It can have no scope that the token of this request lacks."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=20)]
    expires_at: Instant | None = None
    """When it stops being valid; null for never."""


# Answers


class SeatTaken(Shape, frozen=True):
    """Which seat was taken."""

    game: str
    seat: int


class GameCreated(GameShown, frozen=True):
    """The new game, and what lets others into it if it is private."""

    invitation: str | None = None
    """Of a private game: who sends it with `POST …/seats` may sit down. Shown once: a replay has null."""


class GamePage(Shape, frozen=True):
    items: list[GameSummary]
    next_cursor: str | None
    """`cursor` of the next page."""
    has_more: bool


class DecisionList(Shape, frozen=True):
    """What you are asked now; empty if it is not your turn."""

    items: list[DecisionShown]


class SeatRange(Shape, frozen=True):
    least: int
    most: int


class RulesSummary(Shape, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    version: int
    seats: SeatRange
    edition: str
    """The deck edition that new games use."""
    bots: list[str]


class Clause(Shape, frozen=True):
    id: str
    text: str


class RulesShown(RulesSummary, frozen=True):
    """All that a client may want to know about a game."""

    editions: list[str]
    clauses: list[Clause]
    """The specification, clause by clause."""
    options_schema: dict[str, Any]
    """JSON Schema of the options, with their defaults."""
    choice_schema: dict[str, Any]
    """JSON Schema of every choice."""
    fact_schema: dict[str, Any]
    """JSON Schema of every fact."""
    view_schema: dict[str, Any]
    """JSON Schema of the view."""


class RulesList(Shape, frozen=True):
    items: list[RulesSummary]


class DeckSummary(Shape, frozen=True):
    edition: str
    digest: str
    """SHA-256 of the canonical JSON of `deck`; it stands in the first event of each game."""
    current: bool
    """Do new games use it?"""


class DeckList(Shape, frozen=True):
    items: list[DeckSummary]


class DeckShown(DeckSummary, frozen=True):
    """The card data of an edition; each card names its source."""

    deck: dict[str, Any]


class Me(Shape, frozen=True):
    """Who you are to us."""

    username: str
    player: str | None
    """Your id in games; null until you first do something in one."""
    is_staff: bool
    scopes: list[Scope]
    """What the token of this request may do."""


class TokenShown(Shape, frozen=True):
    """A token, without its secret."""

    id: str
    name: str
    scopes: list[Scope]
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    """Noted at most once a minute."""


class TokenMade(TokenShown, frozen=True):
    """A new token."""

    token: str | None = None
    """The secret. It is shown this once: a replay has null."""


class TokenList(Shape, frozen=True):
    items: list[TokenShown]


class StandingOffer(Shape, frozen=True):
    """An answer that this game can give for a seat."""

    until: str
    text: str
    """What is answered, and how long."""


class StandingState(Shape, frozen=True):
    """What is answered for you, and what could be."""

    standing: StandingShown | None
    offered: list[StandingOffer]
