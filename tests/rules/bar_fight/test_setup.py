"""Section 1: is the table set as the rules say?"""

from __future__ import annotations

from collections import Counter

import pytest

from gameplay.rules import kernel
from gameplay.rules.bar_fight.choices import BARS, CARDS, DECKS, ChooseBar, Pass
from gameplay.rules.bar_fight.facts import BarChosen, StartingSpiritsTaken
from gameplay.rules.bar_fight.state import SEEN, cards_of, count
from gameplay.rules.contract import DEALER, Illegal

from . import build


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_fewer_than_two_and_more_than_six_seats_are_refused(seats: int):
    """BF-1.1"""
    with pytest.raises(Illegal, match="bad_config"):
        build.begun(seats)


def test_bars_are_picked_in_seat_order_and_nobody_has_the_same():
    """BF-1.2"""
    told = build.Listener()
    s = build.begun(3, tell=told)
    for seat, bar in enumerate(("velvet", "ralphs", "copper")):
        assert list(kernel.awaiting(s)) == [seat]
        assert ChooseBar(bar) in kernel.options(s, seat)
        build.answer(s, seat, ChooseBar(bar), told)
        if seat < 2:
            assert build.refusal(s, seat + 1, ChooseBar(bar)) == "bar_taken"
            assert build.refusal(s, seat + 1, ChooseBar("the moon")) == "unknown_bar"
            assert build.refusal(s, seat + 1, Pass()) == "wrong_phase"
            assert build.refusal(s, seat, ChooseBar("parrot")) == "not_your_decision"
    assert [fact for fact in told.facts if isinstance(fact, BarChosen)] == [
        BarChosen(0, "velvet"),
        BarChosen(1, "ralphs"),
        BarChosen(2, "copper"),
    ]


def test_the_last_of_six_seats_has_one_bar_left_and_it_can_be_taken_for_it():
    """BF-1.2"""
    s = build.begun(6)
    for seat, bar in enumerate(BARS[:5]):
        assert kernel.forced(s) is None
        build.answer(s, seat, ChooseBar(bar))
    assert kernel.forced(s) == (5, ChooseBar("velvet"))


def test_starting_spirits_are_those_of_the_bar_card_and_those_of_unused_bars_stay_in_the_deck():
    """BF-1.3"""
    told = build.Listener()
    s = build.begun(2, tell=told)
    for seat, bar in enumerate(("ralphs", "black_tie")):
        build.answer(s, seat, ChooseBar(bar), told)
    taken = {fact.seat: fact.cards for fact in told.facts if isinstance(fact, StartingSpiritsTaken)}
    assert taken == {0: ["Vodka 4", "Gin 3", "Whiskey 3"], 1: ["Gin 4", "Whiskey 3", "Brandy 3"]}
    assert all(fact.seen_by(1) for fact in told.facts)
    left = Counter(cards_of(s).decks["spirit"]) - Counter([*taken[0], *taken[1]])
    assert Counter(s.piles["spirit"]) == left
    assert s.hands[0]["spirit"] == {card: [SEEN] for card in taken[0]}


def test_each_bar_starts_with_a_four_and_two_threes():
    """BF-1.3 BF-9.1 BF-9.2 BF-9.3 BF-9.4 BF-9.5 BF-9.6"""
    for edition in ("house-1", "house-2"):
        for bar in cards_of(build.begun(edition=edition)).bars.values():
            assert sorted(start.points for start in bar.starting_spirits) == [3, 3, 4]


def test_the_dealer_shuffles_spirits_mixers_twists_and_judges_after_the_starting_spirits_are_taken():
    """BF-1.4"""
    s = build.begun(2)
    build.answer(s, 0, ChooseBar("ralphs"))
    build.answer(s, 1, ChooseBar("velvet"))
    asked = []
    while DEALER in kernel.awaiting(s):
        options = kernel.options(s, DEALER)
        asked.append((options.answer.__struct_config__.tag, len(options.items)))
        kernel.evolve(s, DEALER, options.answer(list(options.items)[::-1]), kernel.ignore)
    assert asked == [("spirit_order", 38), ("mixer_order", 52), ("twist_order", 30), ("judge_order", 16)]
    assert s.piles["spirit"][0] == "Brandy 2" and s.judge == "Delphine Roux"


def test_four_mixers_and_then_two_twists_are_dealt_seat_by_seat():
    """BF-1.5"""
    s = build.opened(2)
    order = {deck: cards_of(s).decks[deck] for deck in DECKS}
    for seat in (0, 1):
        dealt = Counter(order["mixer"][4 * seat : 4 * seat + 4] + order["twist"][2 * seat : 2 * seat + 2])
        assert Counter(build.hand(s, seat)) - Counter(build.hand(s, seat)[:3]) == dealt
        assert [count(s.hands[seat], deck) for deck in DECKS] == [3, 4, 2]


def test_three_judges_are_face_up_and_the_first_is_the_current_one():
    """BF-1.6"""
    s = build.opened(2)
    assert [s.judge, *s.future] == list(cards_of(s).judges)[:3]
    assert len(s.judge_pile) == 13


def test_all_awards_are_in_the_supply_and_nobody_has_ribbons():
    """BF-1.7"""
    s = build.opened(4)
    assert (s.awards_left, s.awards, s.judges_won) == (14, [0] * 4, [[]] * 4)


def test_a_hand_may_hold_any_number_of_cards():
    """BF-1.8"""
    s = build.opened(2)
    build.lay(s, hands={0: {"spirits": list(s.piles["spirit"][:20]), "mixers": list(s.piles["mixer"][:30]), "twists": CARDS["twist"]}})
    build.at_mixing(s)
    assert len(kernel.options(s, 0)) > 40_000
