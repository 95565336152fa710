"""Do ghosts move and place dice as section 4 of the rules says?"""

from __future__ import annotations

import pytest

from gameplay.rules import kernel
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel import facts as f
from gameplay.rules.ghostel.state import ADJACENT, ROOMS

from .build import Table


def turn(lap: int = 2, room: int = 5, *faces: int, **hand: list[str]) -> Table:
    """Red is asked in this lap, its figure in this room (0 is the attic), with these dice left."""
    table = Table().order("red", "white", "blue").figure("red", room).dice("red", *(faces or (5, 2)))
    return table.hand("red", **hand).at("scare", lap=lap)


def rooms(table: Table) -> list[int]:
    return sorted({choice.room for choice in table.offered(c.Haunt)})


def test_each_of_three_laps_goes_through_the_ghosts_in_player_order():
    """GH-4.1"""
    table = Table().order("white", "blue", "red")
    for ghost in table.s.order:
        table.dice(ghost, 1, 1, 1)
    table.at("scare")
    seen = []
    while table.asked() and table.asked()[1] == "haunt":
        seen.append((table.s.lap, table.asked()[0]))
        table.answer(table.offered(c.Haunt)[0])
    assert seen == [(lap, ghost) for lap in (1, 2, 3) for ghost in ("white", "blue", "red")]


def test_in_the_first_lap_a_ghost_appears_in_any_room_that_is_not_blocked():
    """GH-4.2"""
    table = turn(1, 0, 5, 2, 1)
    table.figure("blue", 4)
    table.placed(4, "blue", 3)
    table.block(2, 7)
    assert rooms(table) == [1, 3, 4, 5, 6, 8, 9]
    assert len(table.offered()) == 7 * 3
    assert table.refusal(c.Haunt("red", 2, table.die("red", 5))) == "room_blocked"
    (told,) = table.answer(c.Haunt("red", 4, table.die("red", 5)))
    assert (told.way, told.source, told.room, told.face) == ("appear", 0, 4, 5)
    assert [die.ghost for die in table.s.rooms[4].dice] == ["blue", "red"]


@pytest.mark.parametrize(("room", "beside"), [(1, [2, 4]), (2, [1, 3, 5]), (5, [2, 4, 6, 8]), (6, [3, 5, 9]), (7, [4, 8]), (9, [6, 8])])
def test_later_a_ghost_moves_one_room_up_down_left_or_right(room: int, beside: list[int]):
    """GH-4.3 GH-4.4"""
    table = turn(2, room)
    assert rooms(table) == beside
    for other in set(ROOMS) - {room, *beside}:
        assert table.refusal(c.Haunt("red", other, table.die("red", 5))) == "not_adjacent"


def test_rooms_are_beside_each_other_both_ways_and_never_round_the_edge():
    """GH-4.4"""
    assert all(room in ADJACENT[other] for room in ROOMS for other in ADJACENT[room])
    assert 4 not in ADJACENT[3] and 7 not in ADJACENT[6] and 7 not in ADJACENT[1]


def test_a_ghost_may_go_back_and_lay_a_second_die_there():
    """GH-4.5"""
    table = turn(3, 5, 2)
    table.placed(4, "red", 6)
    table.answer(c.Haunt("red", 4, table.die("red", 2)))
    assert [(die.ghost, die.face) for die in table.s.rooms[4].dice] == [("red", 6), ("red", 2)]


def test_a_ghost_that_can_move_must_move():
    """GH-4.6"""
    table = turn(2, 5)
    table.block(2, 4, 6)
    assert rooms(table) == [8]
    assert table.refusal(c.Haunt("red", 5, table.die("red", 5))) == "must_move"


def test_a_ghost_that_is_shut_in_stays_and_places_a_die_even_with_a_card_that_would_free_it():
    """GH-4.7"""
    table = turn(2, 1, favours=["walls"])
    table.block(1, 2, 4)
    assert rooms(table) == [1]
    assert table.refusal(c.Haunt("red", 3, table.die("red", 5))) == "not_adjacent"
    (told,) = table.answer(c.Haunt("red", 1, table.die("red", 5)))
    assert (told.way, told.source, told.room) == ("stay", 1, 1)


def test_each_turn_places_exactly_one_die_and_after_three_none_is_left():
    """GH-4.8"""
    table = Table().order("red", "white", "blue")
    for ghost in table.s.order:
        table.dice(ghost, 3, 2, 1)
    table.at("scare")
    for left in (2, 1, 0):
        for ghost in ("red", "white", "blue"):
            before = sum(len(room.dice) for room in table.s.rooms.values())
            table.answer(table.offered(c.Haunt)[-1])
            if left or ghost != "blue":
                assert sum(len(room.dice) for room in table.s.rooms.values()) == before + 1
            assert len(table.s.ghosts[ghost].dice) == left


@pytest.mark.parametrize("die", ["red-d6-3", "blue-d6-1", "no die"])
def test_only_a_kept_die_that_is_not_placed_may_be_placed(die: str):
    """GH-4.8"""
    table = turn(2, 5)
    table.dice("blue", 4)
    assert table.refusal(c.Haunt("red", 4, die)) == "unknown_die"


def test_after_the_last_turn_figures_go_to_the_attic_and_barriers_to_the_supply():
    """GH-4.9"""
    table = turn(3, 5, 1)
    table.s.order = ["white", "blue", "red"]
    table.figure("white", 1).figure("blue", 2).block(7, 8).at("scare", lap=3, ghost="red")
    told = table.answer(c.Haunt("red", 4, table.die("red", 1)))
    assert all(ghost.room == 0 for ghost in table.s.ghosts.values())
    assert table.s.barriers == 8 and not any(room.barrier for room in table.s.rooms.values())
    assert f.GhostsRetreated(night=2, count=2) in told


def test_a_guest_that_has_had_enough_stays_until_the_totals():
    """GH-4.10"""
    table = Table(guests={4: "Bevan"}).order("red", "white", "blue").figure("red", 5).dice("red", 6, 6).at("scare", lap=2)
    table.answer(c.Haunt("red", 4, table.die("red", 6)))
    assert table.s.rooms[4].guest and table.s.ghosts["red"].score == 0


def test_before_its_die_a_ghost_may_play_favours_one_after_the_other_and_each_works_at_once():
    """GH-4.11 GH-6.2"""
    table = turn(2, 1, favours=["boost", "boost", "walls", "barrier"])
    table.answer(c.PlayFavour("red", "boost"), c.PlayFavour("red", "boost"), c.PlayFavour("red", "walls"))
    assert sorted(table.s.ghosts["red"].dice.values()) == [4, 6]
    table.answer(c.PlayOnRooms("red", "barrier", [2, 4]))
    assert rooms(table) == [1, 3, 5, 6, 7, 8, 9], "shut in, it may stay or walk through walls"
    assert table.asked() == ("red", "haunt")


def test_each_favour_is_a_new_question_so_an_older_answer_does_not_fit_it():
    """GH-4.11"""
    table = turn(2, 1, favours=["boost"])
    ((_, before),) = kernel.awaiting(table.s).items()
    table.answer(c.PlayFavour("red", "boost"))
    assert list(kernel.awaiting(table.s).values()) == [before + 1]


def test_boost_and_gamble_leave_placed_dice_alone():
    """GH-4.12"""
    table = turn(3, 5, 2, favours=["boost", "gamble"])
    placed = table.placed(4, "red", 3)
    table.answer(c.PlayFavour("red", "boost"))
    assert table.refusal(c.PlayOnDice("red", "gamble", [placed])) == "bad_target"
    assert table.s.rooms[4].dice[0].face == 3
