"""Are dice rolled and kept as section 3 of the rules says?"""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER, LargeOptions
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel import facts as f
from gameplay.rules.ghostel.dice_sets import DiceSets
from gameplay.rules.ghostel.rolling import dice_to_roll

from .build import Table


def test_every_ghost_rolls_before_anybody_is_asked():
    """GH-3.1"""
    table = Table(night=2).at("roll_start")
    for ghost in ("red", "white", "blue"):
        assert kernel.decision(table.s).ghost == ghost and table.asked() is None
        table.roll(1, 2, 3)
    assert table.asked() == ("red", "keep_dice")
    assert [fact.faces for fact in table.facts(f.DiceRolled)] == [[1, 2, 3]] * 3


@pytest.mark.parametrize(
    ("bonuses", "dice"),
    [
        ([], ["d6-1", "d6-2", "d6-3"]),
        (["extra_die"], ["d6-1", "d6-2", "d6-3", "d6-4"]),
        (["upgrade_d8"], ["d6-1", "d6-2", "d8"]),
        (["upgrade_d8", "upgrade_d8"], ["d6-1", "d6-2", "d6-3", "d8"]),
        (["upgrade_d8", "extra_die", "extra_die"], ["d6-1", "d6-2", "d6-3", "d6-4", "d8"]),
        (["extra_die"] * 8 + ["upgrade_d8"] * 4, [*(f"d6-{number}" for number in range(1, 9)), "d8"]),
    ],
)
def test_bonuses_add_dice_and_the_first_upgrade_brings_the_d8(bonuses: list[str], dice: list[str]):
    """GH-3.2 GH-3.3 GH-3.4 GH-9.9"""
    assert dice_to_roll(Table().bonuses("red", *bonuses).s, "red") == [f"red-{die}" for die in dice]


def test_dice_in_the_hotel_are_not_rolled_and_a_d6_stands_in_for_the_d8():
    """GH-3.5"""
    table = Table().bonuses("red", "upgrade_d8")
    table.placed(4, "red", 3)
    table.placed(4, "red", 8, d8=True)
    assert dice_to_roll(table.s, "red") == ["red-d6-2", "red-d6-3", "red-d6-4"]


def test_the_bank_lends_what_is_missing_to_three_but_no_bonus_dice():
    """GH-3.6"""
    table = Table().bonuses("red", "extra_die", "extra_die")
    for room in range(1, 8):
        table.placed(room, "red", 6)
    assert dice_to_roll(table.s, "red") == ["red-d6-8", "red-loan-1", "red-loan-2"]
    table.bonuses("red", "upgrade_d8")
    assert dice_to_roll(table.s, "red") == ["red-d6-8", "red-loan-1", "red-d8"]


def test_a_loaned_die_is_a_d6_that_goes_back_to_the_bank_and_keeps_its_number_until_then():
    """GH-3.6"""
    table = Table().order("red", "white", "blue")
    for room in range(1, 9):
        table.placed(room, "red", 1)
    table.at("roll_start").roll(2, 2, 2).chance()
    assert table.facts(f.DiceRolled)[0].loaned == 3
    table.answer(table.three("red"), table.three("white"), table.three("blue"))
    table.answer(c.Haunt("red", 9, "red-loan-1"))
    assert dice_to_roll(table.s, "red") == ["red-loan-2", "red-loan-3", "red-loan-4"]
    table.s.rooms[9].dice.clear()
    assert dice_to_roll(table.s, "red") == ["red-loan-1", "red-loan-2", "red-loan-3"]


def test_in_player_order_each_ghost_keeps_any_three_of_its_dice():
    """GH-3.7"""
    table = Table().order("white", "red", "blue").dice("white", 6, 5, 1, 1).dice("red", 1, 2, 3).at("roll")
    keeps = table.offered(c.KeepDice)
    assert len(keeps) == 4 and all(len(set(keep.dice)) == 3 for keep in keeps)
    worst = c.KeepDice("white", ["white-d6-4", "white-d6-3", "white-d6-2"])
    (told,) = table.answer(worst.canonical())
    assert (told.dice, told.faces, told.unkept) == (["white-d6-2", "white-d6-3", "white-d6-4"], [5, 1, 1], ["white-d6-1"])
    assert table.s.ghosts["white"].dice == {"white-d6-2": 5, "white-d6-3": 1, "white-d6-4": 1}
    assert table.asked() == ("red", "keep_dice")


