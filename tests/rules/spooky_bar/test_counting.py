"""Are as many options counted, and of the same types, as there are when all of them are made?"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER, Frame
from gameplay.rules.spooky_bar.choices import ACTIONS, CHOICES, GUESTS, NextGame
from gameplay.rules.spooky_bar.choosing import ChooseCards
from gameplay.rules.spooky_bar.effects import BidGuest, CaptureGhost, MoveOneGhost, ServeDrink
from gameplay.rules.spooky_bar.favours import UseFavour
from gameplay.rules.spooky_bar.flow import NameWild, barred, nameable
from gameplay.rules.spooky_bar.haunting import ScareGuest
from gameplay.rules.spooky_bar.opening import PlaceSetupDrinks
from gameplay.rules.spooky_bar.state import Played, State, ghosts, lay
from tests.rules import playing
from tests.rules.playing import counted

from . import build

CASES = [case for case in playing.cases() if case.game == "spooky_bar"]
BARS = 3


@pytest.mark.parametrize("case", CASES, ids=str)
def test_in_every_position_of_a_game(case: playing.Case):
    """SB-2.5 SB-3.2 SB-4.9 SB-5.1 SB-5.3 SB-5.7 SB-5.9 SB-5.17"""
    for s, _ in playing.walk(case, 0):
        for seat in kernel.awaiting(s):
            if seat != DEALER:
                before = kernel.dump(s)
                counted(s, seat)
                assert kernel.dump(s) == before


def laid(chance: Random) -> State:
    """Bars, hands and cards on the table as it happens, rare ones too: empty bars, hands of one action, many copies showing."""
    s = build.table(BARS, event=chance.choice([0, 6]))
    for bar in s.bars:
        guests = chance.sample(GUESTS, chance.randint(0, len(GUESTS)))
        bar.guests = {guest: chance.choice([0, 0, 1, 2]) for guest in guests}
        bar.ghosts = ghosts(chance.choice([0, 0, 1, 2]), chance.choice([0, 0, 1]))
        bar.handled = {colour: chance.randint(0, number) for colour, number in bar.ghosts.items()}
    if chance.random() < 0.3:
        for bar in s.bars:
            bar.handled = dict(bar.ghosts)
    cards = chance.sample(range(1, 56), 55)
    alike = [card for card in cards if s.deck[card - 1] == chance.choice(ACTIONS)] if chance.random() < 0.3 else []
    s.hands[0] = (alike or cards)[: chance.randint(2, 8)]
    s.showing = []
    for _ in range(chance.randint(0, 5)):
        card = chance.choice([card for card in cards if card not in s.hands[0] and card not in [each.card for each in s.showing]])
        lay(s, Played(card=card, action=s.deck[card - 1], seat=chance.choice([0, 1, 1, 2, DEALER]), trio=[]))
    s.showing.append(Played(card=55, action=s.deck[54], seat=0, trio=[53, 54, 55]))
    return s


def test_at_any_moment_that_can_be_laid_out():
    """SB-2.5 SB-3.2 SB-3.3 SB-3.6 SB-4.9 SB-4.11 SB-5.1 SB-5.4 SB-5.7 SB-5.10 SB-5.11 SB-5.17 SB-5.23 SB-5.28"""
    chance, compared, types = Random(0), Counter[str](), set[str]()
    for _ in range(400):
        s = laid(chance)
        assert nameable(s, 0) == [action for action in ACTIONS if barred(s, 0, action) is None]
        frames: list[Frame] = [
            PlaceSetupDrinks(seats=[0]),
            ChooseCards(seats=[0]),
            NameWild(seat=0),
            ServeDrink(seat=0),
            BidGuest(seat=0),
            CaptureGhost(seat=0),
            MoveOneGhost(seat=0),
            ScareGuest(seat=0, bar=chance.randrange(BARS)),
            *(UseFavour(seat=0, guest=guest) for guest in GUESTS),
        ]
        for frame in frames:
            s.stack = [frame]
            kernel.settle(s, kernel.ignore)
            if kernel.options(s, 0):  # else it is never asked
                types |= counted(s, 0)
                compared[type(frame).__name__] += 1
    assert min(compared.values()) > 100, compared
    assert types == {str(choice.__struct_config__.tag) for choice in CHOICES if choice is not NextGame}
