"""Which other games are equally possible for somebody who can't see everything?

What a viewer knows: the backs it has never seen from the front may be any cards that it has not seen. A card that it saw
go into a hand is still there, unless it may have been given away unseen; a true hint says what a hand had at that time.
"""

from __future__ import annotations

from copy import deepcopy

from gameplay.rules.chance import Chance
from gameplay.rules.contract import EVERYBODY, REFEREE, Seat

from .ending import hopeless
from .flow import TakeAction
from .state import Hinted, Passed, State, deck_of, open_hands
from .words import VIRTUES


def redeal(s: State, viewer: Seat, chance: Chance) -> State:
    """SC-24.2 SC-24.3  Another state that is equally possible for this viewer: all that it can't see is dealt anew."""
    twin = deepcopy(s)
    if viewer == REFEREE:
        return twin
    hands = [] if open_hands(s) or viewer == EVERYBODY else [hand for seat, hand in enumerate(twin.hands) if seat != viewer]
    places = [hand for hand in hands if hand] + ([twin.pile] if twin.pile else [])
    learnt = twin.learnt[viewer if viewer >= 0 else s.seats]
    known = {card: learnt[card] for place in places for card in place if card in learnt}
    change_over(twin, places, [card for place in places for card in place if card not in known], 0, chance)
    for number, entry in enumerate(twin.trail):
        if isinstance(entry, Passed):
            hidden = {card for hand in hands for card in hand}
            movable = [card for card in entry.passed + entry.kept if card in hidden and known.get(card, 0) <= number]
            if viewer not in (entry.giver, entry.receiver):
                change_over(twin, places, movable, number, chance)
    return twin


def change_over(s: State, places: list[list[str]], cards: list[str], since: int, chance: Chance) -> None:
    """SC-24.2  Put these cards in each other's places, in a random order, from the entry `since` of the trail on.

    A change that would make a true hint false, or a game lost that goes on, is left out.
    """
    for at in range(len(cards) - 1, 0, -1):
        other = chance.below(at + 1)
        first, second = cards[at], cards[other]
        if first == second:
            continue
        swap(s, places, first, second, since)
        if possible(s):
            cards[at], cards[other] = second, first
        else:
            swap(s, places, first, second, since)


def swap(s: State, places: list[list[str]], first: str, second: str, since: int) -> None:
    """SC-24.2  Each of the two cards was, since that entry of the trail, where the other was."""
    lists = list(places)
    for entry in s.trail[since:]:
        lists += [entry.passed, entry.kept] if isinstance(entry, Passed) else [entry.hand]
    for cards in lists:
        for at, card in enumerate(cards):
            if card == first:
                cards[at] = second
            elif card == second:
                cards[at] = first


def possible(s: State) -> bool:
    """SC-18.2 SC-14.3  Every hint was true when it was given, and a game that goes on is not lost (a special card may be what saves it)."""
    virtue = deck_of(s).virtue
    for entry in s.trail:
        if isinstance(entry, Hinted):
            held = {VIRTUES[virtue[card]] for card in entry.hand}
            if not held.issuperset(entry.some) or held.intersection(entry.none):
                return False
    return not (s.stack and isinstance(s.stack[-1], TakeAction) and hopeless(s))
