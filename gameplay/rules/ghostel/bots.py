"""How do the built-in bots choose? They see what a seat may see, and its options, and nothing else."""

from __future__ import annotations

from gameplay.rules.chance import Chance, draw
from gameplay.rules.contract import Choice, Options, Seat

from .views import View


def random(view: View, seat: Seat, options: Options, chance: Chance) -> Choice:
    """Any of the options, each equally likely."""
    return draw(options, chance)
