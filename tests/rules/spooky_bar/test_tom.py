"""Does Tom play as section 7 of the rules says?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import SPECTATOR
from gameplay.rules.spooky_bar import RULES
from gameplay.rules.spooky_bar import choices as c
from gameplay.rules.spooky_bar import facts as f

from . import build

QUIET = [[3, 6], [8, 1]]


def tom(*cards: int, plays: Any = QUIET, **given: Any) -> tuple[Any, list[Any]]:
    """Two seats; Tom gets these cards, the first on his left."""
    s = build.table(2, **given)
    return s, build.reveal(s, plays, drawn=cards)


def test_tom_is_the_third_participant_with_two_seats_only():
    """SB-7.1"""
    for seats, expected in ((2, [False, False, True]), (3, [False, False, False])):
        assert [bar.tom for bar in RULES.view(build.opened(seats), SPECTATOR).bars] == expected


def test_the_first_card_lies_towards_seat_0_and_the_second_towards_seat_1():
    """SB-7.1 SB-7.3"""
    _, told = tom(52, 51)
    assert [fact for fact in told if isinstance(fact, f.TomDrew)] == [
        f.TomDrew(card=52, action="capture", side=0, kept=True),
        f.TomDrew(card=51, action="serve", side=1, kept=True),
    ]


@pytest.mark.parametrize(("event", "drinks"), [(0, [1, 0, 0, 0, 0]), (7, [1, 1, 0, 0, 0])])
def test_toms_setup_drink_goes_furthest_left_and_a_second_where_he_would_serve(event: int, drinks: list[int]):
    """SB-7.2"""
    s = build.opened(2, event=event or "none")
    while s.phase == "setup":
        build.answer(s, next(iter(kernel.awaiting(s))), c.PlaceSetupDrink("worker"))
    assert list(s.bars[2].guests.values()) == drinks


def test_a_card_that_repeats_toms_first_action_is_discarded():
    """SB-7.3"""
    s, told = tom(50, 45, 40, 52)
    assert [(fact.card, fact.kept) for fact in told if isinstance(fact, f.TomDrew)] == [(50, True), (45, False), (40, False), (52, True)]
    assert s.discard == [45, 40]


def test_an_empty_pile_is_reshuffled_in_the_middle_of_toms_draw():
    """SB-7.3 SB-8.4"""
    s = build.table(2, hands={0: [3, 6, 2, 4, 5], 1: [8, 1, 7, 9, 10]}, pile=[50])
    s.discard, s.pile = s.pile[1:], [50]
    build.answer(s, 0, c.ChoosePair([3, 6]))
    told = build.answer(s, 1, c.ChoosePair([1, 8]))
    assert [fact.card for fact in told if isinstance(fact, f.TomDrew)] == [50] and build.asked(s) == "reshuffle"
    build.deal(s)
    assert len([played for played in (*s.showing, *s.turned) if played.seat == 2]) == 2


def test_toms_cards_resolve_and_count_with_everyones():
    """SB-7.4"""
    s, told = tom(51, 52, plays=[[46, 3], [41, 4]])
    outcomes = {fact.card: fact.outcome for fact in told if isinstance(fact, f.CardResolved)}
    assert outcomes[51] == "void" and build.asked(s) == "serve_drink"


def test_tom_is_never_asked_and_never_gets_a_favour():
    """SB-7.4"""
    s, told = tom(53, 52, plays=[[6, 4], [2, 1]], bars={2: {"guests": {"worker": 1, "witch": 0}}})
    assert f.GuestLeft(seat=2, guest="worker", drinks=1) in told
    assert not any(isinstance(fact, f.FavourUsed | f.FavourDeclined | f.FavourLost) for fact in told)
    assert 2 not in kernel.awaiting(s)


@pytest.mark.parametrize(("plays", "ghosts"), [([[3, 6], [8, 4]], {"white": 1, "pink": 0}), ([[50, 6], [8, 4]], {"white": 0, "pink": 1})])
def test_tom_summons_like_anyone_pink_rule_included(plays: Any, ghosts: dict[str, int]):
    """SB-7.5"""
    s, _ = tom(55, 52, plays=plays, bars={0: {"ghosts": {}}})
    after = {colour: s.bars[2].ghosts[colour] + s.bars[2].beside.ghosts[colour] for colour in ("white", "pink")}
    assert after == ghosts


def test_tom_serves_the_guest_with_fewest_drinks_furthest_left():
    """SB-7.6"""
    s, _ = tom(51, 52, plays=[[46, 3], [8, 1]], bars={2: {"guests": {"worker": 1, "beauty": 0, "witch": 0}}})
    assert s.bars[2].guests == {"worker": 1, "beauty": 1, "witch": 1}


def test_tom_bids_the_fullest_guest_furthest_left_and_none_without_a_drink():
    """SB-7.7"""
    _s, told = tom(53, 52, plays=[[48, 4], [2, 1]], bars={2: {"guests": {"worker": 1, "beauty": 2, "witch": 2}}})
    assert [fact.guest for fact in told if isinstance(fact, f.GuestLeft)] == ["beauty", "witch"]
    _, told = tom(53, 52, plays=[[6, 4], [2, 1]])
    assert f.ActionImpossible(seat=2, action="bid") in told


def test_tom_captures_pink_before_white():
    """SB-7.8"""
    s, _ = tom(52, 51, bars={2: {"ghosts": {"white": 1, "pink": 1}}})
    assert (s.bars[2].ghosts, s.bars[2].beside.ghosts) == ({"white": 1, "pink": 0}, {"white": 0, "pink": 1})


@pytest.mark.parametrize(
    ("cards", "bars", "move"),
    [
        ((49, 51), {2: {"ghosts": {"white": 1, "pink": 1}}}, ("pink", 2, 0)),
        ((51, 49), {2: {"ghosts": {"white": 1}}}, ("white", 2, 1)),
        ((49, 51), {0: {"ghosts": {"white": 1, "pink": 1}}, 1: {"ghosts": {"pink": 1}}}, ("pink", 0, 2)),
        ((51, 49), {0: {"ghosts": {"white": 1}}}, ("white", 0, 2)),
        ((49, 51), {}, ("white", -1, 2)),
    ],
    ids=["his own to his left", "his own to his right", "from the near side", "from the other side", "from the graveyard"],
)
def test_tom_moves_his_own_ghost_away_or_brings_one(cards: tuple[int, int], bars: Any, move: tuple[str, int, int]):
    """SB-7.9"""
    _, told = tom(*cards, bars=bars)
    moved = next(fact for fact in told if isinstance(fact, f.GhostMoved))
    assert (moved.colour, moved.source, moved.bar) == move


def test_with_event_6_toms_ghost_from_the_graveyard_is_pink():
    """SB-7.9 SB-6.6"""
    _, told = tom(49, 51, event=6)
    assert f.GhostMoved(seat=2, colour="pink", source=-1, bar=2) in told


def test_toms_second_move_takes_another_ghost():
    """SB-7.9  His own to seat 0; that one was handled, so seat 1's comes to him."""
    s, _ = tom(49, 51, plays=[[44, 3], [6, 8]], bars={1: {"ghosts": {"white": 1}}, 2: {"ghosts": {"white": 1}}})
    assert [bar.ghosts["white"] for bar in s.bars] == [1, 0, 1]


