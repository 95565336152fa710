"""What may a seat, or the dealer, answer in Spooky Bar?"""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self, TypeAlias

from msgspec import Meta

from gameplay.rules.contract import Choice

Guest: TypeAlias = Literal["worker", "beauty", "witch", "scholar", "ghost_hunter"]
Action: TypeAlias = Literal["summon", "bid", "capture", "serve", "move"]
Colour: TypeAlias = Literal["white", "pink"]
Graveyard: TypeAlias = Literal["graveyard"]
Card: TypeAlias = Annotated[int, Meta(ge=1, le=55)]
BarNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Event: TypeAlias = Annotated[int, Meta(ge=1, le=8)]

GUESTS: Final[tuple[Guest, ...]] = ("worker", "beauty", "witch", "scholar", "ghost_hunter")
ACTIONS: Final[tuple[Action, ...]] = ("summon", "bid", "capture", "serve", "move")
COLOURS: Final[tuple[Colour, ...]] = ("white", "pink")


class PlaceSetupDrink(Choice, tag="place_setup_drink", frozen=True):
    """SB-2.5  Put one drink on one of my guests before the first round."""

    guest: Guest


class RedrawFive(Choice, tag="redraw_five", frozen=True):
    """SB-3.6  Discard five cards of one action and draw five."""

    cards: Annotated[list[Card], Meta(min_length=5, max_length=5)]

    def canonical(self) -> Self:
        return type(self)(cards=sorted(self.cards))


class ChoosePair(Choice, tag="choose_pair", frozen=True):
    """SB-3.2  Play two cards of different actions."""

    cards: Annotated[list[Card], Meta(min_length=2, max_length=2)]

    def canonical(self) -> Self:
        return type(self)(cards=sorted(self.cards))


class ChooseWild(Choice, tag="choose_wild", frozen=True):
    """SB-3.3  Play one regular card and three cards of another action as a wild."""

    regular: Card
    wild: Annotated[list[Card], Meta(min_length=3, max_length=3)]

    def canonical(self) -> Self:
        return type(self)(regular=self.regular, wild=sorted(self.wild))


class NameWildAction(Choice, tag="name_wild_action", frozen=True):
    """SB-4.9  Say which action my wild stands for."""

    action: Action


class Serve(Choice, tag="serve", frozen=True):
    """SB-5.1  Put one drink on this guest of mine."""

    guest: Guest


class Bid(Choice, tag="bid", frozen=True):
    """SB-5.3  Say goodbye to this guest of mine, who has a drink."""

    guest: Guest


class Capture(Choice, tag="capture", frozen=True):
    """SB-5.7  Bottle a ghost of this colour from above my bar."""

    colour: Colour


class MoveGhost(Choice, tag="move_ghost", frozen=True):
    """SB-5.9  Move one ghost from a bar, or from the graveyard if no bar has one, to a bar."""

    colour: Colour
    source: BarNumber | Graveyard
    to: BarNumber


class Scare(Choice, tag="scare", frozen=True):
    """SB-5.17  This guest of the haunted bar flees."""

    guest: Guest


class DeclineFavour(Choice, tag="decline_favour", frozen=True):
    """SB-5.5  Do without the favour of the guest who just left."""


class UseWorker(Choice, tag="use_worker", frozen=True):
    """SB-5.23  Discard this card from my hand and carry out its action once."""

    card: Card


class UseBeauty(Choice, tag="use_beauty", frozen=True):
    """SB-5.24  Double the drinks of this guest of mine."""

    guest: Guest


class UseWitch(Choice, tag="use_witch", frozen=True):
    """SB-5.25  Put a white ghost above my bar."""


class UseScholar(Choice, tag="use_scholar", frozen=True):
    """SB-5.26  Refill to seven cards at the end of this round."""


class UseGhostHunter(Choice, tag="use_ghost_hunter", frozen=True):
    """SB-5.27  Bottle a ghost of this colour from above my bar."""

    colour: Colour


class NextGame(Choice, tag="next_game", frozen=True):
    """SB-8.7  Begin the next game of the series."""


class EventDraw(Choice, tag="event_draw", frozen=True):
    """SB-2.6  The dealer's answer: which event holds for this game."""

    event: Event


class GuestOrder(Choice, tag="guest_order", frozen=True):
    """SB-2.2  The dealer's answer: the guests of one bar, from the left."""

    guests: list[Guest]


class DeckOrder(Choice, tag="deck_order", frozen=True):
    """SB-2.3  The dealer's answer: the cards of a new draw pile, the first on top."""

    cards: list[Card]


Play: TypeAlias = ChoosePair | ChooseWild

CHOICES: Final[tuple[type[Choice], ...]] = (
    PlaceSetupDrink,
    RedrawFive,
    ChoosePair,
    ChooseWild,
    NameWildAction,
    Serve,
    Bid,
    Capture,
    MoveGhost,
    Scare,
    DeclineFavour,
    UseWorker,
    UseBeauty,
    UseWitch,
    UseScholar,
    UseGhostHunter,
    NextGame,
)
ANSWERS: Final[tuple[type[Choice], ...]] = (EventDraw, GuestOrder, DeckOrder)