@pytest.mark.parametrize(
    ("dice", "code"),
    [
        ([], "keep_exactly_three"),
        (["red-d6-1", "red-d6-2"], "keep_exactly_three"),
        (["red-d6-1", "red-d6-1", "red-d6-2"], "keep_exactly_three"),
        (["red-d6-1", "red-d6-2", "red-d6-3", "red-d6-4"], "keep_exactly_three"),
        (["red-d6-1", "red-d6-2", "red-d6-7"], "unknown_die"),
        (["red-d6-1", "red-d6-2", "blue-d6-1"], "unknown_die"),
    ],
)
def test_a_refused_keep_says_why(dice: list[str], code: str):
    """GH-3.7"""
    table = Table().order("red", "white", "blue").dice("red", 1, 2, 3, 4).dice("blue", 1).at("roll")
    assert table.refusal(c.KeepDice("red", dice)) == code


def test_favours_of_the_roll_may_be_played_before_keeping_and_no_others():
    """GH-3.8"""
    table = Table().order("red", "white", "blue").dice("red", 1, 2, 3).at("roll")
    table.hand("red", favours=["gamble", "boost", "chills", "discount"])
    assert {choice.card for choice in table.offered() if not isinstance(choice, c.KeepDice)} == {"gamble", "boost"}
    assert table.refusal(c.PlayOnRoom("red", "chills", 1)) == "wrong_window"
    assert table.refusal(c.PlayFavour("red", "discount")) == "wrong_window"
    table.answer(c.PlayFavour("red", "boost"))
    assert table.asked() == ("red", "keep_dice")


def test_a_ghost_with_just_three_dice_is_asked_all_the_same():
    """GH-3.9"""
    table = Table().order("red", "white", "blue").dice("red", 1, 2, 3).at("roll")
    assert table.asked() == ("red", "keep_dice")
    assert table.offered() == [c.KeepDice("red", ["red-d6-1", "red-d6-2", "red-d6-3"])]
    assert kernel.forced(table.s) is None


def test_nine_dice_and_a_gamble_are_offered_without_listing_them():
    """GH-3.7 GH-6.3  The largest set of choices there is."""
    table = Table().order("red", "white", "blue").dice("red", *[1, 2, 3, 4, 5, 6, 1, 2], "d8:8").hand("red", favours=["gamble"]).at("roll")
    options = kernel.options(table.s, 0)
    assert isinstance(options, LargeOptions)
    assert len(options) == comb(9, 3) + 2**9 - 1 == 595
    listed = list(options)
    assert len(listed) == len(set(map(repr, listed))) == 595
    assert all(choice in options for choice in listed)
    forms = {form.choice: form for form in options.forms()}
    dice = forms["keep_dice"].fields[-1]
    assert (dice.name, dice.pick, dice.least, dice.most, len(dice.values)) == ("dice", "some", 3, 3, 9)
    dice = forms["play_on_dice"].fields[-1]
    assert (dice.least, dice.most) == (1, 9)
    assert [field.values for field in forms["play_on_dice"].fields[:2]] == [["red"], ["gamble"]]


def test_sets_of_dice_are_drawn_evenly():
    """GH-3.7"""
    dice = [f"red-d6-{number}" for number in range(1, 5)]
    sets = DiceSets(c.KeepDice("red", []), lambda found: c.KeepDice("red", found), dice, 3, 3)
    chance = RandomChance(1)
    drawn = [tuple(sets.draw(chance).dice) for _ in range(4000)]
    assert {found: abs(drawn.count(found) - 1000) < 120 for found in combinations(dice, 3)} == dict.fromkeys(combinations(dice, 3), True)


def test_the_dealer_rolls_a_face_of_each_die():
    """GH-3.1"""
    table = Table().bonuses("red", "upgrade_d8").at("roll_start")
    options = kernel.options(table.s, DEALER)
    assert len(options) == 6 * 6 * 8
    assert c.DiceRoll([6, 6, 8]) in options and c.DiceRoll([7, 6, 8]) not in options
