"""Do the favours of departing guests work as section 5.7 of the rules says?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.spooky_bar import choices as c
from gameplay.rules.spooky_bar import facts as f

from . import build


def goodbye(guest: Any, bar: dict[str, Any], *, hand: tuple[int, ...] = (5, 12, 23), event: int = 0, drinks: int = 1) -> Any:
    """Seat 0, with these cards left, has just bid this guest goodbye; what was told is in `told`."""
    bar = {**bar, "guests": {guest: drinks, **bar.get("guests", {})}}
    s = build.table(3, bars={0: bar}, event=event)
    build.reveal(s, [[53, 4], [2, 6], [7, 9]], keep={0: hand})
    told = build.answer(s, 0, c.Bid(guest))
    return s, told


def test_a_worker_carries_out_the_action_of_a_card_from_hand():
    """SB-5.23"""
    s, _ = goodbye("worker", {"guests": {"witch": 2}, "ghosts": {"pink": 1}}, hand=(6, 12, 23))
    assert build.offered(s, 0) == [c.DeclineFavour(), c.UseWorker(6), c.UseWorker(12), c.UseWorker(23)]
    told = build.answer(s, 0, c.UseWorker(12))
    assert f.FavourUsed(seat=0, guest="worker", card=12) in told
    assert kernel.forced(s) == (0, c.Capture("pink"))
    assert s.discard == [12] and sorted(s.hands[0]) == [6, 23]


def test_a_workers_summon_is_white_whatever_is_showing():
    """SB-5.23"""
    s = build.table(3, bars={0: {"guests": {"worker": 1, "witch": 0}}})
    build.reveal(s, [[53, 4], [20, 6], [8, 11]], keep={0: [5, 12, 23]})
    build.answer(s, 0, c.Bid("worker"))
    build.answer(s, 0, c.UseWorker(5))
    assert s.bars[0].ghosts == {"white": 1, "pink": 0}


@pytest.mark.parametrize(("card", "code"), [(12, "action_impossible"), (23, "action_impossible"), (30, "not_in_hand"), (53, "not_in_hand")])
def test_a_workers_card_must_be_in_hand_and_its_action_possible(card: int, code: str):
    """SB-5.23  No ghost to capture, no guest with a drink to bid goodbye; a card on the table is no longer in hand."""
    s, _ = goodbye("worker", {"guests": {"witch": 0}})
    assert build.offered(s, 0) == [c.DeclineFavour(), c.UseWorker(5)]
    assert build.refusal(s, 0, c.UseWorker(card)) == code


def test_a_guest_bid_goodbye_by_a_worker_gives_its_favour_too():
    """SB-5.23"""
    s, _ = goodbye("worker", {"guests": {"scholar": 1, "witch": 0}})
    build.answer(s, 0, c.UseWorker(23))
    build.answer(s, 0, c.Bid("scholar"))
    assert build.offered(s, 0) == [c.DeclineFavour(), c.UseScholar()]


def test_the_card_of_a_worker_does_not_count_as_showing():
    """SB-5.23  Seat 1's Summon stays alone, so its ghost is white."""
    s = build.table(3, bars={0: {"guests": {"worker": 1, "witch": 0}}})
    build.reveal(s, [[53, 4], [50, 6], [7, 11]], keep={0: [5, 12, 23]})
    build.answer(s, 0, c.Bid("worker"))
    build.answer(s, 0, c.UseWorker(5))
    assert s.bars[1].ghosts == {"white": 1, "pink": 0}


def test_a_beauty_doubles_the_drinks_of_a_guest_that_has_some():
    """SB-5.24"""
    s, _ = goodbye("beauty", {"guests": {"witch": 3, "worker": 0}})
    assert build.offered(s, 0) == [c.DeclineFavour(), c.UseBeauty("witch")]
    assert build.refusal(s, 0, c.UseBeauty("worker")) == "guest_has_no_drink"
    assert build.refusal(s, 0, c.UseBeauty("scholar")) == "no_such_guest"
    told = build.answer(s, 0, c.UseBeauty("witch"))
    assert f.DrinksAdded(seat=0, guest="witch", drinks=3, cause="beauty") in told
    assert s.bars[0].guests == {"witch": 6, "worker": 0}


