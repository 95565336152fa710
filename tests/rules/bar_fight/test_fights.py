"""Section 10, fight cards: does each do what it says, in both windows?"""

from __future__ import annotations

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.choices import Pass, TwistPick
from gameplay.rules.bar_fight.facts import CardSeen, JudgeSwapped, StolenTwistSeen, TwistStolen
from gameplay.rules.bar_fight.state import SEEN
from gameplay.rules.chance import recipe
from gameplay.rules.contract import DEALER, REFEREE, SPECTATOR

from . import build
from .test_windows import window_a, window_b


def negatives(s: object) -> list[int]:
    build.pass_all(s)
    return [score.negative for score in s.scores]


def test_elbow_bump_costs_two_points():
    """BF-10.8"""
    s = window_b(hands={0: ["elbow_bump"]})
    build.answer(s, 0, build.fight("elbow_bump", seat=2))
    assert negatives(s) == [0, 0, -2]


def test_spill_costs_three_points():
    """BF-10.9"""
    s = window_b(hands={1: ["spill"]})
    build.answer(s, 1, build.fight("spill", seat=0))
    assert negatives(s) == [-3, 0, 0]


def test_free_round_draws_two_mixers_now_and_only_the_seat_sees_which():
    """BF-10.10"""
    told = build.Listener()
    s = window_a(hands={0: ["free_round"]}, tops={"mixer": ["mint", "lime"]})
    build.answer(s, 0, build.fight("free_round"), told)
    seen = [fact for fact in told.facts if isinstance(fact, CardSeen)]
    assert [fact.card for fact in seen] == ["mint", "lime"]
    assert all(fact.seen_by(0) and not fact.seen_by(1) and not fact.seen_by(SPECTATOR) for fact in seen)
    assert build.hand(s, 0) == ["lime", "mint"]


def test_top_shelf_run_draws_a_spirit_and_then_a_mixer():
    """BF-10.11"""
    told = build.Listener()
    s = window_b(hands={0: ["top_shelf"]}, tops={"mixer": ["mint"], "spirit": ["Gin 4"]})
    build.answer(s, 0, build.fight("top_shelf"), told)
    assert [fact.card for fact in told.facts if isinstance(fact, CardSeen)] == ["Gin 4", "mint"]


def test_heckle_cancels_one_revealed_flair_of_an_opponent_which_is_still_discarded():
    """BF-10.12"""
    s = window_b(hands={0: ["heckle", "heckle"]}, flair={0: ["adorn"], 1: ["fire_show", "fancy_pour"]})
    offered = [choice for choice in kernel.options(s, 0) if choice != Pass()]
    assert offered == [build.fight("heckle", seat=1, flair="fancy_pour"), build.fight("heckle", seat=1, flair="fire_show")]
    assert build.refusal(s, 0, build.fight("heckle", seat=0, flair="adorn")) == "bad_target", "not the own flair"
    build.answer(s, 0, build.fight("heckle", seat=1, flair="fire_show"))
    assert build.refusal(s, 0, build.fight("heckle", seat=1, flair="fire_show")) == "bad_target", "cancelled already"
    assert RULES.view(s, 2).seats[1].cocktail.cancelled == ["fire_show"]
    build.pass_all(s)
    assert s.scores[1].bonus == 2
    assert sorted(s.discards["twist"]) == ["adorn", "fancy_pour", "fire_show", "heckle"]


def test_of_two_equal_flair_cards_one_is_cancelled():
    """BF-10.12"""
    s = window_b(hands={0: ["heckle"]}, flair={1: ["fancy_pour", "fancy_pour"]})
    assert len(kernel.options(s, 0)) == 2, "equal cards are offered once"
    build.answer(s, 0, build.fight("heckle", seat=1, flair="fancy_pour"))
    build.pass_all(s)
    assert s.scores[1].bonus == 2


def test_jump_the_queue_exchanges_the_current_judge_for_good():
    """BF-10.13"""
    told = build.Listener()
    s = window_a(hands={0: ["jump_queue"]}, judges=["Carol James", "Viktor Sand", "Ruby Calhoun"])
    build.answer(s, 0, build.fight("jump_queue", position=3), told)
    assert [s.judge, *s.future] == ["Ruby Calhoun", "Viktor Sand", "Carol James"]
    assert JudgeSwapped(0, "Ruby Calhoun", 3) in told.facts


