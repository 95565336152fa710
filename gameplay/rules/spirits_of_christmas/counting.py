"""How many choices has a seat, and of which types? Counted from what is on the table; parts.py makes the same choices."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Final, Literal, NamedTuple, TypeAlias

from gameplay.rules.contract import Seat
from gameplay.rules.kernel import Tally

from .cards import BASE, DECKS, ONE_OF
from .offers import Selections, together
from .parts import DIRECTIONS, reached
from .rondel import ACTIONS, DEAREST, within
from .state import State, counting_house, on_shadow, strict
from .words import KINDS, SPECIALS, VALUE_OF, Kind, Space

Cards: TypeAlias = int
"""Cards of a hand or of the Counting House, added up: how many there are of each kind (see ONE_OF)."""
Near: TypeAlias = tuple[bool, bool, bool, bool, bool]
"""Which of the ACTIONS are paid for in some way."""
EVERY: Final[Near] = (True, True, True, True, True)
NOTHING: Final = frozenset[str]()


class Left(NamedTuple):
    """The hands that may be left when an action is paid for in some way, counted together."""

    hands: int
    empty: int
    kinds: int
    ones: int
    """SC-5.2  Kinds of card that move Scrooge by 1."""
    twos: int
    threes: int
    plays: int
    """SC-9.6  In how many ways one or more cards of them are chosen."""


Paid: TypeAlias = tuple[Near, Left]


def cards_of(s: State, cards: list[str]) -> Cards:
    """These cards, added up."""
    one = DECKS[s.edition].one
    return sum([one[card] for card in cards])


def kinds_in(cards: Cards) -> dict[Kind, int]:
    """How many cards there are of each kind that there is."""
    return {kind: number for kind, one in ONE_OF.items() if (number := cards // one % BASE)}


@cache
def selections(cards: Cards, number: int) -> int:
    """SC-7.3 SC-19.3  In how many ways so many of these cards are chosen."""
    return len(Selections(kinds_in(cards), number, number))


@cache
def any_of(cards: Cards) -> int:
    """SC-8.2 SC-9.6  In how many ways one or more of these cards are chosen."""
    return prod([number + 1 for number in kinds_in(cards).values()]) - 1


def left(hands: list[Cards]) -> Left:
    """SC-5.1 SC-9.6  These hands, counted together."""
    values = [VALUE_OF[kind] for cards in hands for kind in kinds_in(cards)]
    one, two, three = (values.count(value) for value in (1, 2, 3))
    return Left(len(hands), hands.count(0), len(values), one, two, three, sum(map(any_of, hands)))


@cache
def hands_left(cards: Cards) -> tuple[Left, Left, Left]:
    """SC-10.3 SC-20.3  What is left of a hand when nothing of it is paid, a card of any kind, or a special card. There are 8000 at the most."""
    have = kinds_in(cards)
    return (
        left([cards]),
        left([cards - ONE_OF[kind] for kind in KINDS if kind in have]),
        left([cards - ONE_OF[kind] for kind in SPECIALS if kind in have]),
    )


@cache
def near(edition: str, spirit: Space | Literal["centre"], spaces: int) -> Near:
    """SC-4.4  Is the space of an action no further than so many spaces?"""
    reach = within(edition, spirit, spaces)
    move, draw, give, trade, play = (action in reach for action in ACTIONS)
    return move, draw, give, trade, play


def payments(s: State, cards: Cards) -> list[Paid]:
    """SC-4.6 SC-10.1 SC-20.2  How main actions can be paid for: with shillings alone, with the card that is due, with a special card."""
    if not s.pool:
        return []
    plain, due, special = hands_left(cards)
    alone = s.seats == 1
    cheap = near(s.edition, s.spirit, 1 if alone else min(s.pool, DEAREST))
    paid = [(cheap, plain)]
    if alone:
        move, draw, give, trade, play = cheap
        paid.append(((not move, not draw, not give, not trade, not play), due))
    if special.hands:
        paid.append((EVERY, special))
    return paid


@cache
def steps(scrooge: int, gap: int, scenes: int) -> list[int]:
    """SC-5.6  In how many directions a card of value 1, 2 or 3 keeps Scrooge in the row: at least one, because the row is long."""
    return [sum(0 <= reached(scrooge, gap, value, to) < scenes for to in DIRECTIONS) for value in (1, 2, 3)]


@cache
def types_of(move: bool, draw: bool, give: bool, trade: bool, play: bool, do_nothing: bool) -> frozenset[str]:
    """SC-4.8  The types of what there is."""
    there = zip((*ACTIONS, "do_nothing"), (move, draw, give, trade, play, do_nothing), strict=True)
    return frozenset(name for name, is_there in there if is_there)


def paid_tally(s: State, seat: Seat, paid: list[Paid], *, exact: bool) -> Tally:
    """SC-4.8 SC-8.3 SC-8.5 SC-9.5 SC-17.7 SC-19.5  All choices of actions that are paid for so; `exact`: each is to be completed in full.
    A move, a give or a play without any choice is one choice that does nothing, but for a give with one player."""
    others, receivers = s.seats - s.hands.count([]) - bool(s.hands[seat]), s.seats - 1
    one, two, three = steps(s.scrooge, s.gap, len(s.row))
    lying, shadow = len(s.board), on_shadow(s)
    takes = selections(cards_of(s, s.board), min(2, lying)) if lying > exact and counting_house(s) else 0
    draws = not exact or len(s.pile) >= 3
    moved = drawn = given = traded = played = idle = 0
    for (move, draw, give, trade, play), (hands, empty, kinds, ones, twos, threes, plays) in paid:
        if move:
            moved += one * ones + two * twos + three * threes
            idle += empty
        if draw and draws:
            drawn += hands
        if give and receivers:
            given += (hands * others + hands - empty) * receivers
            idle += 0 if others else empty
        if trade:
            traded += kinds * takes
        if play:
            played += plays if shadow else 0
            idle += empty if shadow else hands
    if exact:
        idle = 0
    types = types_of(moved > 0, drawn > 0, given > 0, traded > 0, played > 0, idle > 0)
    return moved + drawn + given + traded + played + idle, types


def actions_tally(s: State, seat: Seat, *, main: bool) -> Tally:
    """SC-4.1 SC-12.1 SC-12.4  All actions that a seat may take now: main actions if one is due, and bonus actions of the Torch."""
    cards = cards_of(s, s.hands[seat])
    count, types = paid_tally(s, seat, payments(s, cards), exact=strict(s)) if main else (0, NOTHING)
    if s.torch:
        more, kinds = paid_tally(s, seat, [(EVERY, hands_left(cards)[0])], exact=False)
        count, types = count + more, together(types, kinds)
    return count, types
