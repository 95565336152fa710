"""Which cards may a seat play in a round?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final

from gameplay.rules.contract import Choice, GroupDecision, Illegal, Options, Seat, Tell
from gameplay.rules.kernel import Tally, ask_again, tally, then

from .choices import ACTIONS, Action, Card, ChoosePair, ChooseWild, Play, RedrawFive
from .drawing import DrawCards
from .facts import CardsChosen, FiveDiscarded
from .state import State, action_of

BASE: Final = 16
"""More than there are cards of one action."""
ONE_OF: Final[dict[Action, int]] = {action: BASE**place for place, action in enumerate(ACTIONS)}
"""A card of each action, as the cards of a hand are added up: the digits of the sum say how many there are of each."""


class ChooseCards(GroupDecision, tag="choose_cards"):
    """SB-3.1 SB-9.2  Every seat is asked the same, secretly and at the same time, whatever it holds; a choice is final."""

    def options(self, s: State, seat: Seat) -> Options:
        """SB-3.7  A hand of one action has no play: only the redraw is left."""
        by_action = sort_hand(s, seat)
        return [*redraws(by_action), *plays(by_action)]

    def tally(self, s: State, seat: Seat) -> Tally:
        deck = s.deck
        return tally_of(sum([ONE_OF[deck[card - 1]] for card in s.hands[seat]]))

    def answer(self, s: State, seat: Seat, choice: RedrawFive | Play, tell: Tell) -> None:
        """SB-3.9  Redraws of several seats draw in the order in which they were sent; a seat may redraw again."""
        if isinstance(choice, RedrawFive):
            redraw(s, seat, choice, tell)
            ask_again(s, self, seat)
        else:
            s.chosen[seat] = choice
            tell(CardsChosen(seat=seat))

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        match choice:
            case RedrawFive():
                return bad_redraw(s, s.hands[seat], choice)
            case ChoosePair():
                return bad_play(s, s.hands[seat], choice.cards) or bad_pair(s, choice)
            case ChooseWild():
                return bad_play(s, s.hands[seat], [choice.regular, *choice.wild]) or bad_wild(s, choice)
        return None

    def answered(self, s: State, seat: Seat) -> Illegal | None:
        return Illegal("already_chosen", "SB-3.1", "You have chosen already, and a choice is final.")

    def closed(self, s: State, tell: Tell) -> None:
        s.phase = "resolve"


def sort_hand(s: State, seat: Seat) -> dict[Action, list[Card]]:
    """SB-9.4  The cards in a hand, lowest first, by their action."""
    by_action: dict[Action, list[Card]] = {}
    for card in sorted(s.hands[seat]):
        by_action.setdefault(s.deck[card - 1], []).append(card)
    return by_action


@cache
def tally_of(cards: int) -> Tally:
    """How much a hand offers depends only on how many cards of each action there are in it; they are added up (see ONE_OF)."""
    hand = {action: [*range(count)] for action, one in ONE_OF.items() if (count := cards // one % BASE)}
    return tally([*redraws(hand), *plays(hand)])


def plays(by_action: Mapping[Any, list[Card]]) -> list[Play]:
    """SB-3.2 SB-3.3 SB-3.4  Two cards of different actions, or a regular card and just three cards of another action."""
    found: list[Play] = []
    for first, second in combinations(by_action.values(), 2):
        found += [ChoosePair([a, b] if a < b else [b, a]) for a in first for b in second]
    for action, cards in by_action.items():
        if len(cards) >= 3:
            regulars = [card for other, rest in by_action.items() if other != action for card in rest]
            found += [ChooseWild(regular, list(trio)) for trio in combinations(cards, 3) for regular in regulars]
    return found


def redraws(by_action: Mapping[Any, list[Card]]) -> list[Choice]:
    """SB-3.6  Any five cards of one action may be discarded for five new ones."""
    return [RedrawFive(list(five)) for cards in by_action.values() if len(cards) >= 5 for five in combinations(cards, 5)]


def redraw(s: State, seat: Seat, choice: RedrawFive, tell: Tell) -> None:
    """SB-3.8  The five cards are shown to all and discarded before five are drawn."""
    for card in choice.cards:
        s.hands[seat].remove(card)
    s.discard += choice.cards
    tell(FiveDiscarded(seat=seat, action=action_of(s, choice.cards[0]), cards=choice.cards))
    then(s, DrawCards(seat=seat, left=5))


def bad_redraw(s: State, hand: Sequence[Card], choice: RedrawFive) -> Illegal | None:
    """SB-3.6  All in hand, distinct and of one action."""
    if not set(choice.cards) <= set(hand):
        return Illegal("not_in_hand", "SB-3.6", "Not all of these cards are in your hand.")
    if len(set(choice.cards)) < 5 or len({action_of(s, card) for card in choice.cards}) > 1:
        return Illegal("not_five_of_a_kind", "SB-3.6", "Five different cards of one action are needed.")
    return None


def bad_play(s: State, hand: Sequence[Card], cards: Sequence[Card]) -> Illegal | None:
    """SB-3.7  With a hand of one action there is no play; otherwise the cards must be in hand and distinct."""
    if len({action_of(s, card) for card in hand}) == 1:
        return Illegal("must_redraw", "SB-3.7", "All your cards show one action: redraw five of them.")
    if not set(cards) <= set(hand) or len(set(cards)) < len(cards):
        return Illegal("not_in_hand", "SB-3.2", "Not all of these cards are in your hand.")
    return None


def bad_pair(s: State, choice: ChoosePair) -> Illegal | None:
    """SB-3.2  The two cards of a pair differ in action."""
    first, second = choice.cards
    if action_of(s, first) == action_of(s, second):
        return Illegal("same_action", "SB-3.2", "The two cards must show different actions.")
    return None


def bad_wild(s: State, choice: ChooseWild) -> Illegal | None:
    """SB-3.3  The trio shows one action, the regular card another."""
    actions = {action_of(s, card) for card in choice.wild}
    if len(actions) > 1:
        return Illegal("not_a_trio", "SB-3.4", "The three cards of a wild must show one action.")
    if action_of(s, choice.regular) in actions:
        return Illegal("regular_matches_wild", "SB-3.3", "The regular card must show another action than the wild.")
    return None
