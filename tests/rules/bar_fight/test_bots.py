"""Does the sensible bot play sensibly?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.bots import random, sensible
from gameplay.rules.bar_fight.choices import Mix, Pass
from gameplay.rules.chance import RandomChance, draw
from gameplay.rules.contract import DEALER

from . import build


def wins(seats: int, games: int) -> float:
    """Of one sensible bot among random ones, its seat rotating; a shared win counts as its share."""
    won = 0.0
    for number in range(games):
        chance, own = RandomChance(number), number % seats
        s: Any = RULES.setup(seats, RULES.options(), RULES.editions[RULES.edition])
        kernel.settle(s, kernel.ignore)
        while s.stack:
            waiting = list(kernel.awaiting(s))
            seat = waiting[chance.below(len(waiting))]
            options = kernel.options(s, seat)
            bot = sensible if seat == own else random
            kernel.evolve(
                s, seat, draw(options, chance) if seat == DEALER else bot(RULES.view(s, seat), seat, options, chance), kernel.ignore
            )
        winners = RULES.result(s).winners
        won += (own in winners) / len(winners)
    return won


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_sensible_bot_beats_random_ones_clearly(seats: int):
    # It wins nine of ten and more; even play would give 12, 6 or 4 of 24.
    assert wins(seats, 24) >= 17


def sensible_choice(s: Any, seat: int) -> Any:
    return sensible(RULES.view(s, seat), seat, kernel.options(s, seat), RandomChance(1))


def test_it_mixes_the_judges_recipe():
    s = build.opened(2, bars={0: "copper", 1: "velvet"})
    hand = {"spirits": ["Whiskey 3", "Rum 4"], "mixers": ["lime", "simple_syrup", "cola", "soda"]}
    build.lay(
        s,
        hands={0: hand, 1: hand | {"spirits": ["Gin 3"], "mixers": ["lime", "mint"]}},
        judges=["Carol James", "Paloma Reyes", "Dex Monroe"],
    )
    build.at_mixing(s)
    assert sensible_choice(s, 0) == Mix("Whiskey 3", ["lime", "simple_syrup"], [])


def test_it_strikes_where_that_wins_the_judge_and_keeps_the_card_otherwise():
    s = build.opened(2, bars={0: "copper", 1: "velvet"})
    build.lay(s, hands={0: {"twists": ["spill"]}, 1: {"twists": ["spill"]}}, judges=["Carol James", "Paloma Reyes", "Dex Monroe"])
    build.at_window_b(s, {0: ("Whiskey 3", ["cola", "mint"]), 1: ("Rum 4", ["cola", "lime"])})
    assert sensible_choice(s, 0) == build.fight("spill", seat=1)
    assert sensible_choice(s, 1) == Pass()


def test_it_sees_no_more_than_its_view():
    s = build.opened(3)
    other = RULES.redeal(s, 1, RandomChance(3))
    assert kernel.dump(s) != kernel.dump(other)
    assert sensible_choice(s, 1) == sensible_choice(other, 1)
