"""Do the actions and the scenes work as sections 5 to 9 of the rules say?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import SPECTATOR
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import facts as f

from . import build


def move(card: Any, direction: Any) -> c.Move:
    return c.Move(card=card, direction=direction)


def moves(s: Any) -> set[tuple[str, str]]:
    return {(choice.card, choice.direction) for choice in build.offered(s, 0) if isinstance(choice, c.Move) and not choice.special}


def test_a_move_discards_one_card_of_the_hand():
    """SC-5.1"""
    s = build.table(3, scrooge=3, spirit="draw", face_down=[5], hands={0: ["CP02", "CT02"]})
    build.answer(s, 0, move("compassion", "right"))
    assert (s.hands[0], s.discarded[-1], s.scrooge) == (["CT02"], "CP02", 5)
    assert build.refusal(build.table(3, hands={0: ["CT02"]}, spirit="draw"), 0, move("charity", "left")) == "not_in_hand"


def test_scrooge_moves_exactly_as_far_as_the_card_says_and_stays_in_the_row():
    """SC-5.2 SC-5.6"""
    s = build.table(3, scrooge=1, spirit="draw", hands={0: ["CT02", "CP02", "CH02"]})
    assert moves(s) == {("contentment", "left"), ("contentment", "right"), ("compassion", "right"), ("charity", "right")}
    assert build.refusal(s, 0, move("compassion", "left")) == "off_the_row"


@pytest.mark.parametrize(("gap", "left", "right"), [(3, 3, 4), (0, 0, 1), (6, 6, 7)])
def test_the_two_scenes_at_the_bedroom_are_one_step_away(gap: int, left: int, right: int):
    """SC-5.3"""
    for direction, place in (("left", left), ("right", right)):
        s = build.table(3, gap=gap, spirit="draw", hands={0: ["CT02"]})
        build.answer(s, 0, move("contentment", direction))
        assert s.scrooge == place


def test_the_bedroom_is_no_part_of_the_row_once_it_is_left():
    """SC-5.4"""
    s = build.table(3, scrooge=3, spirit="draw", hands={0: ["CT02"]})
    build.answer(s, 0, move("contentment", "right"))
    assert s.scrooge == 4


def test_face_down_scenes_count_as_steps_and_may_be_landed_on():
    """SC-5.5 SC-6.4"""
    s = build.table(3, scrooge=2, spirit="draw", face_down=[3, 5], hands={0: ["CH02"]})
    told = build.answer(s, 0, move("charity", "right"))
    assert s.scrooge == 5
    assert not any(isinstance(fact, f.CoinActivated) for fact in told)


def test_some_direction_always_exists():
    """SC-5.6"""
    for place in range(-1, 8):
        for gap in range(7):
            s = build.table(3, scrooge=place, gap=gap, spirit="draw", hands={0: ["CT02", "CP02", "CH02"]})
            assert {card for card, _ in moves(s)} >= {"contentment"}
            assert {"compassion", "charity"} <= {card for card, _ in moves(s)}


def test_with_an_empty_hand_a_move_does_nothing():
    """SC-5.7"""
    s = build.table(3, spirit="draw", hands={0: []})
    build.answer(s, 0, c.DoNothing(space="move"))
    assert (s.scrooge, s.pool, s.current) == (-1, 9, 1)


def test_a_coin_pays_from_the_discard_and_may_bring_a_card():
    """SC-6.1"""
    s = build.table(3, scrooge=2, spirit="draw", hands={0: ["CT02"]}, deck_top=["CH05"])
    told = build.answer(s, 0, move("contentment", "left"))
    assert f.CoinActivated(seat=0, scene="I-2", shillings=1, pool=10) in told
    assert (s.hands[0], s.face_down[1]) == (["CH05"], True)


def test_a_coin_pays_what_the_discard_holds_and_brings_no_card_from_an_empty_deck():
    """SC-6.2"""
    s = build.table(3, pool=20, scrooge=2, spirit="draw", hands={0: ["CT02", "CT03"]}, deck=[])
    told = build.answer(s, 0, move("contentment", "left"))
    assert (s.pool, s.discard, s.hands[0]) == (20, 0, ["CT03"])
    assert not any(isinstance(fact, f.CardsDrawn) for fact in told)


@pytest.mark.parametrize("torch", [False, True])
def test_a_torch_of_plenty_brings_the_torch_if_it_is_not_there(torch: bool):
    """SC-6.3"""
    s = build.table(3, torch=torch, scrooge=6, spirit="draw", hands={0: ["CT02"]})
    told = build.answer(s, 0, move("contentment", "right"))
    assert f.TorchLit(seat=0, scene="I-T", again=torch) in told
    assert (s.torch, s.face_down[7]) == (True, True)


def test_landing_on_a_shadow_does_nothing():
    """SC-6.4"""
    s = build.table(3, scrooge=3, spirit="draw", hands={0: ["CT02"]})
    build.answer(s, 0, move("contentment", "left"))
    assert (s.scrooge, s.face_down[2]) == (2, False)


def test_a_scene_is_activated_by_arriving_only():
    """SC-6.5"""
    s = build.table(3, scrooge=3)
    build.answer(s, 0, c.Draw())
    assert not s.face_down[3]


def test_three_cards_are_drawn_or_as_many_as_there_are():
    """SC-7.1"""
    for deck, drawn in ((["CT05", "CT06", "CT07", "CT08"], 3), (["CT05"], 1)):
        s = build.table(3, hands={0: []}, deck=deck)
        build.answer(s, 0, c.Draw())
        assert (s.hands[0], s.pile) == (deck[:drawn], deck[drawn:])


def test_the_deck_is_never_filled_again():
    """SC-7.2"""
    s = build.table(3, deck=["CT05"])
    build.answer(s, 0, c.Draw())
    assert s.pile == [] and s.discarded


def test_at_the_end_of_a_turn_everybody_above_seven_discards_the_excess():
    """SC-7.3"""
    eight = ["CT02", "CT03", "CT04", "CT05", "CT06", "CT07", "CT08", "CT09"]
    s = build.table(3, hands={0: ["CP02", "CP03", "CP04", "CP05", "CP06"], 1: eight}, deck_top=["CH02", "CH03", "CH04"])
    told = build.answer(s, 0, c.Draw())
    assert (build.asked(s), kernel.due(s), s.current) == ("discard_excess", [0, 1], 0)
    assert not any(isinstance(fact, f.TurnBegan) for fact in told)
    assert build.refusal(s, 1, c.DiscardDown(cards=["contentment"] * 2)) == "bad_count"
    assert build.refusal(s, 1, c.DiscardDown(cards=["charity"])) == "not_in_hand"
    build.answer(s, 1, c.DiscardDown(cards=["contentment"]))
    assert kernel.due(s) == [0]
    told = build.answer(s, 0, c.DiscardDown(cards=["charity"]))
    assert isinstance(told[0], f.CardDiscarded) and isinstance(told[-1], f.TurnBegan)


def test_a_draw_from_an_empty_deck_counts_as_done():
    """SC-7.4"""
    s = build.table(3, torch=True, deck=[])
    build.answer(s, 0, c.Draw())
    assert build.asked(s) == "may_end_turn"


def test_the_current_player_names_any_two_seats():
    """SC-8.1"""
    s = build.table(3, spirit="draw", hands={0: ["CT02"], 1: ["CP02"], 2: ["CH02"]})
    named = {(choice.giver, choice.receiver) for choice in build.offered(s, 0) if isinstance(choice, c.Give)}
    assert named == {(a, b) for a in range(3) for b in range(3) if a != b}
    assert build.refusal(s, 0, c.Give(giver=1, receiver=1)) == "same_seat"
    assert build.refusal(s, 0, c.Give(giver=1, receiver=4)) == "unknown_seat"


def test_the_giver_picks_at_least_one_card_at_once():
    """SC-8.2"""
    s = build.table(3, spirit="draw", hands={1: ["CP02", "CP03", "CH02"]})
    build.answer(s, 0, c.Give(giver=1, receiver=2))
    assert kernel.due(s) == [1]
    assert build.refusal(s, 1, c.GiveCards(cards=[])) == "no_cards"
    assert build.refusal(s, 1, c.GiveCards(cards=["contentment"])) == "not_in_hand"
    assert build.refusal(s, 1, c.GiveCards(cards=["unknown"])) == "not_in_hand"
    assert {tuple(choice.cards) for choice in build.offered(s, 1) if isinstance(choice, c.GiveCards)} == {
        ("charity",),
        ("compassion",),
        ("charity", "compassion"),
        ("compassion", "compassion"),
        ("charity", "compassion", "compassion"),
    }


def test_who_has_no_cards_can_not_be_named():
    """SC-8.3"""
    s = build.table(3, spirit="draw", hands={0: ["CT02"], 1: []})
    assert build.refusal(s, 0, c.Give(giver=1, receiver=0)) == "giver_empty"
    nobody = build.table(3, spirit="draw", hands={0: [], 1: [], 2: []})
    build.answer(nobody, 0, c.DoNothing(space="give"))
    assert nobody.current == 1


def test_only_giver_and_receiver_see_what_passes():
    """SC-8.4"""
    s = build.table(3, spirit="draw", hands={1: ["CP02", "CH02"]})
    build.answer(s, 0, c.Give(giver=1, receiver=2))
    told = build.answer(s, 1, c.GiveCards(cards=["charity"]))
    passed = next(fact for fact in told if isinstance(fact, f.CardsPassed))
    assert [passed.seen_by(viewer) for viewer in (0, 1, 2, SPECTATOR)] == [False, True, True, False]
    assert f.CardsGiven(giver=1, receiver=2, count=1) in told
    choice = c.GiveCards(cards=["charity"])
    assert build.RULES.redact(choice, 1, 1) == choice
    assert build.RULES.redact(choice, 1, 0) == build.RULES.redact(choice, 1, SPECTATOR) == c.GiveCards(cards=["unknown"])


def test_one_player_can_not_give():
    """SC-8.5"""
    assert build.refusal(build.table(1, spirit="draw"), 0, c.Give(giver=0, receiver=0)) == "not_available_solo"


def test_cards_of_any_kind_are_laid_under_the_shadow_that_scrooge_is_on():
    """SC-9.1"""
    s = build.table(3, scrooge=2, hands={0: ["CH02", "CT02"]})
    build.answer(s, 0, c.Play(cards=["charity"]))
    assert (s.under[2], s.hands[0], s.face_down[2]) == (["CH02"], ["CT02"], False)


def test_a_shadow_is_complete_with_the_number_shown_of_each_virtue():
    """SC-9.2"""
    s = build.table(2, scrooge=2, hands={0: ["CT01", "CH02", "CP02"], 1: ["CT02"]})
    build.answer(s, 0, c.Play(cards=["charity", "compassion", "special_contentment"]))
    assert not s.face_down[2], "a surplus card stands for no other virtue"
    build.answer(s, 1, c.Play(cards=["contentment"]))
    assert s.face_down[2]


def test_cards_stay_under_a_shadow_whoever_laid_them():
    """SC-9.3"""
    s = build.table(2, scrooge=2, hands={0: ["CT02"], 1: ["CT03", "CP02"]})
    build.answer(s, 0, c.Play(cards=["contentment"]))
    build.answer(s, 1, c.Play(cards=["compassion", "contentment"]))
    assert s.face_down[2]


def test_a_complete_shadow_is_turned_down_and_its_cards_are_discarded():
    """SC-9.4"""
    s = build.table(2, scrooge=2, under={2: ["CT02"]}, hands={0: ["CT03", "CP02"]})
    told = build.answer(s, 0, c.Play(cards=["compassion", "contentment"]))
    assert (s.face_down[2], s.under[2], s.scrooge) == (True, [], 2)
    assert sorted(s.discarded[-3:]) == ["CP02", "CT02", "CT03"]
    assert any(isinstance(fact, f.ShadowCompleted) and fact.scene == "I-3" for fact in told)


@pytest.mark.parametrize("given", [{"scrooge": 0}, {"scrooge": 2, "face_down": [2]}, {"scrooge": 2, "hands": {0: []}}, {}])
def test_without_cards_or_a_shadow_nothing_happens(given: dict[str, Any]):
    """SC-9.5"""
    s = build.table(3, **given)
    build.answer(s, 0, c.DoNothing(space="play"))
    assert s.current == 1


def test_at_least_one_card_is_played():
    """SC-9.6"""
    s = build.table(3, scrooge=2)
    assert build.refusal(s, 0, c.Play(cards=[])) == "no_cards"
    assert build.refusal(s, 0, c.Play(cards=["special_charity"])) == "not_in_hand"
