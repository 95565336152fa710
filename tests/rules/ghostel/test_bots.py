"""Do the bots play whole games, and the sensible one well?"""

from __future__ import annotations

from itertools import pairwise

import pytest

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER
from gameplay.rules.ghostel import RULES
from gameplay.rules.ghostel import choices as c
from tests.perf.bots import play

from .build import Table


def chosen(table: Table, bot: str = "sensible") -> c.Choice:
    ((seat, _),) = kernel.awaiting(table.s).items()
    return RULES.bots[bot](RULES.view(table.s, seat), seat, kernel.options(table.s, seat), RandomChance(1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sensible_bot_beats_random_ones(seats: int):
    """In the measurement of the README it won every game of 400; here 12 games may lose one."""
    won = [seed % seats in play(RULES, seats, RULES.bots["sensible"], seed % seats, seed).winners for seed in range(12)]
    assert sum(won) >= 11


def test_it_keeps_the_best_three_dice():
    table = Table().order("red", "white", "blue").dice("red", 1, 6, 2, 5, 4).at("roll")
    assert chosen(table) == c.KeepDice("red", ["red-d6-2", "red-d6-4", "red-d6-5"])


def test_it_scares_a_guest_whom_its_die_is_just_enough_for():
    table = Table(guests={5: "Florence"}).order("red", "white", "blue").figure("red", 4).dice("red", 2).figure("white", 9).dice("white", 1)
    table.placed(5, "red", 6)
    assert chosen(table.at("scare", lap=3)) == c.Haunt("red", 5, table.die("red", 2))


def test_it_buys_nothing_when_no_night_will_follow():
    table = Table().order("red", "white", "blue").scores(red=9)
    table.s.rooms[3].guest, table.s.guests = "", []
    assert chosen(table.at("buy")) == c.EndBuying("red")


def test_the_same_sees_the_same_and_chooses_the_same():
    table = Table().order("red", "white", "blue").dice("red", 5, 3, 1).hand("red", ["boost", "chills"], ["snakes+rats"]).at("scare")
    picks = [chosen(table) for _ in range(5)]
    assert all(a == b for a, b in pairwise(picks))
    assert DEALER not in kernel.awaiting(table.s)


def test_it_does_not_look_at_what_it_can_not_see():
    """A twin that differs only in hidden cards gets the same answer."""
    table = Table().order("red", "white", "blue").dice("red", 5, 3, 1).hand("white", ["boost", "chills"], ["snakes+rats"]).at("scare")
    before = chosen(table)
    table.s = RULES.redeal(table.s, 0, RandomChance(5))
    assert chosen(table) == before
