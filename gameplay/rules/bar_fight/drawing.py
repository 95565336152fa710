"""How does a card get from a deck to a hand?"""

from __future__ import annotations

from typing import Any, Final

from gameplay.rules.chance import Orders
from gameplay.rules.contract import DEALER, Decision, Options, Seat, Step, Tell
from gameplay.rules.kernel import then

from .choices import Card, Deck, MixerOrder, SpiritOrder, TwistOrder, in_order
from .facts import CardDrawn, CardSeen, Cause, DeckShuffled, DrawLost
from .state import Hand, State, count, gain

ORDERS: Final[dict[Deck, Any]] = {"spirit": SpiritOrder, "mixer": MixerOrder, "twist": TwistOrder}


class Draw(Step, tag="draw"):
    """BF-8.6  A seat draws one card after the other, each from the deck that is named for it."""

    seat: Seat
    decks: list[Deck]
    cause: Cause
    elsewhere: bool = False
    """BF-8.8  Whether a draw from an exhausted kind is made from another deck; otherwise it is lost (BF-8.9)."""

    def run(self, s: State, tell: Tell) -> None:
        seat, decks, cause = self.seat, self.decks, self.cause
        hand = s.hands[seat]
        while decks:
            deck = decks[0]
            if self.elsewhere and not s.piles[deck]:
                deck = source(s, hand, deck)
            pile = s.piles[deck]
            if pile:
                card = pile.pop(0)
                gain(hand, deck, card, s.shuffles[deck])
                tell(CardDrawn(seat=seat, deck=deck, cause=cause))
                tell(CardSeen(seat=seat, card=card))
            elif s.discards[deck]:
                then(s, RebuildDeck(seat=DEALER, deck=deck), self)
                return
            else:
                tell(DrawLost(seat=seat, deck=deck, cause=cause))
            del decks[0]


def source(s: State, hand: Hand, wanted: Deck) -> Deck:
    """BF-8.8  The deck named, or, if it is exhausted, first one of which the hand has too few for mixing, then any."""
    if has_cards(s, wanted):
        return wanted
    short: list[Deck] = []
    if count(hand, "spirit") < 1:
        short.append("spirit")
    if count(hand, "mixer") < 2:
        short.append("mixer")
    order: list[Deck] = [*short, "mixer", "spirit", "twist"]
    return next((deck for deck in order if has_cards(s, deck)), wanted)


def has_cards(s: State, deck: Deck) -> bool:
    """BF-8.7  A card can be drawn, if need be after a shuffle."""
    return bool(s.piles[deck] or s.discards[deck])


class RebuildDeck(Decision, tag="rebuild_deck"):
    """BF-8.7  A card is needed and the deck is empty: its discard pile, without the table, is shuffled."""

    deck: Deck

    def options(self, s: State, seat: Seat) -> Options:
        return Orders(in_order(s.discards[self.deck]), ORDERS[self.deck], "cards")

    def answer(self, s: State, seat: Seat, choice: Any, tell: Tell) -> None:
        s.discards[self.deck] = []
        shuffle_in(s, self.deck, choice.cards)
        tell(DeckShuffled(deck=self.deck, count=len(choice.cards), cause="empty"))


def shuffle_in(s: State, deck: Deck, cards: list[Card]) -> None:
    """The cards become the deck; those drawn from now on come from this shuffle."""
    s.piles[deck] = list(cards)
    s.shuffles[deck] += 1
