"""Does the Story variant work as section 21 says?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import facts as f

from . import build


def arrived(place: int, **given: Any) -> Any:
    """Scrooge has moved by one to this place, from the left or, at the left end, from the right."""
    s = build.table(2, story=True, spirit="draw", scrooge=place - 1 if place else 1, **{"hands": {0: ["CT02", "CT03"]}, **given})
    build.answer(s, 0, c.Move(card="contentment", direction="right" if place else "left"))
    return s


def test_the_last_number_is_that_of_the_scene_turned_down_last():
    """SC-21.1"""
    s = arrived(1)
    assert s.last == 0
    build.answer(s, 0, c.Activate(yes=True))
    assert s.last == 2
    assert build.table(2, story=True, chapter=2).last == 0


def test_a_coin_above_the_last_number_is_activated_if_the_player_wants():
    """SC-21.2"""
    s = arrived(3)
    assert build.asked(s) == "decide_activation"
    assert build.refusal(s, 0, c.Draw()) == "wrong_phase"
    told = build.answer(s, 0, c.Activate(yes=False))
    assert told[0] == f.SceneDeclined(seat=0, scene="I-4")
    assert (s.face_down[3], s.last, s.current) == (False, 0, 1)


def test_a_coin_below_the_last_number_is_not_activated_and_nobody_is_asked():
    """SC-21.2"""
    s = arrived(0, last=2)
    assert (build.asked(s), s.face_down[0]) == ("take_action", False)


@pytest.mark.parametrize("yes", [True, False])
def test_the_torch_has_no_number(yes: bool):
    """SC-21.3"""
    s = arrived(7, last=5)
    build.answer(s, 0, c.Activate(yes=yes))
    assert (s.torch, s.face_down[7], s.last) == (yes, yes, 5)


def test_a_declined_card_is_activated_by_a_later_arrival_only():
    """SC-21.4"""
    s = arrived(3, hands={0: ["CT02", "CT03"], 1: ["CT04"]})
    build.answer(s, 0, c.Activate(yes=False))
    assert build.asked(s) == "take_action"
    s.scrooge, s.spirit = 2, "draw"
    build.answer(s, 1, c.Move(card="contentment", direction="right"))
    assert build.asked(s) == "decide_activation"


def test_a_shadow_of_any_number_is_played_on_and_completed_at_once_wanted_or_not():
    """SC-21.5"""
    s = build.table(2, story=True, last=4, scrooge=2, face_down=[4], under={2: ["CT02", "CP02"]}, hands={0: ["CT03"]})
    build.answer(s, 0, c.Play(cards=["contentment"]))
    assert (s.face_down[2], s.last) == (True, 3)


@pytest.mark.parametrize(("face_down", "phase"), [([2], "lost"), ([2, 4], "turns")])
def test_the_game_is_lost_once_a_shadow_with_a_lower_number_is_left_behind(face_down: list[int], phase: str):
    """SC-21.6 SC-14.6"""
    s = arrived(5, face_down=face_down, last=3)
    told = build.answer(s, 0, c.Activate(yes=True))
    assert s.phase == phase
    assert any(isinstance(fact, f.GameLost) and fact.reason == "story" for fact in told) == (phase == "lost")


def test_gaps_between_the_numbers_do_not_matter_and_the_chapter_ends_as_usual():
    """SC-21.7"""
    s = build.table(2, story=True, last=3, scrooge=6, face_down=[2, 4], under={6: ["CP02", "CP03"]}, hands={0: ["CT02"]})
    told = build.answer(s, 0, c.Play(cards=["contentment"]))
    assert any(isinstance(fact, f.ChapterEnded) for fact in told)


def test_without_story_the_order_of_the_scenes_does_not_matter():
    """SC-6.1 SC-21.2"""
    s = build.table(2, spirit="draw", scrooge=6, hands={0: ["CT02"]})
    build.answer(s, 0, c.Move(card="contentment", direction="left"))
    assert (s.face_down[5], s.phase) == (True, "turns")
