"""What can happen with the three gifts of Marley's Ghost?"""

from __future__ import annotations

from typing import Final

from gameplay.rules.contract import Fact, Seat

from .words import Kind


class GiftsTaken(Fact, tag="gifts_taken", frozen=True):
    """SC-16.6  These gifts stay in play; the others have left the game."""

    gifts: list[int]


class GiftShown(Fact, tag="gift_shown", frozen=True):
    """SC-16.1  Three cards were drawn face up, to be divided."""

    cards: list[Kind]


class GiftDivided(Fact, tag="gift_divided", frozen=True):
    """SC-16.1  Each of these cards went to the seat at the same place of `seats`."""

    cards: list[Kind]
    seats: list[int]


class GiftExchanged(Fact, tag="gift_exchanged", frozen=True):
    """SC-16.2  Hand cards went to the Counting House and others came from there."""

    seat: Seat
    cards: list[Kind]
    taken: list[Kind]


class BedroomPlaced(Fact, tag="bedroom_placed", frozen=True):
    """SC-16.4  The Bedroom touches the positions `gap` and `gap` + 1."""

    seat: Seat
    gap: int


class GiftUsed(Fact, tag="gift_used", frozen=True):
    """SC-16.3  Generous Spirit was used and has left the game."""

    seat: Seat
    shillings: int
    pool: int


GIFT_FACTS: Final[tuple[type[Fact], ...]] = (GiftsTaken, GiftShown, GiftDivided, GiftExchanged, BedroomPlaced, GiftUsed)
