"""What does Tom do, who plays the third bar when there are two seats?

Tom is never asked. Where another participant would get a decision, one of these functions answers it at once.
"""

from __future__ import annotations

from gameplay.rules.contract import Seat

from .choices import COLOURS, Bid, Capture, Colour, Guest, MoveGhost, Scare, Serve
from .events import graveyard_colour
from .state import TOM, Bar, State


def serve(s: State) -> Serve:
    """SB-7.6  On the guest with the fewest drinks; of several, the one furthest left."""
    return Serve(guest=emptiest(s.bars[TOM]))


def bid(s: State) -> Bid:
    """SB-7.7  The guest with the most drinks; of several, the one furthest left."""
    return Bid(guest=fullest(s.bars[TOM]))


def capture(s: State) -> Capture:
    """SB-7.8  Pink before white."""
    return Capture(colour="pink" if s.bars[TOM].ghosts["pink"] else "white")


def move(s: State) -> MoveGhost:
    """SB-7.9  One of his own to the neighbour on the card's side; else one to him: from there, the other, the graveyard."""
    near = s.showing[-1].side
    colour = unhandled(s.bars[TOM])
    if colour:
        return MoveGhost(colour=colour, source=TOM, to=near)
    for neighbour in (near, 1 - near):
        colour = unhandled(s.bars[neighbour])
        if colour:
            return MoveGhost(colour=colour, source=neighbour, to=TOM)
    return MoveGhost(colour=graveyard_colour(s), source="graveyard", to=TOM)


def scare(s: State, bar: Seat) -> Scare:
    """SB-7.10  The fullest guest of another bar, the emptiest of his own; of several, the one furthest left."""
    return Scare(guest=emptiest(s.bars[bar]) if bar == TOM else fullest(s.bars[bar]))


def emptiest(bar: Bar) -> Guest:
    """SB-7.6  The guest with the fewest drinks; `min` keeps the first of equals, and guests stand from the left."""
    return min(bar.guests, key=bar.guests.__getitem__)


def fullest(bar: Bar) -> Guest:
    """SB-7.7  The guest with the most drinks; `max` keeps the first of equals, and guests stand from the left."""
    return max(bar.guests, key=bar.guests.__getitem__)


def unhandled(bar: Bar) -> Colour | None:
    """SB-7.9  The colour of a ghost that may still be moved, pink before white."""
    for colour in reversed(COLOURS):
        if bar.ghosts[colour] > bar.handled[colour]:
            return colour
    return None