def test_jump_the_queue_needs_a_judge_at_the_position():
    """BF-10.13"""
    s = window_a(hands={0: ["jump_queue"]}, judges=["Carol James", "Viktor Sand"], judge_pile=[])
    assert list(kernel.options(s, 0)) == [Pass(), build.fight("jump_queue", position=2)]
    for position in (1, 3, 4, 0, -1):
        assert build.refusal(s, 0, build.fight("jump_queue", position=position)) == "bad_target"


def test_jump_the_queue_in_window_b_changes_who_scores_the_cocktails():
    """BF-10.17"""
    s = window_b(hands={0: ["jump_queue"]}, judge_tops=["Captain Bligh-Jones"])
    s.future[0] = "Captain Bligh-Jones"
    build.answer(s, 0, build.fight("jump_queue", position=2))
    build.pass_all(s)
    assert [score.judge for score in s.scores] == [2, 2, 2], "Rum is what the new judge likes"


def test_pickpocket_takes_one_twist_each_copy_equally_likely():
    """BF-10.14"""
    told = build.Listener()
    s = window_a(hands={0: ["pickpocket"], 1: ["adorn", "spill", "adorn"], 2: []})
    assert build.refusal(s, 0, build.fight("pickpocket", seat=2)) == "bad_target"
    build.answer(s, 0, build.fight("pickpocket", seat=1), told)
    assert recipe(kernel.options(s, DEALER)).items == [TwistPick("adorn"), TwistPick("adorn"), TwistPick("spill")]
    build.deal(s, twist="spill", tell=told)
    assert build.hand(s, 0) == ["spill"] and build.hand(s, 1) == ["adorn", "adorn"]
    assert TwistStolen(0, 1) in told.facts
    (seen,) = [fact for fact in told.facts if isinstance(fact, StolenTwistSeen)]
    assert [viewer for viewer in (0, 1, 2, SPECTATOR) if seen.seen_by(viewer)] == [0, 1]
    assert [RULES.redact(TwistPick("spill"), DEALER, viewer) for viewer in (0, 1, 2, SPECTATOR)] == [None] * 4
    assert RULES.redact(TwistPick("spill"), DEALER, REFEREE) == TwistPick("spill")
    assert s.hands[0]["twist"] == {"spill": [SEEN]}, "a fresh draw leaves it where its victim knows it to be"


def test_last_call_adds_two_points_to_the_own_cocktail():
    """BF-10.15"""
    s = window_b(hands={2: ["last_call"]})
    build.answer(s, 2, build.fight("last_call"))
    build.pass_all(s)
    assert [score.bonus for score in s.scores] == [0, 0, 2]


def test_a_blow_in_window_a_waits_for_the_cocktail_and_misses_who_then_has_none():
    """BF-10.16"""
    s = window_a(hands={0: ["elbow_bump", "spill", "last_call"]}, judges=["Carol James", "Viktor Sand", "Ruby Calhoun"])
    build.answer(s, 0, build.fight("elbow_bump", seat=1))
    build.answer(s, 0, build.fight("spill", seat=2))
    build.answer(s, 0, build.fight("last_call"))
    build.at_window_b(s, {1: ("Rum 3", ["lime", "cola"])})
    build.pass_all(s)
    assert s.scores[0] is None and s.scores[2] is None
    assert (s.scores[1].negative, s.scores[1].total) == (-2, 5)


def test_in_window_b_a_blow_needs_a_cocktail_to_hit_and_last_call_does_not():
    """BF-10.16"""
    s = window_a(hands={0: ["elbow_bump", "last_call"]})
    build.at_window_b(s, {1: ("Rum 3", ["lime", "cola"])})
    assert list(kernel.options(s, 0)) == [Pass(), build.fight("elbow_bump", seat=1), build.fight("last_call")]


def test_no_fight_card_takes_a_spirit_or_a_mixer_from_a_hand():
    """BF-10.18"""
    s = window_a(hands={0: ["pickpocket"], 1: ["adorn"]})
    build.give(s, 1, "Gin 4", "lime", "mint")
    build.answer(s, 0, build.fight("pickpocket", seat=1))
    assert {type(choice) for choice in kernel.options(s, DEALER)} == {TwistPick}
    build.deal(s)
    assert build.hand(s, 1) == ["Gin 4", "lime", "mint"]
