"""How does a ghost haunt the hotel: where may it go, which die does it place, and when does a tactic help?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from gameplay.rules.contract import Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, then, types_named

from .cards import CARDS
from .choices import Haunt, RoomNumber
from .effects import sides
from .facts import DiePlaced, GhostsRetreated, Way
from .state import ADJACENT, ATTIC, ROOMS, Die, Ghost, State, beside, fears, has_every_phobia, held, open_rooms, take_card
from .windows import GhostAsked

HAUNT: Final = types_named(frozenset((Haunt,)))
EVERY_PHOBIA: Final = "*"
"""Stands for a guest that has every phobia; no guest is called so."""


class BeginLap(Step, tag="begin_lap"):
    """GH-4.1  In each of three laps every ghost has one turn, in player order."""

    lap: int

    def run(self, s: State, tell: Tell) -> None:
        s.phase = "scare"
        s.lap = self.lap
        then(s, *[GhostTurn(seat=s.ghosts[ghost].seat, ghost=ghost) for ghost in s.order])


class GhostTurn(GhostAsked, tag="haunt"):
    """GH-4.8  The ghost goes to a room, or stays if it is shut in, and places exactly one kept die there."""

    window = "turn"
    answers = (Haunt,)

    def options(self, s: State, seat: Seat) -> Options:
        """GH-4.2 GH-4.3 GH-5.1 GH-5.6  Each open destination with each die, and with each tactic that fits, if there is a token."""
        ghost = self.ghost
        mine = s.ghosts[ghost]
        dice = list(mine.dice)
        tactics = held(s, mine.tactics) if s.tokens else []
        found: list[Any] = []
        for room in destinations(s, mine):
            found += [Haunt(ghost, room, die) for die in dice]
            found += [Haunt(ghost, room, die, tactic) for tactic in tactics if fears(s, room, tactic) for die in dice]
        for part in self.playable(s):
            found += part
        return found

    def own_tally(self, s: State, mine: Ghost) -> Tally:
        rooms = destinations(s, mine)
        ways = len(rooms)
        if s.tokens and mine.tactics:
            ways += scares(s, rooms, mine.tactics)
        return ways * len(mine.dice), HAUNT

    def carry_out(self, s: State, choice: Haunt, tell: Tell) -> None:
        """GH-6.6  The figure moves and the die is placed; what a favour allowed for this turn ends."""
        ghost, number, die, tactic = self.ghost, choice.room, choice.die, choice.tactic
        mine, room, doubled = s.ghosts[ghost], s.rooms[number], tactic is not None
        source, mine.room = mine.room, number
        face = mine.dice.pop(die)
        if tactic is not None:
            scare(s, mine, tactic)
        room.dice.append(Die(die, ghost, face, doubled))
        tell(
            DiePlaced(
                ghost=ghost,
                seat=mine.seat,
                night=s.night,
                lap=s.lap,
                way=way_of(mine, source),
                source=source,
                room=number,
                guest=room.guest,
                die=die,
                sides=sides(die),
                face=face,
                doubled=doubled,
                tactic=tactic or "",
            )
        )
        mine.walls = False

    def refuse(self, s: State, choice: Any) -> Illegal | None:
        """GH-4.3 GH-5.10  A haunting is refused for its room, its die or its tactic, in this order."""
        mine = s.ghosts[self.ghost]
        if choice.room not in destinations(s, mine):
            return bad_room(s, mine, choice.room)
        if choice.die not in mine.dice:
            return Illegal("unknown_die", "GH-4.8", "This is not one of the dice that you have kept and not placed.")
        if choice.tactic not in held(s, mine.tactics):
            return Illegal("card_not_in_hand", "GH-1.8", "This ghost holds no such tactic.")
        if not fears(s, choice.room, choice.tactic):
            return Illegal("phobia_mismatch", "GH-5.1", "The guest fears nothing that this tactic shows.")
        return Illegal("no_tokens", "GH-5.6", "There is no phobia token in the supply.")


def destinations(s: State, mine: Ghost) -> Sequence[RoomNumber]:
    """GH-4.6 GH-4.7 GH-4.10  Lap 1: any open room. Later: a room beside, or any with the card; staying if shut in (A-12)."""
    here = mine.room
    if here == ATTIC:
        return open_rooms(s)
    near = beside(s, here)
    if mine.walls:
        return [room for room in ROOMS if (not near if room == here else not s.rooms[room].barrier)]
    return near or [here]


def scares(s: State, rooms: Sequence[RoomNumber], tactics: list[str]) -> int:
    """GH-5.1 GH-6.5  How many pairs there are of one of these rooms and a tactic in hand that its guest fears."""
    scared = scared_by(s.edition, tuple(tactics))
    found = 0
    for number in rooms:
        room = s.rooms[number]
        found += scared[EVERY_PHOBIA if room.attached and has_every_phobia(s, number) else room.guest]
    return found


@lru_cache(maxsize=4096)
def scared_by(edition: str, tactics: tuple[str, ...]) -> dict[str, int]:
    """GH-5.1 GH-6.5  How many different tactics of a hand each guest fears, and a guest that has every phobia."""
    known = CARDS[edition]
    printed = {known.key[card] for card in tactics}
    return {EVERY_PHOBIA: len(printed), **{guest: len(printed & feared) for guest, feared in known.feared.items()}}


def bad_room(s: State, mine: Ghost, room: int) -> Illegal:
    """GH-4.4 GH-4.5 GH-4.6 GH-6.8  A blocked room can't be entered, one that is not beside not be reached; to stay is to be shut in."""
    if room == mine.room:
        return Illegal("must_move", "GH-4.6", "A ghost that can move must move.")
    if s.rooms[room].barrier:
        return Illegal("room_blocked", "GH-6.8", "A barrier blocks that room.")
    return Illegal("not_adjacent", "GH-4.4", "A ghost moves one room up, down, left or right.")


def scare(s: State, mine: Ghost, tactic: str) -> None:
    """GH-5.2 GH-5.4 GH-5.5 GH-5.9  The tactic is discarded and one token goes under the die that is being placed, no other."""
    s.discards["scare_tactic"].append(take_card(s, mine.tactics, tactic))
    s.tokens -= 1


def way_of(mine: Ghost, source: int) -> Way:
    """How the ghost came to where it is."""
    if source == ATTIC:
        return "appear"
    if source == mine.room:
        return "stay"
    return "move" if mine.room in ADJACENT[source] else "walls"


class Retreat(Step, tag="retreat"):
    """GH-4.9  All figures go back to the attic and all barriers to the supply."""

    def run(self, s: State, tell: Tell) -> None:
        blocked = [room for room in s.rooms.values() if room.barrier]
        for room in blocked:
            room.barrier = False
        s.barriers += len(blocked)
        for ghost in s.ghosts.values():
            ghost.room = ATTIC
        s.phase = "totals"
        s.lap = 0
        tell(GhostsRetreated(night=s.night, count=len(blocked)))
