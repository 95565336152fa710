"""How do the built-in bots choose? They see what a seat may see, and its options, and nothing else.

The sensible bot gives every option a worth in points and takes the best. What a room is worth is a guess of what it will
pay its seat (and, counted less, the others) for the dice that lie there; a placement is worth the difference it makes, plus
that of the best next one from there. It does not guess where others will go.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from gameplay.rules.chance import Chance, draw
from gameplay.rules.contract import Choice, Options, Seat

from .abilities import NO_ABILITY
from .choices import Buy, Colour, EndBuying, Haunt, KeepDice, PlayFavour, PlayOnDice, PlayOnPlacedDie, PlayOnRoom, PlayOnRooms
from .scoring import places
from .state import ADJACENT
from .views import DieView, GhostView, RoomView, View

ENVY = 0.4
"""How much a point of another seat counts against an own one."""
CARD = 1.5
"""What a card in hand is worth: played for less, it is kept."""
SAVED = 0.2
"""What each pip of a die is worth while it is not placed."""
LATER = 0.25
"""What points are worth that a later night may bring."""
NEXT = 0.7
"""How much the best next placement counts."""


def random(view: View, seat: Seat, options: Options, chance: Chance) -> Choice:
    """Any of the options, each equally likely."""
    return draw(options, chance)


def sensible(view: View, seat: Seat, options: Options, chance: Chance) -> Choice:
    """The option of the greatest worth, at random among equals."""
    found = list(options)
    if len(found) == 1:
        return found[0]
    judge = Judge(view, seat)
    worths = [judge.worth(choice) for choice in found]
    best = max(worths)
    return draw([choice for choice, value in zip(found, worths, strict=True) if value == best], chance)


class Laid(NamedTuple):
    """A die in a room, as far as the bot thinks."""

    ghost: Colour
    face: int
    token: bool


class Judge:
    """What a seat thinks of its choices at one moment."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.seats = {ghost.ghost: ghost.seat for ghost in view.ghosts}
        self.seat = seat
        self.rooms = {room.room: room for room in view.rooms}
        self.ghosts = {ghost.ghost: ghost for ghost in view.ghosts}
        self.laid = {room.room: [laid(die) for die in room.dice] for room in view.rooms}
        self.now = {number: self.outlook(room, self.laid[number]) for number, room in self.rooms.items()}
        self.placements: dict[tuple[Any, ...], float] = {}
        self.best_haunt: dict[Colour, float] = {}

    def worth(self, choice: Choice) -> float:
        """What a choice is worth to this seat, in points more or less."""
        match choice:
            case KeepDice(ghost, dice):
                return float(sum(self.face(ghost, die) for die in dice))
            case Haunt(ghost, room, die, tactic):
                return self.haunt(ghost, room, die, tactic is not None)
            case Buy(ghost, deck):
                return self.purchase(self.ghosts[ghost], deck)
            case EndBuying():
                return 0.0
            case PlayFavour(ghost, card):
                return self.untargeted(ghost, card)
            case PlayOnDice(ghost, _, dice):
                return self.best_now(ghost) + self.reroll(ghost, dice) - CARD
            case PlayOnRoom(ghost, card, room):
                return self.best_now(ghost) + self.on_guest(ghost, card, room) - CARD
            case PlayOnPlacedDie(ghost, _, die, room):
                return self.best_now(ghost) + self.move_die(die, room) - CARD
            case PlayOnRooms():
                return -CARD
        return 0.0

    # ---- rooms

    def outlook(self, room: RoomView, dice: Sequence[Laid]) -> float:
        """What these dice in this room may bring: own points less envy, times the chance that the guest flees."""
        guest = room.guest
        if guest is None or not dice:
            return 0.0
        asks = guest.ability or NO_ABILITY
        terror: dict[Colour, int] = {}
        for ghost, face, token in dice:
            terror[ghost] = terror.get(ghost, 0) + asks.counted(face) * (2 if token else 1)
        total = sum(terror.values())
        place = places(asks.ranked(terror, [die.ghost for die in dice]))
        scores = (guest.first, guest.second, guest.third)
        mine = theirs = 0
        for ghost, rank in place.items():
            points = scores[rank - 1] + asks.extra_points(len(terror))
            if self.seats[ghost] == self.seat:
                mine += points
            else:
                theirs += points
        short = max(guest.courage - total, 3 * (asks.least_ghosts() - len(terror)))
        return self.chance_to_flee(short, guest.courage) * (mine - ENVY * theirs)

    def chance_to_flee(self, short: int, courage: int) -> float:
        """A guess from the terror that is missing: others still have dice to place, and there are later nights."""
        if short <= 0:
            return 1.0
        to_come = sum(len(ghost.dice) for ghost in self.view.ghosts) * 3.5 / 9
        return max(0.0, 1 - short / (1 + to_come)) * (1 - LATER) + LATER * (1 - short / courage)

    def placed(self, ghost: Colour, room: int, face: int, token: bool) -> float:
        """What a die placed in a room changes."""
        key = (ghost, room, face, token)
        if key not in self.placements:
            after = self.outlook(self.rooms[room], [*self.laid[room], Laid(ghost, face, token)])
            self.placements[key] = after - self.now[room]
        return self.placements[key]

    def haunt(self, ghost: Colour, room: int, die: str, token: bool) -> float:
        """The placement, less the pips that are gone, plus the best next placement from there."""
        face = self.face(ghost, die)
        value = self.placed(ghost, room, face, token) - SAVED * face - (CARD if token else 0)
        left = {other.face for other in self.ghosts[ghost].dice if other.die != die}
        beside = [other for other in ADJACENT[room] if not self.rooms[other].barrier] or [room]
        following = (self.placed(ghost, other, pips, False) - SAVED * pips for other in beside for pips in left)
        return value + NEXT * max(following, default=0.0)

    def best_now(self, ghost: Colour, *, rooms: Iterable[int] | None = None) -> float:
        """The worth of the best placement with what the ghost may do anyway, or in these rooms."""
        mine = self.ghosts[ghost]
        if not mine.dice or self.view.phase != "scare":
            return self.best_kept(mine)
        if rooms is not None:
            return max((self.haunt(ghost, room, die.die, False) for room in rooms for die in mine.dice), default=0.0)
        if ghost not in self.best_haunt:
            self.best_haunt[ghost] = self.best_now(ghost, rooms=self.reach(mine))
        return self.best_haunt[ghost]

    def reach(self, mine: GhostView) -> list[int]:
        """Where the ghost may go without a favour."""
        there = self.rooms if mine.room == 0 else ADJACENT[mine.room]
        return [room for room in there if not self.rooms[room].barrier] or [mine.room]

    def best_kept(self, mine: GhostView) -> float:
        """The pips of the best three dice."""
        return float(sum(sorted((die.face for die in mine.dice), reverse=True)[:3]))

    def face(self, ghost: Colour, die: str) -> int:
        """What a die shows."""
        return next(other.face for other in self.ghosts[ghost].dice if other.die == die)

    # ---- favours

    def untargeted(self, ghost: Colour, card: str) -> float:
        """Spookie's Boost, Walk Through Walls, Spookie's Discount."""
        mine = self.ghosts[ghost]
        if card == "discount":
            return max(self.purchase(mine, "terror_bonus"), self.purchase(mine, "scare_tactic")) + 0.1
        if card == "walls":
            open_rooms = [number for number, room in self.rooms.items() if not room.barrier and number != mine.room]
            return self.best_now(ghost, rooms=open_rooms) - CARD
        raised = sorted((die.face + (die.face < 6) for die in mine.dice), reverse=True)[:3]
        return self.best_now(ghost) + sum(raised) - self.best_kept(mine) - CARD

    def reroll(self, ghost: Colour, dice: Sequence[str]) -> float:
        """The pips that rolling these dice again may bring; only those of the best three count."""
        mine = self.ghosts[ghost]
        hoped = sorted((expected(die) if die.die in dice else die.face for die in mine.dice), reverse=True)[:3]
        return float(sum(hoped)) - self.best_kept(mine) - 0.1 * len(dice)

    def on_guest(self, ghost: Colour, card: str, room: int) -> float:
        """I Got Chills... for a tactic that may follow at once; Lingering Dread where own dice would calm."""
        mine = self.ghosts[ghost]
        if card == "dread":
            own = sum(die.face for die in self.laid[room] if self.seats[die.ghost] == self.seat)
            return 0.3 * own if self.view.lap == 3 else 0.0
        if not mine.tactic_count or not self.view.phobia_tokens or room not in self.reach(mine):
            return 0.0
        doubled = max(self.haunt(ghost, room, die.die, True) for die in mine.dice)
        return doubled - self.best_now(ghost)

    def move_die(self, die: str, to: int) -> float:
        """What the two rooms are worth with the die moved, less what they are worth now."""
        source = next(room for room in self.view.rooms if any(other.die == die for other in room.dice))
        moved = next(other for other in source.dice if other.die == die)
        rest = [laid(other) for other in source.dice if other.die != die]
        after = self.outlook(source, rest) + self.outlook(self.rooms[to], [*self.laid[to], laid(moved)])
        return after - self.now[source.room] - self.now[to]

    # ---- buying

    def purchase(self, mine: GhostView, deck: str) -> float:
        """Bonuses while there are nights left to roll, tactics while there is a night; nothing when the hotel can't be filled."""
        empty = sum(room.guest is None for room in self.view.rooms)
        nights = (self.view.guests_left - empty) / 4
        if nights < 0:
            return -1.0
        if deck == "terror_bonus":
            return 1.5 * nights / (1 + 0.5 * len(mine.bonuses)) - 3
        if deck == "scare_tactic":
            return 1.5 - mine.tactic_count
        return 0.5 - 2 * mine.favour_count


def laid(die: DieView) -> Laid:
    """A die of a view."""
    return Laid(die.ghost, die.face, die.token)


def expected(die: DieView) -> float:
    """What a die shows on average, rolled again and perhaps not needed."""
    return (die.sides + 1) / 2
