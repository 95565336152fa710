"""What does a game of Spooky Bar consist of?"""

from __future__ import annotations

import hashlib
import json
from bisect import insort
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gameplay.rules import contract
from gameplay.rules.contract import DEALER, Edition, Seat

from .choices import Action, Card, Colour, Event, Guest, Play

TOM: Final[Seat] = 2
"""SB-7.1  With two seats the third bar is Tom's."""

BY_VALUE: Final = attrgetter("card")

Phase: TypeAlias = Literal["setup", "choose", "resolve", "between_games", "over"]


class SingleGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="single"):
    """SB-8.7  One game and no more."""


class FixedSeries(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="fixed"):
    """SB-8.7  A set number of games."""

    games: Annotated[int, Meta(ge=1, le=100)] = 3


class TargetSeries(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="target"):
    """SB-8.7  Games until some total reaches the target."""

    coins: Annotated[int, Meta(ge=1, le=5000)] = 50


class GameOptions(contract.GameOptions, frozen=True):
    """What the host may set: an event, Tom's rank (two seats only), a series."""

    event: Event | Literal["none", "random"] = "none"
    tom_scores: bool = False
    series: SingleGame | FixedSeries | TargetSeries = SingleGame()


class Beside(msgspec.Struct):
    """What lies beside a bar and will earn coins."""

    guests: list[Guest]
    drinks: int
    ghosts: dict[Colour, int]


class Bar(msgspec.Struct):
    """SB-2.2  A bar: its guests at the counter, the ghosts above it, the loot beside it."""

    counter: list[Guest]
    """The five places from the left, as they were taken at setup."""
    guests: dict[Guest, int]
    """The guests still here, from the left, each with its drinks."""
    ghosts: dict[Colour, int]
    handled: dict[Colour, int]
    """SB-5.10  How many of the ghosts were handled by the Move that is being carried out."""
    beside: Beside


class Played(msgspec.Struct):
    """SB-4.2  A card on the table."""

    card: Card
    action: Action
    """As printed."""
    seat: Seat
    """Its owner; DEALER for the card of event 8."""
    trio: list[Card]
    """SB-3.5  All three cards of a wild, lowest first; empty for a regular card."""
    side: Seat = DEALER
    """SB-7.3  The neighbour on whose side a card of Tom's lies."""
    named: Action | None = None
    """SB-4.9  What the owner of a wild has named."""


class State(contract.State):
    """SB-9.1  Everything there is to know; a function of the log."""

    edition: str
    deck: list[Action]
    """The action printed on each card, from value 1."""
    options: GameOptions
    humans: int
    phase: Phase
    game: int
    round: int
    totals: list[int]
    """Coins of the finished games of the series, of each ranked participant."""
    event: int
    """0 for none."""
    token: Seat
    """Who holds the event token; DEALER for nobody."""
    bars: list[Bar]
    hands: list[list[Card]]
    """A card that was chosen stays in hand until all are revealed."""
    chosen: list[Play | None]
    setup_drinks: list[int]
    """How many drinks each seat has placed at setup."""
    refill_to: list[int]
    goodbyes: list[int]
    """SB-6.5  How many guests each participant has bid goodbye in this round."""
    pile: list[Card]
    """The draw pile, top first."""
    discard: list[Card]
    shuffled: list[Card]
    """What the last shuffle put into the draw pile, lowest first: everybody has seen it go there."""
    showing: list[Played]
    """SB-4.2  Cards that still count, lowest first: the last one is next."""
    turned: list[Played]
    """Cards of this round that are turned over, in the order in which they came up."""
    gone: list[Guest]
    """SB-5.19  Guests that have left the game."""


def action_of(s: State, card: Card) -> Action:
    """SB-1.3  The action printed on a card."""
    return s.deck[card - 1]


def lay(s: State, played: Played) -> None:
    """SB-4.1  A card shows from now on, in its place by value; values are unique, so there are no ties."""
    insort(s.showing, played, key=BY_VALUE)


def is_tom(s: State, seat: Seat) -> bool:
    """SB-7.1  Is this participant Tom?"""
    return seat == TOM and s.humans == TOM


def ranked(s: State) -> range:
    """SB-7.12  The participants that can win: Tom only if the options say so."""
    return range(s.humans + (s.humans == TOM and s.options.tom_scores))


def empty_bar() -> Bar:
    """SB-1.1  A bar before anything is put there."""
    return Bar(counter=[], guests={}, ghosts=ghosts(), handled=ghosts(), beside=Beside(guests=[], drinks=0, ghosts=ghosts()))


def ghosts(white: int = 0, pink: int = 0) -> dict[Colour, int]:
    """SB-1.4 SB-1.5  A number of ghosts; no supply ever runs out, so nothing is counted down."""
    return {"white": white, "pink": pink}


def read_edition(name: str, path: Path) -> Edition:
    """An edition of the card data, with the SHA-256 of its canonical JSON."""
    deck: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    canonical = json.dumps(deck, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return Edition(name=name, digest=hashlib.sha256(canonical.encode()).hexdigest(), deck=deck)


EDITIONS: Final[dict[str, Edition]] = {"house-1": read_edition("house-1", Path(__file__).with_name("deck.json"))}
