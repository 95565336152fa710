"""Do scare tactics and phobia tokens work as section 5 of the rules says?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel import facts as f
from gameplay.rules.ghostel.scoring import terror_of
from gameplay.rules.ghostel.state import guest_in

from .build import Table

SNAKES = "snakes+rats"


def turn(guest: str = "Bevan", tactics: Any = (SNAKES,), *faces: int, lap: int = 3) -> Table:
    """Red stands beside room 5, where this guest is, with these dice left, and is the last to act."""
    table = Table(guests={5: guest}).order("white", "blue", "red").figure("red", 4).dice("red", *(faces or (4,)))
    return table.hand("red", tactics=tactics).at("scare", lap=lap, ghost="red")


def test_a_tactic_is_played_with_a_die_if_the_guest_fears_one_of_its_icons():
    """GH-5.1"""
    table = turn(tactics=[SNAKES, "clowns+dark"], lap=2)
    played = [choice for choice in table.offered(c.Haunt) if choice.tactic and choice.room == 5]
    assert played == [c.Haunt("red", 5, table.die("red", 4), SNAKES)]
    assert table.refusal(c.Haunt("red", 5, table.die("red", 4), "clowns+dark")) == "phobia_mismatch"
    assert table.refusal(c.Haunt("red", 5, table.die("red", 4), "rats+dark")) == "card_not_in_hand"
    assert table.refusal(c.Haunt("red", 5, table.die("red", 4), "no such card")) == "card_not_in_hand"


def test_equal_tactics_are_offered_once():
    """GH-5.1"""
    table = turn(tactics=[SNAKES, SNAKES])
    assert sum((choice.tactic, choice.room) == (SNAKES, 5) for choice in table.offered(c.Haunt)) == 1


def test_the_card_is_discarded_and_a_token_goes_under_the_die():
    """GH-5.2"""
    table = turn(lap=2)
    (told, *_) = table.answer(c.Haunt("red", 5, table.die("red", 4), SNAKES))
    assert (told.tactic, told.doubled) == (SNAKES, True)
    assert table.s.rooms[5].dice[0].token and table.s.tokens == 11
    assert table.s.ghosts["red"].tactics == [] and len(table.s.discards["scare_tactic"]) == 1


def test_a_die_on_a_token_gives_double_terror_on_later_nights_too():
    """GH-5.3"""
    table = Table(guests={5: "Thaddeus"}).order("red", "white", "blue")
    table.placed(5, "red", 4, token=True)
    assert terror_of(guest_in(table.s, 5), table.s.rooms[5].dice[0]) == 8
    table.at("totals")
    assert table.facts(f.RoomTotalled)[0].total == 8
    assert terror_of(guest_in(table.s, 5), table.s.rooms[5].dice[0]) == 6


def test_one_tactic_a_die_and_only_that_die_is_doubled():
    """GH-5.4 GH-5.5"""
    table = turn(tactics=[SNAKES, "snakes+dark"], lap=2)
    table.placed(5, "red", 2)
    table.dice("red", 6)
    table.answer(c.Haunt("red", 5, table.die("red", 4), SNAKES))
    assert [die.token for die in table.s.rooms[5].dice] == [False, True]
    assert len(table.s.ghosts["red"].tactics) == 1


def test_without_a_token_in_the_supply_no_tactic_is_played():
    """GH-5.6"""
    table = turn()
    table.s.tokens = 0
    assert not any(choice.tactic for choice in table.offered(c.Haunt))
    assert table.refusal(c.Haunt("red", 5, table.die("red", 4), SNAKES)) == "no_tokens"


def test_tokens_return_when_their_die_leaves_by_a_scare_or_by_calming():
    """GH-5.7"""
    table = Table(guests={5: "Bevan", 6: "Thaddeus"}).order("red", "white", "blue")
    table.placed(5, "red", 3, token=True)
    table.placed(6, "red", 1, token=True)
    table.placed(6, "blue", 2, token=True)
    assert table.s.tokens == 9
    table.at("totals")
    assert table.s.tokens == 11
    assert (table.facts(f.GuestFled)[0].tokens, table.facts(f.DiceCalmed)[0].tokens) == (1, 1)


@pytest.mark.parametrize("tactic", [SNAKES, "clowns+dark", "spiders+rats"])
def test_a_guest_without_a_phobia_accepts_no_tactic_unless_it_has_the_chills(tactic: str):
    """GH-5.8"""
    table = turn("Susan", [tactic], lap=2)
    assert table.refusal(c.Haunt("red", 5, table.die("red", 4), tactic)) == "phobia_mismatch"
    table.attach(5, "chills")
    assert table.refusal(c.Haunt("red", 5, table.die("red", 4), tactic)) == "accepted"


def test_a_ghost_that_could_not_move_may_use_a_tactic():
    """GH-5.9"""
    table = Table(guests={1: "Bevan"}).order("red", "white", "blue").figure("red", 1).block(2, 4).dice("red", 4)
    table.hand("red", tactics=[SNAKES]).at("scare", lap=2)
    assert c.Haunt("red", 1, table.die("red", 4), SNAKES) in table.offered()


def test_tactics_are_played_at_no_other_time():
    """GH-5.10"""
    table = Table().order("red", "white", "blue").dice("red", 1, 2, 3).hand("red", tactics=[SNAKES]).scores(red=9)
    for phase in ("roll", "buy"):
        table.at(phase)
        assert table.refusal(c.Haunt("red", 5, "red-d6-1", SNAKES)) == "wrong_phase"
        assert table.refusal(c.PlayFavour("red", SNAKES)) == "card_not_in_hand"
        assert not any(getattr(choice, "tactic", None) for choice in table.offered())
