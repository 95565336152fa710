"""Is what a seat may answer counted as the options that are made say?"""

from __future__ import annotations

from random import Random

import pytest

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.choices import CHOICES, DECK_OF, DECKS, FLAIR
from gameplay.rules.bar_fight.mixing import MixCocktails
from gameplay.rules.bar_fight.restock import ChooseDraws
from gameplay.rules.bar_fight.state import Cocktail, State, can_mix, cards_of, empty_hand, gain
from gameplay.rules.bar_fight.windows import FightWindow
from gameplay.rules.contract import DEALER, as_list
from tests.rules import playing
from tests.rules.playing import counted

from . import build

CASES = [case for case in playing.cases() if case.game == "bar_fight"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_in_every_state_of_a_game_the_options_are_counted_as_they_are_made(case: playing.Case):
    """BF-1.2 BF-3.3 BF-4.5 BF-8.5"""
    found: set[str] = set()
    for seed in playing.games(case):
        for s, _ in playing.walk(case, seed):
            for seat in kernel.awaiting(s):
                if seat != DEALER:
                    before = kernel.dump(s)
                    found |= counted(s, seat)
                    assert kernel.dump(s) == before
    assert found == {str(choice.__struct_config__.tag) for choice in CHOICES}


def laid(chance: Random) -> State:
    """Any moment at which all are asked, with hands, cocktails on the table and judges to come as it happens."""
    s = build.opened(chance.randint(2, 6), edition=chance.choice(sorted(RULES.editions)))
    left = {deck: chance.sample(cards, len(cards)) for deck, cards in cards_of(s).decks.items()}
    s.hands = [empty_hand() for _ in s.hands]
    for hand in s.hands:
        for deck in DECKS:
            for _ in range(chance.randrange(6)):
                if left[deck]:
                    gain(hand, deck, left[deck].pop(), 1)
    window = chance.choice(["a", "b"])
    if window == "b":
        for seat in range(s.seats):
            if chance.random() < 0.7:
                flair = chance.choices(sorted(FLAIR), k=chance.randrange(4))
                s.cocktails[seat] = Cocktail(spirit="Gin 4", mixers=["lime", "lime"], flair=flair, cancelled=["adorn"])
    del s.future[chance.randrange(3) :]
    able = [seat for seat, hand in enumerate(s.hands) if can_mix(hand)]
    everybody = list(range(s.seats))
    asked = [FightWindow(seats=everybody, window=window), ChooseDraws(seats=everybody), *([MixCocktails(seats=able)] if able else [])]
    s.stack = [chance.choice(asked)]
    kernel.settle(s, kernel.ignore)
    return s


def test_at_any_moment_that_can_be_laid_out_the_options_are_counted_as_they_are_made():
    """BF-3.2 BF-3.3 BF-3.7 BF-4.5 BF-4.6 BF-8.5 BF-10.12 BF-10.13 BF-10.14 BF-10.16"""
    chance = Random(0)
    fights: set[str] = set()
    for _ in range(300):
        s = laid(chance)
        for seat in kernel.awaiting(s):
            counted(s, seat)
            fights |= {choice.card for choice in as_list(kernel.options(s, seat), 100) if hasattr(choice, "target")}
    assert fights == {card for card, deck in DECK_OF.items() if deck == "twist" and card not in FLAIR}


def test_a_fight_card_without_a_target_is_neither_counted_nor_named():
    """BF-4.6 BF-10.12"""
    s = build.opened(2)
    build.lay(s, hands={0: {"twists": ["heckle"]}, 1: {"twists": ["spill"]}})
    assert counted(s, 0) == {"pass"}
    assert counted(s, 1) == {"pass", "play_fight"}
