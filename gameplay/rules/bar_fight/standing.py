"""How long may a seat have passes made for it in the fight windows?

Such a pass is a choice like any other: nothing in the game or its log tells it from one made by hand.
"""

from __future__ import annotations

from typing import Final

from gameplay.rules.contract import Choice, Seat, Standing

from .choices import Pass
from .state import State
from .windows import FightWindow


def passing(s: State, seat: Seat) -> Choice | None:
    """BF-4.3  A pass, if a fight window is open; whatever the seat holds."""
    return Pass() if s.stack and isinstance(s.stack[-1], FightWindow) else None


def this_round(s: State) -> str:
    """BF-2.1  Changes with the round."""
    return f"{s.round}"


def until_a_play(s: State) -> str:
    """BF-4.4  Changes with the round, and with each fight card that is put on the table."""
    return f"{s.round}/{len(s.fights)}"


STANDING: Final[dict[str, Standing]] = {
    "next_play": Standing("Pass until somebody plays a fight card, or the next round begins.", until_a_play, passing),
    "next_round": Standing("Pass until the next round begins, whatever is played.", this_round, passing),
}
