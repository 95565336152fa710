"""How are cards drawn and bought?"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from gameplay.rules.chance import Orders
from gameplay.rules.contract import DEALER, Decision, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, then, types_named

from .choices import DECKS, Buy, CardOrder, Colour, Deck, EndBuying
from .facts import BuyingEnded, CardBought, CardDrawn, CardSeen, DeckShuffled, DrawCause
from .order import by_score, move_marker, tell_order
from .state import Ghost, State, cards
from .windows import GhostAsked

MOST = 2
"""GH-9.2  So many cards a ghost buys in a day at the most."""
END_BUYING: Final = types_named(frozenset((EndBuying,)))
BUY_OR_END: Final = types_named(frozenset((Buy, EndBuying)))
Reason: TypeAlias = tuple[str, str, str]
"""Code, clause and sentence of a refusal."""


class DrawCard(Step, tag="draw_card"):
    """GH-1.9 GH-9.6  A ghost gets the top card: a favour or tactic into its hand of any size, unseen by others, a bonus face up."""

    ghost: Colour
    deck: Deck
    cause: DrawCause

    def run(self, s: State, tell: Tell) -> None:
        mine = s.ghosts[self.ghost]
        pile = s.decks[self.deck]
        if not pile:
            if s.discards[self.deck]:
                then(s, Rebuild(seat=DEALER, deck=self.deck), self)
            return
        card = pile.pop(0)
        tell(CardDrawn(ghost=self.ghost, seat=mine.seat, deck=self.deck, cause=self.cause))
        mine.cards(self.deck).append(card)
        tell(CardSeen(ghost=self.ghost, seat=mine.seat, deck=self.deck, card=cards(s).key[card]))


class Rebuild(Decision, tag="rebuild"):
    """GH-9.7 GH-9.8  A card is needed and the deck is empty: its discards are shuffled. Bonuses are never discarded."""

    deck: Deck

    def options(self, s: State, seat: Seat) -> Options:
        return Orders(sorted(s.discards[self.deck]), CardOrder, "cards")

    def answer(self, s: State, seat: Seat, choice: CardOrder, tell: Tell) -> None:
        times = 1 + max([s.rebuilt.get(card, 0) for card in cards(s).ids[self.deck]])
        s.rebuilt.update(dict.fromkeys(sorted(choice.cards), times))
        s.decks[self.deck] = list(choice.cards)
        s.discards[self.deck] = []
        tell(DeckShuffled(deck=self.deck, count=len(choice.cards), rebuild=True))


class BeginDay(Step, tag="begin_day"):
    """GH-9.1 GH-10.4  The order of buying is taken once, when the day starts; the last day is no different."""

    def run(self, s: State, tell: Tell) -> None:
        s.phase = "buy"
        s.order = by_score(s)
        tell_order(s, tell)
        then(s, *(BuyingTurn(seat=s.ghosts[ghost].seat, ghost=ghost, bought=[]) for ghost in s.order))


class BuyingTurn(GhostAsked, tag="buy"):
    """GH-9.2  A ghost buys up to two cards, one at a time, then ends its turn; after the second it ends by itself."""

    bought: list[Deck]

    window = "buy"
    answers = (Buy, EndBuying)

    def options(self, s: State, seat: Seat) -> Options:
        """GH-9.4 GH-9.5  Never two cards of one deck in a day, and none above the score."""
        found: list[Any] = [Buy(self.ghost, deck) for deck in self.decks(s)]
        found.append(EndBuying(self.ghost))
        for part in self.playable(s):
            found += part
        return found

    def own_tally(self, s: State, mine: Ghost) -> Tally:
        decks = len(self.decks(s))
        return decks + 1, BUY_OR_END if decks else END_BUYING

    def decks(self, s: State) -> list[Deck]:
        """GH-9.2  From which decks a card can be bought now."""
        return [deck for deck in DECKS if self.bad_deck(s, deck) is None]

    def carry_out(self, s: State, choice: Buy | EndBuying, tell: Tell) -> None:
        """GH-9.2 GH-9.5  The marker moves down at once; the card is seen before anything else is bought (A-20)."""
        mine = s.ghosts[self.ghost]
        if isinstance(choice, EndBuying):
            then(s, EndTurn(ghost=self.ghost, bought=self.bought))
            return
        cost = price(s, self.ghost, choice.deck)
        move_marker(s, self.ghost, -cost)
        mine.discount = mine.least_price = 0
        self.bought.append(choice.deck)
        tell(CardBought(ghost=self.ghost, seat=mine.seat, night=s.night, deck=choice.deck, price=cost, score=mine.score))
        if len(self.bought) < MOST:
            self.again(s)
        else:
            then(s, EndTurn(ghost=self.ghost, bought=self.bought))
        then(s, DrawCard(ghost=self.ghost, deck=choice.deck, cause="buy"))

    def refuse(self, s: State, choice: Any) -> Illegal | None:
        reason = self.bad_deck(s, choice.deck) if isinstance(choice, Buy) else None
        return Illegal(*reason) if reason else None

    def bad_deck(self, s: State, deck: Deck) -> Reason | None:
        """GH-9.4 GH-9.5 GH-9.7 GH-9.8  Why a deck can't be bought from now."""
        if deck in self.bought:
            return "deck_already_bought", "GH-9.4", "One card of each deck a day."
        if price(s, self.ghost, deck) > s.ghosts[self.ghost].score:
            return "cannot_afford", "GH-9.5", "The price is above your score."
        if not s.decks[deck] and not s.discards[deck]:
            return "deck_empty", "GH-9.7", "There is no card left to buy."
        return None


class EndTurn(Step, tag="end_turn"):
    """GH-6.12 GH-9.2  A ghost has finished buying; a discount that it did not use lapses (A-55)."""

    ghost: Colour
    bought: list[Deck]

    def run(self, s: State, tell: Tell) -> None:
        mine = s.ghosts[self.ghost]
        mine.discount = mine.least_price = 0
        tell(BuyingEnded(ghost=self.ghost, seat=mine.seat, night=s.night, bought=self.bought))


def price(s: State, ghost: Colour, deck: Deck) -> int:
    """GH-9.3 GH-6.12  The printed price, or with a discount less, but at least the least price."""
    mine = s.ghosts[ghost]
    return max(cards(s).costs[deck] - mine.discount, mine.least_price)
