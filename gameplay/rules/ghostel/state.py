"""What does a game of Ghostel consist of?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from gameplay.rules import contract
from gameplay.rules.contract import Seat

from .cards import CARDS, Cards, GuestCard
from .choices import Colour, Deck, RoomNumber

Phase: TypeAlias = Literal["setup", "roll", "scare", "totals", "buy", "over"]
ATTIC: Final = 0
ROOMS: Final = range(1, 10)
LAPS: Final = range(1, 4)
ADJACENT: Final[dict[int, tuple[int, ...]]] = {
    room: tuple(other for other in ROOMS if (abs(other - room) == 3) or (abs(other - room) == 1 and (other - 1) // 3 == (room - 1) // 3))
    for room in ROOMS
}
"""GH-4.4  The rooms up, down, left and right; never diagonally nor round the edge."""


class GameOptions(contract.GameOptions, frozen=True):
    """GH-11.1  What the host may set: for each seat the colours of its ghosts; null for the usual ones (A-33, A-56)."""

    ghosts: list[list[Colour]] | None = None


class Die(msgspec.Struct):
    """GH-5.3  A die in the hotel, and whether it lies on a phobia token."""

    die: str
    ghost: Colour
    face: int
    token: bool = False


class Room(msgspec.Struct):
    """GH-4.10  A room: its guest (empty between a scare and the refill), dice in order of placement, what is put there."""

    guest: str = ""
    dice: list[Die] = []
    attached: list[str] = []
    """GH-6.5 GH-6.10  Ids of the favours that lie under the guest."""
    barrier: bool = False


class Ghost(msgspec.Struct):
    """GH-11.2  A ghost has its own marker, hand, bonuses, dice and figure; nothing is shared."""

    seat: Seat
    score: int = 0
    favours: list[str] = []
    tactics: list[str] = []
    bonuses: list[str] = []
    dice: dict[str, int] = {}
    """GH-3.7  The faces of the dice that are rolled and not placed, in the order of the dice."""
    room: int = ATTIC
    walls: bool = False
    """GH-6.6  May it go to any open room this turn?"""
    discount: int = 0
    """GH-6.12  So much less costs the next card, but"""
    least_price: int = 0
    """GH-6.12  not less than this."""

    def cards(self, deck: Deck) -> list[str]:
        """GH-9.6  Where a card from this deck goes."""
        return self.bonuses if deck == "terror_bonus" else self.favours if deck == "spookie_favour" else self.tactics


class State(contract.State):
    """Everything there is to know; a function of the log."""

    edition: str
    options: GameOptions
    seats: int
    phase: Phase
    night: int
    """From 1; 0 during setup."""
    lap: int
    """GH-4.1  1 to 3 while guests are haunted, else 0."""
    ghosts: dict[Colour, Ghost]
    """In ghost order: red, white, blue, black."""
    order: list[Colour]
    """GH-2.1 GH-9.1  The order of this night, or of this day's buying."""
    markers: list[Colour]
    """GH-2.2  All score markers, the one that moved last at the end: of two on one space the later is on top."""
    rooms: dict[RoomNumber, Room]
    guests: list[str]
    """The guest deck, top first."""
    gone: list[str]
    """GH-7.10  Guests that have left the game, in that order."""
    decks: dict[Deck, list[str]]
    discards: dict[Deck, list[str]]
    tokens: int
    """GH-1.7  Phobia tokens in the supply."""
    barriers: int
    """GH-1.7  Barrier tokens in the supply."""
    rebuilt: dict[str, int]
    """GH-9.7  For each card that was ever shuffled anew: in which rebuild of its deck it was last; others are of the first deck."""


def cards(s: State) -> Cards:
    """The cards of the edition that is played."""
    return CARDS[s.edition]


def guest_in(s: State, room: int) -> GuestCard:
    """The guest of a room that has one."""
    return CARDS[s.edition].guests[s.rooms[room].guest]


def keys(s: State, ids: list[str]) -> list[str]:
    """What is printed on these cards."""
    printed = CARDS[s.edition].key
    return [printed[card] for card in ids]


def held(s: State, ids: list[str]) -> list[str]:
    """What is printed on these cards, each once and sorted: copies are alike (A-49)."""
    printed = CARDS[s.edition].key
    return sorted({printed[card] for card in ids})


def all_open(s: State) -> bool:
    """GH-6.8 GH-6.9  Are all barriers in the supply, so that no room has one?"""
    return s.barriers == CARDS[s.edition].barrier_tokens


def open_rooms(s: State) -> Sequence[RoomNumber]:
    """GH-6.8  The rooms without a barrier."""
    return ROOMS if all_open(s) else [number for number, room in s.rooms.items() if not room.barrier]


def beside(s: State, room: int) -> Sequence[RoomNumber]:
    """GH-4.4 GH-6.8  The rooms without a barrier that are one step away."""
    near = ADJACENT[room]
    return near if all_open(s) else [other for other in near if not s.rooms[other].barrier]


def take_card(s: State, ids: list[str], key: str) -> str:
    """Take a card with this print out of a hand; of copies the one that was drawn first. Returns its id."""
    printed = CARDS[s.edition].key
    for index, card in enumerate(ids):
        if printed[card] == key:
            return ids.pop(index)
    raise LookupError(key)


def fears(s: State, room: int, tactic: str) -> bool:
    """GH-5.1 GH-5.8 GH-6.5  Is an icon of the tactic a phobia of the guest? With I Got Chills... every icon is."""
    return has_every_phobia(s, room) or tactic in CARDS[s.edition].feared[s.rooms[room].guest]


def has_every_phobia(s: State, room: int) -> bool:
    """GH-6.5  Does a card lie under the guest that gives it every phobia?"""
    return not CARDS[s.edition].frightening.isdisjoint(s.rooms[room].attached)


def ghosts_of(s: State, seat: Seat) -> list[Colour]:
    """GH-11.1  The ghosts that a seat runs, in ghost order."""
    return [colour for colour, ghost in s.ghosts.items() if ghost.seat == seat]
