"""Do dice calm as section 8 of the rules says?"""

from __future__ import annotations

import pytest

from gameplay.rules.ghostel import facts as f

from .build import Table


def calmed(guest: str, *dice: tuple[int, bool]) -> Table:
    """After the totals, with these dice of red's (face, on a token) at this guest."""
    table = Table(guests={5: guest}).order("red", "white", "blue")
    for face, token in dice:
        table.placed(5, "red", face, token=token)
    return table.at("totals")


def faces(table: Table) -> list[int]:
    return [die.face for die in table.s.rooms[5].dice]


def test_every_die_in_the_hotel_drops_by_one_when_all_rooms_are_resolved():
    """GH-8.1"""
    table = calmed("Thaddeus", (4, False), (2, False))
    assert faces(table) == [3, 1]
    told = [type(fact) for fact in table.told]
    assert told.index(f.RoomTotalled) < told.index(f.DiceCalmed)


def test_a_die_that_would_show_0_goes_back_to_its_owner():
    """GH-8.2"""
    table = calmed("Thaddeus", (1, False), (3, False))
    assert faces(table) == [2]
    (told,) = table.facts(f.DiceCalmed)
    assert (told.returned, told.dice, told.faces, told.steps) == (["red-d6-1"], ["red-d6-2"], [2], 1)


def test_calming_lowers_the_face_so_a_doubled_die_loses_two():
    """GH-8.3"""
    table = calmed("Thaddeus", (3, True))
    assert table.facts(f.RoomTotalled)[0].total == 6
    table.at("totals")
    assert table.facts(f.RoomTotalled)[-1].total == 4


def test_the_guest_stays_without_dice_too():
    """GH-8.4"""
    table = calmed("Thaddeus", (1, False))
    assert table.s.rooms[5].guest == "guest-29" and faces(table) == []


@pytest.mark.parametrize(("guest", "left"), [("Mabel", [1]), ("Dr Quill", [3, 2, 1])])
def test_some_guests_calm_differently(guest: str, left: list[int]):
    """GH-8.1 GH-8.2"""
    assert faces(calmed(guest, (3, False), (2, False), (1, False))) == left
