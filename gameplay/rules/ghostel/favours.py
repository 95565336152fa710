"""Which favours may a ghost play now, why is one refused, and where does the card go?

What a favour does is in `effects.py`.
"""

from __future__ import annotations

from functools import cache, lru_cache

from gameplay.rules.contract import Illegal, Options, Tell
from gameplay.rules.kernel import Tally

from . import cards as c
from .choices import Colour, Favour, PlayOnDice, PlayOnPlacedDie, PlayOnRoom, PlayOnRooms
from .effects import WAYS, Way
from .facts import FavourPlayed
from .state import State, cards, held, take_card


@lru_cache(maxsize=4096)
def fitting(edition: str, window: c.Window, hand: tuple[str, ...]) -> tuple[tuple[Way, c.FavourCard], ...]:
    """GH-6.2  The favours of a hand that have this window printed on them, each once and sorted: copies are alike (A-49)."""
    known = c.CARDS[edition]
    favours = [known.favours[key] for key in sorted({known.key[card] for card in hand})]
    return tuple((WAYS[type(card.effect)], card) for card in favours if window in card.windows)


def offers(s: State, ghost: Colour, window: c.Window) -> list[Options]:
    """GH-6.2  All ways to play a favour in this window, a set of options for each card; their number is not limited."""
    hand = tuple(s.ghosts[ghost].favours)
    return [way.offers(s, ghost, card) for way, card in fitting(s.edition, window, hand) if way.open(s)]


def tally(s: State, ghost: Colour, window: c.Window, others: Tally) -> Tally:
    """GH-6.2  The other choices, and as many more as the offers are, without making them."""
    count, types = others
    for way, card in fitting(s.edition, window, tuple(s.ghosts[ghost].favours)):
        more = way.count(s, ghost, card)
        if more:
            count, types = count + more, together(types, way.types)
    return count, types


@cache
def together(some: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Types of both: the same object for the same types."""
    return some | others


def why_not(s: State, ghost: Colour, window: c.Window, choice: Favour) -> Illegal | None:
    """GH-6.1  A favour is refused for the card, for the moment, or for what it is played on, in this order."""
    if choice.card not in held(s, s.ghosts[ghost].favours):
        return Illegal("card_not_in_hand", "GH-1.8", "This ghost holds no such favour.")
    card = cards(s).favours[choice.card]
    way = WAYS[type(card.effect)]
    if window not in card.windows or not way.open(s):
        return Illegal("wrong_window", way.clause, "This favour can't be played now.")
    if type(choice) is not way.takes:
        return way.bad_target(f"This favour is played with `{way.takes.__struct_config__.tag}`.")
    return way.refuse(s, ghost, choice, card)


def play(s: State, ghost: Colour, window: c.Window, choice: Favour, tell: Tell) -> None:
    """GH-6.1  After its effect a favour goes to the discard pile, an attached one under the guest."""
    mine = s.ghosts[ghost]
    card = cards(s).favours[choice.card]
    held_card = take_card(s, mine.favours, choice.card)
    tell(
        FavourPlayed(ghost=ghost, seat=mine.seat, night=s.night, card=card.key, window=window, dice=dice_of(choice), rooms=rooms_of(choice))
    )
    WAYS[type(card.effect)].play(s, ghost, choice, card.effect, tell)
    if card.effect.attach and isinstance(choice, PlayOnRoom):
        s.rooms[choice.room].attached.append(held_card)
    else:
        s.discards["spookie_favour"].append(held_card)


def dice_of(choice: Favour) -> list[str]:
    """The dice that a favour is played on."""
    match choice:
        case PlayOnDice(dice=dice):
            return dice
        case PlayOnPlacedDie(die=die):
            return [die]
    return []


def rooms_of(choice: Favour) -> list[int]:
    """The rooms that a favour is played on."""
    match choice:
        case PlayOnRooms(rooms=rooms):
            return rooms
        case PlayOnRoom(room=room) | PlayOnPlacedDie(room=room):
            return [room]
    return []
