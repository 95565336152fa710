"""What can happen in Ghostel, and who may know it?"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from gameplay.rules.contract import Fact, Seat

from .cards import Window
from .choices import AnyDeck, Colour, Deck
from .columns import FIELDS as FIELDS

Way: TypeAlias = Literal["appear", "move", "walls", "stay"]
DrawCause: TypeAlias = Literal["setup", "buy", "reward"]


class GhostsSeated(Fact, tag="ghosts_seated", frozen=True):
    """GH-11.1  Which seat runs this ghost."""

    ghost: Colour
    seat: int


class DeckShuffled(Fact, tag="deck_shuffled", frozen=True):
    """GH-1.3 GH-9.7  A deck of so many cards has been shuffled."""

    deck: AnyDeck
    count: int
    rebuild: bool


class GuestArrived(Fact, tag="guest_arrived", frozen=True):
    """GH-1.4 GH-10.1  A guest has come to a room."""

    night: int
    room: int
    guest: str
    name: str
    courage: int
    first: int
    second: int
    third: int
    phobia: str
    ability: str


class CardDrawn(Fact, tag="card_drawn", frozen=True):
    """GH-1.8  A ghost has drawn a card; which one is for its seat, unless it is a terror bonus."""

    ghost: Colour
    seat: int
    deck: Deck
    cause: DrawCause


class CardSeen(Fact, tag="card_seen", frozen=True):
    """GH-9.6  Which card a ghost has drawn: a terror bonus lies face up, all else is for the eyes of its seat only."""

    ghost: Colour
    seat: int
    deck: Deck
    card: str

    def seen_by(self, viewer: Seat) -> bool:
        return viewer == self.seat or self.deck == "terror_bonus"


class NightBegan(Fact, tag="night_began", frozen=True):
    """GH-3.1  All dice are rolled now."""

    night: int


class DiceRolled(Fact, tag="dice_rolled", frozen=True):
    """GH-3.1  What a ghost has rolled for the night."""

    ghost: Colour
    seat: int
    night: int
    dice: list[str]
    faces: list[int]
    loaned: int


class RolledOff(Fact, tag="rolled_off", frozen=True):
    """GH-2.7  Tied ghosts have rolled one die each."""

    ghosts: list[Colour]
    faces: list[int]


class OrderTaken(Fact, tag="order_taken", frozen=True):
    """GH-2.1 GH-9.1  The order of the ghosts for a night, or for a day's buying."""

    night: int
    cause: Literal["night", "day"]
    ghosts: list[Colour]


class FavourPlayed(Fact, tag="favour_played", frozen=True):
    """GH-6.1  A ghost has played a favour on these dice and rooms."""

    ghost: Colour
    seat: int
    night: int
    card: str
    window: Window
    dice: list[str]
    rooms: list[int]


class DiceChanged(Fact, tag="dice_changed", frozen=True):
    """GH-6.3 GH-6.4  Dice that are not placed show other faces now."""

    ghost: Colour
    seat: int
    cause: Literal["reroll", "raise"]
    dice: list[str]
    faces: list[int]


class DieMoved(Fact, tag="die_moved", frozen=True):
    """GH-6.11  A placed die has gone to another room, with its token if any."""

    ghost: Colour
    seat: int
    die: str
    source: int
    room: int


class FavourDiscarded(Fact, tag="favour_discarded", frozen=True):
    """GH-6.1  A favour that lay under a guest goes to the discard pile."""

    card: str
    room: int


class DiceKept(Fact, tag="dice_kept", frozen=True):
    """GH-3.7  The three dice that a ghost has kept for the night."""

    ghost: Colour
    seat: int
    night: int
    dice: list[str]
    faces: list[int]
    unkept: list[str]


class DiePlaced(Fact, tag="die_placed", frozen=True):
    """GH-4.8  A ghost has gone to a room, or stayed, and placed a die there."""

    ghost: Colour
    seat: int
    night: int
    lap: int
    way: Way
    source: int
    room: int
    guest: str
    die: str
    sides: int
    face: int
    doubled: bool
    tactic: str


class GhostsRetreated(Fact, tag="ghosts_retreated", frozen=True):
    """GH-4.9  All figures are in the attic; so many barriers went back to the supply."""

    night: int
    count: int


class RoomTotalled(Fact, tag="room_totalled", frozen=True):
    """GH-7.2  The terror in a room with dice, against the courage of its guest."""

    night: int
    room: int
    guest: str
    total: int
    courage: int
    contributors: int
    scared: bool


class PointsScored(Fact, tag="points_scored", frozen=True):
    """GH-7.4 GH-7.5 GH-7.6  A contributor to a scare is paid for its place."""

    ghost: Colour
    seat: int
    night: int
    room: int
    guest: str
    terror: int
    count: int
    ranked_by: int
    place: int
    points: int
    score: int


class GuestFled(Fact, tag="guest_fled", frozen=True):
    """GH-7.10  A guest has left the game; the dice there return to their owners and tokens to the supply."""

    night: int
    room: int
    guest: str
    returned: list[str]
    tokens: int


class DiceCalmed(Fact, tag="dice_calmed", frozen=True):
    """GH-8.1 GH-8.2  The dice at a guest have dropped: those that stay and their faces, and those that left."""

    night: int
    room: int
    guest: str
    steps: int
    dice: list[str]
    faces: list[int]
    returned: list[str]
    tokens: int


class CardBought(Fact, tag="card_bought", frozen=True):
    """GH-9.5  A ghost has paid for the top card of a deck."""

    ghost: Colour
    seat: int
    night: int
    deck: Deck
    price: int
    score: int


class BuyingEnded(Fact, tag="buying_ended", frozen=True):
    """GH-9.2  A ghost has finished buying for this day."""

    ghost: Colour
    seat: int
    night: int
    bought: list[Deck]


class GhostScored(Fact, tag="ghost_scored", frozen=True):
    """GH-10.5  What a ghost has at the end."""

    ghost: Colour
    seat: int
    score: int


class GameScored(Fact, tag="game_scored", frozen=True):
    """GH-10.5 GH-11.5  The game is over after this night."""

    night: int
    scores: list[int]
    winners: list[int]


FACTS: Final[tuple[type[Fact], ...]] = (
    GhostsSeated,
    DeckShuffled,
    GuestArrived,
    CardDrawn,
    CardSeen,
    NightBegan,
    DiceRolled,
    RolledOff,
    OrderTaken,
    FavourPlayed,
    DiceChanged,
    DieMoved,
    FavourDiscarded,
    DiceKept,
    DiePlaced,
    GhostsRetreated,
    RoomTotalled,
    PointsScored,
    GuestFled,
    DiceCalmed,
    CardBought,
    BuyingEnded,
    GhostScored,
    GameScored,
)
