"""Which actions may be taken now, and at what price?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from gameplay.rules.contract import Illegal, Seat

from .cards import DECKS
from .choices import DoNothing, Draw, Give, MainChoice, Move, Play, Trade
from .state import State, counted, counting_house, deck_of, kinds_of, on_shadow, solo, strict
from .words import SPECIALS, ActionName, Kind, Space

ACTIONS: Final[tuple[ActionName, ...]] = ("move", "draw", "give", "trade", "play")
ACTION_OF: Final[dict[type[MainChoice], ActionName]] = {Move: "move", Draw: "draw", Give: "give", Trade: "trade", Play: "play"}
SPACE_OF: Final[dict[ActionName, Space]] = {"move": "move", "draw": "draw", "give": "give", "trade": "give", "play": "play"}
Clue: TypeAlias = tuple[str, str, str]


class Way(NamedTuple):
    """An action and how it is paid for."""

    action: ActionName
    special: Kind | None = None
    pay_card: Kind | None = None
    torch: bool = False


PLAIN: Final = {action: Way(action) for action in ACTIONS}
BONUS: Final = [Way(action, torch=True) for action in ACTIONS]
DEAREST: Final = 4
"""SC-4.2  No space is further than that."""


def way_of(choice: MainChoice) -> Way:
    """The action that a choice means, and how it is paid for."""
    action: ActionName = choice.space if type(choice) is DoNothing else ACTION_OF[type(choice)]
    return way(action, choice.special, choice.pay_card, choice.torch)


@cache
def way(action: ActionName, special: Kind | None = None, pay_card: Kind | None = None, torch: bool = False) -> Way:
    """SC-10.1 SC-20.2 SC-12.1  The same way for the same action and payment: there are some hundred."""
    return Way(action, special, pay_card, torch)


@cache
def between(edition: str, spirit: Space | Literal["centre"], space: Space) -> int:
    """SC-4.2 SC-4.3 SC-4.5 SC-10.4  Spaces moved into from where the token stands, the shorter way: 1 from the centre, 4 for the space where the token is."""
    if spirit == "centre":
        return 1
    place = DECKS[edition].place
    gone = (place[space] - place[spirit]) % 4
    return min(gone, 4 - gone) or 4


def distance(s: State, space: Space) -> int:
    """SC-4.2  From where the token stands."""
    return between(s.edition, s.spirit, space)


@cache
def within(edition: str, spirit: Space | Literal["centre"], spaces: int) -> tuple[ActionName, ...]:
    """SC-4.4  The actions whose space is no further than so many spaces."""
    return tuple([action for action in ACTIONS if between(edition, spirit, SPACE_OF[action]) <= spaces])


def cost(s: State, way: Way) -> int:
    """SC-4.4 SC-10.1 SC-12.1 SC-20.2  Shillings: the distance; 1 with a special card or one player; none for a bonus."""
    if way.torch:
        return 0
    return 1 if way.special or solo(s) else distance(s, SPACE_OF[way.action])


def card_due(s: State, way: Way) -> bool:
    """SC-20.2 SC-20.4 SC-20.5  With one player: the present and the opposite space cost a card too, but not by special or Torch."""
    if s.seats > 1 or way.torch or way.special or s.spirit == "centre":
        return False
    return distance(s, SPACE_OF[way.action]) > 1


def cards_left(s: State, seat: Seat, way: Way) -> int:
    """SC-10.3 SC-20.3  Cards in hand once the special card and the card due are gone."""
    return len(s.hands[seat]) - (way.special is not None) - card_due(s, way)


def hand_left(s: State, seat: Seat, way: Way) -> dict[Kind, int]:
    """SC-10.3  The hand by kinds once the special card and the card due are gone."""
    have = counted(s, s.hands[seat])
    for kind in (way.special, way.pay_card):
        if kind and not remove_one(have, kind):
            return {}
    return have


def remove_one(have: dict[Kind, int], kind: Kind) -> bool:
    """Take a card of this kind off the count. Returns whether there was one."""
    count = have.get(kind, 0)
    if count > 1:
        have[kind] = count - 1
    elif count:
        del have[kind]
    return count > 0


def somebody_gives(s: State, seat: Seat, way: Way) -> bool:
    """SC-8.3  Has anyone a card that could be given?"""
    return cards_left(s, seat, way) > 0 or any(hand for other, hand in enumerate(s.hands) if other != seat)


def does_something(s: State, seat: Seat, way: Way) -> bool:
    """SC-5.7 SC-8.3 SC-9.5 SC-7.4  Whether the action, once paid, does anything; a draw counts as done even from an empty deck."""
    match way.action:
        case "move":
            return cards_left(s, seat, way) > 0
        case "give":
            return somebody_gives(s, seat, way)
        case "play":
            return cards_left(s, seat, way) > 0 and on_shadow(s)
    return True


def completes(s: State, seat: Seat, way: Way) -> bool:
    """SC-17.7 SC-17.8  Whether the action can be completed in full."""
    match way.action:
        case "draw":
            return len(s.pile) >= 3
        case "trade":
            return cards_left(s, seat, way) > 0 and len(s.board) >= 2
    return does_something(s, seat, way)


def refused(s: State, seat: Seat, way: Way) -> Clue | None:
    """SC-22.1 SC-19.4 SC-19.5  Why this action can't be chosen in this way, all but the price; None if it can."""
    return not_there(s, way) or (bad_special(s, seat, way) if way.special else None) or in_the_way(s, seat, way)


