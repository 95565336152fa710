"""Do the five actions and scares work as sections 5.1 to 5.6 of the rules say?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.spooky_bar import choices as c
from gameplay.rules.spooky_bar import facts as f

from . import build

QUIET = [[2, 3], [6, 8]]
"""Low cards for the others, which resolve after everything that a test looks at."""
NO_BIDS = [[2, 6], [7, 9]]
"""The same without a card that would double or void a Bid."""


def up(*mine: int, others: list[list[int]] = QUIET, **given: Any) -> Any:
    """Three seats; seat 0 plays these two cards."""
    s = build.table(3, **given)
    build.reveal(s, [list(mine), *others])
    return s


def test_a_drink_goes_on_any_guest_of_the_own_bar():
    """SB-5.1"""
    s = up(51, 4, bars={0: {"guests": {"worker": 2, "witch": 0}}})
    assert build.offered(s, 0) == [c.Serve("worker"), c.Serve("witch")]
    assert build.refusal(s, 0, c.Serve("beauty")) == "no_such_guest"
    build.answer(s, 0, c.Serve("worker"))
    assert s.bars[0].guests == {"worker": 3, "witch": 0}


def test_nothing_is_served_in_an_empty_bar():
    """SB-5.2"""
    s = build.table(3, bars={0: {"guests": {}}})
    assert f.ActionImpossible(seat=0, action="serve") in build.reveal(s, [[51, 4], *QUIET])


def test_a_guest_with_a_drink_leaves_and_lies_beside_the_bar_with_its_drinks():
    """SB-5.3"""
    s = up(53, 4, others=NO_BIDS, bars={0: {"guests": {"worker": 0, "scholar": 2, "witch": 1}}})
    assert build.offered(s, 0) == [c.Bid("scholar"), c.Bid("witch")]
    told = build.answer(s, 0, c.Bid("scholar"))
    assert told[0] == f.GuestLeft(seat=0, guest="scholar", drinks=2)
    assert (s.bars[0].beside.guests, s.bars[0].beside.drinks) == (["scholar"], 2)


@pytest.mark.parametrize(("guest", "code"), [("beauty", "no_such_guest"), ("worker", "guest_has_no_drink")])
def test_only_a_guest_of_the_own_bar_with_a_drink_is_bid_goodbye(guest: Any, code: str):
    """SB-5.3 SB-5.4"""
    s = up(53, 4, others=NO_BIDS, bars={0: {"guests": {"worker": 0, "scholar": 2, "witch": 1}}})
    assert build.refusal(s, 0, c.Bid(guest)) == code


def test_nobody_is_bid_goodbye_where_nobody_has_a_drink():
    """SB-5.4"""
    s = build.table(3)
    assert f.ActionImpossible(seat=0, action="bid") in build.reveal(s, [[53, 4], *NO_BIDS])


def test_the_favour_comes_at_once_and_may_be_declined():
    """SB-5.5"""
    s = up(53, 4, others=NO_BIDS, bars={0: {"guests": {"witch": 1, "scholar": 0}}})
    build.answer(s, 0, c.Bid("witch"))
    assert build.offered(s, 0) == [c.DeclineFavour(), c.UseWitch()]
    assert build.answer(s, 0, c.DeclineFavour())[0] == f.FavourDeclined(seat=0, guest="witch")
    assert s.bars[0].ghosts["white"] == 0


def test_a_guest_that_flees_gives_no_favour():
    """SB-5.6"""
    s = up(49, 5, bars={1: {"guests": {"witch": 2, "worker": 0}, "ghosts": {"white": 2}}, 2: {"ghosts": {"white": 1}}})
    build.answer(s, 0, c.MoveGhost("white", 2, 1))
    told = build.answer(s, 0, c.Scare("witch"))
    assert build.asked(s) != "use_favour" and not any(isinstance(fact, f.FavourLost) for fact in told)


def test_the_actor_chooses_the_colour_of_the_ghost_it_captures():
    """SB-5.7"""
    s = up(52, 4, bars={0: {"ghosts": {"white": 1, "pink": 1}}})
    assert build.offered(s, 0) == [c.Capture("white"), c.Capture("pink")]
    build.answer(s, 0, c.Capture("pink"))
    assert (s.bars[0].ghosts, s.bars[0].beside.ghosts) == ({"white": 1, "pink": 0}, {"white": 0, "pink": 1})


def test_a_colour_that_is_not_there_is_not_captured():
    """SB-5.7"""
    s = up(52, 4, bars={0: {"ghosts": {"white": 1}}})
    assert build.refusal(s, 0, c.Capture("pink")) == "no_such_ghost"


def test_without_a_ghost_above_the_own_bar_nothing_is_captured():
    """SB-5.8"""
    s = build.table(3, bars={1: {"ghosts": {"white": 2}}})
    assert f.ActionImpossible(seat=0, action="capture") in build.reveal(s, [[52, 4], *QUIET])


def test_a_ghost_moves_from_any_bar_to_any_other():
    """SB-5.9"""
    s = up(49, 5, bars={1: {"ghosts": {"white": 1}}, 2: {"ghosts": {"pink": 1}}})
    assert build.offered(s, 0) == [
        c.MoveGhost("white", 1, 0),
        c.MoveGhost("white", 1, 2),
        c.MoveGhost("pink", 2, 0),
        c.MoveGhost("pink", 2, 1),
    ]
    build.answer(s, 0, c.MoveGhost("white", 1, 2))
    assert [bar.ghosts for bar in s.bars[1:]] == [{"white": 0, "pink": 0}, {"white": 1, "pink": 1}]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (c.MoveGhost("pink", 1, 0), "no_such_ghost"),
        (c.MoveGhost("white", 1, 1), "same_bar"),
        (c.MoveGhost("white", 1, 3), "unknown_seat"),
        (c.MoveGhost("white", 3, 1), "unknown_seat"),
        (c.MoveGhost("white", "graveyard", 1), "graveyard_not_allowed"),
        (c.MoveGhost("pink", "graveyard", 1), "bad_payload"),
        (c.Serve("worker"), "choice_not_offered"),
    ],
)
def test_another_move_is_refused_for_its_own_reason(move: Any, code: str):
    """SB-5.9 SB-5.11"""
    assert build.refusal(up(49, 5, bars={1: {"ghosts": {"white": 1}}}), 0, move) == code


def test_no_ghost_is_handled_twice_by_one_card():
    """SB-5.10"""
    s = up(49, 5, others=[[44, 3], [6, 8]], bars={1: {"ghosts": {"white": 1}}, 2: {"ghosts": {"white": 1}}})
    build.answer(s, 0, c.MoveGhost("white", 1, 2))
    assert build.offered(s, 0) == [c.MoveGhost("white", 2, 0), c.MoveGhost("white", 2, 1)]
    build.answer(s, 0, c.MoveGhost("white", 2, 1))
    assert [bar.ghosts["white"] for bar in s.bars] == [0, 1, 1]
    assert build.asked(s) == "move_ghost" and kernel.awaiting(s).keys() == {1}, "44 is the last Move and works once"
    assert len(build.offered(s, 1)) == 4, "for the next card every ghost is new"


def test_the_graveyard_gives_a_ghost_to_any_bar_if_none_can_be_moved():
    """SB-5.11"""
    s = up(49, 5, others=[[44, 3], [6, 8]])
    assert build.offered(s, 0) == [c.MoveGhost("white", "graveyard", bar) for bar in range(3)]
    told = build.answer(s, 0, c.MoveGhost("white", "graveyard", 1))
    assert told[0] == f.GhostMoved(seat=0, colour="white", source=-1, bar=1)
    assert build.refusal(s, 0, c.MoveGhost("white", 1, 0)) == "ghost_already_moved"
    build.answer(s, 0, c.MoveGhost("white", "graveyard", 1))
    assert s.bars[1].ghosts["white"] == 2


def test_a_move_is_always_possible():
    """SB-5.12"""
    s = up(49, 5, bars={0: {"guests": {}}, 1: {"guests": {}}, 2: {"guests": {}}})
    assert build.asked(s) == "move_ghost"


def test_a_summoned_ghost_is_white_and_above_the_own_bar():
    """SB-5.13"""
    s = up(50, 4)
    assert [bar.ghosts for bar in s.bars] == [{"white": 1, "pink": 0}, {"white": 0, "pink": 0}, {"white": 0, "pink": 0}]


def test_two_showing_summons_bring_one_pink_ghost_and_then_a_white_one():
    """SB-5.14"""
    s = up(50, 4, others=[[45, 3], [6, 8]])
    assert [bar.ghosts for bar in s.bars[:2]] == [{"white": 0, "pink": 1}, {"white": 1, "pink": 0}]


def test_a_wild_named_summon_beside_another_brings_a_pink_ghost():
    """SB-5.15"""
    s = build.table(3)
    build.reveal(s, [{"regular": 4, "wild": [53, 48, 43]}, [5, 3], [6, 7]])
    build.answer(s, 0, c.NameWildAction("summon"))
    assert s.bars[0].ghosts == {"white": 0, "pink": 1}


@pytest.mark.parametrize(("event", "ghosts", "scares"), [(0, 1, False), (0, 2, True), (1, 2, False), (1, 3, True)])
def test_the_third_ghost_scares_at_once_with_event_1_the_fourth(event: int, ghosts: int, scares: bool):
    """SB-5.16 SB-6.1"""
    s = up(50, 4, event=event, bars={0: {"ghosts": {"white": ghosts}}})
    assert (build.asked(s) == "scare_guest") == scares


def test_the_actor_and_nobody_else_chooses_who_flees():
    """SB-5.17"""
    s = up(49, 5, bars={1: {"guests": {"witch": 2, "worker": 0}, "ghosts": {"white": 2}}, 2: {"ghosts": {"white": 1}}})
    build.answer(s, 0, c.MoveGhost("white", 2, 1))
    assert kernel.awaiting(s).keys() == {0}
    assert build.offered(s, 0) == [c.Scare("witch"), c.Scare("worker")]
    assert build.refusal(s, 0, c.Scare("beauty")) == "no_such_guest"


def test_a_guest_scared_from_another_bar_goes_beside_the_actors():
    """SB-5.18 SB-5.20"""
    s = up(49, 5, bars={1: {"guests": {"witch": 2, "worker": 0}, "ghosts": {"white": 1, "pink": 1}}, 2: {"ghosts": {"white": 1}}})
    build.answer(s, 0, c.MoveGhost("white", 2, 1))
    told = build.answer(s, 0, c.Scare("witch"))
    assert told[:2] == [f.GuestScared(seat=0, bar=1, guest="witch", drinks=2, taken=True), f.GhostsReturned(bar=1, white=2, pink=1)]
    assert (s.bars[0].beside.guests, s.bars[0].beside.drinks) == (["witch"], 2)
    assert s.bars[1].ghosts == {"white": 0, "pink": 0}


def test_a_guest_scared_from_the_own_bar_leaves_the_game():
    """SB-5.19 SB-5.20"""
    s = up(50, 4, bars={0: {"guests": {"witch": 2, "worker": 0}, "ghosts": {"white": 2}}})
    build.answer(s, 0, c.Scare("witch"))
    assert (s.gone, s.bars[0].beside.guests, s.bars[0].beside.drinks) == (["witch"], [], 0)
    assert s.bars[0].ghosts == {"white": 0, "pink": 0}


def test_in_an_empty_bar_nobody_flees_and_the_ghosts_return():
    """SB-5.21"""
    s = build.table(3, event=4, bars={0: {"guests": {}, "ghosts": {"white": 2}}})
    told = build.reveal(s, [[50, 4], *QUIET])
    assert f.GhostsReturned(bar=0, white=3, pink=0) in told
    assert not any(isinstance(fact, f.GuestScared | f.TokenTaken) for fact in told)


@pytest.mark.parametrize("source", [0, 2])
def test_only_the_bar_that_a_ghost_arrives_at_matters(source: int):
    """SB-5.22  From the own bar or from another: at seat 1's bar the guest is taken."""
    s = up(49, 5, bars={1: {"guests": {"witch": 2, "worker": 0}, "ghosts": {"white": 2}}, source: {"ghosts": {"white": 1}}})
    build.answer(s, 0, c.MoveGhost("white", source, 1))
    build.answer(s, 0, c.Scare("worker"))
    assert s.bars[0].beside.guests == ["worker"]


def test_a_double_move_may_scare_twice_and_ghosts_that_returned_are_forgotten():
    """SB-5.10 SB-5.20"""
    s = up(49, 5, others=[[44, 3], [6, 8]], bars={1: {"ghosts": {"white": 2}}, 2: {"ghosts": {"white": 2}}})
    build.answer(s, 0, c.MoveGhost("white", 2, 1))
    build.answer(s, 0, c.Scare("worker"))
    assert build.offered(s, 0) == [c.MoveGhost("white", 2, 0), c.MoveGhost("white", 2, 1)]
