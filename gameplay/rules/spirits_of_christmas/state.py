"""What does a game of Spirits of Christmas consist of?"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gameplay.rules import contract
from gameplay.rules.contract import Seat

from .cards import DECKS, Deck, Scene
from .messages import Message
from .words import Kind, SeatNumber, Space, Virtue

Mode: TypeAlias = Literal["very_easy", "easy", "normal", "hard", "very_hard", "humbug"]
Variant: TypeAlias = Literal["open_hearted", "virtuous", "miser", "three_chances", "jacob_marley", "haunted", "none"]
Phase: TypeAlias = Literal["gifts", "setup", "gift1", "gift3", "discussion", "turns", "between", "won", "lost"]
LostBy: TypeAlias = Literal["", "shillings", "deadlock", "story"]
BEDROOM: Final = -1
"""Where Scrooge is at the start of a chapter; positions count from 0."""
REMEMBERED: Final = 30
"""So many messages stay in view; the feed has them all."""


class GameOptions(contract.GameOptions, frozen=True):
    """SC-2.1  What the host may set. Without `communication` the mode's own variant is used."""

    mode: Mode = "normal"
    communication: Variant | None = None
    counting_house: bool = False
    story: bool = False
    gift2_shillings: Annotated[int, Meta(ge=1, le=20)] = 1
    first_player: SeatNumber = 0
    group_decision: Literal["any", "leader"] = "any"


class Heard(msgspec.Struct):
    """A message, who said it and in which turn of the chapter (0 before the first)."""

    seat: Seat
    turn: int
    message: Message


class Passed(msgspec.Struct, tag="passed"):
    """SC-8.4  Cards that went from hand to hand unseen, and those that stayed: who knew one of them can't tell which went."""

    giver: Seat
    receiver: Seat
    passed: list[str]
    kept: list[str]


class Hinted(msgspec.Struct, tag="hinted"):
    """SC-18.2  What a hand had, and had not, when its owner gave a hint."""

    hand: list[str]
    some: list[Virtue]
    none: list[Virtue]


class State(contract.State):
    """SC-2.2  Everything there is to know; a function of the log. Spirit cards go by the ids of the deck file, which nobody sees."""

    edition: str
    options: GameOptions
    seats: int
    variant: Variant
    phase: Phase
    chapter: int
    """1 to 3; 0 before the first."""
    gifts: list[int]
    chains: int
    """SC-11.2  Tokens left."""
    taken: int
    points: list[int]
    """Of the chapters that are complete."""
    first: Seat
    """SC-3.8  Who holds the First Player token."""
    had: list[Seat]
    """SC-13.4  Who has held it, in that order."""
    lost: LostBy
    pool: int
    discard: int
    """SC-3.3  Shillings that are not in the pool."""
    torch: bool
    """SC-12.1  Whether it is on its space."""
    spirit: Space | Literal["centre"]
    """SC-3.2  Where the Spirit token is."""
    row: list[str]
    face_down: list[bool]
    under: list[list[str]]
    """SC-9.3  The cards under each scene."""
    gap: int
    """SC-3.6  The Bedroom touches the positions `gap` and `gap` + 1."""
    scrooge: int
    last: int
    """SC-21.1  Number of the last numbered scene turned face down in this chapter."""
    pile: list[str]
    """The Spirit deck; the next card to be drawn is the first."""
    discarded: list[str]
    board: list[str]
    """SC-19.1  The Counting House."""
    hands: list[list[str]]
    """In the order in which the cards came."""
    drawn: list[str]
    """SC-16.1  Gift 1's cards while they are being divided."""
    acted: bool
    """Whether the main action of this turn has been taken."""
    current: Seat
    turn: int
    """Of the chapter, from 1."""
    said: list[Heard]
    chances: list[int]
    """SC-18.6  How often each seat has spoken in this chapter."""
    questioned: list[Seat]
    """SC-18.8  Seats that were asked in this turn."""
    unanswered: list[Seat]
    trail: list[Passed | Hinted]
    """What has happened to hidden cards in this chapter that somebody may reason from."""
    learnt: list[dict[str, int]]
    """For each seat, and last for spectators: hidden cards whose place it was shown, with the length of `trail` then."""


def deck_of(s: State) -> Deck:
    """The data of the edition that is played."""
    return DECKS[s.edition]


def strict(s: State) -> bool:
    """SC-17.7  Is every action to be completed in full?"""
    return s.options.mode in ("hard", "very_hard", "humbug")


def solo(s: State) -> bool:
    """SC-20.1  Is there one player only?"""
    return s.seats == 1


def counting_house(s: State) -> bool:
    """SC-19.2 SC-20.1  Is the Counting House used? With one player it always is."""
    return s.options.counting_house or s.seats == 1


def hand_limit(s: State) -> int:
    """SC-7.3 SC-20.1  How many cards a hand may hold at the end of a turn."""
    return 5 if s.seats == 1 else 7


def open_hands(s: State) -> bool:
    """SC-18.3 SC-24.2  Are all hands face up?"""
    return s.variant == "open_hearted"


def leaders(s: State) -> list[Seat]:
    """SC-2.4  Who may decide for the group."""
    return [s.first] if s.options.group_decision == "leader" else list(range(s.seats))


def on_shadow(s: State) -> bool:
    """SC-9.5  Is Scrooge on a Shadow Scene that is face up?"""
    place = s.scrooge
    return place >= 0 and not s.face_down[place] and DECKS[s.edition].scenes[s.row[place]].kind == "shadow"


def scene_at(s: State, position: int) -> Scene:
    """The scene at this place of the row."""
    return DECKS[s.edition].scenes[s.row[position]]


def kinds_of(s: State, cards: list[str]) -> list[Kind]:
    """How these cards look, in their order."""
    kind = DECKS[s.edition].kind
    return [kind[card] for card in cards]


def counted(s: State, cards: list[str]) -> dict[Kind, int]:
    """How many there are of each kind, sorted by kind; kinds that are missing are left out."""
    kind, found = DECKS[s.edition].kind, dict[Kind, int]()
    for card in cards:
        found[kind[card]] = found.get(kind[card], 0) + 1
    return dict(sorted(found.items()))


def take_card(s: State, cards: list[str], kind: Kind) -> str:
    """Take a card of this kind away from these; the first that came, since they look alike."""
    look = DECKS[s.edition].kind
    for index, card in enumerate(cards):
        if look[card] == kind:
            return cards.pop(index)
    raise ValueError(f"no {kind} in {cards}")


def shown(s: State, cards: list[str], viewers: list[Seat] | None = None) -> None:
    """SC-24.2  These hidden cards were seen where they are, by all or by these seats."""
    seen = dict.fromkeys(cards, len(s.trail))
    for viewer in range(s.seats + 1) if viewers is None else viewers:
        s.learnt[viewer].update(seen)
