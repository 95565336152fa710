"""In which order is a turn played?"""

from __future__ import annotations

from typing import Any, Final

from gameplay.rules.contract import Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, types_named

from .actions import discard_card, take_action
from .anytime import InChapter, put
from .choices import DiscardDown, EndTurn, MainChoice
from .counting import actions_tally, cards_of, selections
from .ending import hopeless, lose
from .facts import TurnBegan
from .offers import CardChoices, Selections
from .parts import ActionOffers, bad_cards, why_not_action
from .rondel import refusal
from .state import State, counted, hand_limit

END_TURN, DISCARD_DOWN = (types_named(frozenset((kind,))) for kind in (EndTurn, DiscardDown))


class BeginTurn(Step, tag="begin_turn"):
    """SC-3.8 SC-4.1  The next player's turn: a main action, bonus actions of the Torch before or after it, then the end of the turn."""

    def run(self, s: State, tell: Tell) -> None:
        s.phase = "turns"
        if s.turn:
            s.current = (s.current + 1) % s.seats
        s.turn += 1
        s.acted = False
        s.questioned, s.unanswered = [], []
        tell(TurnBegan(chapter=s.chapter, turn=s.turn, seat=s.current))
        go_on(s, tell)


class GoOn(Step, tag="go_on"):
    """SC-4.9  What follows an action in the same turn."""

    def run(self, s: State, tell: Tell) -> None:
        go_on(s, tell)


def go_on(s: State, tell: Tell) -> None:
    """SC-4.9 SC-12.2 SC-12.5  The main action, if it is due and anything is possible; after it the turn stays open for the Torch."""
    if s.acted and not s.torch:
        end_turn(s, tell)
    elif s.acted:
        put(s, MayEndTurn(due=[s.current]))
    elif reason := hopeless(s):
        lose(s, reason, tell)
    else:
        put(s, TakeAction(due=[s.current]))


class TakeAction(InChapter, tag="take_action"):
    """SC-4.1 SC-4.7  The current player takes an action of the rondel; passing is not possible. The Torch may be used before."""

    def own(self, s: State, seat: Seat) -> list[Options]:
        return [ActionOffers(s, seat, main=True)]

    def own_tally(self, s: State, seat: Seat) -> Tally:
        return actions_tally(s, seat, main=True)

    def take(self, s: State, seat: Seat, choice: MainChoice, tell: Tell) -> None:
        """SC-4.8 SC-12.7  After a main action that does nothing the turn ends at once, with no use of the Torch. A bonus is no main action."""
        s.stack.append(GO_ON)
        done = take_action(s, seat, choice, tell)
        if not choice.torch:
            s.acted = True
            if not done:
                s.stack.pop()
                end_turn(s, tell)

    def why_not_own(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if isinstance(choice, MainChoice):
            return why_not_action(s, seat, choice, main=True)
        if isinstance(choice, EndTurn):
            return Illegal("main_action_due", "SC-4.7", "An action of the rondel must be taken first.")
        return None


class MayEndTurn(InChapter, tag="may_end_turn"):
    """SC-4.9  The Torch is on its space: the current player may use it, or end the turn."""

    def own(self, s: State, seat: Seat) -> list[Options]:
        return [[EndTurn()], ActionOffers(s, seat, main=False)]

    def own_tally(self, s: State, seat: Seat) -> Tally:
        count, types = actions_tally(s, seat, main=False)
        return count + 1, types | END_TURN

    def take(self, s: State, seat: Seat, choice: EndTurn | MainChoice, tell: Tell) -> None:
        if isinstance(choice, EndTurn):
            end_turn(s, tell)
        else:
            s.stack.append(GO_ON)
            take_action(s, seat, choice, tell)

    def why_not_own(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        return why_not_action(s, seat, choice, main=False) if isinstance(choice, MainChoice) else None


def end_turn(s: State, tell: Tell) -> None:
    """SC-7.3 SC-20.1  Hands over the limit are checked now and at no other time, every player's."""
    s.stack.append(BEGIN_TURN)
    limit = hand_limit(s)
    if max(map(len, s.hands)) > limit:
        put(s, DiscardExcess(due=[seat for seat, hand in enumerate(s.hands) if len(hand) > limit]))


class DiscardExcess(InChapter, tag="discard_excess"):
    """SC-7.3 SC-23.1  Each player over the hand limit discards exactly the excess, in any order; the next turn waits for all."""

    everybody = True

    def own(self, s: State, seat: Seat) -> list[Options]:
        excess = len(s.hands[seat]) - hand_limit(s)
        return [CardChoices(DiscardDown, Selections(counted(s, s.hands[seat]), excess, excess), lambda cards: DiscardDown(cards=cards))]

    def own_tally(self, s: State, seat: Seat) -> Tally:
        hand = s.hands[seat]
        return selections(cards_of(s, hand), len(hand) - hand_limit(s)), DISCARD_DOWN

    def take(self, s: State, seat: Seat, choice: DiscardDown, tell: Tell) -> None:
        for kind in choice.cards:
            discard_card(s, seat, kind, "limit", tell)

    def why_not_own(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if not isinstance(choice, DiscardDown):
            return None
        if len(choice.cards) != len(s.hands[seat]) - hand_limit(s):
            return Illegal("bad_count", "SC-7.3", "Discard exactly what exceeds the hand limit.")
        return refusal(bad_cards(choice.cards, counted(s, s.hands[seat]), "SC-7.3"))


GO_ON: Final = GoOn()
BEGIN_TURN: Final = BeginTurn()
