"""Which favours may a ghost play now, why is one refused, and where does the card go?

What a favour does is in `effects.py`.
"""

from __future__ import annotations

from gameplay.rules.contract import Illegal, Options, Tell

from . import cards as c
from .choices import Colour, Favour, PlayOnDice, PlayOnPlacedDie, PlayOnRoom, PlayOnRooms
from .effects import WAYS
from .facts import FavourPlayed
from .state import State, cards, held, take_card


def offers(s: State, ghost: Colour, window: c.Window) -> list[Options]:
    """GH-6.2  All ways to play a favour in this window, a set of options for each card; their number is not limited."""
    known = cards(s).favours
    found: list[Options] = []
    for key in held(s, s.ghosts[ghost].favours):
        card = known[key]
        way = WAYS[type(card.effect)]
        if window in card.windows and way.open(s):
            found.append(way.offers(s, ghost, card))
    return found


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
