"""How many choices has a seat, and of which types? Counted from what is on the table; parts.py makes the same choices."""

from __future__ import annotations

from functools import cache, lru_cache
from math import prod
from typing import Final, NamedTuple, TypeAlias

from gameplay.rules.contract import Seat
from gameplay.rules.kernel import Tally

from .offers import Selections, together
from .parts import DIRECTIONS, reached
from .rondel import ACTIONS, DEAREST, within
from .state import State, counting_house, kinds_of, on_shadow, solo, strict
from .words import KINDS, SPECIALS, VALUE_OF, ActionName, Kind

Cards: TypeAlias = tuple[Kind, ...]
"""Cards of a hand or of the Counting House by kinds, sorted."""
Actions: TypeAlias = tuple[ActionName, ...]
Paid: TypeAlias = "tuple[Actions, Hand]"
"""Actions that are paid for in the same way, and the hand that is left."""
NOTHING: Final = frozenset[str]()
IN_VAIN: Final[Actions] = ("move", "give", "play")
"""SC-4.8  Actions that may be chosen when they will do nothing, but under the strict rule."""
IN_VAIN_ALONE: Final[Actions] = ("move", "play")
"""SC-8.5  With one player nothing can be given."""


class Hand(NamedTuple):
    """What matters of a hand."""

    kinds: int
    values: tuple[int, ...]
    """SC-5.2  How far a card of each kind moves Scrooge."""
    plays: int
    """SC-9.6  In how many ways one or more of its cards are chosen."""


def cards_of(s: State, cards: list[str]) -> Cards:
    """These cards by kinds, sorted."""
    return tuple(sorted(kinds_of(s, cards)))


@cache
def hand_of(cards: Cards) -> Hand:
    """SC-5.1 SC-8.2 SC-9.6  The hand of these cards; there are 8000 at the most."""
    kinds = tuple(dict.fromkeys(cards))
    return Hand(len(kinds), tuple([VALUE_OF[kind] for kind in kinds]), prod([cards.count(kind) + 1 for kind in kinds]) - 1)


@cache
def hands_after(cards: Cards, payable: Cards) -> tuple[Hand, ...]:
    """SC-10.3 SC-20.3  The hands that are left when one card, of any of these kinds, is paid."""
    paid = [cards.index(kind) for kind in payable if kind in cards]
    return tuple(hand_of(cards[:place] + cards[place + 1 :]) for place in paid)


@cache
def selections(cards: Cards, number: int) -> int:
    """SC-7.3 SC-19.3  In how many ways so many of these cards are chosen."""
    return len(Selections({kind: cards.count(kind) for kind in cards}, number, number))


@cache
def moves(values: tuple[int, ...], scrooge: int, gap: int, scenes: int) -> int:
    """SC-5.6  How many moves by one of these values stay in the row."""
    return sum(0 <= reached(scrooge, gap, steps, to) < scenes for steps in values for to in DIRECTIONS)


def payments(s: State, cards: Cards) -> list[Paid]:
    """SC-4.6 SC-10.1 SC-20.2  How main actions can be paid for: with shillings alone, with the card that is due, with a special card."""
    if not s.pool:
        return []
    alone = solo(s)
    near = within(s.edition, s.spirit, 1 if alone else min(s.pool, DEAREST))
    paid = [(near, hand_of(cards))]
    if alone and len(near) < len(ACTIONS):
        far = tuple([action for action in ACTIONS if action not in near])
        paid += [(far, hand) for hand in hands_after(cards, KINDS)]
    return paid + [(ACTIONS, hand) for hand in hands_after(cards, SPECIALS)]


@lru_cache(maxsize=4096)
def tally_of(actions: Actions, in_vain: Actions, move: int, draw: int, give: int, trade: int, play: int) -> Tally:
    """SC-4.8  These actions, given how many choices each has; one of `in_vain` without any is chosen to do nothing."""
    choices = {"move": move, "draw": draw, "give": give, "trade": trade, "play": play}
    done = [action for action in actions if choices[action]]
    idle = [action for action in actions if not choices[action] and action in in_vain]
    return sum([choices[action] for action in done]) + len(idle), frozenset([*done, *(["do_nothing"] if idle else [])])


def paid_tally(s: State, seat: Seat, paid: list[Paid], *, exact: bool) -> Tally:
    """SC-8.3 SC-9.5 SC-17.7 SC-19.5  All choices of actions that are paid for so; `exact`: each is to be completed in full."""
    others = sum([1 for hand in s.hands if hand]) - (1 if s.hands[seat] else 0)
    receivers = s.seats - 1
    takes = selections(cards_of(s, s.board), min(2, len(s.board))) if len(s.board) > (1 if exact else 0) and counting_house(s) else 0
    draws = 0 if exact and len(s.pile) < 3 else 1
    in_vain: Actions = () if exact else IN_VAIN if receivers else IN_VAIN_ALONE
    shadow, scrooge, gap, scenes = on_shadow(s), s.scrooge, s.gap, len(s.row)
    count, types = 0, NOTHING
    for actions, (kinds, values, plays) in paid:
        gives = (others + (1 if kinds else 0)) * receivers
        more, named = tally_of(actions, in_vain, moves(values, scrooge, gap, scenes), draws, gives, kinds * takes, plays if shadow else 0)
        count, types = count + more, together(types, named)
    return count, types


def actions_tally(s: State, seat: Seat, *, main: bool) -> Tally:
    """SC-4.1 SC-12.1 SC-12.4  All actions that a seat may take now: main actions if one is due, and bonus actions of the Torch."""
    cards = cards_of(s, s.hands[seat])
    count, types = paid_tally(s, seat, payments(s, cards), exact=strict(s)) if main else (0, NOTHING)
    if s.torch:
        more, kinds = paid_tally(s, seat, [(ACTIONS, hand_of(cards))], exact=False)
        count, types = count + more, together(types, kinds)
    return count, types
