"""Do the Counting House and the game for one player work as sections 19 and 20 say?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import facts as f

from . import build

BOARD = ["CP02", "CP03", "CH02", "CH03", "CT03"]


def house(**given: Any) -> Any:
    """A table with the Counting House; GIVE or TRADE costs one."""
    return build.table(2, **{"counting_house": True, "board": BOARD, "spirit": "draw", "hands": {0: ["CT02", "CT04"]}, **given})


def trade(discard: Any = "contentment", take: Any = ("charity", "charity"), **paid: Any) -> c.Trade:
    return c.Trade(discard=discard, take=list(take), **paid)


def test_what_was_left_is_shuffled_back_and_five_are_laid_anew():
    """SC-19.1"""
    s = build.table(2, counting_house=True, chapter=2)
    s.board = []
    fresh = build.opened(2, mode="hard", counting_house=True)
    build.deal(fresh)
    assert len(fresh.board) == 5 and len(fresh.pile) == 30 - 6 - 5


def test_the_space_offers_give_or_trade():
    """SC-19.2"""
    assert {c.Give, c.Trade} <= {type(choice) for choice in build.offered(house(), 0)}
    s = build.table(2, spirit="draw")
    assert build.refusal(s, 0, trade()) == "no_counting_house"


def test_a_card_is_discarded_for_two_and_the_board_is_filled_again():
    """SC-19.3"""
    s = house(deck_top=["CT08", "CT09"])
    told = build.answer(s, 0, trade())
    assert (sorted(s.hands[0]), s.discarded[-1]) == (["CH02", "CH03", "CT04"], "CT02")
    assert sorted(s.board) == ["CP02", "CP03", "CT03", "CT08", "CT09"]
    assert f.CardsTraded(seat=0, card="contentment", taken=["charity", "charity"]) in told


def test_the_board_is_filled_as_far_as_the_deck_goes():
    """SC-19.3"""
    s = house(deck=["CT08"])
    build.answer(s, 0, trade())
    assert (len(s.board), s.pile) == (4, [])


def test_a_trade_needs_a_card_in_hand():
    """SC-19.4"""
    assert build.refusal(house(hands={0: []}), 0, trade()) == "empty_hand"


def test_from_a_board_of_one_that_one_is_taken_and_from_none_nothing():
    """SC-19.5"""
    s = house(board=["CH02"], deck=[])
    assert build.refusal(s, 0, trade()) == "bad_count"
    build.answer(s, 0, trade(take=["charity"]))
    assert s.board == []
    assert build.refusal(house(board=[], deck=[]), 0, trade(take=[])) == "board_empty"


def test_neither_the_discarded_card_nor_a_new_one_can_be_taken():
    """SC-19.6"""
    s = house(deck_top=["CT01"], hands={0: ["CP01"]})
    for wanted in ("special_contentment", "special_compassion"):
        assert build.refusal(s, 0, trade("special_compassion", ["charity", wanted])) == "not_on_board"


def solo(**given: Any) -> Any:
    """A turn of one player."""
    return build.table(1, **{"board": BOARD, "hands": {0: ["CT02", "CP04"]}, "spirit": "move", **given})


def test_one_player_has_the_counting_house_five_cards_and_no_chains():
    """SC-20.1"""
    s = build.started(1, mode="hard")
    assert (len(s.hands[0]), len(s.board), s.chains) == (5, 5, 0)
    assert build.refusal(s, 0, c.TakeChains()) == "no_chains"


def test_one_player_keeps_five_cards():
    """SC-20.1 SC-7.3"""
    s = solo(hands={0: ["CT02", "CT04", "CT05", "CP04", "CP05"]}, deck_top=["CH05", "CH06", "CH07"])
    build.answer(s, 0, c.Draw())
    build.answer(s, 0, c.DiscardDown(cards=["charity", "charity", "charity"]))
    assert len(s.hands[0]) == 5


@pytest.mark.parametrize(("spirit", "due"), [("move", False), ("play", True), ("draw", True), ("give", False), ("centre", False)])
def test_every_action_costs_one_and_the_present_and_opposite_space_a_card_too(spirit: str, due: bool):
    """SC-20.2"""
    s = solo(spirit=spirit)
    with_card, without = c.Draw(pay_card="contentment"), c.Draw()
    assert build.refusal(s, 0, without) == ("pay_card_required" if due else "accepted")
    assert build.refusal(s, 0, with_card) == ("accepted" if due else "pay_card_not_allowed")
    build.answer(s, 0, with_card if due else without)
    assert s.pool == 9


def test_the_card_due_is_in_hand_and_gone_before_the_action():
    """SC-20.2 SC-20.3"""
    s = solo(spirit="draw", hands={0: ["CT02", "CP02"]}, scrooge=2)
    assert build.refusal(s, 0, c.Play(cards=["contentment"], pay_card="charity")) == "not_in_hand"
    assert build.refusal(s, 0, c.Play(cards=["contentment"], pay_card="contentment")) == "not_in_hand"
    build.answer(s, 0, c.Play(cards=["compassion"], pay_card="contentment"))
    assert (s.under[2], s.discarded[-1]) == (["CP02"], "CT02")


def test_a_card_that_is_due_and_not_there_closes_the_space():
    """SC-20.3"""
    assert build.refusal(solo(spirit="draw", hands={0: []}), 0, c.Draw()) == "empty_hand"
    last = solo(spirit="move", hands={0: ["CT02"]})
    assert c.DoNothing(space="move", pay_card="contentment") in kernel.options(last, 0)
    assert build.refusal(last, 0, trade(pay_card="contentment")) == "empty_hand"


def test_a_special_card_and_the_torch_cost_no_further_card():
    """SC-20.4 SC-20.5"""
    s = solo(spirit="draw", hands={0: ["CT01"]}, torch=True)
    build.answer(s, 0, c.Draw(torch=True))
    assert len(s.hands[0]) == 4 and s.pool == 10
    build.answer(s, 0, c.Draw(special="special_contentment"))
    assert s.pool == 9


def test_one_player_scores_the_chapters_only():
    """SC-20.6"""
    s = solo()
    s.points, s.phase = [7, 8, 6], "won"
    assert build.RULES.scores(s) == [21]


def test_one_player_loses_with_the_pool():
    """SC-20.7"""
    assert solo(pool=0).phase == "lost"
    assert solo(pool=1).phase == "turns"


def test_on_the_shared_space_one_player_only_trades():
    """SC-20.1"""
    found = {type(choice) for choice in build.offered(solo(spirit="draw"), 0)}
    assert c.Trade in found and c.Give not in found
