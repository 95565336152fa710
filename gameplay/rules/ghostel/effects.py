"""What does each kind of favour do, on what may it be played, and what is wrong with a target?

A card of the deck names an effect; each kind of effect is one class here. A card with a known effect needs no code.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, Final

from gameplay.rules.chance import Rolls
from gameplay.rules.contract import DEALER, Choice, Decision, Illegal, Options, Seat, Tell
from gameplay.rules.kernel import then, types_named

from . import cards as c
from .choices import Colour, DiceRoll, PlayFavour, PlayOnDice, PlayOnPlacedDie, PlayOnRoom, PlayOnRooms
from .dice_sets import DiceSets, index_sets
from .facts import DiceChanged, DieMoved
from .state import ADJACENT, ROOMS, Die, State, beside, has_every_phobia, open_rooms


class Way:
    """GH-6.1  How a kind of effect is played. Answers here are those of an effect that needs no target and is always possible."""

    clause: ClassVar[str]
    takes: ClassVar[type[Choice]] = PlayFavour

    def __init__(self) -> None:
        self.types = types_named(frozenset((self.takes,)))
        """The `type` of its choices, as a tally has it."""

    def open(self, s: State) -> bool:
        """Beside the windows printed on the card: may it be played now?"""
        return True

    def candidates(self, s: State, ghost: Colour, card: c.FavourCard) -> Iterable[Any]:
        """Choices of the right form, allowed or not."""
        return [PlayFavour(ghost, card.key)]

    def refuse(self, s: State, ghost: Colour, choice: Any, card: c.FavourCard) -> Illegal | None:
        """What is wrong with the target of a choice of the right form."""
        return None

    def offers(self, s: State, ghost: Colour, card: c.FavourCard) -> Options:
        """The choices that nothing is wrong with."""
        return [choice for choice in self.candidates(s, ghost, card) if self.refuse(s, ghost, choice, card) is None]

    def count(self, s: State, ghost: Colour, card: c.FavourCard) -> int:
        """As many as the offers are, without making them; none while it may not be played."""
        return 1

    def play(self, s: State, ghost: Colour, choice: Any, effect: Any, tell: Tell) -> None:
        """Carry it out; the card has left the hand."""

    def bad_target(self, detail: str) -> Illegal:
        return Illegal("bad_target", self.clause, detail)


class OnGuest(Way):
    """GH-6.5 GH-6.10  A favour that is put under a guest."""

    takes = PlayOnRoom

    def candidates(self, s: State, ghost: Colour, card: c.FavourCard) -> Iterable[Any]:
        return [PlayOnRoom(ghost, card.key, room) for room in ROOMS]

    def count(self, s: State, ghost: Colour, card: c.FavourCard) -> int:
        return len([room for room in s.rooms.values() if room.guest])

    def refuse(self, s: State, ghost: Colour, choice: PlayOnRoom, card: c.FavourCard) -> Illegal | None:
        return None if s.rooms[choice.room].guest else self.bad_target("No guest is in that room.")


class Gamble(Way):
    """GH-6.3  Own dice that are not placed, kept or not, are rolled again; the new faces stand."""

    clause = "GH-6.3"
    takes = PlayOnDice

    def offers(self, s: State, ghost: Colour, card: c.FavourCard) -> Options:
        dice = list(s.ghosts[ghost].dice)
        least, most = limits(card, len(dice))
        return DiceSets(PlayOnDice(ghost, card.key, []), lambda found: PlayOnDice(ghost, card.key, found), dice, least, most)

    def count(self, s: State, ghost: Colour, card: c.FavourCard) -> int:
        dice = len(s.ghosts[ghost].dice)
        least, most = limits(card, dice)
        return len(index_sets(dice, least, min(most, dice)))

    def refuse(self, s: State, ghost: Colour, choice: PlayOnDice, card: c.FavourCard) -> Illegal | None:
        dice = s.ghosts[ghost].dice
        least, most = limits(card, len(dice))
        if len(set(choice.dice)) < len(choice.dice) or not least <= len(choice.dice) <= most or not set(choice.dice) <= set(dice):
            return self.bad_target("One or more of your dice that are not placed, each once.")
        return None

    def play(self, s: State, ghost: Colour, choice: PlayOnDice, effect: c.Reroll, tell: Tell) -> None:
        then(s, RerollDice(seat=DEALER, ghost=ghost, dice=choice.dice))


def limits(card: c.FavourCard, count: int) -> tuple[int, int]:
    """How many targets, at least and at most, of so many."""
    target = card.target or c.Several("")
    return target.min, count if target.max == "all" else target.max


class RerollDice(Decision, tag="reroll_dice"):
    """GH-6.3  The chosen dice are rolled, in the order of the dice."""

    ghost: Colour
    dice: list[str]

    def options(self, s: State, seat: Seat) -> Options:
        return Rolls([sides(die) for die in self.dice], DiceRoll, "faces")

    def answer(self, s: State, seat: Seat, choice: DiceRoll, tell: Tell) -> None:
        mine = s.ghosts[self.ghost]
        for die, face in zip(self.dice, choice.faces, strict=True):
            mine.dice[die] = face
        tell(DiceChanged(ghost=self.ghost, seat=mine.seat, cause="reroll", dice=self.dice, faces=choice.faces))


@cache
def sides(die: str) -> int:
    """GH-1.5  A loaned die is a d6 too (GH-3.6)."""
    return 8 if die.endswith("-d8") else 6


class Boost(Way):
    """GH-6.4  Every own die that is not placed goes up by one, not above six; a d8 on six or more is unchanged (A-06)."""

    clause = "GH-6.4"

    def play(self, s: State, ghost: Colour, choice: PlayFavour, effect: c.RaiseFaces, tell: Tell) -> None:
        mine = s.ghosts[ghost]
        for die, face in mine.dice.items():
            mine.dice[die] = max(face, min(face + effect.by, effect.max_face))
        tell(DiceChanged(ghost=ghost, seat=mine.seat, cause="raise", dice=list(mine.dice), faces=list(mine.dice.values())))


class Chills(OnGuest):
    """GH-6.5  The guest has every phobia, for all ghosts, until it leaves; a second copy is refused. Dice there stay as they are."""

    clause = "GH-6.5"

    def count(self, s: State, ghost: Colour, card: c.FavourCard) -> int:
        return len([room for number, room in s.rooms.items() if room.guest and not (room.attached and has_every_phobia(s, number))])

    def refuse(self, s: State, ghost: Colour, choice: PlayOnRoom, card: c.FavourCard) -> Illegal | None:
        if has_every_phobia(s, choice.room):
            return self.bad_target("This guest has every phobia already.")
        return super().refuse(s, ghost, choice, card)


class Walls(Way):
    """GH-6.6  In laps 2 and 3 this turn's movement may go to any other open room; there must be one."""

    clause = "GH-6.6"

    def open(self, s: State) -> bool:
        return s.lap > 1

    def count(self, s: State, ghost: Colour, card: c.FavourCard) -> int:
        return int(self.open(s) and self.leads_on(s, ghost))

    def leads_on(self, s: State, ghost: Colour) -> bool:
        """GH-6.6  Is another room open?"""
        rooms, here = open_rooms(s), s.ghosts[ghost].room
        return len(rooms) > (1 if here in rooms else 0)

    def refuse(self, s: State, ghost: Colour, choice: PlayFavour, card: c.FavourCard) -> Illegal | None:
        if self.leads_on(s, ghost):
            return None
        return Illegal("no_destination", self.clause, "Every other room is blocked.")

    def play(self, s: State, ghost: Colour, choice: PlayFavour, effect: c.FreeMovement, tell: Tell) -> None:
        s.ghosts[ghost].walls = True


