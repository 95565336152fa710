"""Is the hotel refilled, and does the game end, as section 10 of the rules says?"""

from __future__ import annotations

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER
from gameplay.rules.ghostel import RULES
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel import facts as f

from .build import Table


def refilled(empty: tuple[int, ...], left: int, seats: int = 3, **scores: int) -> Table:
    """The refill with these rooms empty and so many guests left in the deck."""
    table = Table(seats, night=4).scores(**scores)
    for room in empty:
        table.s.gone.append(table.s.rooms[room].guest)
        table.s.rooms[room].guest = ""
    table.s.gone += table.s.guests[left:]
    table.s.guests = table.s.guests[:left]
    return table.at("refill")


def test_empty_rooms_are_filled_in_order_and_guests_stay_where_they_are():
    """GH-10.1"""
    table = Table()
    before = {number: room.guest for number, room in table.s.rooms.items()}
    top = table.s.guests[:3]
    for room in (2, 5, 9):
        table.s.rooms[room].guest = ""
    table.at("refill")
    assert {number: room.guest for number, room in table.s.rooms.items()} == before | dict(zip((2, 5, 9), top, strict=True))
    assert [fact.room for fact in table.facts(f.GuestArrived)] == [2, 5, 9]


def test_the_game_ends_at_once_when_a_room_stays_empty():
    """GH-10.2"""
    table = refilled((2, 6, 7), 2, red=4)
    assert [bool(table.s.rooms[room].guest) for room in (2, 6, 7)] == [True, True, False]
    assert table.s.stack == [] and table.s.phase == "over" and table.s.night == 4
    assert [type(fact) for fact in table.told[-4:]] == [f.GhostScored] * 3 + [f.GameScored]
    assert table.told[-1] == f.GameScored(night=4, scores=[4, 0, 0], winners=[0])


def test_play_goes_on_when_the_deck_empties_with_the_last_room():
    """GH-10.3"""
    table = refilled((2, 6), 2)
    assert table.s.guests == [] and table.s.night == 5
    assert DEALER in kernel.awaiting(table.s)


def test_a_full_hotel_needs_no_guest():
    """GH-10.3"""
    assert refilled((), 0).s.night == 5


def test_cards_are_bought_on_the_last_day_too():
    """GH-10.4"""
    table = Table(guests={5: "Bevan"}).order("red", "white", "blue")
    table.placed(5, "red", 6)
    table.s.guests = []
    table.at("totals")
    assert table.asked() == ("red", "buy")
    table.answer(c.Buy("red", "terror_bonus"), c.EndBuying("red"), c.EndBuying("white"), c.EndBuying("blue"))
    assert table.s.phase == "over" and RULES.result(table.s).scores == [5, 0, 0]


@pytest.mark.parametrize(("scores", "winners"), [((9, 8, 7), [0]), ((7, 8, 7), [1]), ((8, 3, 8), [0, 2]), ((0, 0, 0), [0, 1, 2])])
def test_the_highest_score_wins_and_equal_ones_share(scores: tuple[int, int, int], winners: list[int]):
    """GH-10.5"""
    table = refilled((1,), 0, **dict(zip(("red", "white", "blue"), scores, strict=True)))
    assert RULES.result(table.s).winners == winners


def test_cards_in_hand_and_dice_in_the_hotel_are_worth_nothing():
    """GH-10.5"""
    table = Table().scores(white=1).hand("red", favours=["boost", "gamble"], tactics=["snakes+rats"]).bonuses("red", "extra_die")
    table.placed(1, "red", 6)
    table.s.rooms[9].guest, table.s.guests = "", []
    table.at("refill")
    assert RULES.result(table.s).winners == [1]


def test_with_two_seats_the_two_scores_of_a_seat_are_added():
    """GH-11.5"""
    table = refilled((1,), 0, seats=2, red=10, white=3, blue=7, black=6)
    assert RULES.result(table.s) == RULES.result(table.s).__class__(scores=[13, 13], winners=[0, 1])
    assert RULES.scores(refilled((1,), 0, seats=2, red=10, blue=12).s) == [10, 12]
