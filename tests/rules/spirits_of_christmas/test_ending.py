"""Do chapters end, and is the game lost, won and scored, as sections 13 to 15 say?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import facts as f
from gameplay.rules.spirits_of_christmas.ending import hopeless
from gameplay.rules.spirits_of_christmas.rondel import main_ways

from . import build

NEARLY: dict[str, Any] = {"face_down": [0, 1, 2, 3, 4], "scrooge": 6, "hands": {0: ["CT02", "CP02", "CP03", "CH02"]}}
LAST = c.Play(cards=["compassion", "compassion", "contentment"])


def completed(seats: int = 3, **given: Any) -> tuple[Any, list[Any]]:
    """A chapter whose last Shadow has just been completed."""
    s = build.table(seats, **{**NEARLY, **given})
    return s, build.answer(s, 0, LAST)


def test_a_chapter_ends_in_the_middle_of_a_turn():
    """SC-13.1"""
    s, told = completed(torch=True)
    assert isinstance(told[3], f.ChapterEnded)
    assert build.asked(s) == "shuffle_spirits"


def test_points_are_for_coins_that_lie_face_down_shillings_and_the_torch():
    """SC-13.2"""
    s, told = completed(torch=True, pool=5)
    ended = next(fact for fact in told if isinstance(fact, f.ChapterEnded))
    assert (ended.coins, ended.shillings, ended.torch_points, ended.points) == (3, 4, 3, 10)
    assert s.points == [10]


def test_cards_are_gathered_and_the_torch_is_set_aside():
    """SC-13.3"""
    s, _ = completed(torch=True)
    assert (s.torch, s.spirit, s.discarded, s.hands) == (False, "centre", [], [[], [], []])


def test_in_easy_mode_the_torch_stays_and_in_very_easy_mode_it_comes():
    """SC-13.3 SC-17.1 SC-17.2"""
    assert completed(torch=True, mode="easy")[0].torch is True
    assert completed(torch=False, mode="easy")[0].torch is False
    assert completed(torch=False, mode="very_easy")[0].torch is True


@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_player_token_goes_to_the_next_of_two_or_three(seats: int):
    """SC-13.4"""
    s, told = completed(seats)
    assert (s.first, f.FirstPlayerNamed(seat=1, previous=0) in told) == (1, True)
    build.deal(s)
    build.finish_setup(s)
    assert kernel.due(s) == [1]


def test_of_four_or_more_the_holder_gives_it_to_who_has_not_had_it():
    """SC-13.4"""
    s, _ = completed(4)
    assert (build.asked(s), kernel.due(s)) == ("assign_token", [0])
    assert build.refusal(s, 0, c.AssignFirstPlayer(seat=0)) == "already_had_token"
    assert build.refusal(s, 0, c.AssignFirstPlayer(seat=5)) == "unknown_seat"
    assert build.refusal(s, 0, c.EndTurn()) == "wrong_phase"
    build.answer(s, 0, c.AssignFirstPlayer(seat=2))
    assert (s.first, s.had) == (2, [0, 2])


def test_one_player_keeps_it():
    """SC-13.4"""
    s, _ = completed(1, pool=10)
    assert s.first == 0


def test_a_full_setup_follows_and_only_chains_gifts_and_points_are_kept():
    """SC-13.5"""
    s, _ = completed(chains=2, gifts=[2], pool=3)
    build.deal(s)
    assert (s.chapter, s.pool, s.discard, s.chains, s.gifts) == (2, 15, 5, 2, [2])


def test_all_lose_when_a_shilling_is_due_and_there_is_none():
    """SC-14.1"""
    s = build.table(3, pool=1, chains=0)
    told = build.answer(s, 0, c.Draw())
    assert told[-1] == f.GameLost(chapter=1, turn=2, reason="shillings")
    assert (s.phase, s.stack, build.RULES.result(s).winners) == ("lost", [], [])


def test_an_action_dearer_than_the_pool_is_refused():
    """SC-14.2"""
    s = build.table(3, pool=1, spirit="move", chains=0)
    assert build.refusal(s, 0, c.Give(giver=0, receiver=1)) == "insufficient_shillings"


@pytest.mark.parametrize(
    ("given", "phase"),
    [
        ({"chains": 0}, "lost"),
        ({"chains": 1}, "turns"),
        ({"chains": 0, "gifts": [2]}, "turns"),
        ({"chains": 0, "torch": True}, "turns"),
        ({"chains": 0, "pool": 1}, "turns"),
    ],
)
def test_an_empty_pool_is_a_loss_only_without_any_hope(given: dict[str, Any], phase: str):
    """SC-14.3 SC-14.5"""
    assert build.table(3, **{"pool": 0, **given}).phase == phase


def test_a_special_card_may_be_the_only_action_that_can_be_paid():
    """SC-14.3"""
    given: dict[str, Any] = {"mode": "humbug", "spirit": "move", "pool": 1, "scrooge": 0, "deck": ["CT06", "CT07"]}
    s = build.table(2, hands={0: ["CP01", "CT05"], 1: []}, **given)
    assert s.phase == "turns"
    assert {choice.special for choice in build.offered(s, 0)} == {"special_compassion"}
    assert build.table(2, hands={0: ["CP02", "CT05"], 1: []}, **given).lost == "shillings"


def test_under_the_strict_rule_a_deadlock_is_a_loss_whatever_is_left():
    """SC-14.4"""
    given: dict[str, Any] = {"mode": "hard", "hands": {0: [], 1: []}, "deck": ["CT05"]}
    assert build.table(2, **given).lost == "deadlock"
    assert build.table(2, torch=True, **given).phase == "turns"


def test_the_loss_is_tested_after_each_use_of_the_torch():
    """SC-14.3"""
    s = build.table(3, pool=0, chains=0, torch=True)
    told = build.answer(s, 0, c.Draw(torch=True))
    assert told[-1] == f.GameLost(chapter=1, turn=1, reason="shillings")


def test_a_lost_game_has_no_score():
    """SC-14.6"""
    s = build.table(3, pool=0, chains=0, chapter=3)
    assert build.RULES.result(s).scores == [0, 0, 0]


def test_finishing_the_third_chapter_wins():
    """SC-15.1"""
    under = {6: ["CH02", "CH03", "CP02"]}
    s = build.table(2, chapter=3, face_down=[1, 3], scrooge=6, under=under, hands={0: ["CT02"]})
    told = build.answer(s, 0, c.Play(cards=["contentment"]))
    assert isinstance(told[-1], f.GameWon)
    assert (s.phase, s.stack, build.RULES.result(s).winners) == ("won", [], [0, 1])


@pytest.mark.parametrize(("taken", "bonus"), [(0, 18), (1, 12), (2, 6), (3, 0)])
def test_chains_that_were_taken_cost_points(taken: int, bonus: int):
    """SC-15.2"""
    s = build.table(3)
    s.points, s.taken, s.phase = [5, 5, 5], taken, "won"
    assert build.RULES.scores(s) == [15 + bonus] * 3


@pytest.mark.parametrize(
    ("seats", "points", "title"),
    [
        (2, -9, "Miserly"),
        (2, -8, "Merry"),
        (3, 16, "Spirited"),
        (3, 17, "Father Christmas!"),
        (1, 9, "Miserly"),
        (1, 25, "Father Christmas!"),
    ],
)
def test_the_score_earns_a_title_on_a_scale_of_its_own_for_one_player(seats: int, points: int, title: str):
    """SC-15.3 SC-20.6"""
    s = build.table(seats)
    s.points, s.phase = [points], "won"
    assert build.RULES.view(s, 0).title == title


@pytest.mark.parametrize("seats", [1, 2, 5])
@pytest.mark.parametrize("spirit", ["centre", "move", "draw", "give", "play"])
def test_without_the_strict_rule_one_shilling_is_enough_whatever_is_in_hand(seats: int, spirit: str):
    """SC-14.3 SC-4.4 SC-4.8"""
    s = build.table(seats, hands={seat: [] for seat in range(seats)}, deck=[], pool=1, spirit=spirit)
    assert main_ways(s, 0) and hopeless(s) is None
    s.pool = 0
    assert not main_ways(s, 0)
