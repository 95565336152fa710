"""Is the game set up as sections 1 and 11 of the rules say?"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER, Illegal
from gameplay.rules.ghostel import RULES
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel import facts as f
from gameplay.rules.ghostel.state import State
from tests.rules import contract_suite as suite

from .build import DECK, Table, created


def dealt(seats: int = 3, **options: object) -> tuple[State, list[object]]:
    """A game whose decks lie in the order of their ids, before the first roll."""
    s, told = created(seats, **options), []
    kernel.settle(s, told.append)
    for deck in (list(DECK.guests), *(DECK.ids[name] for name in ("spookie_favour", "scare_tactic", "terror_bonus"))):
        answer = c.CardOrder(list(deck))
        kernel.decide(s, DEALER, answer)
        kernel.evolve(s, DEALER, answer, told.append)
    return s, told


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_it_is_a_game_for_two_to_four_seats(seats: int):
    """GH-1.1"""
    with pytest.raises(Illegal, match=r"GH-1\.1"):
        created(seats)


@pytest.mark.parametrize(
    ("seats", "runs"),
    [
        (2, {"red": 0, "white": 0, "blue": 1, "black": 1}),
        (3, {"red": 0, "white": 1, "blue": 2}),
        (4, {"red": 0, "white": 1, "blue": 2, "black": 3}),
    ],
)
def test_each_seat_runs_one_ghost_or_two_of_four(seats: int, runs: dict[str, int]):
    """GH-1.2 GH-11.1"""
    assert {colour: ghost.seat for colour, ghost in created(seats).ghosts.items()} == runs


def test_the_host_may_choose_the_colours():
    """GH-11.1"""
    s = created(2, ghosts=[["black", "red"], ["white", "blue"]])
    assert {colour: ghost.seat for colour, ghost in s.ghosts.items()} == {"red": 0, "white": 1, "blue": 1, "black": 0}
    assert list(created(3, ghosts=[["black"], ["blue"], ["red"]]).ghosts) == ["red", "blue", "black"]


@pytest.mark.parametrize("ghosts", [[], [["red"]], [["red"], ["red"], ["blue"]], [["red", "white"], ["blue"], ["black"]], [[], [], []]])
def test_colours_that_do_not_fit_the_seats_are_refused(ghosts: list[list[str]]):
    """GH-11.1"""
    with pytest.raises(Illegal, match="bad_config"):
        created(3, ghosts=ghosts)


def test_an_unknown_colour_is_malformed():
    with pytest.raises(msgspec.ValidationError):
        created(3, ghosts=[["green"], ["white"], ["blue"]])


def test_the_four_decks_are_shuffled_one_after_the_other_by_the_dealer():
    """GH-1.3"""
    s = created()
    kernel.settle(s, kernel.ignore)
    for size in (35, 21, 20, 12):
        options = kernel.options(s, DEALER)
        assert kernel.decision(s).__struct_config__.tag == "shuffle_deck"
        assert len(next(iter(options)).cards) == size
        kernel.evolve(s, DEALER, next(iter(options)), kernel.ignore)
    assert kernel.decision(s).__struct_config__.tag == "roll_dice"


def test_the_top_nine_guests_take_the_rooms_in_order():
    """GH-1.4"""
    s, told = dealt()
    assert [room.guest for room in s.rooms.values()] == list(DECK.guests)[:9]
    assert s.guests == list(DECK.guests)[9:] and len(s.guests) == 26
    assert [fact.guest for fact in told if isinstance(fact, f.GuestArrived)] == list(DECK.guests)[:9]


def test_dice_and_figures_start_off_the_board_and_all_tokens_in_the_supply():
    """GH-1.5 GH-1.7"""
    s, _ = dealt()
    assert all(not room.dice and not room.barrier for room in s.rooms.values())
    assert all((ghost.room, ghost.score, ghost.dice) == (0, 0, {}) for ghost in s.ghosts.values())
    assert (s.tokens, s.barriers, DECK.d6) == (12, 8, 8)


def test_each_ghost_gets_the_top_favour_then_the_top_tactic_in_ghost_order():
    """GH-1.6"""
    s, told = dealt()
    assert [ghost.favours for ghost in s.ghosts.values()] == [["favour-01"], ["favour-02"], ["favour-03"]]
    assert [ghost.tactics for ghost in s.ghosts.values()] == [["tactic-01"], ["tactic-02"], ["tactic-03"]]
    drawn = [(fact.ghost, fact.deck) for fact in told if isinstance(fact, f.CardDrawn)]
    assert drawn == [(ghost, deck) for ghost in ("red", "white", "blue") for deck in ("spookie_favour", "scare_tactic")]


def test_a_hand_may_hold_any_number_of_cards():
    """GH-1.9"""
    table = Table().hand("red", favours=[DECK.key[card] for card in DECK.ids["spookie_favour"]]).order("red", "white", "blue").scores(red=9)
    table.s.discards["spookie_favour"].append(table.s.ghosts["red"].favours.pop())
    table.at("buy", ghost="red").answer(c.Buy("red", "spookie_favour"))
    table.chance()
    assert len(table.s.ghosts["red"].favours) == 21


def test_two_ghosts_of_one_seat_share_nothing():
    """GH-11.2"""
    table = Table(2).order("red", "white", "blue", "black").scores(red=5, white=0).hand("white", tactics=["snakes+rats"])
    table.dice("red", 4, 2, 1).at("scare", ghost="red")
    assert table.refusal(c.Haunt("red", 1, table.die("red", 4), "snakes+rats")) == "card_not_in_hand"
    table = Table(2).order("white", "red", "blue", "black").scores(red=5, white=0).at("buy")
    assert table.refusal(c.Buy("white", "scare_tactic")) == "cannot_afford"


def test_a_seat_may_only_act_with_its_own_ghost_that_is_asked():
    """GH-11.1 GH-11.2"""
    table = Table(2).order("red", "white", "blue", "black").dice("red", 4, 2, 1).at("roll")
    assert table.refusal(c.KeepDice("blue", [])) == "not_your_ghost"
    assert table.refusal(c.KeepDice("white", [])) == "not_your_turn"
    assert table.refusal(c.EndBuying("red")) == "wrong_phase"
    assert table.refusal(c.EndBuying("black")) == "not_your_ghost"
    assert table.refusal(table.three("red"), seat=1) == "not_your_decision"
    assert Table(3).order("red", "white", "blue").at("roll").refusal(c.KeepDice("black", [])) == "not_your_ghost"


def test_every_option_has_a_default():
    assert RULES.options() == RULES.options(ghosts=None)


@pytest.mark.parametrize("ghosts", [[["black", "red"], ["white", "blue"]], [["blue", "white"], ["black", "red"]]])
@pytest.mark.parametrize("check", [suite.check_offers, suite.check_non_interference, suite.check_plain_data, suite.check_result])
def test_games_in_colours_of_the_hosts_choice_keep_all_promises(check: Callable[[suite.Case, int], None], ghosts: list[list[str]]):
    """GH-11.1"""
    check(suite.Case("ghostel", 2, msgspec.json.encode({"ghosts": ghosts}).decode()), 3)
