"""Section 4: who may play a fight card, when, and does being asked tell anything?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.choices import Mix, Pass
from gameplay.rules.bar_fight.facts import FightPlayed, WindowClosed, WindowOpened
from gameplay.rules.contract import SPECTATOR

from . import build

COCKTAILS = {seat: ("Rum 3", ["lime", "cola"]) for seat in range(3)}


def window_a(*, hands: dict[int, list[str]], seats: int = 3, **how: Any) -> Any:
    s = build.opened(seats, bars={0: "copper", 1: "desperado", 2: "velvet"})
    build.lay(s, hands={seat: {"twists": twists} for seat, twists in hands.items()}, **how)
    return s


def window_b(*, hands: dict[int, list[str]], flair: dict[int, list[str]] | None = None, **how: Any) -> Any:
    s = window_a(hands=hands, judges=["Carol James", "Viktor Sand", "Ruby Calhoun"], **how)
    build.at_window_b(s, {seat: (*COCKTAILS[seat], (flair or {}).get(seat, [])) for seat in COCKTAILS})
    return s


def test_there_is_a_window_before_mixing_and_one_before_the_scores():
    """BF-4.1"""
    told = build.Listener()
    s = build.opened(2, tell=told)
    build.at_restock(s, {seat: COCKTAILS[seat] for seat in range(2)}, told)
    assert [fact.window for fact in told.facts if isinstance(fact, WindowOpened)] == ["a", "b"]


def test_all_seats_are_asked_at_once_and_nobody_waits_for_anybody():
    """BF-4.2"""
    s = window_a(hands={})
    assert list(kernel.awaiting(s)) == [0, 1, 2]
    build.answer(s, 2, Pass())
    build.answer(s, 0, Pass())
    assert list(kernel.awaiting(s)) == [1]
    assert build.refusal(s, 1, Mix("Gin 3", ["lime", "lime"], [])) == "wrong_phase"


def test_a_play_asks_every_seat_anew_with_new_questions():
    """BF-4.3"""
    s = window_a(hands={0: ["last_call"]})
    build.answer(s, 1, Pass())
    before = dict(kernel.awaiting(s))
    assert build.refusal(s, 1, Pass()) == "not_your_turn"
    build.answer(s, 0, build.fight("last_call"))
    after = kernel.awaiting(s)
    assert list(after) == [0, 1, 2]
    assert all(after[seat] > before[seat] for seat in before)
    window = RULES.view(s, SPECTATOR).window
    assert (window.window, window.asking, window.passed) == ("a", 2, [])


def test_a_window_closes_when_all_have_passed_since_the_last_play():
    """BF-4.3"""
    told = build.Listener()
    s = window_a(hands={0: ["last_call"]})
    for seat in (1, 2):
        build.answer(s, seat, Pass(), told)
    build.answer(s, 0, build.fight("last_call"), told)
    for seat in (0, 1):
        build.answer(s, seat, Pass(), told)
    assert build.asked(s) == "fight_window_a"
    build.answer(s, 2, Pass(), told)
    assert build.asked(s) != "fight_window_a"
    assert WindowClosed("a", 2) in told.facts


def test_a_played_card_is_public_works_at_once_and_lies_on_the_table_until_restock():
    """BF-4.4"""
    told = build.Listener()
    s = window_b(hands={0: ["free_round"]}, tops={"mixer": ["mint", "tonic"]})
    build.answer(s, 0, build.fight("free_round"), told)
    assert told.facts[0] == FightPlayed(0, "b", "free_round", -1, 0)
    assert all(told.facts[0].seen_by(viewer) for viewer in (1, 2, SPECTATOR))
    assert RULES.redact(build.fight("free_round"), 0, 1) == build.fight("free_round")
    assert build.hand(s, 0) == ["tonic", "mint"]
    assert [fought.card for fought in RULES.view(s, 1).fights] == ["free_round"]
    build.pass_all(s)
    assert RULES.view(s, 1).fights == [] and "free_round" in s.discards["twist"]


def test_a_seat_may_play_any_number_of_fight_cards():
    """BF-4.5"""
    s = window_b(hands={0: ["elbow_bump", "elbow_bump", "spill"]})
    for card in ("elbow_bump", "elbow_bump", "spill"):
        build.answer(s, 0, build.fight(card, seat=1))
    build.pass_all(s)
    assert s.scores[1].negative == -7


@pytest.mark.parametrize(
    "choice",
    [
        build.fight("elbow_bump", seat=1),
        build.fight("spill", seat=2),
        build.fight("free_round"),
        build.fight("top_shelf"),
        build.fight("jump_queue", position=3),
        build.fight("pickpocket", seat=1),
        build.fight("last_call"),
    ],
    ids=lambda choice: choice.card,
)
def test_a_fight_card_may_be_used_in_either_window(choice: Any):
    """BF-4.6"""
    for s in (window_a(hands={0: [choice.card], 1: ["adorn"]}), window_b(hands={0: [choice.card], 1: ["adorn"]})):
        assert choice in kernel.options(s, 0)
        build.answer(s, 0, choice)
        build.deal(s)
        assert list(kernel.awaiting(s)) == [0, 1, 2]


def test_only_fight_cards_in_the_own_hand_with_a_legal_target_are_offered():
    """BF-4.6"""
    s = window_a(hands={0: ["adorn", "heckle", "spill"]})
    assert build.refusal(s, 0, build.fight("adorn")) == "not_a_fight_card"
    assert build.refusal(s, 0, build.fight("last_call")) == "card_not_in_hand"
    assert build.refusal(s, 0, build.fight("heckle", seat=1, flair="adorn")) == "bad_target"
    for target in ({}, {"seat": 0}, {"seat": 3}, {"seat": -1}, {"position": 2}, {"seat": 1, "position": 2}, {"seat": 1, "flair": "adorn"}):
        assert build.refusal(s, 0, build.fight("spill", **target)) == "bad_target"
    assert list(kernel.options(s, 0)) == [Pass(), build.fight("spill", seat=1), build.fight("spill", seat=2)]


def test_who_holds_no_fight_card_is_asked_as_everybody_and_sees_the_same_prompt():
    """BF-4.7"""
    s, other = window_a(hands={0: ["spill"]}), window_a(hands={0: ["adorn"]})
    for viewer in (1, 2, SPECTATOR):
        assert RULES.view(s, viewer) == RULES.view(other, viewer)
    assert kernel.awaiting(s) == kernel.awaiting(other)
    assert list(kernel.options(other, 0)) == [Pass()]
    assert kernel.forced(other) is None, "nobody passes for a seat that has nothing to play"


def test_a_single_pass_is_never_taken_without_asking():
    """BF-4.7"""
    s = window_b(hands={})
    for _ in range(3):
        assert kernel.forced(s) is None
        build.answer(s, next(iter(kernel.awaiting(s))), Pass())
    assert build.asked(s) == "restock"


def test_a_fight_card_gained_in_a_window_may_be_played_in_it():
    """BF-4.8"""
    s = window_a(hands={0: ["pickpocket"], 1: ["last_call"]})
    build.answer(s, 0, build.fight("pickpocket", seat=1))
    build.deal(s)
    assert build.fight("last_call") in kernel.options(s, 0)


def test_cards_drawn_in_window_a_may_be_mixed_in_this_round():
    """BF-4.8"""
    s = build.opened(2)
    build.lay(s, hands={0: {"spirits": ["Gin 3"], "mixers": [], "twists": ["free_round"]}}, tops={"mixer": ["tonic", "lemon"]})
    build.answer(s, 0, build.fight("free_round"))
    build.pass_all(s)
    assert list(kernel.options(s, 0)) == [build.mix("Gin 3", ["tonic", "lemon"])]
