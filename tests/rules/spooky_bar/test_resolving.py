"""Do the cards on the table resolve as section 4 of the rules says?"""

from __future__ import annotations

from typing import Any

from gameplay.rules import kernel
from gameplay.rules.spooky_bar import choices as c
from gameplay.rules.spooky_bar import facts as f

from . import build

WILD = {"regular": 18, "wild": [20, 25, 30]}


def to_the_end(s: Any) -> list[Any]:
    """Play the rest of the round with the first of all options."""
    told: list[Any] = []
    while s.showing and s.stack:
        seat = next(iter(kernel.awaiting(s)))
        told += build.answer(s, seat, build.offered(s, seat)[0])
    return told


def outcomes(told: list[Any]) -> dict[int, str]:
    return {fact.card: fact.outcome for fact in told if isinstance(fact, f.CardResolved)}


def test_cards_resolve_from_the_highest_to_the_lowest():
    """SB-4.1"""
    s = build.table(3)
    told = build.reveal(s, [[53, 1], [2, 55], [54, 4]])
    told += to_the_end(s)
    assert list(outcomes(told)) == [55, 54, 53, 4, 2, 1]


def test_a_card_counts_until_its_own_resolution_has_finished():
    """SB-4.2  While the double Serve of 51 is carried out it still shows."""
    s = build.table(3)
    build.reveal(s, [[51, 1], [46, 3], [2, 4]])
    assert [played.card for played in s.showing] == [1, 2, 3, 4, 46, 51] and s.turned == []
    build.answer(s, 0, c.Serve("worker"))
    build.answer(s, 0, c.Serve("worker"))
    assert [played.card for played in s.turned] == [51]


def test_of_three_copies_the_highest_is_void_the_next_works_twice_and_the_last_once():
    """SB-4.3"""
    s = build.table(3)
    told = build.reveal(s, [[51, 2], [46, 3], [41, 4]])
    told += to_the_end(s)
    assert [outcomes(told)[card] for card in (51, 46, 41)] == ["void", "twice", "once"]


def test_a_repetition_is_carried_out_with_all_that_follows_before_the_next_begins():
    """SB-4.4  The favour of the first guest comes before the second goodbye."""
    s = build.table(3, bars={0: {"guests": {"scholar": 1, "witch": 1, "beauty": 0}}})
    build.reveal(s, [[53, 4], [48, 6], [5, 9]])
    build.answer(s, 0, c.Bid("scholar"))
    assert build.asked(s) == "use_favour"
    build.answer(s, 0, c.UseScholar())
    assert build.asked(s) == "bid_guest"


def test_a_repetition_is_compulsory_if_possible_and_skipped_if_not():
    """SB-4.5"""
    s = build.table(3, bars={0: {"ghosts": {"white": 1}}})
    told = build.reveal(s, [[52, 3], [47, 4], [6, 8]])
    assert build.offered(s, 0) == [c.Capture("white")]
    told += build.answer(s, 0, c.Capture("white"))
    assert outcomes(told)[52] == "twice" and f.ActionImpossible(seat=0, action="capture") in told


def test_an_action_that_hurts_is_carried_out_all_the_same():
    """SB-4.5"""
    s = build.table(3, bars={0: {"guests": {"worker": 3, "witch": 0}, "ghosts": {"white": 2}}})
    build.reveal(s, [[50, 3], [2, 4], [6, 8]])
    assert build.asked(s) == "scare_guest"
    assert build.offered(s, 0) == [c.Scare("worker"), c.Scare("witch")]


def test_the_count_is_taken_once_when_the_card_comes_up():
    """SB-4.6"""
    s = build.table(3)
    told = build.reveal(s, [[51, 1], [46, 3], [2, 4]])
    told += to_the_end(s)
    assert [fact.copies for fact in told if isinstance(fact, f.CardResolved)] == [2, 1, 1, 1, 1, 1]


def test_the_round_goes_on_when_a_bar_has_lost_its_last_guest():
    """SB-4.7"""
    s = build.table(3, bars={0: {"guests": {"scholar": 1}}})
    told = build.reveal(s, [[53, 6], [2, 4], [7, 5]])
    told += build.answer(s, 0, c.Bid("scholar"))
    told += build.answer(s, 0, c.DeclineFavour())
    assert s.bars[0].guests == {} and s.phase == "resolve"
    told += to_the_end(s)
    assert set(outcomes(told)) == {53, 7, 6, 5, 4, 2} and f.ActionImpossible(seat=0, action="serve") in told


def test_an_unresolved_wild_counts_by_its_printed_action_for_others():
    """SB-4.8"""
    s = build.table(3)
    told = build.reveal(s, [[50, 3], WILD, [6, 9]])
    assert outcomes(told)[50] == "pink"


def test_a_wild_may_be_anything_but_the_own_showing_card_and_what_two_others_show():
    """SB-4.9"""
    s = build.table(3)
    build.reveal(s, [WILD, [16, 12], [11, 14]])
    assert [option.action for option in build.offered(s, 0)] == ["summon", "capture", "move"]
    assert build.refusal(s, 0, c.NameWildAction("bid")) == "wild_own_card"
    assert build.refusal(s, 0, c.NameWildAction("serve")) == "wild_others_cards"


def test_a_wild_may_copy_the_own_card_when_that_is_turned_over():
    """SB-4.9"""
    s = build.table(3)
    build.reveal(s, [{"regular": 43, "wild": [20, 25, 30]}, [2, 4], [6, 9]])
    assert c.NameWildAction("bid") in build.offered(s, 0)


def test_a_named_wild_counts_as_its_action_only():
    """SB-4.10  As the second Serve it works twice; the Summon on its face no longer counts."""
    s = build.table(3)
    build.reveal(s, [WILD, [2, 16], [5, 14]])
    told = build.answer(s, 0, c.NameWildAction("serve"))
    assert told[:2] == [
        f.WildNamed(seat=0, card=20, action="serve"),
        f.CardResolved(seat=0, card=20, action="serve", wild=True, copies=2, outcome="twice"),
    ]


def test_some_action_can_always_be_named():
    """SB-4.11  Even when three actions are barred by others and one by the own card."""
    s = build.table(4)
    build.reveal(s, [{"regular": 3, "wild": [50, 54, 55]}, [16, 12], [11, 14], [9, 7]])
    assert [option.action for option in build.offered(s, 0)] == ["summon"]
    assert kernel.forced(s) == (0, c.NameWildAction("summon"))


def test_an_action_that_cannot_be_carried_out_may_be_named():
    """SB-4.12"""
    s = build.table(3)
    build.reveal(s, [WILD, [2, 4], [6, 9]])
    told = build.answer(s, 0, c.NameWildAction("capture"))
    assert f.ActionImpossible(seat=0, action="capture") in told
