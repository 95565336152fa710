"""How is a game set up, before its first round?"""

from __future__ import annotations

from typing import Any, Final

from gameplay.rules.chance import Orders
from gameplay.rules.contract import Decision, GroupDecision, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, ask_again, types_named

from . import tom
from .choices import GUESTS, DeckOrder, EventDraw, GuestOrder, PlaceSetupDrink
from .events import setup_drinks, setup_ghosts
from .facts import DeckShuffled, DrinksAdded, GameBegan, GhostArrived, GuestsSeated
from .state import TOM, State

SETUP_DRINK: Final = types_named(frozenset((PlaceSetupDrink,)))


class DrawEvent(Decision, tag="draw_event"):
    """SB-2.6  One of all eight events is drawn and holds for this game only."""

    def options(self, s: State, seat: Seat) -> Options:
        return [EventDraw(event) for event in range(1, 9)]

    def answer(self, s: State, seat: Seat, choice: EventDraw, tell: Tell) -> None:
        s.event = choice.event


class AnnounceGame(Step, tag="announce_game"):
    """SB-2.6  The event is public from the start."""

    def run(self, s: State, tell: Tell) -> None:
        tell(GameBegan(game=s.game, event=s.event))


class SeatGuests(Decision, tag="seat_guests"):
    """SB-2.2 SB-1.2  Each bar gets one guest of each of the five types, in random order along the counter."""

    bar: Seat

    def options(self, s: State, seat: Seat) -> Options:
        return Orders(GUESTS, GuestOrder, "guests")

    def answer(self, s: State, seat: Seat, choice: GuestOrder, tell: Tell) -> None:
        bar = s.bars[self.bar]
        bar.counter = list(choice.guests)
        bar.guests = dict.fromkeys(choice.guests, 0)
        tell(GuestsSeated(bar=self.bar, guests=choice.guests))


class ShuffleDeck(Decision, tag="shuffle_deck"):
    """SB-2.3  All 55 cards become the draw pile, the first of them on top."""

    def options(self, s: State, seat: Seat) -> Options:
        return Orders(range(1, len(s.deck) + 1), DeckOrder, "cards")

    def answer(self, s: State, seat: Seat, choice: DeckOrder, tell: Tell) -> None:
        s.pile = list(choice.cards)
        s.shuffled = sorted(choice.cards)
        tell(DeckShuffled(count=len(s.pile), reshuffle=False))


class PlaceGhosts(Step, tag="place_ghosts"):
    """SB-2.4  One white ghost comes above each bar, Tom's too; such ghosts never scare."""

    def run(self, s: State, tell: Tell) -> None:
        for number, bar in enumerate(s.bars):
            for _ in range(setup_ghosts(s)):
                bar.ghosts["white"] += 1
                tell(GhostArrived(bar=number, colour="white", cause="setup"))


class PlaceSetupDrinks(GroupDecision, tag="place_setup_drinks"):
    """SB-2.5  Each seat places a drink on one of its own guests, in any order and seen by all at once."""

    def options(self, s: State, seat: Seat) -> Options:
        return [PlaceSetupDrink(guest) for guest in s.bars[seat].guests]

    def tally(self, s: State, seat: Seat) -> Tally:
        return len(s.bars[seat].guests), SETUP_DRINK

    def answer(self, s: State, seat: Seat, choice: PlaceSetupDrink, tell: Tell) -> None:
        """SB-6.7  With event 7 the seat is asked for a second drink."""
        s.bars[seat].guests[choice.guest] += 1
        s.setup_drinks[seat] += 1
        tell(DrinksAdded(seat=seat, guest=choice.guest, drinks=1, cause="setup"))
        if s.setup_drinks[seat] < setup_drinks(s):
            ask_again(s, self, seat)

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        return Illegal("no_such_guest", "SB-2.5", "No such guest is in your bar.") if isinstance(choice, PlaceSetupDrink) else None

    def answered(self, s: State, seat: Seat) -> Illegal | None:
        return Illegal("already_chosen", "SB-2.5", "Your drink stands already.")


class PlaceTomsDrinks(Step, tag="place_toms_drinks"):
    """SB-7.2  Tom's drink goes on the guest furthest left; a second, with event 7, where he would serve it."""

    def run(self, s: State, tell: Tell) -> None:
        for _ in range(setup_drinks(s)):
            guest = tom.emptiest(s.bars[TOM])
            s.bars[TOM].guests[guest] += 1
            tell(DrinksAdded(seat=TOM, guest=guest, drinks=1, cause="setup"))
