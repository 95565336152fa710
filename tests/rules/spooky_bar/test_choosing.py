"""Do cards go to the table as section 3 of the rules says?"""

from __future__ import annotations

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER, SPECTATOR
from gameplay.rules.spooky_bar import RULES
from gameplay.rules.spooky_bar import choices as c
from gameplay.rules.spooky_bar import facts as f

from . import build

SUMMONS = [5, 10, 15, 20, 25]


def kinds(options: list[c.Choice]) -> set[str]:
    return {type(option).__name__ for option in options}


def test_all_choose_at_the_same_time_and_nothing_is_revealed_before_the_last():
    """SB-3.1"""
    s = build.table(3, hands={0: [3, 2, 4, 6, 5], 1: [8, 7, 9, 11, 10], 2: [13, 12, 14, 16, 15]})
    assert sorted(kernel.awaiting(s)) == [0, 1, 2]
    assert build.answer(s, 1, c.ChoosePair([7, 8])) == [f.CardsChosen(seat=1)]
    assert build.answer(s, 0, c.ChoosePair([2, 3])) == [f.CardsChosen(seat=0)]
    assert s.showing == []
    told = build.answer(s, 2, c.ChoosePair([12, 13]))
    assert [fact for fact in told if isinstance(fact, f.CardsRevealed)] == [
        f.CardsRevealed(seat=0, cards=[2, 3], trio=[]),
        f.CardsRevealed(seat=1, cards=[7, 8], trio=[]),
        f.CardsRevealed(seat=2, cards=[12, 13], trio=[]),
    ]


def test_a_choice_is_final():
    """SB-3.1"""
    s = build.table(3, hands={0: [3, 2, 4, 6, 5]})
    build.answer(s, 0, c.ChoosePair([2, 3]))
    assert build.refusal(s, 0, c.ChoosePair([3, 4])) == "already_chosen"
    assert build.refusal(s, 0, c.RedrawFive(SUMMONS)) == "already_chosen"


def test_a_pair_is_two_cards_of_different_actions():
    """SB-3.2"""
    s = build.table(3, hands={0: [5, 10, 3, 8, 2]})
    assert [option.cards for option in build.offered(s, 0)] == [[2, 3], [2, 8], [2, 5], [2, 10], [3, 5], [3, 10], [5, 8], [8, 10]]
    assert build.refusal(s, 0, c.ChoosePair([5, 10])) == "same_action"
    assert build.refusal(s, 0, c.ChoosePair([3, 3])) == "not_in_hand"


def test_the_order_of_the_cards_of_a_choice_means_nothing():
    """SB-3.2"""
    assert c.ChoosePair([9, 3]).canonical() == c.ChoosePair([3, 9])
    assert c.ChooseWild(4, [15, 5, 10]).canonical() == c.ChooseWild(4, [5, 10, 15])
    assert c.RedrawFive([25, 5, 20, 10, 15]).canonical() == c.RedrawFive(SUMMONS)


def test_a_wild_is_three_cards_of_one_action_beside_a_regular_card_of_another():
    """SB-3.3"""
    s = build.table(3, hands={0: [5, 10, 15, 20, 3]})
    assert build.refusal(s, 0, c.ChooseWild(3, [5, 10, 15])) == "accepted"
    assert build.refusal(s, 0, c.ChooseWild(20, [5, 10, 15])) == "regular_matches_wild"
    assert build.refusal(s, 0, c.ChooseWild(20, [3, 5, 10])) == "not_a_trio"
    assert build.refusal(s, 0, c.ChooseWild(2, [5, 10, 15])) == "not_in_hand"


def test_a_seat_with_four_of_a_kind_picks_which_three():
    """SB-3.4"""
    s = build.table(3, hands={0: [5, 10, 15, 20, 3]})
    trios = [option.wild for option in build.offered(s, 0) if isinstance(option, c.ChooseWild)]
    assert trios == [[5, 10, 15], [5, 10, 20], [5, 15, 20], [10, 15, 20]]


def test_a_wild_shows_all_three_cards_and_is_worth_the_lowest():
    """SB-3.5"""
    s = build.table(3)
    told = build.reveal(s, [{"regular": 53, "wild": [50, 5, 15]}, [52, 51], [49, 48]])
    assert f.CardsRevealed(seat=0, cards=[53], trio=[5, 15, 50]) in told
    assert [(played.card, played.trio) for played in s.showing if played.trio] == [(5, [5, 15, 50])]