def test_tom_takes_the_fullest_guest_elsewhere_and_loses_the_emptiest_at_home():
    """SB-7.10"""
    s, _ = tom(49, 51, bars={0: {"guests": {"worker": 1, "witch": 3}, "ghosts": {"white": 2}}, 2: {"ghosts": {"white": 1}}})
    assert s.bars[0].guests == {"worker": 1} and s.bars[2].beside.guests == ["witch"]
    s, _ = tom(55, 51, plays=[[3, 6], [8, 4]], bars={2: {"guests": {"worker": 1, "witch": 0, "beauty": 0}, "ghosts": {"white": 2}}})
    assert "witch" not in s.bars[2].guests and s.gone == ["witch"]


def test_an_empty_bar_of_toms_ends_the_game():
    """SB-7.11"""
    s, _ = tom(53, 52, plays=[[6, 4], [2, 1]], bars={2: {"guests": {"worker": 1}}})
    while s.stack:
        seat = next(iter(kernel.awaiting(s)))
        build.answer(s, seat, build.offered(s, seat)[0])
    assert s.phase == "over" and s.bars[2].guests == {}


@pytest.mark.parametrize(("scores", "expected", "winners"), [(True, [9, 6, 10], [2]), (False, [9, 6], [0])])
def test_tom_is_ranked_only_if_the_host_says_so_and_his_guests_count_double(scores: bool, expected: list[int], winners: list[int]):
    """SB-7.12"""
    beside = [
        {"guests": c.GUESTS[:4], "drinks": 5},
        {"guests": c.GUESTS[:2], "drinks": 1, "white": 1},
        {"guests": c.GUESTS[:3], "drinks": 4},
    ]
    s = build.table(2, bars={seat: {"beside": loot} for seat, loot in enumerate(beside)}, tom_scores=scores)
    build.end_game(s)
    assert (RULES.result(s).scores, RULES.result(s).winners) == (expected, winners)
