"""What does a game of Bar Fight consist of?"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from gameplay.rules import contract
from gameplay.rules.contract import Seat

from .cards import BOOK, Cards
from .choices import DECKS, Bar, Card, Deck, Fight, Flair, Judge, Mix, MixerCard, Restock, SpiritCard

Phase: TypeAlias = Literal["bars", "setup", "fight_window_a", "mixing", "fight_window_b", "restock", "over"]
Hand: TypeAlias = dict[Deck, dict[Card, list[int]]]
"""Of each deck the cards by name; for each copy the number of the shuffle that it was drawn after, in ascending order.

0 marks a copy that others saw come: a starting spirit, a spirit that returned, a stolen twist.
"""
SEEN: Final = 0


class GameOptions(contract.GameOptions, frozen=True):
    """A game has no options but its number of seats."""


class Cocktail(msgspec.Struct):
    """BF-3.1 BF-3.2  What a bartender has put down this round; a flair that was cancelled is apart."""

    spirit: SpiritCard
    mixers: list[MixerCard]
    flair: list[Flair]
    cancelled: list[Flair] = []
    returned: bool = False
    """BF-9.2  Whether the spirit is back in hand."""


class Fought(msgspec.Struct):
    """BF-4.4  A fight card on the table: who played it, and against whom if it lowers a cocktail."""

    seat: Seat
    card: Fight
    target: Seat = -1


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """BF-5.1  A cocktail's points and where they come from."""

    spirit: int
    mixers: int
    judge: int
    recipes: int
    bonus: int
    negative: int
    total: int


class State(contract.State):
    """Everything there is to know; a function of the log. Lists of one entry a seat are in seat order."""

    edition: str
    seats: int
    phase: Phase
    round: int
    bars: list[Bar | None]
    piles: dict[Deck, list[Card]]
    """BF-1.4  The decks, the top first."""
    discards: dict[Deck, list[Card]]
    shuffles: dict[Deck, int]
    """How often each deck was shuffled: what is in its pile was put there by this shuffle."""
    judge: Judge | None
    """BF-1.6  The current judge; none after the scores until the judges have moved up."""
    future: list[Judge]
    """The judges at positions 2 and 3."""
    judge_pile: list[Judge]
    judges_discarded: list[Judge]
    awards_left: int
    hands: list[Hand]
    """A sealed cocktail stays in hand until the reveal."""
    sealed: list[Mix | Restock | None]
    """BF-3.4 BF-8.4  What a seat has committed and others may not see yet."""
    cocktails: list[Cocktail | None]
    fights: list[Fought]
    scores: list[Score | None]
    """Of this round; none before scoring and for who sat out."""
    gained: list[int]
    """Ribbons gained this round."""
    judges_won: list[list[Judge]]
    awards: list[int]


def cards_of(s: State) -> Cards:
    """The cards of this game's edition."""
    return BOOK[s.edition]


def table_order(s: State) -> list[Seat]:
    """A-02  Ascending from the start seat, seat (round - 1) mod n, wrapping round."""
    start = (s.round - 1) % s.seats
    return [*range(start, s.seats), *range(start)]


def empty_hand() -> Hand:
    return {deck: {} for deck in DECKS}


def count(hand: Hand, deck: Deck) -> int:
    """How many cards of a deck a hand holds."""
    return sum(map(len, hand[deck].values()))


def gain(hand: Hand, deck: Deck, card: Card, shuffle: int) -> None:
    """BF-1.8  A card comes to a hand, which has no limit; copies are kept in the order of their shuffles."""
    copies = hand[deck].setdefault(card, [])
    if shuffle:
        copies.append(shuffle)
    else:
        copies.insert(0, SEEN)


def lose(hand: Hand, deck: Deck, card: Card) -> None:
    """A card leaves a hand. Of equal copies the one that others know of: they can't be sure of it any more."""
    copies = hand[deck][card]
    del copies[0]
    if not copies:
        del hand[deck][card]


def mixers_for_one(hand: Hand) -> int:
    """BF-3.1  How many mixers a hand has for one cocktail: none, one or two."""
    return 2 if len(hand["mixer"]) >= 2 else min(2, count(hand, "mixer"))


def can_mix(hand: Hand) -> bool:
    """BF-3.8  A spirit and two mixers are in hand."""
    return bool(hand["spirit"]) and mixers_for_one(hand) == 2


def all_ribbons(s: State) -> list[int]:
    """BF-6.8  By seat the ribbons on won judges, and one for each award."""
    worth = cards_of(s).ribbons.__getitem__
    return [sum(map(worth, won)) + awards for won, awards in zip(s.judges_won, s.awards, strict=True)]


def ribbons(s: State, seat: Seat) -> int:
    """BF-6.8  The ribbons of a seat."""
    return all_ribbons(s)[seat]
