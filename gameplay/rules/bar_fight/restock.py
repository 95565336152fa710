"""What happens between two rounds: draw actions, bar effects, discards and three draws?"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, Final

from gameplay.rules.contract import GroupDecision, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, then, types_named

from .choices import DECK_OF, DECKS, Card, Deck, Restock, in_order
from .drawing import Draw
from .effects import bar_effect, draw_actions
from .facts import RestockRevealed, RestockSealed, TableCleared
from .state import State, cards_of, mixers_for_one, table_order

RESTOCK: Final = types_named(frozenset((Restock,)))


class BeginRestock(Step, tag="begin_restock"):
    """BF-8.1  Draw actions, bartender by bartender in table order; mandatory."""

    def run(self, s: State, tell: Tell) -> None:
        s.phase = "restock"
        then(s, *[draw for seat in table_order(s) for draw in draw_actions(s, seat)])


class BarEffects(Step, tag="bar_effects"):
    """BF-8.2  Bar effects, bartender by bartender in table order; mandatory."""

    def run(self, s: State, tell: Tell) -> None:
        then(s, *[draw for seat in table_order(s) for draw in bar_effect(s, seat, tell)])


class ClearTable(Step, tag="clear_table"):
    """BF-8.3  All cards played this round that did not go back to a hand go to the discard pile of their deck."""

    def run(self, s: State, tell: Tell) -> None:
        cards: list[Card] = [fought.card for fought in s.fights]
        for cocktail in s.cocktails:
            if cocktail:
                cards += [*cocktail.mixers, *cocktail.flair, *cocktail.cancelled]
                cards += [] if cocktail.returned else [cocktail.spirit]
        for card in cards:
            s.discards[DECK_OF[card]].append(card)
        s.cocktails = [None] * s.seats
        s.fights = []
        tell(TableCleared(round=s.round, cards=in_order(cards)))


class ChooseDraws(GroupDecision, tag="restock"):
    """BF-8.4  Choose three draws, each from the spirit, mixer or twist deck, sealed."""

    def options(self, s: State, seat: Seat) -> Options:
        return draws_offered(s, seat)

    def tally(self, s: State, seat: Seat) -> Tally:
        return len(possible_draws(s, seat)), RESTOCK

    def answer(self, s: State, seat: Seat, choice: Restock, tell: Tell) -> None:
        s.sealed[seat] = choice
        tell(RestockSealed(seat=seat))

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if not isinstance(choice, Restock):
            return Illegal("wrong_phase", "BF-8.4", "Choose your draws now.")
        if len(choice.draws) != cards_of(s).file.restock_draws:
            return Illegal("wrong_draw_count", "BF-8.4", "Restock is exactly three draws.")
        return Illegal("must_keep_mixable", "BF-8.5", "At least one spirit and two mixers must be in your hand then.")

    def answered(self, s: State, seat: Seat) -> Illegal | None:
        return Illegal("already_restocked", "BF-8.4", "You have chosen your draws, and they are final.")


def draws_offered(s: State, seat: Seat) -> list[Restock]:
    """BF-8.5  Those that leave a spirit and two mixers in hand, as if each named deck gave its card."""
    return [Restock(list(draws)) for draws in possible_draws(s, seat)]


def possible_draws(s: State, seat: Seat) -> tuple[tuple[Deck, ...], ...]:
    """BF-8.5  What a seat may draw with what it has in hand."""
    hand = s.hands[seat]
    return draws_possible(bool(hand["spirit"]), mixers_for_one(hand), cards_of(s).file.restock_draws)


@cache
def draws_possible(spirit: bool, mixers: int, wanted: int) -> tuple[tuple[Deck, ...], ...]:
    """BF-8.5  So many decks that, with a spirit or none and so many mixers in hand, make a cocktail."""
    return tuple(draws for draws in product(DECKS, repeat=wanted) if (spirit or "spirit" in draws) and mixers + draws.count("mixer") >= 2)


class CarryOut(Step, tag="carry_out"):
    """BF-8.6 BF-8.11  In table order, each bartender's draws in the order given: three, however many cards were played."""

    def run(self, s: State, tell: Tell) -> None:
        frames: list[Draw] = []
        for seat in table_order(s):
            chosen = s.sealed[seat]
            assert isinstance(chosen, Restock)
            tell(RestockRevealed(seat=seat, decks=list(chosen.draws)))
            frames.append(Draw(seat=seat, decks=list(chosen.draws), cause="restock", elsewhere=True))
        s.sealed = [None] * s.seats
        then(s, *frames)
