"""Who goes first, and where do the score markers lie?

All markers are one list, the one that moved last at its end: of two on the same space the later came on top of the other.
"""

from __future__ import annotations

from gameplay.rules.chance import Rolls
from gameplay.rules.contract import DEALER, Decision, Options, Seat, Step, Tell
from gameplay.rules.kernel import then

from .choices import Colour, DiceRoll
from .facts import OrderTaken, RolledOff
from .state import State


def by_score(s: State) -> list[Colour]:
    """GH-2.1 GH-2.2 GH-9.1  Higher score first; of equal scores, the marker higher in the stack."""
    found = s.markers[::-1]
    found.sort(key=lambda ghost: s.ghosts[ghost].score, reverse=True)
    return found


def move_marker(s: State, ghost: Colour, points: int) -> None:
    """GH-2.3 GH-2.4 GH-2.10  A marker that moves comes on top of those already there; a change of 0 is no move."""
    if points:
        s.ghosts[ghost].score += points
        markers = s.markers
        markers.remove(ghost)
        markers.append(ghost)


class FirstOrder(Step, tag="first_order"):
    """GH-2.5 GH-2.6 GH-2.8  First night: highest total of the dice as first rolled, then best die, then second-best die."""

    def run(self, s: State, tell: Tell) -> None:
        rolls = {ghost: sorted(s.ghosts[ghost].dice.values(), reverse=True) for ghost in s.ghosts}
        strength = {ghost: [sum(faces), *faces] for ghost, faces in rolls.items()}
        s.order = sorted(s.ghosts, key=strength.__getitem__, reverse=True)
        roll_off_ties(s, s.order, strength)


def roll_off_ties(s: State, ghosts: list[Colour], strength: dict[Colour, list[int]]) -> None:
    """GH-2.7  Ghosts that stand side by side and are equally strong roll off; the higher group first (A-51)."""
    ties = [[other for other in s.ghosts if other in ghosts and strength[other] == strength[ghost]] for ghost in ghosts]
    groups = [tie for place, tie in enumerate(ties) if len(tie) > 1 and tie not in ties[:place]]
    then(s, *(RollOff(seat=DEALER, ghosts=group) for group in groups))


class RollOff(Decision, tag="roll_off"):
    """GH-2.7  Each tied ghost rolls one d6, in ghost order; repeated among those still equal."""

    ghosts: list[Colour]

    def options(self, s: State, seat: Seat) -> Options:
        return Rolls([6] * len(self.ghosts), DiceRoll, "faces")

    def answer(self, s: State, seat: Seat, choice: DiceRoll, tell: Tell) -> None:
        strength = {ghost: [face] for ghost, face in zip(self.ghosts, choice.faces, strict=True)}
        group = sorted(self.ghosts, key=strength.__getitem__, reverse=True)
        at = min(s.order.index(ghost) for ghost in group)
        s.order[at : at + len(group)] = group
        tell(RolledOff(ghosts=self.ghosts, faces=choice.faces))
        roll_off_ties(s, group, strength)


class StackMarkers(Step, tag="stack_markers"):
    """GH-2.9  On space 0 the first ghost's marker lies on top, then the second's, and so on down."""

    def run(self, s: State, tell: Tell) -> None:
        s.markers = s.order[::-1]


class TakeOrder(Step, tag="take_order"):
    """GH-2.1  The order by score is taken once, when a later night begins, and kept for the whole night."""

    def run(self, s: State, tell: Tell) -> None:
        s.order = by_score(s)


def tell_order(s: State, tell: Tell) -> None:
    """GH-2.1  The order is public."""
    tell(OrderTaken(night=s.night, cause="day" if s.phase == "buy" else "night", ghosts=list(s.order)))
