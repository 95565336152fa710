"""Are as many options counted, and of the same types, as there are when all of them are made?"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER
from gameplay.rules.spirits_of_christmas.actions import DecideActivation, HandOver
from gameplay.rules.spirits_of_christmas.anytime import put
from gameplay.rules.spirits_of_christmas.flow import DiscardExcess, MayEndTurn, TakeAction
from gameplay.rules.spirits_of_christmas.state import State, hand_limit
from tests.rules import playing

from . import build

CASES = [case for case in playing.cases() if case.game == "spirits_of_christmas"]
SPACES = ("centre", "move", "draw", "give", "play")
MODES = ("normal", "hard")


def made(s: State, seat: int) -> tuple[int, set[str]]:
    """All that is offered, made one by one; speech is one choice, because it has no end."""
    options: Any = kernel.options(s, seat)
    speaks = any(type(part).__name__ == "Talk" for part in getattr(options, "parts", ()))
    choices = build.offered(s, seat) if hasattr(options, "parts") else list(options)
    types = {str(choice.__struct_config__.tag) for choice in choices}
    assert len({repr(choice) for choice in choices}) == len(choices)
    return len(choices) + speaks, types | {"speak"} if speaks else types


@pytest.mark.parametrize("case", CASES, ids=str)
def test_in_every_position_of_a_game(case: playing.Case):
    """SC-4.1 SC-8.2 SC-7.3 SC-16.1 SC-16.2"""
    for s, _ in playing.walk(case, 0):
        for seat in kernel.awaiting(s):
            if seat != DEALER:
                assert kernel.offered(s, seat) == made(s, seat)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seats", range(1, 7))
def test_in_positions_that_games_seldom_reach(seats: int, mode: str):
    """SC-4.2 SC-4.8 SC-5.6 SC-8.3 SC-9.6 SC-10.1 SC-12.1 SC-17.7 SC-19.3 SC-20.2"""
    chance = RandomChance(f"{seats}/{mode}")
    compared = Counter[str]()
    for _ in range(150):
        s = any_table(chance, seats, mode)
        for frame in (
            TakeAction(due=[0]),
            MayEndTurn(due=[0]),
            DecideActivation(due=[0]),
            *(HandOver(due=[seat], receiver=(seat + 1) % seats) for seat, hand in enumerate(s.hands) if hand),
            DiscardExcess(due=[seat for seat, hand in enumerate(s.hands) if len(hand) > hand_limit(s)]),
        ):
            s.stack = []
            put(s, frame)
            kernel.settle(s, kernel.ignore)
            for seat in frame.seats:
                assert kernel.offered(s, seat) == made(s, seat)
            compared[type(frame).__name__] += len(frame.due)
    assert min(compared.values()) > 15, compared


def any_table(chance: RandomChance, seats: int, mode: str) -> State:
    """A position in which everything that matters to the number of options is drawn."""
    cards = list(build.DECK.cards)
    order = [cards.pop(chance.below(len(cards))) for _ in range(len(cards))]

    def some(most: int) -> list[str]:
        return [order.pop() for _ in range(min(chance.below(most + 1), len(order)))]

    own = some(12)
    return build.table(
        seats,
        mode=mode,
        hands={0: own, **{other: some((0, 3, 10)[chance.below(3)]) for other in range(1, seats)}},
        board=some(5) if seats == 1 or chance.below(2) else [],
        deck=some(4),
        counting_house=seats > 1 and bool(chance.below(2)),
        pool=chance.below(7) if chance.below(6) else 20,
        torch=bool(chance.below(2)),
        spirit=SPACES[chance.below(5)],
        scrooge=chance.below(9) - 1,
        gap=chance.below(7),
        face_down=[place for place in range(8) if not chance.below(4)],
        gifts=[2] if chance.below(2) and mode != "hard" else [],
        communication=("none", "virtuous", "three_chances")[chance.below(3)],
        group_decision=("any", "leader")[chance.below(2)],
    )
