"""Is what a ghost may answer counted as the options that are made say?"""

from __future__ import annotations

from random import Random

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel.state import ROOMS
from tests.rules import playing
from tests.rules.playing import counted

from .build import DECK, GUESTS, Table

CASES = [case for case in playing.cases() if case.game == "ghostel"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_in_every_state_of_a_game_the_options_are_counted_as_they_are_made(case: playing.Case):
    """GH-3.7 GH-4.2 GH-6.2 GH-9.2"""
    found: set[str] = set()
    for seed in playing.games(case):
        for s, _ in playing.walk(case, seed):
            for seat in kernel.awaiting(s):
                if seat != DEALER:
                    before = kernel.dump(s)
                    found |= counted(s, seat)
                    assert kernel.dump(s) == before
    assert {"keep_dice", "haunt", "buy", "end_buying"} <= found


def laid(chance: Random) -> Table:
    """Any moment at which red is asked, with cards, copies of them too, dice, barriers and favours under guests as it happens."""
    table = Table(guests=dict(zip(chance.sample(ROOMS, 5), chance.sample(sorted(GUESTS), 5), strict=True))).order("red", "white", "blue")
    favours = [DECK.key[card] for card in chance.sample(DECK.ids["spookie_favour"], 10)]
    hand, others = favours[: chance.randrange(6)], favours[6:]
    tactics = chance.sample(DECK.ids["scare_tactic"], chance.randrange(6))
    table.hand("red", hand, [DECK.key[card] for card in tactics])
    for key in [key for key in others if DECK.favours[key].effect.attach]:
        table.attach(chance.choice(ROOMS), key)
    for _ in range(chance.randrange(4)):
        table.placed(chance.choice(ROOMS), chance.choice(["red", "white"]), chance.randint(1, 6), token=chance.random() < 0.3)
    table.dice("red", *chance.choices(range(1, 7), k=chance.randint(3, 5)))
    table.block(*chance.sample(ROOMS, chance.choice([0, 0, 1, 2, 5, 7, 8])))
    table.s.tokens *= chance.random() < 0.7
    table.s.barriers = min(table.s.barriers, chance.randrange(9))
    mine = table.s.ghosts["red"]
    mine.score, mine.discount, mine.least_price = chance.randrange(12), chance.randrange(3), chance.randrange(2)
    for deck in c.DECKS:
        if chance.random() < 0.2:
            table.s.decks[deck] = []
    lap = chance.randint(1, 3)
    if lap > 1:
        table.figure("red", chance.choice(ROOMS))
        mine.walls = chance.random() < 0.3
    table.at(chance.choice(["roll", "scare", "scare", "buy"]), lap=lap)
    if chance.random() < 0.3 and hasattr(table.s.stack[-1], "bought"):
        table.s.stack[-1].bought = [chance.choice(c.DECKS)]
    return table


def test_at_any_moment_that_can_be_laid_out_the_options_are_counted_as_they_are_made():
    """GH-4.6 GH-4.7 GH-5.1 GH-5.6 GH-6.2 GH-6.3 GH-6.5 GH-6.6 GH-6.7 GH-6.9 GH-6.10 GH-6.11 GH-6.12 GH-9.4 GH-9.5 GH-9.7"""
    chance = Random(0)
    found = [counted(laid(chance).s, 0) for _ in range(1500)]
    assert frozenset().union(*found) == {str(choice.__struct_config__.tag) for choice in c.CHOICES}
    assert {frozenset(["end_buying"]), frozenset(["keep_dice"]), frozenset(["haunt"])} <= {*found}


@pytest.mark.parametrize("key", ["chills", "dread"])
def test_a_favour_without_a_target_left_is_neither_counted_nor_named(key: str):
    """GH-6.5 GH-6.10  Where no room has a guest, nothing can be put under one."""
    table = Table().order("red", "white", "blue").dice("red", 1, 2, 3).hand("red", [key]).figure("red", 1).at("scare", lap=2)
    assert counted(table.s, 0) == {"haunt", "play_on_room"}
    for room in table.s.rooms.values():
        room.guest = ""
    assert counted(table.s, 0) == {"haunt"}
