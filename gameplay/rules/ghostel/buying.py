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
    """GH-1.9  A ghost gets a card."""

    ghost: Colour
    deck: Deck
    cause: DrawCause

    def run(self, s: State, tell: Tell) -> None:
        draw(s, self.ghost, self.deck, self.cause, tell)


def draw(s: State, ghost: Colour, deck: Deck, cause: DrawCause, tell: Tell) -> None:
    """GH-1.9 GH-9.6  A ghost gets the top card: a favour or tactic into its hand of any size, unseen by others, a bonus face up."""
    pile = s.decks[deck]
    if not pile:
        if s.discards[deck]:
            then(s, Rebuild(seat=DEALER, deck=deck), DrawCard(ghost=ghost, deck=deck, cause=cause))
        return
    mine = s.ghosts[ghost]
    card = pile.pop(0)
    tell(CardDrawn(ghost=ghost, seat=mine.seat, deck=deck, cause=cause))
    mine.cards(deck).append(card)
    tell(CardSeen(ghost=ghost, seat=mine.seat, deck=deck, card=cards(s).key[card]))


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
        then(s, *[BuyingTurn(seat=s.ghosts[ghost].seat, ghost=ghost, bought=[]) for ghost in s.order])


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
        mine, costs = s.ghosts[self.ghost], cards(s).costs
        return [
            deck
            for deck in DECKS
            if deck not in self.bought and price(mine, costs[deck]) <= mine.score and (s.decks[deck] or s.discards[deck])
        ]

    def carry_out(self, s: State, choice: Buy | EndBuying, tell: Tell) -> None:
        """GH-9.2 GH-9.5  The marker moves down at once; the card is seen before anything else is bought (A-20)."""
        ghost, bought = self.ghost, self.bought
        if isinstance(choice, EndBuying):
            end_turn(s, ghost, bought, tell)
            return
        mine, deck = s.ghosts[ghost], choice.deck
        cost = price(mine, cards(s).costs[deck])
        move_marker(s, ghost, -cost)
        mine.discount = mine.least_price = 0
        bought.append(deck)
        tell(CardBought(ghost=ghost, seat=mine.seat, night=s.night, deck=deck, price=cost, score=mine.score))
        if len(bought) < MOST:
            self.again(s)
        else:
            then(s, EndTurn(ghost=ghost, bought=bought))
        draw(s, ghost, deck, "buy", tell)

    def refuse(self, s: State, choice: Any) -> Illegal | None:
        reason = self.bad_deck(s, choice.deck) if isinstance(choice, Buy) else None
        return Illegal(*reason) if reason else None

    def bad_deck(self, s: State, deck: Deck) -> Reason | None:
        """GH-9.4 GH-9.5 GH-9.7 GH-9.8  Why a deck can't be bought from now."""
        if deck in self.bought:
            return "deck_already_bought", "GH-9.4", "One card of each deck a day."
        mine = s.ghosts[self.ghost]
        if price(mine, cards(s).costs[deck]) > mine.score:
            return "cannot_afford", "GH-9.5", "The price is above your score."
        if not s.decks[deck] and not s.discards[deck]:
            return "deck_empty", "GH-9.7", "There is no card left to buy."
        return None


class EndTurn(Step, tag="end_turn"):
    """GH-9.2  A ghost has bought its last card for today, and has seen it."""

    ghost: Colour
    bought: list[Deck]

    def run(self, s: State, tell: Tell) -> None:
        end_turn(s, self.ghost, self.bought, tell)


def end_turn(s: State, ghost: Colour, bought: list[Deck], tell: Tell) -> None:
    """GH-6.12 GH-9.2  A ghost has finished buying; a discount that it did not use lapses (A-55)."""
    mine = s.ghosts[ghost]
    mine.discount = mine.least_price = 0
    tell(BuyingEnded(ghost=ghost, seat=mine.seat, night=s.night, bought=bought))


def price(mine: Ghost, printed: int) -> int:
    """GH-9.3 GH-6.12  The printed price, or with a discount less, but at least the least price."""
    return max(printed - mine.discount, mine.least_price) if mine.discount else printed
