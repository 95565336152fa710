"""What may a seat, or the dealer, answer in Spirits of Christmas?

Cards are named by kind (words.py): which of several cards that look alike is meant never matters.
"""

from __future__ import annotations

from typing import Annotated, Final, Self, TypeAlias

import msgspec
from msgspec import Meta

from gameplay.rules.contract import Choice

from .messages import Message
from .words import Direction, Kind, SeatNumber, Seen, Space

Gift: TypeAlias = Annotated[int, Meta(ge=1, le=3)]


class ChooseGifts(Choice, tag="choose_gifts", frozen=True):
    """SC-16.6  Take these gifts, or one at random; the others leave the game."""

    gifts: Annotated[list[Gift], Meta(max_length=3)] = msgspec.field(default_factory=list)
    random: bool = False

    def canonical(self) -> Self:
        return type(self)(gifts=sorted(self.gifts), random=self.random)


class DivideGift(Choice, tag="divide_gift", frozen=True):
    """SC-16.1  Which seats get the three cards, in the order in which they lie."""

    seats: Annotated[list[SeatNumber], Meta(max_length=3)]


class ExchangeGift(Choice, tag="exchange_gift", frozen=True):
    """SC-16.2  Hand cards for as many cards of the Counting House."""

    hand: Annotated[list[Kind], Meta(max_length=5)]
    board: Annotated[list[Kind], Meta(max_length=5)]

    def canonical(self) -> Self:
        return type(self)(hand=sorted(self.hand), board=sorted(self.board))


class PlaceBedroom(Choice, tag="place_bedroom", frozen=True):
    """SC-16.4  The Bedroom touches the scenes at positions `gap` and `gap` + 1."""

    gap: Annotated[int, Meta(ge=0, le=20)]


class EndDiscussion(Choice, tag="end_discussion", frozen=True):
    """SC-18.20  I have said what I wanted to say before the first turn."""


class MainChoice(Choice, frozen=True, kw_only=True):
    """What all ways to take an action share: how it is paid."""

    special: Kind | None = None
    """SC-10.1  The special card that is discarded for it."""
    pay_card: Kind | None = None
    """SC-20.2  The card that a single player discards for it."""
    torch: bool = False
    """SC-12.1  Whether it is the Torch's bonus action."""


class Move(MainChoice, tag="move", frozen=True):
    """SC-5.1  Play this card; Scrooge moves as far as its value, in this direction."""

    card: Kind
    direction: Direction


class Draw(MainChoice, tag="draw", frozen=True):
    """SC-7.1  Draw three cards."""


class Give(MainChoice, tag="give", frozen=True):
    """SC-8.1  Name who gives cards, and to whom."""

    giver: SeatNumber
    receiver: SeatNumber


class Trade(MainChoice, tag="trade", frozen=True):
    """SC-19.3  Discard a card and take two from the Counting House."""

    discard: Kind
    take: Annotated[list[Kind], Meta(max_length=5)]

    def canonical(self) -> Self:
        return msgspec.structs.replace(self, take=sorted(self.take))


class Play(MainChoice, tag="play", frozen=True):
    """SC-9.1  Lay cards under the Shadow Scene that Scrooge is on."""

    cards: Annotated[list[Kind], Meta(max_length=30)]

    def canonical(self) -> Self:
        return msgspec.structs.replace(self, cards=sorted(self.cards))


class DoNothing(MainChoice, tag="do_nothing", frozen=True):
    """SC-4.8  Choose an action that will do nothing as things stand."""

    space: Space


class GiveCards(Choice, tag="give_cards", frozen=True):
    """SC-8.2  The cards that the named giver hands over; others see only how many."""

    cards: Annotated[list[Seen], Meta(max_length=30)]

    def canonical(self) -> Self:
        return type(self)(cards=sorted(self.cards))


class Activate(Choice, tag="activate", frozen=True):
    """SC-21.2  Activate the scene that Scrooge has reached, or not."""

    yes: bool


class EndTurn(Choice, tag="end_turn", frozen=True):
    """SC-4.9  Do without the Torch; the turn is over."""


class DiscardDown(Choice, tag="discard_down", frozen=True):
    """SC-7.3  Discard what exceeds the hand limit."""

    cards: Annotated[list[Kind], Meta(max_length=30)]

    def canonical(self) -> Self:
        return type(self)(cards=sorted(self.cards))


class TakeChains(Choice, tag="take_chains", frozen=True):
    """SC-11.1  The group takes a Chains token for five shillings."""


class UseGift(Choice, tag="use_gift2", frozen=True):
    """SC-16.3  The group uses Generous Spirit."""


class AssignFirstPlayer(Choice, tag="assign_first_player", frozen=True):
    """SC-13.4  Hand the First Player token to this seat."""

    seat: SeatNumber


class Speak(Choice, tag="speak", frozen=True):
    """SC-18.1  Say something that the communication variant allows."""

    messages: Annotated[list[Message], Meta(min_length=1, max_length=3)]

    def canonical(self) -> Self:
        return type(self)(messages=[message.canonical() for message in self.messages])


class GiftDraw(Choice, tag="gift_draw", frozen=True):
    """SC-17.3  The dealer's answer: the gift that was drawn."""

    gift: Gift


class SpiritOrder(Choice, tag="spirit_order", frozen=True):
    """SC-3.4  The dealer's answer: the Spirit deck from the top, by the ids of the deck file."""

    cards: list[str]


class SceneOrder(Choice, tag="scene_order", frozen=True):
    """SC-3.6  The dealer's answer: the row of scenes from the left."""

    scenes: list[str]


CHOICES: Final[tuple[type[Choice], ...]] = (
    ChooseGifts,
    DivideGift,
    ExchangeGift,
    PlaceBedroom,
    EndDiscussion,
    Move,
    Draw,
    Give,
    Trade,
    Play,
    DoNothing,
    GiveCards,
    Activate,
    EndTurn,
    DiscardDown,
    TakeChains,
    UseGift,
    AssignFirstPlayer,
    Speak,
)
ANSWERS: Final[tuple[type[Choice], ...]] = (GiftDraw, SpiritOrder, SceneOrder)