class Barrier(Way):
    """GH-6.7 GH-6.9  One token from the supply on each of one or two rooms that have none; ghosts may be there."""

    clause = "GH-6.7"
    takes = PlayOnRooms

    def offers(self, s: State, ghost: Colour, card: c.FavourCard) -> Options:
        """Sets of rooms without a barrier, and no more than there are tokens."""
        least, most = limits(card, len(ROOMS))
        without = open_rooms(s)
        sets = index_sets(len(without), least, min(most, s.barriers))
        return [PlayOnRooms(ghost, card.key, [without[place] for place in places]) for places in sets]

    def count(self, s: State, ghost: Colour, card: c.FavourCard) -> int:
        least, most = limits(card, len(ROOMS))
        return len(index_sets(len(open_rooms(s)), least, min(most, s.barriers)))

    def refuse(self, s: State, ghost: Colour, choice: PlayOnRooms, card: c.FavourCard) -> Illegal | None:
        rooms = choice.rooms
        least, most = limits(card, len(ROOMS))
        if len(set(rooms)) < len(rooms) or not least <= len(rooms) <= most or any(s.rooms[room].barrier for room in rooms):
            return self.bad_target("One or two different rooms without a barrier.")
        if len(rooms) > s.barriers:
            return Illegal("no_tokens", "GH-6.9", "There are not enough barriers in the supply.")
        return None

    def play(self, s: State, ghost: Colour, choice: PlayOnRooms, effect: c.PlaceBarriers, tell: Tell) -> None:
        for room in choice.rooms:
            s.rooms[room].barrier = True
        s.barriers -= len(choice.rooms)


