"""Does a turn go as section 4 says, do special cards, Torch and the strict rule work as in 10, 12 and 17?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import facts as f

from . import build


def test_a_turn_is_one_action_and_then_the_next_seat_plays():
    """SC-4.1"""
    s = build.table(3)
    told = build.answer(s, 0, c.Draw())
    assert [fact.seat for fact in told if isinstance(fact, f.TurnBegan)] == [1]


@pytest.mark.parametrize(
    ("spirit", "space", "cost"), [("move", "draw", 1), ("move", "play", 1), ("move", "give", 2), ("draw", "draw", 4), ("play", "draw", 2)]
)
def test_the_token_goes_the_shorter_way_and_a_full_circle_costs_four(spirit: str, space: Any, cost: int):
    """SC-4.2 SC-4.3 SC-4.4"""
    s = build.table(3, spirit=spirit)
    choice = {"draw": c.Draw(), "play": c.DoNothing(space="play"), "give": c.Give(giver=0, receiver=1)}[space]
    build.answer(s, 0, choice)
    assert (s.pool, s.discard, s.spirit) == (10 - cost, 10 + cost, space)


def test_the_first_action_of_a_chapter_costs_one_wherever_it_leads():
    """SC-4.5"""
    s = build.table(3, spirit="centre")
    assert {space.distance for space in build.RULES.view(s, 0).rondel} == {1}


def test_the_cost_is_paid_before_the_action():
    """SC-4.6"""
    s = build.table(3, pool=1, spirit="draw", scrooge=2, hands={0: ["CT02"]})
    told = build.answer(s, 0, c.Move(card="contentment", direction="left"))
    assert [type(fact) for fact in told[:2]] == [f.ActionTaken, f.CardDiscarded]
    assert told[0].pool == 0


def test_passing_is_not_possible():
    """SC-4.7"""
    s = build.table(3, torch=True)
    assert build.refusal(s, 0, c.EndTurn()) == "main_action_due"


def test_an_action_that_does_nothing_costs_and_ends_the_turn_even_with_the_torch_there():
    """SC-4.8 SC-9.5"""
    s = build.table(3, torch=True, scrooge=0)
    assert build.refusal(s, 0, c.Play(cards=["contentment"])) == "bad_payload"
    told = build.answer(s, 0, c.DoNothing(space="play"))
    assert isinstance(told[0], f.ActionTaken) and not told[0].done
    assert (s.pool, s.spirit, s.torch, s.current) == (9, "play", True, 1)


def test_an_action_that_does_something_is_not_offered_as_one_that_does_nothing():
    """SC-4.8"""
    assert build.refusal(build.table(3), 0, c.DoNothing(space="draw")) == "bad_payload"


def test_the_turn_stays_open_while_the_torch_is_on_its_space():
    """SC-4.9"""
    s = build.table(3, torch=True)
    build.answer(s, 0, c.Draw())
    assert (build.asked(s), kernel.due(s)) == ("may_end_turn", [0])
    assert build.refusal(s, 0, c.Draw()) == "wrong_phase"
    build.answer(s, 0, c.EndTurn())
    assert kernel.due(s) == [1]


def test_without_the_torch_the_turn_ends_by_itself():
    """SC-4.9"""
    s = build.table(3)
    build.answer(s, 0, c.Draw())
    assert (build.asked(s), s.current) == ("take_action", 1)


def test_a_special_card_takes_any_action_for_exactly_one_shilling():
    """SC-10.1"""
    s = build.table(3, spirit="draw", hands={0: ["CP01", "CT02"]})
    build.answer(s, 0, c.Draw(special="special_compassion"))
    assert (s.pool, s.spirit) == (9, "draw")
    assert build.kinds(s, s.discarded[-1:]) == ["special_compassion"]


def test_a_special_card_used_so_does_nothing_else_and_else_is_an_ordinary_card():
    """SC-10.2"""
    s = build.table(3, scrooge=2, hands={0: ["CT01"]})
    assert build.refusal(s, 0, c.Play(cards=["special_contentment"], special="special_contentment")) == "bad_payload"
    build.answer(s, 0, c.Play(cards=["special_contentment"]))
    assert s.under[2] == ["CT01"]


def test_a_special_card_leaves_the_hand_before_all_tests_of_it():
    """SC-10.3"""
    s = build.table(3, hands={0: ["CT01"]}, spirit="draw")
    assert c.DoNothing(space="move", special="special_contentment") in kernel.options(s, 0)
    assert build.refusal(s, 0, c.Move(card="special_contentment", direction="left", special="special_contentment")) == "bad_payload"
    strict = build.table(3, mode="hard", hands={0: ["CT01"]}, spirit="draw")
    assert build.refusal(strict, 0, c.DoNothing(space="move", special="special_contentment")) == "cannot_complete"


def test_later_costs_count_from_where_the_token_now_stands():
    """SC-10.4"""
    s = build.table(3, spirit="move", hands={0: ["CT01"], 1: ["CT02"]})
    build.answer(s, 0, c.Give(giver=1, receiver=2, special="special_contentment"))
    build.answer(s, 1, c.GiveCards(cards=["contentment"]))
    build.answer(s, 1, c.DoNothing(space="play"))
    assert s.pool == 10 - 1 - 1


@pytest.mark.parametrize(("special", "code"), [("contentment", "not_special"), ("special_charity", "not_in_hand")])
def test_only_a_special_card_in_hand_pays_so(special: Any, code: str):
    """SC-10.1"""
    s = build.table(3, hands={0: ["CT02"]})
    assert build.refusal(s, 0, c.Draw(special=special)) == code


def test_the_torch_gives_any_action_for_nothing_and_the_token_stays():
    """SC-12.1"""
    s = build.table(3, torch=True, spirit="draw")
    build.answer(s, 0, c.Draw(torch=True))
    assert (s.torch, s.pool, s.spirit, s.current, len(s.hands[0])) == (False, 10, "draw", 0, 6)
    assert build.refusal(s, 0, c.Draw(torch=True)) == "no_torch"
    assert build.refusal(build.table(3, torch=True), 1, c.Draw(torch=True)) == "not_your_decision"


def test_the_torch_is_used_before_or_after_the_main_action_and_never_in_the_middle():
    """SC-12.2"""
    s = build.table(3, torch=True)
    build.answer(s, 0, c.Give(giver=0, receiver=1))
    assert build.asked(s) == "hand_over"
    assert build.refusal(s, 0, c.Draw(torch=True)) == "wrong_phase"
    build.answer(s, 0, c.GiveCards(cards=build.kinds(s, s.hands[0][:1])))
    build.answer(s, 0, c.Draw(torch=True))
    assert s.current == 1


def test_a_bonus_move_onto_a_torch_card_brings_the_torch_back():
    """SC-12.3 SC-6.3"""
    s = build.table(3, torch=True, scrooge=6, hands={0: ["CT02", "CT03"]})
    build.answer(s, 0, c.Move(card="contentment", direction="right", torch=True))
    assert (s.torch, s.face_down[7], build.asked(s)) == (True, True, "take_action")
    build.answer(s, 0, c.Draw(torch=True))
    assert s.torch is False


def test_the_group_has_one_torch():
    """SC-12.4"""
    s = build.table(2, torch=True, hands={0: []})
    build.answer(s, 0, c.Draw(torch=True))
    build.answer(s, 0, c.Draw())
    assert build.refusal(s, 1, c.Draw(torch=True)) == "no_torch"


def test_a_bonus_that_does_nothing_is_lost_and_does_not_end_the_turn():
    """SC-12.5"""
    s = build.table(3, torch=True, scrooge=0)
    build.answer(s, 0, c.DoNothing(space="play", torch=True))
    assert (s.torch, build.asked(s), s.current) == (False, "take_action", 0)


def test_the_strict_rule_does_not_hold_for_the_bonus():
    """SC-12.6"""
    s = build.table(3, mode="hard", torch=True, scrooge=0)
    assert c.DoNothing(space="play", torch=True) in kernel.options(s, 0)
    assert build.refusal(s, 0, c.DoNothing(space="play")) == "cannot_complete"


def test_a_bonus_before_the_main_action_changes_no_cost():
    """SC-12.7"""
    s = build.table(3, torch=True, spirit="centre")
    build.answer(s, 0, c.Draw(torch=True))
    assert s.spirit == "centre"
    build.answer(s, 0, c.Draw())
    assert s.pool == 9


def test_a_bonus_is_free_of_cards_too():
    """SC-12.1"""
    s = build.table(3, torch=True, hands={0: ["CT01", "CT02"]})
    assert build.refusal(s, 0, c.Draw(torch=True, special="special_contentment")) == "bad_payload"


STRICT: dict[str, tuple[dict[str, Any], c.Choice, c.Choice]] = {
    "move": ({"hands": {0: []}}, c.DoNothing(space="move"), c.Move(card="contentment", direction="left")),
    "draw": ({"deck": ["CT05", "CH06"]}, c.Draw(), c.Draw()),
    "give": ({"hands": {0: [], 1: []}, "spirit": "draw"}, c.DoNothing(space="give"), c.Give(giver=0, receiver=1)),
    "play": ({"scrooge": 0}, c.DoNothing(space="play"), c.Play(cards=["contentment"])),
    "trade": (
        {"counting_house": True, "board": ["CT05"], "hands": {0: ["CT02"]}, "spirit": "draw"},
        c.Trade(discard="contentment", take=["contentment"]),
        c.Trade(discard="contentment", take=["contentment"]),
    ),
}


@pytest.mark.parametrize("action", STRICT)
def test_under_the_strict_rule_an_action_must_be_completed_in_full(action: str):
    """SC-17.7"""
    given, choice, other = STRICT[action]
    s = build.table(2, mode="hard", spirit=given.get("spirit", "draw"), **{key: value for key, value in given.items() if key != "spirit"})
    assert build.refusal(s, 0, choice) == build.refusal(s, 0, other) == "cannot_complete"
    relaxed = build.table(2, mode="normal", spirit="draw", **{key: value for key, value in given.items() if key != "spirit"})
    assert choice in kernel.options(relaxed, 0)


def test_a_coin_need_not_be_paid_out_in_full_under_the_strict_rule():
    """SC-17.8"""
    s = build.table(2, mode="hard", pool=20, spirit="draw", scrooge=4, hands={0: ["CT02"]})
    build.answer(s, 0, c.Move(card="contentment", direction="left"))
    assert (s.pool, s.discard) == (20, 0)


def test_the_strict_rule_holds_for_special_cards():
    """SC-17.8"""
    s = build.table(2, mode="hard", scrooge=0, hands={0: ["CT01", "CT02"]})
    assert build.refusal(s, 0, c.DoNothing(space="play", special="special_contentment")) == "cannot_complete"