def test_five_of_a_kind_may_be_redrawn_again_and_again():
    """SB-3.6"""
    s = build.table(3, hands={0: [*SUMMONS, 3, 2]}, pile=[30, 35, 40, 45, 50])
    assert kinds(build.offered(s, 0)) == {"RedrawFive", "ChoosePair", "ChooseWild"}
    build.answer(s, 0, c.RedrawFive(SUMMONS))
    assert sorted(s.hands[0]) == [2, 3, 30, 35, 40, 45, 50]
    build.answer(s, 0, c.RedrawFive([30, 35, 40, 45, 50]))
    assert len(s.hands[0]) == 7 and 0 in kernel.awaiting(s)


@pytest.mark.parametrize(
    ("cards", "code"),
    [([5, 10, 15, 20, 55], "not_in_hand"), ([5, 10, 15, 20, 3], "not_five_of_a_kind"), ([5, 5, 10, 15, 20], "not_five_of_a_kind")],
)
def test_a_redraw_needs_five_different_cards_of_one_action(cards: list[int], code: str):
    """SB-3.6"""
    s = build.table(3, hands={0: [*SUMMONS, 3, 2]})
    assert build.refusal(s, 0, c.RedrawFive(cards)) == code


def test_a_hand_of_one_action_must_be_redrawn():
    """SB-3.7"""
    s = build.table(3, hands={0: SUMMONS})
    assert build.offered(s, 0) == [c.RedrawFive(SUMMONS)]
    assert build.refusal(s, 0, c.ChoosePair([5, 10])) == "must_redraw"
    assert build.refusal(s, 0, c.ChooseWild(20, [5, 10, 15])) == "must_redraw"


def test_the_five_are_shown_and_discarded_before_five_are_drawn():
    """SB-3.8  With an empty pile they are among the cards that are shuffled."""
    s = build.table(3, hands={0: SUMMONS})
    s.discard, s.pile = [*s.pile], []
    told = build.answer(s, 0, c.RedrawFive(SUMMONS))
    assert told[0] == f.FiveDiscarded(seat=0, action="summon", cards=SUMMONS) and told[0].seen_by(SPECTATOR)
    assert list(kernel.awaiting(s)) == [DEALER] and set(SUMMONS) <= set(s.discard)
    build.deal(s)
    assert len(s.hands[0]) == 5 and sorted(kernel.awaiting(s)) == [0, 1, 2]


def test_redraws_draw_in_the_order_in_which_they_are_sent():
    """SB-3.9"""
    s = build.table(3, hands={0: SUMMONS, 1: [3, 8, 13, 18, 23]}, pile=[2, 4, 6, 7, 9, 11, 12, 14, 16, 17])
    build.answer(s, 1, c.RedrawFive([3, 8, 13, 18, 23]))
    build.answer(s, 0, c.RedrawFive(SUMMONS))
    assert (s.hands[1], s.hands[0]) == ([2, 4, 6, 7, 9], [11, 12, 14, 16, 17])


def test_after_the_reveal_come_toms_cards_and_then_the_card_of_event_8():
    """SB-3.10"""
    s = build.table(2, event=8)
    told = build.reveal(s, [[55, 3], [54, 4]], drawn=[2, 6, 9])
    order = [type(fact).__name__ for fact in told if isinstance(fact, f.CardsRevealed | f.TomDrew | f.EventCardShown)]
    assert order == ["CardsRevealed", "CardsRevealed", "TomDrew", "TomDrew", "EventCardShown"]


def test_what_is_chosen_is_seen_by_its_owner_only():
    """SB-3.1"""
    s = build.table(3, hands={0: [5, 10, 15, 20, 3]})
    before = RULES.view(s, 1)
    build.answer(s, 0, c.ChooseWild(3, [5, 10, 15]))
    assert RULES.view(s, 0).hand.chosen == c.ChooseWild(3, [5, 10, 15])
    after = RULES.view(s, 1)
    assert after.bars[0].has_chosen and after.bars[0].hand_size == before.bars[0].hand_size == 5
