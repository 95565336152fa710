"""How are cards drawn, by seats, by Tom and for event 8?"""

from __future__ import annotations

from gameplay.rules.chance import Orders
from gameplay.rules.contract import DEALER, Decision, Options, Seat, Step, Tell
from gameplay.rules.kernel import then

from .choices import DeckOrder
from .facts import CardsDrawn, DeckShuffled, EventCardShown, HandDrawn, TomDrew
from .state import TOM, Played, State, action_of, lay


class DrawCards(Step, tag="draw_cards"):
    """SB-8.3  A seat draws cards from the top of the pile, into its hand and for its eyes only."""

    seat: Seat
    left: int

    def run(self, s: State, tell: Tell) -> None:
        seat, left, pile = self.seat, self.left, s.pile
        cards = pile[:left]
        if cards:
            del pile[:left]
            hand = s.hands[seat]
            hand += cards
            tell(CardsDrawn(seat=seat, count=len(cards), hand_size=len(hand)))
            tell(HandDrawn(seat=seat, cards=sorted(cards)))
        if len(cards) < left:
            then(s, Reshuffle(seat=DEALER), DrawCards(seat=seat, left=left - len(cards)))


class Reshuffle(Decision, tag="reshuffle"):
    """SB-8.4  A card must be drawn and the pile is empty: the discard pile, without the table, becomes a new one."""

    def options(self, s: State, seat: Seat) -> Options:
        return Orders(sorted(s.discard), DeckOrder, "cards")

    def answer(self, s: State, seat: Seat, choice: DeckOrder, tell: Tell) -> None:
        s.pile = list(choice.cards)
        s.shuffled = sorted(choice.cards)
        s.discard = []
        tell(DeckShuffled(count=len(s.pile), reshuffle=True))


class DrawForTom(Step, tag="draw_for_tom"):
    """SB-7.3  The first card lies on Tom's left, the second on his right; one that repeats the first is discarded."""

    def run(self, s: State, tell: Tell) -> None:
        if not s.pile:
            then(s, Reshuffle(seat=DEALER), self)
            return
        card = s.pile.pop(0)
        action = action_of(s, card)
        laid = [other for other in s.showing if other.seat == TOM]
        side = len(laid)
        kept = action not in [other.action for other in laid]
        tell(TomDrew(card=card, action=action, side=side, kept=kept))
        if kept:
            lay(s, Played(card=card, action=action, seat=TOM, trio=[], side=side))
        else:
            s.discard.append(card)
        if not (kept and side == 1):
            then(s, self)


class DrawExtraCard(Step, tag="draw_extra_card"):
    """SB-6.8  Event 8: one card is drawn face up and counts as a card of one more participant."""

    def run(self, s: State, tell: Tell) -> None:
        if not s.pile:
            then(s, Reshuffle(seat=DEALER), self)
            return
        card = s.pile.pop(0)
        lay(s, Played(card=card, action=action_of(s, card), seat=DEALER, trio=[]))
        tell(EventCardShown(card=card, action=action_of(s, card)))
