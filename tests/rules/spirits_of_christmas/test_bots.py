"""Do the bots answer every question quickly, whoever is asked, and win more often than by chance?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.spirits_of_christmas import RULES
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import messages as m
from gameplay.rules.spirits_of_christmas.sketching import sketch

from . import build
from .teams import play


@pytest.mark.parametrize("bot", RULES.bots)
@pytest.mark.parametrize("variant", ["open_hearted", "virtuous", "haunted", "jacob_marley"])
def test_a_bot_that_is_asked_though_nothing_waits_for_it_answers_too(bot: str, variant: str):
    """SC-18.1"""
    for gifts in ([1], [3], [2]):
        s = build.started(3, gifts=gifts, communication=variant, group_decision="leader")
        for seat in kernel.awaiting(s):
            options = kernel.options(s, seat)
            assert RULES.bots[bot](RULES.view(s, seat), seat, options, RandomChance(1)) in options


def sensible(s: Any, seat: int = 0) -> Any:
    return RULES.bots["sensible"](RULES.view(s, seat), seat, kernel.options(s, seat), RandomChance(1))


def test_the_sensible_bot_completes_a_shadow_when_it_can():
    """SC-9.4"""
    s = build.table(3, communication="none", scrooge=2, hands={0: ["CT02", "CT03", "CP02", "CH02"]})
    assert sensible(s) == c.Play(cards=["compassion", "contentment", "contentment"])


def test_the_sensible_bot_takes_chains_before_the_pool_is_empty():
    """SC-11.1"""
    assert sensible(build.table(3, communication="none", pool=0)) == c.TakeChains()


def test_the_sensible_bot_does_not_lose_a_story_by_a_coin():
    """SC-21.6"""
    s = build.table(2, story=True, spirit="draw", scrooge=4, last=3, face_down=[2], hands={0: ["CT02"]})
    build.answer(s, 0, c.Move(card="contentment", direction="right"))
    assert sensible(s) == c.Activate(yes=False)


def test_the_sensible_bot_gives_what_is_needed():
    """SC-8.2"""
    s = build.table(2, spirit="draw", scrooge=2, hands={0: ["CH02"], 1: ["CT02", "CH03", "CP02"]})
    build.answer(s, 0, c.Give(giver=1, receiver=0))
    assert sensible(s, 1) == c.GiveCards(cards=["compassion", "contentment"])


def test_a_sensible_team_wins_where_a_random_one_does_not():
    """SC-15.1"""
    won = {bot: sum(bool(play(2, "very_easy", bot, seed).winners) for seed in range(8)) for bot in RULES.bots}
    assert won["random"] < 2 < won["sensible"]


def test_the_sensible_bot_says_what_it_holds_once_a_turn_and_listens():
    """SC-18.4"""
    s = build.table(3, hands={0: ["CT02", "CT03", "CP02"]})
    words = sensible(s)
    assert [(hint.virtue, hint.level) for hint in words.messages[0].hints] == [
        ("charity", "humbug"),
        ("compassion", "a_little"),
        ("contentment", "some"),
    ]
    build.answer(s, 0, words)
    assert not isinstance(sensible(s), c.Speak)
    for seed in range(5):
        k = sketch(RULES.view(s, 1), RandomChance(seed))
        assert k.hands[0] == [2, 1, 0]


def test_the_sensible_bot_shows_its_cards_where_that_is_allowed():
    """SC-18.7"""
    s = build.started(2, mode="humbug")
    assert sensible(s) == c.Speak(messages=[m.Show(cards=build.kinds(s, s.hands[0]))])  # type: ignore[arg-type]
    build.answer(s, 0, sensible(s))
    assert sensible(s) == c.EndDiscussion()