def test_a_beauty_is_of_no_use_where_nobody_has_a_drink():
    """SB-5.24 SB-9.3"""
    s, told = goodbye("beauty", {"guests": {"witch": 0}})
    assert f.FavourLost(seat=0, guest="beauty") in told and build.asked(s) != "use_favour"


def test_a_witch_brings_a_white_ghost_that_may_scare():
    """SB-5.25"""
    s, _ = goodbye("witch", {"guests": {"worker": 4, "scholar": 0}, "ghosts": {"white": 2}})
    build.answer(s, 0, c.UseWitch())
    assert build.asked(s) == "scare_guest"
    build.answer(s, 0, c.Scare("scholar"))
    assert s.bars[0].guests == {"worker": 4} and s.gone == ["scholar"]


def test_a_scholar_refills_to_seven_once():
    """SB-5.26"""
    s, _ = goodbye("scholar", {"guests": {"witch": 0}})
    build.answer(s, 0, c.UseScholar())
    assert s.refill_to == [7, 5, 5]
    while s.phase == "resolve":
        seat = next(iter(kernel.awaiting(s)))
        build.answer(s, seat, build.offered(s, seat)[0])
    assert [len(hand) for hand in s.hands] == [7, 5, 5] and s.refill_to == [5, 5, 5]


def test_a_ghost_hunter_captures_one_ghost_of_the_own_bar():
    """SB-5.27"""
    s, _ = goodbye("ghost_hunter", {"guests": {"witch": 0}, "ghosts": {"white": 1}})
    assert build.refusal(s, 0, c.UseGhostHunter("pink")) == "no_such_ghost"
    told = build.answer(s, 0, c.UseGhostHunter("white"))
    assert f.GhostCaptured(seat=0, colour="white", cause="ghost_hunter") in told
    assert s.bars[0].beside.ghosts == {"white": 1, "pink": 0}


def test_a_ghost_hunter_is_of_no_use_without_a_ghost():
    """SB-5.27 SB-9.3"""
    s, told = goodbye("ghost_hunter", {"guests": {"witch": 0}})
    assert f.FavourLost(seat=0, guest="ghost_hunter") in told and build.asked(s) != "use_favour"


def test_each_favour_comes_at_most_once_since_each_type_is_there_once():
    """SB-5.28  A scared guest that lies beside the actor's bar is never in it."""
    s = build.table(3, bars={1: {"guests": {"witch": 2, "worker": 0}, "ghosts": {"white": 2}}, 2: {"ghosts": {"white": 1}}})
    build.reveal(s, [[49, 5], [2, 3], [6, 8]])
    build.answer(s, 0, c.MoveGhost("white", 2, 1))
    build.answer(s, 0, c.Scare("witch"))
    assert list(s.bars[0].guests).count("witch") == 1 and s.bars[0].beside.guests == ["witch"]


def test_another_guests_favour_is_not_offered():
    """SB-5.5"""
    s, _ = goodbye("witch", {"guests": {"worker": 0}})
    for other in (c.UseScholar(), c.UseWorker(5), c.UseBeauty("worker"), c.UseGhostHunter("white"), c.Bid("worker")):
        assert build.refusal(s, 0, other) == "choice_not_offered"


def test_the_worker_is_asked_for_while_a_card_is_held_usable_or_not():
    """SB-9.3  A prompt that comes or stays away would tell what is in a secret hand."""
    s, _ = goodbye("worker", {"guests": {"witch": 0}}, hand=(12, 23))
    assert build.offered(s, 0) == [c.DeclineFavour()] and kernel.forced(s) is None
    assert build.refusal(s, 0, c.UseWorker(12)) == "favour_impossible"


def test_the_worker_is_skipped_with_an_empty_hand_which_everybody_sees():
    """SB-9.3"""
    s, told = goodbye("worker", {"guests": {"witch": 0}}, hand=())
    assert f.FavourLost(seat=0, guest="worker") in told and build.asked(s) != "use_favour"
