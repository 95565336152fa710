"""Do the score markers and the order of play behave as section 2 of the rules says?"""

from __future__ import annotations

import itertools

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER
from gameplay.rules.ghostel import RULES
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel import facts as f
from gameplay.rules.ghostel.order import by_score, move_marker

from .build import Table


def rolled(*rolls: list[int], seats: int = 3) -> Table:
    """The first night, with these dice in ghost order."""
    table = Table(seats, night=1).at("roll_start")
    for faces in rolls:
        table.roll(*faces)
    return table


def test_the_leader_goes_first_on_a_later_night():
    """GH-2.1"""
    table = Table(night=3).scores(red=4, white=9, blue=6).at("roll_start").chance()
    assert table.s.order == ["white", "blue", "red"]
    assert table.facts(f.OrderTaken)[-1].ghosts == ["white", "blue", "red"]


def test_the_order_of_a_night_is_kept_while_scores_change():
    """GH-2.1"""
    table = Table(night=3).scores(red=4, white=9, blue=6).at("roll_start").chance()
    move_marker(table.s, "red", 20)
    table.answer(table.three("white"))
    assert table.asked() == ("blue", "keep_dice")


def test_of_equal_scores_the_marker_higher_in_the_stack_goes_first():
    """GH-2.2 GH-2.3"""
    table = Table().order("red", "white", "blue").scores(red=10, white=10, blue=3)
    assert by_score(table.s) == ["red", "white", "blue"]
    move_marker(table.s, "blue", 7)
    assert by_score(table.s) == ["blue", "red", "white"]
    move_marker(table.s, "white", -2)
    move_marker(table.s, "white", 2)
    assert by_score(table.s) == ["white", "blue", "red"]
    assert RULES.view(table.s, -2).track[0].ghosts == ["white", "blue", "red"]


def test_a_change_of_nothing_is_no_move():
    """GH-2.4"""
    table = Table().order("red", "white", "blue")
    move_marker(table.s, "blue", 0)
    assert by_score(table.s) == ["red", "white", "blue"]


def test_the_first_night_goes_by_the_total_of_the_three_dice():
    """GH-2.5"""
    assert rolled([1, 1, 6], [3, 3, 4], [6, 3, 2]).s.order == ["blue", "white", "red"]


def test_a_tie_of_totals_goes_to_the_best_die_then_to_the_second_best():
    """GH-2.6"""
    assert rolled([5, 4, 1], [6, 3, 1], [2, 2, 2]).s.order == ["white", "red", "blue"]
    assert rolled([6, 2, 2], [6, 3, 1], [1, 1, 1]).s.order == ["white", "red", "blue"]


def test_the_same_three_faces_are_rolled_off_until_it_is_settled():
    """GH-2.7"""
    table = rolled([1, 2, 3], [3, 1, 2], [2, 3, 1])
    assert kernel.decision(table.s).ghosts == ["red", "white", "blue"]
    table.roll(4, 6, 4)
    assert kernel.decision(table.s).ghosts == ["red", "blue"]
    table.roll(5, 5).roll(1, 2)
    assert table.s.order == ["white", "blue", "red"]
    assert [fact.ghosts for fact in table.facts(f.RolledOff)] == [["red", "white", "blue"], ["red", "blue"], ["red", "blue"]]


def test_of_two_tied_groups_the_higher_one_rolls_off_first():
    """GH-2.7  A-51"""
    table = rolled([1, 1, 1], [6, 6, 6], [1, 1, 1], [6, 6, 6], seats=4)
    assert kernel.decision(table.s).ghosts == ["white", "black"]
    table.roll(2, 5)
    assert kernel.decision(table.s).ghosts == ["red", "blue"]
    table.roll(3, 1)
    assert table.s.order == ["black", "white", "red", "blue"]


def test_in_a_roll_off_the_higher_part_that_is_still_equal_goes_on_first():
    """GH-2.7  A-51"""
    table = rolled(*[[2, 2, 2]] * 4, seats=4)
    table.roll(1, 6, 1, 6)
    assert kernel.decision(table.s).ghosts == ["white", "black"]
    table.roll(1, 2).roll(4, 3)
    assert table.s.order == ["black", "white", "red", "blue"]


def test_a_favour_does_not_change_the_first_nights_order():
    """GH-2.8"""
    table = Table(night=1).hand("white", favours=["boost"]).at("roll_start").roll(5, 5, 5).roll(4, 5, 5).roll(1, 1, 1)
    table.answer(table.three("red"))
    table.answer(c.PlayFavour("white", "boost"))
    assert sum(table.s.ghosts["white"].dice.values()) == 17
    assert table.s.order == ["red", "white", "blue"]


def test_the_first_order_stacks_the_markers_on_space_0():
    """GH-2.9"""
    table = rolled([1, 1, 6], [3, 3, 4], [6, 3, 2])
    assert [(space.score, space.ghosts) for space in RULES.view(table.s, -2).track] == [(0, ["blue", "white", "red"])]
    move_marker(table.s, "white", 4)
    assert by_score(table.s) == ["white", "blue", "red"]


def test_scores_have_no_upper_limit_and_no_price_takes_them_below_0():
    """GH-2.10"""
    table = Table().order("red", "white", "blue").scores(red=998, white=1)
    move_marker(table.s, "red", 18)
    assert table.s.ghosts["red"].score == 1016
    table.at("buy", ghost="white")
    assert table.refusal(c.Buy("white", "scare_tactic")) == "cannot_afford"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_first_order_is_settled_by_some_rolls(seats: int):
    """GH-2.7"""
    ghosts = 4 if seats == 2 else seats
    for faces in itertools.islice(itertools.product([1, 6], repeat=ghosts), 16):
        table = rolled(*[[2, 2, 2]] * ghosts, seats=seats)
        for turn in range(9):
            if kernel.awaiting(table.s) == {} or DEALER not in kernel.awaiting(table.s):
                break
            table.roll(
                *[faces[(place + turn) % ghosts] if turn < 3 else place + 1 for place, _ in enumerate(kernel.decision(table.s).ghosts)]
            )
        assert sorted(table.s.order) == sorted(table.s.ghosts)
        assert table.asked() == (table.s.order[0], "keep_dice")
