"""Is a game set up as sections 1 and 2 of the rules say?"""

from __future__ import annotations

from collections import Counter

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER, Illegal
from gameplay.rules.spooky_bar import EDITIONS, RULES
from gameplay.rules.spooky_bar import choices as c
from gameplay.rules.spooky_bar import facts as f

from . import build

DECK = EDITIONS["house-1"].deck


@pytest.mark.parametrize(("seats", "bars"), [(2, 3), (3, 3), (4, 4)])
def test_there_is_a_bar_for_each_participant_and_one_for_tom_with_two(seats: int, bars: int):
    """SB-1.1 SB-2.1"""
    assert len(build.opened(seats).bars) == bars


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_seats_are_refused(seats: int):
    """SB-2.1"""
    with pytest.raises(Illegal, match=r"bad_config \(SB-2.1\)"):
        RULES.setup(seats, RULES.options(), EDITIONS["house-1"])


def test_there_are_four_guests_of_each_of_five_types():
    """SB-1.2"""
    s = build.opened(4)
    assert Counter(guest for bar in s.bars for guest in bar.guests) == dict.fromkeys(c.GUESTS, 4)
    assert {guest["type"] for guest in DECK["guests"]} == set(c.GUESTS)


def test_the_deck_has_fifty_five_cards_of_five_actions():
    """SB-1.3"""
    cards = DECK["action_cards"]
    assert [card["value"] for card in cards] == list(range(1, 56))
    assert Counter(card["action"] for card in cards) == {"summon": 13, "bid": 11, "capture": 11, "serve": 10, "move": 10}


def test_the_cards_that_the_rulebook_shows_have_its_actions():
    """SB-1.3  The seven that the worked examples fix."""
    shown = {card["value"]: card["action"] for card in DECK["action_cards"] if card["source"] == "rulebook"}
    assert shown == {11: "serve", 18: "bid", 21: "serve", 31: "serve", 43: "bid", 48: "bid", 49: "move"}


def test_no_supply_ever_runs_out():
    """SB-1.4 SB-1.5  Forty drinks on one guest and thirty white ghosts beside a bar stop nobody."""
    s = build.table(bars={0: {"guests": {"worker": 40}, "beside": {"white": 30, "pink": 12}}})
    build.reveal(s, [[51, 50], [2, 4], [7, 8]])
    build.answer(s, 0, c.Serve("worker"))
    assert s.bars[0].guests == {"worker": 41} and s.bars[0].ghosts["white"] == 1


def test_guests_take_their_places_in_the_order_that_the_dealer_drew():
    """SB-2.2"""
    s = RULES.setup(3, RULES.options(), EDITIONS["house-1"])
    kernel.settle(s, kernel.ignore)
    told = build.answer(s, DEALER, c.GuestOrder(["witch", "beauty", "scholar", "worker", "ghost_hunter"]))
    assert list(s.bars[0].guests) == s.bars[0].counter == ["witch", "beauty", "scholar", "worker", "ghost_hunter"]
    assert told == [f.GuestsSeated(bar=0, guests=["witch", "beauty", "scholar", "worker", "ghost_hunter"])]


def test_hands_are_the_top_of_the_pile_five_by_five():
    """SB-2.3"""
    s = build.opened(4, deck=range(55, 0, -1))
    assert s.hands == [list(range(top, top - 5, -1)) for top in (55, 50, 45, 40)]
    assert s.pile == list(range(35, 0, -1)) and s.discard == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_white_ghost_is_above_each_bar_and_scares_nobody(seats: int):
    """SB-2.4"""
    assert all(bar.ghosts == {"white": 1, "pink": 0} for bar in build.opened(seats).bars)


def test_setup_drinks_are_placed_in_any_order_and_seen_at_once():
    """SB-2.5"""
    s = build.opened(3)
    told = build.answer(s, 2, c.PlaceSetupDrink("witch"))
    assert told == [f.DrinksAdded(seat=2, guest="witch", drinks=1, cause="setup")] and told[0].seen_by(0)
    assert sorted(kernel.awaiting(s)) == [0, 1]
    assert build.refusal(s, 2, c.PlaceSetupDrink("worker")) == "already_chosen"
    build.answer(s, 0, c.PlaceSetupDrink("worker"))
    build.answer(s, 1, c.PlaceSetupDrink("worker"))
    assert [sum(bar.guests.values()) for bar in s.bars] == [1, 1, 1] and s.phase == "choose"


def test_the_owner_has_its_hand_before_it_places_its_drink():
    """SB-2.5"""
    s = build.opened(3)
    assert build.asked(s) == "place_setup_drinks" and len(RULES.view(s, 0).hand.cards) == 5


@pytest.mark.parametrize(("option", "event"), [("none", 0), (6, 6), ("random", 3)])
def test_an_event_is_named_or_drawn_and_public_from_the_start(option: object, event: int):
    """SB-2.6"""
    s = build.opened(3, event=option, event_drawn=3)
    assert s.event == event == RULES.view(s, 1).event


def test_the_dealer_is_asked_for_the_event_then_the_guests_then_the_deck():
    """SB-2.7"""
    s = RULES.setup(2, RULES.options(event="random"), EDITIONS["house-1"])
    kernel.settle(s, kernel.ignore)
    asked = []
    while kernel.awaiting(s) == {DEALER: len(asked) + 1}:
        frame = kernel.decision(s)
        asked.append((build.asked(s), getattr(frame, "bar", None)))
        kernel.evolve(s, DEALER, next(iter(kernel.options(s, DEALER))), kernel.ignore)
    assert asked == [("draw_event", None), ("seat_guests", 0), ("seat_guests", 1), ("seat_guests", 2), ("shuffle_deck", None)]