class Dread(OnGuest):
    """GH-6.10  The dice at the guest do not calm tonight."""

    clause = "GH-6.10"


class Poltergeist(Way):
    """GH-6.11 GH-4.12  An own die in the hotel goes to an adjacent open room, with its token, and counts as placed now."""

    clause = "GH-6.11"
    takes = PlayOnPlacedDie

    def candidates(self, s: State, ghost: Colour, card: c.FavourCard) -> Iterable[Any]:
        mine = [(die.die, room) for room in ROOMS for die in s.rooms[room].dice if die.ghost == ghost]
        return [PlayOnPlacedDie(ghost, card.key, die, to) for die, room in mine for to in ADJACENT[room]]

    def count(self, s: State, ghost: Colour, card: c.FavourCard) -> int:
        mine = [number for number, room in s.rooms.items() for die in room.dice if die.ghost == ghost]
        return sum([len(beside(s, number)) for number in mine])

    def refuse(self, s: State, ghost: Colour, choice: PlayOnPlacedDie, card: c.FavourCard) -> Illegal | None:
        room, die = find_die(s, choice.die)
        if die is None or die.ghost != ghost:
            return self.bad_target("That is not one of your dice in the hotel.")
        if choice.room not in ADJACENT[room] or s.rooms[choice.room].barrier:
            return self.bad_target("The die goes one room up, down, left or right, to a room that is not blocked.")
        return None

    def play(self, s: State, ghost: Colour, choice: PlayOnPlacedDie, effect: c.MovePlacedDie, tell: Tell) -> None:
        room, die = find_die(s, choice.die)
        if die is not None:
            s.rooms[room].dice.remove(die)
            s.rooms[choice.room].dice.append(die)
            tell(DieMoved(ghost=ghost, seat=s.ghosts[ghost].seat, die=die.die, source=room, room=choice.room))


def find_die(s: State, die: str) -> tuple[int, Die | None]:
    """The room where a die lies, and the die."""
    for room in ROOMS:
        for placed in s.rooms[room].dice:
            if placed.die == die:
                return room, placed
    return 0, None


class Discount(Way):
    """GH-6.12  The ghost's next purchase this day costs one less, at least one."""

    clause = "GH-6.12"

    def play(self, s: State, ghost: Colour, choice: PlayFavour, effect: c.DiscountNextPurchase, tell: Tell) -> None:
        s.ghosts[ghost].discount += effect.by
        s.ghosts[ghost].least_price = effect.min_cost


WAYS: Final[dict[type[c.Effect], Way]] = {
    c.Reroll: Gamble(),
    c.RaiseFaces: Boost(),
    c.AllPhobias: Chills(),
    c.FreeMovement: Walls(),
    c.PlaceBarriers: Barrier(),
    c.NoCalming: Dread(),
    c.MovePlacedDie: Poltergeist(),
    c.DiscountNextPurchase: Discount(),
}
