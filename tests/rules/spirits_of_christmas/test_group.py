"""Do Chains, group decisions, gifts and questions that anybody may answer work as sections 2, 11, 16, 22 and 23 say?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import Illegal
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import facts as f

from . import build


def test_any_seat_decides_for_the_group_and_the_first_answer_counts():
    """SC-2.4"""
    s = build.opened(3, mode="easy")
    assert kernel.due(s) == [0, 1, 2]
    build.answer(s, 2, c.ChooseGifts(gifts=[3]))
    assert (s.gifts, build.asked(s)) == ([3], "shuffle_spirits")


def test_with_a_leader_the_holder_of_the_token_decides():
    """SC-2.4"""
    s = build.opened(3, mode="easy", group_decision="leader", first_player=1)
    assert kernel.due(s) == [1]
    build.answer(s, 1, c.ChooseGifts(gifts=[3]))
    build.deal(s)
    assert kernel.due(s) == [1]
    assert build.refusal(s, 0, c.PlaceBedroom(gap=1)) == "not_your_decision"


def test_with_a_leader_the_current_player_may_take_chains_too():
    """SC-2.4"""
    s = build.table(4, group_decision="leader", current=2, gifts=[2])
    for seat, code in ((0, "accepted"), (1, "not_your_decision"), (2, "accepted"), (3, "not_your_decision")):
        assert build.refusal(s, seat, c.TakeChains()) == code
        assert build.refusal(s, seat, c.UseGift()) == code


def test_chains_bring_five_shillings_on_anybodys_turn():
    """SC-11.1"""
    s = build.table(3, pool=3)
    told = build.answer(s, 2, c.TakeChains())
    assert told == [f.ChainsTaken(seat=2, shillings=5, pool=8, chains_left=2)]
    assert (s.discard, s.current, build.asked(s)) == (12, 0, "take_action")


def test_a_taken_token_never_returns():
    """SC-11.2"""
    s = build.table(3, chains=1)
    build.answer(s, 0, c.TakeChains())
    assert (s.chains, s.taken) == (0, 3)
    assert build.refusal(s, 0, c.TakeChains()) == "no_chains"


def test_chains_bring_what_the_discard_holds_and_are_refused_when_it_holds_nothing():
    """SC-11.3"""
    s = build.table(3, pool=18)
    build.answer(s, 1, c.TakeChains())
    assert (s.pool, s.discard) == (20, 0)
    assert build.refusal(s, 1, c.TakeChains()) == "no_shillings"


def test_chains_are_taken_from_the_end_of_setup_on():
    """SC-11.4"""
    s = build.started(3, gifts=[3])
    assert build.asked(s) == "set_bedroom"
    assert build.refusal(s, 0, c.TakeChains()) == "wrong_phase"
    assert build.refusal(s, 0, c.UseGift()) == "wrong_phase"
    build.answer(s, 0, c.PlaceBedroom(gap=0))
    assert build.refusal(s, 0, c.TakeChains()) == "accepted"


def test_chains_are_taken_in_the_middle_of_a_turn():
    """SC-11.4"""
    s = build.table(3, spirit="draw")
    build.answer(s, 0, c.Give(giver=1, receiver=2))
    build.answer(s, 0, c.TakeChains())
    assert (build.asked(s), kernel.due(s)) == ("hand_over", [1])


def test_nobody_takes_chains_by_itself():
    """SC-11.5 SC-14.2"""
    s = build.table(3, pool=0)
    assert (s.phase, s.chains) == ("turns", 3)
    assert build.refusal(s, 0, c.Draw()) == "insufficient_shillings"
    build.answer(s, 1, c.TakeChains())
    build.answer(s, 0, c.Draw())


def test_two_that_act_at_once_take_one_token_and_the_other_is_asked_anew():
    """SC-2.4 SC-11.1"""
    s = build.table(3)
    before = dict(kernel.awaiting(s))
    build.answer(s, 2, c.TakeChains())
    after = kernel.awaiting(s)
    assert all(after[seat] > before[seat] for seat in (0, 1, 2)), "an answer to the old question fits none that is open now"


def test_a_word_leaves_the_questions_of_others_as_they_are():
    """SC-18.1"""
    from gameplay.rules.spirits_of_christmas.messages import BahHumbug

    s = build.table(3)
    before = dict(kernel.awaiting(s))
    build.answer(s, 1, c.Speak(messages=[BahHumbug()]))
    after = kernel.awaiting(s)
    assert (after[0], after[2], after[1] > before[1]) == (before[0], before[2], True)


def test_seats_that_may_act_at_any_time_are_asked_but_not_waited_for():
    """SC-11.1 SC-18.1"""
    s = build.table(3)
    assert (list(kernel.awaiting(s)), kernel.due(s)) == ([0, 1, 2], [0])
    quiet = build.table(3, mode="humbug", communication="none")
    assert list(kernel.awaiting(quiet)) == [0]


def test_gift_1_divides_three_more_cards_in_any_way():
    """SC-16.1"""
    s = build.opened(3, mode="easy")
    build.answer(s, 0, c.ChooseGifts(gifts=[1]))
    build.deal(s, cards=[*build.DECK.cards[10:19], "CH02", "CP02", "CT02"])
    assert s.drawn == ["CH02", "CP02", "CT02"]
    build.answer(s, 1, c.DivideGift(seats=[2, 2, 2]))
    assert (s.hands[2][-3:], s.drawn) == (["CH02", "CP02", "CT02"], [])


def test_equal_cards_of_gift_1_are_divided_in_one_way_only():
    """SC-16.1"""
    s = build.opened(2, mode="easy")
    build.answer(s, 0, c.ChooseGifts(gifts=[1]))
    build.deal(s, cards=[*build.DECK.cards[10:16], "CT02", "CT03", "CT04"])
    assert [choice.seats for choice in build.offered(s, 0)] == [[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1]]
    assert kernel.offered(s, 0) == kernel.tally(kernel.options(s, 0))
    assert build.refusal(s, 0, c.DivideGift(seats=[1, 0, 0])) == "bad_payload"
    assert build.refusal(s, 0, c.DivideGift(seats=[0, 0, 5])) == "unknown_seat"
    assert build.refusal(s, 0, c.DivideGift(seats=[0])) == "unknown_seat"


def test_gift_1_exchanges_up_to_two_cards_for_one_player():
    """SC-16.2"""
    s = build.started(1, mode="easy", gifts=[1])
    hand, board = build.kinds(s, s.hands[0]), build.kinds(s, s.board)
    assert kernel.offered(s, 0) == kernel.tally(kernel.options(s, 0))
    assert build.refusal(s, 0, c.ExchangeGift(hand=hand[:1], board=[])) == "bad_exchange"
    assert build.refusal(s, 0, c.ExchangeGift(hand=["charity"], board=board[:1])) == "not_in_hand"
    assert build.refusal(s, 0, c.ExchangeGift(hand=hand[:1], board=["charity"])) == "not_on_board"
    build.answer(s, 0, c.ExchangeGift(hand=[hand[0], hand[1]], board=board[:2]))
    assert (len(s.hands[0]), len(s.board)) == (5, 5)
    assert build.asked(s) == "take_action"


def test_gift_2_brings_a_shilling_once_in_the_game():
    """SC-16.3"""
    s = build.table(3, gifts=[2], pool=4)
    assert build.answer(s, 2, c.UseGift())[0].pool == 5
    assert (s.gifts, build.refusal(s, 2, c.UseGift())) == ([], "no_gift")
    rich = build.table(3, gifts=[2], pool=20)
    assert build.refusal(rich, 2, c.UseGift()) == "no_shillings"
    more = build.table(3, gifts=[2], pool=4, gift2_shillings=3)
    build.answer(more, 0, c.UseGift())
    assert more.pool == 7


def test_gift_3_puts_the_bedroom_where_it_touches_two_scenes():
    """SC-16.4"""
    s = build.started(3, gifts=[3])
    assert [choice.gap for choice in build.offered(s, 0)] == [0, 1, 2, 3, 4, 5, 6]
    assert build.refusal(s, 0, c.PlaceBedroom(gap=7)) == "bad_gap"
    build.answer(s, 2, c.PlaceBedroom(gap=6))
    assert (s.gap, s.scrooge) == (6, -1)


def test_of_several_gifts_the_first_acts_before_the_third():
    """SC-16.5"""
    s = build.opened(2, mode="very_easy")
    build.answer(s, 0, c.ChooseGifts(gifts=[3, 2, 1]))
    build.deal(s)
    assert s.gifts == [1, 2, 3]
    assert build.asked(s) == "divide_cards"


def test_gifts_that_are_not_chosen_leave_the_game():
    """SC-16.6"""
    s = build.started(3, mode="very_easy", gifts=[2])
    assert s.gifts == [2]


@pytest.mark.parametrize(
    ("mode", "offers"),
    [
        ("very_easy", [[], [1], [2], [3], [1, 2], [1, 3], [2, 3], [1, 2, 3]]),
        ("easy", [[1], [2], [3]]),
        ("normal", [[1], [2], [3], "random"]),
    ],
)
def test_which_gifts_may_be_chosen_is_said_by_the_mode(mode: str, offers: list[Any]):
    """SC-17.1 SC-17.2 SC-17.3"""
    s = build.opened(3, mode=mode)
    assert ["random" if choice.random else choice.gifts for choice in kernel.options(s, 0)] == offers
    assert build.refusal(s, 0, c.ChooseGifts(gifts=[1, 1])) == "bad_gifts"
    assert build.refusal(s, 0, c.Draw()) == "wrong_phase"


@pytest.mark.parametrize("gift", [1, 2, 3])
def test_a_random_gift_is_drawn_by_the_dealer(gift: int):
    """SC-17.3"""
    s = build.opened(3)
    build.answer(s, 0, c.ChooseGifts(random=True))
    build.deal(s, gift=gift)
    assert s.gifts == [gift]


@pytest.mark.parametrize("mode", ["hard", "very_hard", "humbug"])
def test_there_are_no_gifts_in_the_strict_modes(mode: str):
    """SC-17.4 SC-17.5 SC-17.6"""
    assert build.asked(build.opened(3, mode=mode)) == "shuffle_spirits"


def test_a_refusal_names_the_first_check_that_fails():
    """SC-22.1"""
    s = build.table(3, mode="hard", counting_house=True, board=[], scrooge=0, pool=0, spirit="draw", hands={0: ["CT02"]}, chains=2)
    assert build.refusal(s, 0, c.Trade(discard="charity", take=[], special="contentment")) == "not_special"
    assert build.refusal(s, 0, c.Trade(discard="charity", take=[])) == "board_empty"
    assert build.refusal(s, 0, c.Play(cards=["charity"])) == "cannot_complete"
    assert build.refusal(s, 0, c.Move(card="charity", direction="left")) == "insufficient_shillings"


def test_a_refused_choice_costs_nothing():
    """SC-22.2"""
    s = build.table(3, spirit="draw", scrooge=0)
    before = kernel.dump(s)
    with pytest.raises(Illegal):
        kernel.decide(s, 0, c.Move(card="charity", direction="left", special="special_charity"))
    assert kernel.dump(s) == before


def test_a_compulsory_answer_is_asked_for_even_if_there_is_only_one():
    """SC-23.1"""
    s = build.table(3, spirit="draw", hands={1: ["CP02"]})
    build.answer(s, 0, c.Give(giver=1, receiver=2))
    assert (kernel.forced(s), kernel.due(s)) == (None, [1])