def in_the_way(s: State, seat: Seat, way: Way) -> Clue | None:
    """SC-19.4 SC-19.5 SC-17.7 SC-20.2  What else refuses an action that there is, with a special card that is in hand if with any."""
    if way.action == "trade":
        if cards_left(s, seat, way) <= 0:
            return "empty_hand", "SC-19.4", "A Trade needs a card in hand."
        if not s.board:
            return "board_empty", "SC-19.5", "No card lies on the Counting House."
    if not way.torch and strict(s) and not completes(s, seat, way):
        return "cannot_complete", "SC-17.7", "The action could not be completed in full."
    return bad_pay_card(s, seat, way) if way.pay_card or solo(s) else None


def not_there(s: State, way: Way) -> Clue | None:
    """SC-8.5 SC-19.2 SC-12.1  Actions that this game does not have, and the Torch that is not on its space."""
    if way.action == "give" and solo(s):
        return "not_available_solo", "SC-8.5", "With one player nothing can be given."
    if way.action == "trade" and not counting_house(s):
        return "no_counting_house", "SC-19.2", "The Counting House is not used in this game."
    if way.torch and not s.torch:
        return "no_torch", "SC-12.1", "The Torch is not on its space."
    return None


def holds(s: State, seat: Seat, kind: Kind | None) -> bool:
    """SC-10.1  Is a card of this kind in hand?"""
    kind_of = deck_of(s).kind
    return any(kind_of[card] == kind for card in s.hands[seat])


def bad_special(s: State, seat: Seat, way: Way) -> Clue | None:
    """SC-10.1 SC-12.1  The special card discarded for the action must be one, and in hand; a bonus needs none."""
    if way.torch:
        return "bad_payload", "SC-12.1", "A bonus action is free: no special card is discarded for it."
    if way.special not in SPECIALS:
        return "not_special", "SC-10.1", "This is not a special card."
    if not holds(s, seat, way.special):
        return "not_in_hand", "SC-10.1", "This special card is not in your hand."
    return None


def bad_pay_card(s: State, seat: Seat, way: Way) -> Clue | None:
    """SC-20.2 SC-20.3  A card that is due must be named and in hand, one that is not due must not be named."""
    if not card_due(s, way):
        return None if way.pay_card is None else ("pay_card_not_allowed", "SC-20.2", "No card is due for this action.")
    if not s.hands[seat]:
        return "empty_hand", "SC-20.3", "A card is due and your hand is empty."
    if way.pay_card is None:
        return "pay_card_required", "SC-20.2", "A card is due for this action: name it."
    if way.pay_card not in kinds_of(s, s.hands[seat]):
        return "not_in_hand", "SC-20.2", "The card due is not in your hand."
    return None


def too_dear(s: State, way: Way) -> Clue | None:
    """SC-14.2 SC-4.6  The cost is paid in full before the action, or the action is refused."""
    if cost(s, way) <= s.pool:
        return None
    return "insufficient_shillings", "SC-14.2", "The pool cannot cover the cost."


def all_ways(s: State, seat: Seat) -> Iterator[Way]:
    """SC-4.1 SC-10.1  Every way to take a main action that is not refused, whatever its cost."""
    alone = solo(s)
    for action, plain in PLAIN.items():
        if not alone or not card_due(s, plain):
            if not refused(s, seat, plain):
                yield plain
        else:
            for kind in counted(s, s.hands[seat]):
                way = Way(action, None, kind)
                if not refused(s, seat, way):
                    yield way
    kinds = kinds_of(s, s.hands[seat])
    for special in SPECIALS:
        if special in kinds:
            for action in ACTIONS:
                way = Way(action, special)
                if not not_there(s, way) and not in_the_way(s, seat, way):
                    yield way


def bonus_ways(s: State, seat: Seat) -> list[Way]:
    """SC-12.1 SC-12.4 SC-12.6  The bonus actions that the one Torch of the group gives the current player; the strict rule does not apply to them."""
    if not s.torch:
        return []
    return [way for way in BONUS if not refused(s, seat, way)]


def main_ways(s: State, seat: Seat) -> list[Way]:
    """SC-4.7 SC-4.8  The ways to take a main action that the pool can pay."""
    ways = all_ways(s, seat)
    return list(ways) if s.pool >= DEAREST else [way for way in ways if cost(s, way) <= s.pool]


def refusal(clue: Clue | None) -> Illegal | None:
    """The refusal that a clue stands for."""
    return None if clue is None else Illegal(*clue)
