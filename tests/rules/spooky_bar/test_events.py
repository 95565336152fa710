"""Do the eight events change what section 6 of the rules says?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER
from gameplay.rules.spooky_bar import RULES
from gameplay.rules.spooky_bar import choices as c
from gameplay.rules.spooky_bar import facts as f
from gameplay.rules.spooky_bar.effects import perform

from . import build


def test_with_event_1_three_ghosts_scare_nobody():
    """SB-6.1"""
    s = build.table(3, event=1, bars={0: {"ghosts": {"white": 2}}})
    build.reveal(s, [[50, 3], [2, 4], [6, 8]])
    assert s.bars[0].ghosts["white"] == 3 and RULES.view(s, 0).scare_threshold == 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_event_2_two_ghosts_are_above_each_bar_at_setup(seats: int):
    """SB-6.2"""
    assert all(bar.ghosts == {"white": 2, "pink": 0} for bar in build.opened(seats, event=2).bars)


def test_with_event_3_a_ghost_follows_each_goodbye_after_the_favour():
    """SB-6.3"""
    s = build.table(3, event=3, bars={0: {"guests": {"witch": 1, "worker": 0}}})
    build.reveal(s, [[53, 4], [2, 6], [5, 9]])
    build.answer(s, 0, c.Bid("witch"))
    assert s.bars[0].ghosts["white"] == 0
    told = build.answer(s, 0, c.UseWitch())
    assert [fact.cause for fact in told if isinstance(fact, f.GhostArrived)][:2] == ["witch", "event"]


def test_with_event_3_the_ghost_comes_after_a_workers_bid_too_and_may_scare_the_own_bar():
    """SB-6.3"""
    s = build.table(3, event=3, bars={0: {"guests": {"worker": 1, "scholar": 1, "witch": 0}, "ghosts": {"white": 1}}})
    build.reveal(s, [[53, 4], [2, 6], [5, 9]], keep={0: [23]})
    build.answer(s, 0, c.Bid("worker"))
    build.answer(s, 0, c.UseWorker(23))
    build.answer(s, 0, c.Bid("scholar"))
    build.answer(s, 0, c.DeclineFavour())
    assert s.bars[0].ghosts["white"] == 3, "one was there, and one came after each goodbye"
    assert build.offered(s, 0) == [c.Scare("witch")]


def test_with_event_4_the_latest_scarer_holds_the_token():
    """SB-6.4"""
    s = build.table(3, event=4, token=1, bars={0: {"guests": {"worker": 0, "witch": 0}, "ghosts": {"white": 2}}})
    build.reveal(s, [[50, 3], [2, 4], [6, 8]])
    told = build.answer(s, 0, c.Scare("worker"))
    assert f.TokenTaken(seat=0, previous=1) in told and s.token == 0


def test_without_event_4_a_scare_brings_no_token():
    """SB-6.4"""
    s = build.table(3, bars={0: {"guests": {"worker": 0, "witch": 0}, "ghosts": {"white": 2}}})
    build.reveal(s, [[50, 3], [2, 4], [6, 8]])
    build.answer(s, 0, c.Scare("worker"))
    assert s.token == DEALER


def bids(s: Any, seat: int, count: int) -> list[list[Any]]:
    """The seat bids so many guests goodbye, the first offered each time, and declines the favours."""
    told: list[list[Any]] = []
    while len(told) < count:
        choice = build.offered(s, seat)[0]
        facts = build.answer(s, seat, choice)
        if isinstance(choice, c.Bid):
            told.append(facts)
        else:
            told[-1] += facts
    return told


def test_with_event_5_the_second_goodbye_of_a_round_takes_the_token():
    """SB-6.5"""
    s = build.table(3, event=5, token=2, bars={0: {"guests": {"scholar": 1, "witch": 1, "worker": 0}}})
    build.reveal(s, [[53, 4], [48, 6], [5, 9]])
    first, second = bids(s, 0, 2)
    assert f.TokenTaken(seat=0, previous=2) not in first and f.TokenTaken(seat=0, previous=2) in second


def test_with_event_5_a_third_goodbye_does_not_take_the_token_again():
    """SB-6.5"""
    s = build.table(3, event=5)
    s.goodbyes = [2, 0, 0]
    s.token = 1
    s.bars[0].guests["worker"] = 1
    s.stack.clear()
    perform(s, 0, "bid", 1, kernel.ignore)
    kernel.settle(s, kernel.ignore)
    build.answer(s, 0, c.Bid("worker"))
    assert s.goodbyes[0] == 3 and s.token == 1


def test_with_event_5_the_goodbyes_of_another_round_do_not_count():
    """SB-6.5"""
    s = build.table(3, event=5, bars={0: {"guests": {"scholar": 1, "witch": 0}}})
    build.reveal(s, [[53, 4], [2, 6], [5, 9]])
    bids(s, 0, 1)
    while s.phase == "resolve":
        seat = next(iter(kernel.awaiting(s)))
        build.answer(s, seat, build.offered(s, seat)[0])
    assert s.goodbyes == [0, 0, 0]


def test_with_event_6_a_move_takes_pink_ghosts_from_the_graveyard():
    """SB-6.6"""
    s = build.table(3, event=6)
    build.reveal(s, [[49, 5], [2, 3], [6, 8]])
    assert build.refusal(s, 0, c.MoveGhost("white", "graveyard", 0)) == "bad_payload"
    build.answer(s, 0, c.MoveGhost("pink", "graveyard", 0))
    assert s.bars[0].ghosts == {"white": 0, "pink": 1}


def test_with_event_7_each_seat_places_two_drinks_one_at_a_time():
    """SB-6.7"""
    s = build.opened(3, event=7)
    first = dict(kernel.awaiting(s))
    build.answer(s, 0, c.PlaceSetupDrink("witch"))
    assert kernel.awaiting(s)[0] == first[0] + 1, "it is a new question"
    build.answer(s, 0, c.PlaceSetupDrink("witch"))
    assert s.bars[0].guests["witch"] == 2 and 0 not in kernel.awaiting(s)
    assert build.refusal(s, 0, c.PlaceSetupDrink("witch")) == "already_chosen"


def test_with_event_8_a_card_counts_until_its_value_comes_up_and_is_not_used():
    """SB-6.8"""
    s = build.table(3, event=8)
    told = build.reveal(s, [[53, 4], [48, 6], [5, 12]], drawn=[33])
    assert f.EventCardShown(card=33, action="bid") in told
    seen = RULES.view(s, 0)
    assert [card.seat for card in (*seen.turned, *seen.showing) if card.card == 33] == [None]
    outcomes = {fact.card: fact.outcome for fact in told if isinstance(fact, f.CardResolved)}
    assert (outcomes[53], outcomes[48], outcomes[33]) == ("void", "twice", "unused")
    while s.phase == "resolve":
        seat = next(iter(kernel.awaiting(s)))
        build.answer(s, seat, build.offered(s, seat)[0])
    assert 33 in s.discard


def test_with_event_8_the_card_bars_a_wild_like_anybody_elses():
    """SB-6.8 SB-4.9"""
    s = build.table(3, event=8)
    build.reveal(s, [{"regular": 18, "wild": [50, 54, 55]}, [16, 12], [9, 3]], drawn=[11])
    assert "serve" not in [option.action for option in build.offered(s, 0)]


def test_tom_takes_tokens_and_ghosts_of_events_like_anyone():
    """SB-6.9"""
    s = build.table(2, event=5, bars={2: {"guests": {"worker": 2, "witch": 1, "beauty": 0}}})
    told = build.reveal(s, [[43, 4], [2, 9]], drawn=[53, 5])
    assert f.TokenTaken(seat=2, previous=-1) in told
    s = build.table(2, event=3, bars={2: {"guests": {"worker": 2, "beauty": 0}}})
    assert f.GhostArrived(bar=2, colour="white", cause="event") in build.reveal(s, [[46, 4], [2, 9]], drawn=[53, 5])
