"""What may a seat, or the dealer, answer in Ghostel?"""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self, TypeAlias

from msgspec import Meta

from gameplay.rules.contract import Choice

Colour: TypeAlias = Literal["red", "white", "blue", "black"]
Deck: TypeAlias = Literal["terror_bonus", "spookie_favour", "scare_tactic"]
AnyDeck: TypeAlias = Literal["terror_bonus", "spookie_favour", "scare_tactic", "guest"]
RoomNumber: TypeAlias = Annotated[int, Meta(ge=1, le=9)]
DieId: TypeAlias = Annotated[str, Meta(max_length=20)]
"""Such as `red-d6-1`, `red-loan-1` (lent by the bank) or `red-d8`."""
CardKey: TypeAlias = Annotated[str, Meta(max_length=40)]
"""What is printed on a card: the key of a favour or bonus, the icons of a tactic joined by `+`, in printed order."""
DiceIds: TypeAlias = Annotated[list[DieId], Meta(max_length=20)]

COLOURS: Final[tuple[Colour, ...]] = ("red", "white", "blue", "black")
DECKS: Final[tuple[Deck, ...]] = ("terror_bonus", "spookie_favour", "scare_tactic")


def id_order(die: str) -> tuple[bool, bool, int, str]:
    """The order of a ghost's dice: own d6, then loaned ones, each by number, then the d8."""
    return die.endswith("-d8"), "-loan-" in die, len(die), die


class KeepDice(Choice, tag="keep_dice", frozen=True):
    """GH-3.7  Keep these three of the rolled dice for the night."""

    ghost: Colour
    dice: DiceIds

    def canonical(self) -> Self:
        return type(self)(self.ghost, sorted(self.dice, key=id_order))


class Haunt(Choice, tag="haunt", frozen=True):
    """GH-4.2 GH-4.3 GH-5.1  Go to this room (the own one means staying) and place this die there, with a tactic or without."""

    ghost: Colour
    room: RoomNumber
    die: DieId
    tactic: CardKey | None = None


class PlayFavour(Choice, tag="play_favour", frozen=True):
    """GH-6.1  Play a favour that needs no target: Spookie's Boost, Walk Through Walls, Spookie's Discount."""

    ghost: Colour
    card: CardKey


class PlayOnDice(Choice, tag="play_on_dice", frozen=True):
    """GH-6.3  Play a favour on own dice that are not placed yet: Spookie's Gamble."""

    ghost: Colour
    card: CardKey
    dice: DiceIds

    def canonical(self) -> Self:
        return type(self)(self.ghost, self.card, sorted(self.dice, key=id_order))


class PlayOnRoom(Choice, tag="play_on_room", frozen=True):
    """GH-6.5 GH-6.10  Play a favour on the guest of a room: I Got Chills..., Lingering Dread."""

    ghost: Colour
    card: CardKey
    room: RoomNumber


class PlayOnRooms(Choice, tag="play_on_rooms", frozen=True):
    """GH-6.7  Play a favour on several rooms: Ghostly Barrier."""

    ghost: Colour
    card: CardKey
    rooms: Annotated[list[RoomNumber], Meta(max_length=9)]

    def canonical(self) -> Self:
        return type(self)(self.ghost, self.card, sorted(self.rooms))


class PlayOnPlacedDie(Choice, tag="play_on_placed_die", frozen=True):
    """GH-6.11  Play a favour on an own die in the hotel, which goes to that room: Poltergeist."""

    ghost: Colour
    card: CardKey
    die: DieId
    room: RoomNumber


class Buy(Choice, tag="buy", frozen=True):
    """GH-9.2  Buy the top card of a deck."""

    ghost: Colour
    deck: Deck


class EndBuying(Choice, tag="end_buying", frozen=True):
    """GH-9.2  Buy nothing more today."""

    ghost: Colour


class CardOrder(Choice, tag="card_order", frozen=True):
    """GH-1.3 GH-9.7  The dealer's answer: the cards of a deck, the first on top."""

    cards: list[str]


class DiceRoll(Choice, tag="dice_roll", frozen=True):
    """GH-3.1  The dealer's answer: a face of each die that is rolled, in the order of the dice (or of the ghosts, in a roll-off)."""

    faces: list[Annotated[int, Meta(ge=1, le=8)]]


Favour: TypeAlias = PlayFavour | PlayOnDice | PlayOnRoom | PlayOnRooms | PlayOnPlacedDie
Answer: TypeAlias = KeepDice | Haunt | Favour | Buy | EndBuying

FAVOURS: Final[tuple[type[Choice], ...]] = (PlayFavour, PlayOnDice, PlayOnRoom, PlayOnRooms, PlayOnPlacedDie)
CHOICES: Final[tuple[type[Choice], ...]] = (KeepDice, Haunt, *FAVOURS, Buy, EndBuying)
ANSWERS: Final[tuple[type[Choice], ...]] = (CardOrder, DiceRoll)
