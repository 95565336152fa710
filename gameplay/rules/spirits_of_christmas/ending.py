"""How does a chapter end, and how is the game lost?"""

from __future__ import annotations

from gameplay.rules.contract import Seat, Tell

from .facts import GameLost, Reason, ShadowCompleted
from .rondel import all_ways, cost
from .state import State, deck_of, kinds_of, scene_at, strict


def complete_shadow(s: State, seat: Seat, tell: Tell) -> None:
    """SC-9.4 SC-21.5  Its cards go to the discard pile and it is turned face down, wanted or not; Scrooge stays.

    SC-13.1  With the last Shadow the chapter is over, in the middle of a turn if need be: only `ChapterEnds` stays, at the bottom.
    """
    place = s.scrooge
    scene = scene_at(s, place)
    cards, s.under[place] = s.under[place], []
    s.discarded += cards
    s.face_down[place] = True
    tell(ShadowCompleted(chapter=s.chapter, turn=s.turn, seat=seat, scene=scene.id, cards=sorted(kinds_of(s, cards))))
    look_for_lost_shadows(s, scene.number, tell)
    if s.phase != "lost" and not open_shadows(s):
        del s.stack[1:]


def open_shadows(s: State) -> list[int]:
    """SC-13.1  Positions of the Shadows that are not complete."""
    scenes = deck_of(s).scenes
    return [place for place, scene in enumerate(s.row) if not s.face_down[place] and scenes[scene].kind == "shadow"]


def look_for_lost_shadows(s: State, number: int, tell: Tell) -> None:
    """SC-21.1 SC-21.6 SC-21.7  In Story the number of a scene that was turned down is the last one now; a Shadow with a lower one is
    lost, and so is the game. Gaps between the numbers do not matter."""
    s.last = number
    if s.options.story and any(scene_at(s, place).number < number for place in open_shadows(s)):
        lose(s, "story", tell)


def lose(s: State, reason: Reason, tell: Tell) -> None:
    """SC-14.1 SC-14.6  All lose at once; nothing is left to do."""
    s.phase = "lost"
    s.lost = reason
    s.stack.clear()
    tell(GameLost(chapter=s.chapter, turn=s.turn, reason=reason))


def hopeless(s: State) -> Reason | None:
    """SC-14.3 SC-14.4 SC-14.5 SC-11.5 SC-20.7  When the main action is due: no way can be paid; or, under the strict rule, there is none.

    An empty pool is no loss by itself. The Torch is a hope, and where it is a matter of shillings so are Chains and Generous
    Spirit, which nobody takes by itself; one player has no Chains. Without the strict rule a single shilling is enough: a space
    beside the token costs no more (SC-4.4), and Move, Draw or Play may be chosen there even if it will do nothing (SC-4.8).
    """
    if s.torch or (s.pool and not strict(s)):
        return None
    found = False
    for way in all_ways(s, s.current):
        if cost(s, way) <= s.pool:
            return None
        found = True
    if strict(s) and not found:
        return "deadlock"
    return None if s.chains or 2 in s.gifts else "shillings"
