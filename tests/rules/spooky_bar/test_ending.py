"""Do rounds, games and series end as section 8 of the rules says?"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER
from gameplay.rules.spooky_bar import RULES
from gameplay.rules.spooky_bar import choices as c
from gameplay.rules.spooky_bar import facts as f

from . import build

PLAYS = [{"regular": 3, "wild": [50, 45, 40]}, [2, 4], [6, 8]]


def play_out(s: Any) -> list[Any]:
    told: list[Any] = []
    while s.phase == "resolve":
        seat = next(iter(kernel.awaiting(s)))
        told += build.answer(s, seat, build.offered(s, seat)[0])
    return told


def test_all_played_cards_are_discarded_trios_whole():
    """SB-8.1"""
    s = build.table(3)
    build.reveal(s, PLAYS)
    play_out(s)
    assert sorted(s.discard) == [2, 3, 4, 6, 8, 40, 45, 50] and s.turned == []


def test_a_bar_that_is_empty_at_the_end_of_the_round_ends_the_game():
    """SB-8.2  It is looked at only then, not when the last guest leaves."""
    s = build.table(3, bars={0: {"guests": {"scholar": 1}}, 1: {"guests": {"witch": 1}}})
    build.reveal(s, [[53, 4], [48, 6], [2, 9]])
    told = [*build.answer(s, 0, c.Bid("scholar"))]
    assert s.phase == "resolve"
    told += build.answer(s, 0, c.DeclineFavour()) + play_out(s)
    assert f.RoundEnded(round=1, seats=[0, 1]) in told and s.phase == "over" and not s.stack


def test_otherwise_the_next_round_begins():
    """SB-8.2"""
    s = build.table(3)
    build.reveal(s, PLAYS)
    told = play_out(s)
    assert f.RoundEnded(round=1, seats=[]) in told and f.RoundBegan(round=2) in told and s.phase == "choose"


def test_hands_are_refilled_in_seat_order_up_to_five():
    """SB-8.3"""
    s = build.table(3)
    build.reveal(s, PLAYS)
    top = s.pile[:8]
    told = play_out(s)
    assert [(fact.seat, fact.count) for fact in told if isinstance(fact, f.CardsDrawn)] == [(0, 4), (1, 2), (2, 2)]
    assert [card for fact in told if isinstance(fact, f.HandDrawn) for card in fact.cards] == [
        *sorted(top[:4]),
        *sorted(top[4:6]),
        *sorted(top[6:]),
    ]


def test_a_hand_above_its_target_draws_nothing_and_keeps_its_cards():
    """SB-8.3"""
    s = build.table(3)
    build.reveal(s, PLAYS, keep={1: [20, 25, 30, 35, 12, 17]})
    told = play_out(s)
    assert [fact.seat for fact in told if isinstance(fact, f.CardsDrawn)] == [0, 2] and len(s.hands[1]) == 6


def test_an_empty_pile_is_made_anew_from_the_discards_without_the_table():
    """SB-8.4"""
    s = build.table(3, event=8, hands={0: [3, 6, 11, 12, 13], 1: [2, 4, 16, 17, 18], 2: [7, 8, 21, 22, 23]})
    s.discard, s.pile = s.pile, []
    for seat, pair in enumerate(([3, 6], [2, 4], [7, 8])):
        build.answer(s, seat, c.ChoosePair(pair))
    assert build.asked(s) == "reshuffle" and kernel.awaiting(s).keys() == {DEALER}
    options = kernel.options(s, DEALER)
    assert c.DeckOrder(s.discard[::-1]) in options and c.DeckOrder([*s.discard, 3]) not in options
    told = build.answer(s, DEALER, c.DeckOrder(s.discard[::-1]))
    assert told[0] == f.DeckShuffled(count=40, reshuffle=True) and s.discard == [] and len(s.pile) == 39
    assert s.shuffled == [card for card in range(1, 56) if card not in (2, 3, 4, 6, 7, 8, 11, 12, 13, 16, 17, 18, 21, 22, 23)][:40]


def test_ghosts_guests_drinks_and_the_token_beside_a_bar_are_coins():
    """SB-8.5"""
    s = build.table(
        3,
        token=0,
        bars={0: {"guests": {"witch": 9}, "ghosts": {"pink": 2}, "beside": {"guests": ["worker"], "drinks": 3, "white": 2, "pink": 1}}},
    )
    assert RULES.scores(s) == [5 + 2 * 3 + 1 + 3 + 2, 0, 0]


@pytest.mark.parametrize(
    ("ends", "winners"),
    [([(12, 2), (12, 0), (11, 1)], [1]), ([(12, 1), (12, 1), (9, 0)], [0, 1]), ([(9, 3), (12, 5), (11, 0)], [1])],
    ids=["fewest guests among the tied", "shared", "most coins"],
)
def test_most_coins_win_then_fewest_guests_left(ends: list[tuple[int, int]], winners: list[int]):
    """SB-8.6"""
    bars = {seat: {"guests": dict.fromkeys(c.GUESTS[:left], 0), "beside": {"drinks": coins}} for seat, (coins, left) in enumerate(ends)}
    s = build.table(3, bars=bars)
    told = build.end_game(s)
    assert RULES.result(s).winners == winners and f.GameScored(game=1, round=1, winners=winners) in told
    assert [fact.won for fact in told if isinstance(fact, f.SeatScored)] == [seat in winners for seat in range(3)]


def lie(s: Any, drinks: list[int]) -> list[Any]:
    """The game ends with these drinks beside the bars."""
    for bar, count in zip(s.bars, drinks, strict=True):
        bar.beside.drinks = count
    return build.end_game(s)


def test_a_series_of_a_set_number_of_games_adds_the_coins():
    """SB-8.7"""
    s = build.table(3, series={"kind": "fixed", "games": 2})
    lie(s, [10, 12, 8])
    assert s.phase == "between_games" and sorted(kernel.awaiting(s)) == [0, 1, 2]
    build.answer(s, 2, c.NextGame())
    build.deal(s)
    assert (s.game, s.round, s.phase) == (2, 0, "setup") and all(bar.beside.drinks == 0 for bar in s.bars)
    lie(s, [10, 3, 12])
    assert not s.stack and RULES.result(s).scores == [20, 15, 20] and RULES.result(s).winners == [0, 2]


def test_a_series_to_a_target_stops_when_a_total_reaches_it():
    """SB-8.7"""
    s = build.table(3, series={"kind": "target", "coins": 50})
    for drinks in ([20, 24, 18], [21, 22, 21]):
        lie(s, drinks)
        build.answer(s, 0, c.NextGame())
        build.deal(s)
    told = lie(s, [17, 9, 21])
    assert not s.stack and f.SeriesScored(totals=[58, 55, 60], winners=[2]) in told


def test_a_total_that_is_just_the_target_has_reached_it():
    """SB-8.7"""
    s = build.table(3, series={"kind": "target", "coins": 50})
    lie(s, [50, 3, 3])
    assert s.phase == "over"


def test_nothing_but_the_totals_goes_on_to_the_next_game():
    """SB-8.7  Neither the token nor a Scholar's refill, ghosts, cards or guests."""
    s = build.table(3, series={"kind": "fixed"}, event=4, token=1)
    s.refill_to[0] = 7
    build.end_game(s)
    build.answer(s, 0, c.NextGame())
    build.deal(s)
    fresh = build.opened(3, event=4, series={"kind": "fixed"})
    for part in ("token", "refill_to", "bars", "hands", "pile", "discard", "shuffled", "gone", "showing", "turned", "setup_drinks"):
        assert getattr(s, part) == getattr(fresh, part), part


def test_toms_total_counts_for_the_target_only_when_he_is_ranked():
    """SB-8.7 SB-7.12"""
    for tom_scores in (True, False):
        s = build.table(2, series={"kind": "target", "coins": 50}, tom_scores=tom_scores)
        lie(s, [10, 12, 60])
        assert bool(s.stack) != tom_scores


@pytest.mark.parametrize(("option", "events"), [(4, [4, 4]), ("random", [1, 8])])
def test_a_named_event_holds_for_the_series_and_a_random_one_is_drawn_anew(option: Any, events: list[int]):
    """SB-8.7"""
    s = build.opened(3, event=option, event_drawn=1, series={"kind": "fixed", "games": 2})
    found = [s.event]
    build.end_game(s)
    build.answer(s, 0, c.NextGame())
    build.deal(s, event_drawn=8)
    assert [*found, s.event] == events


@pytest.mark.parametrize(
    "series", [{"kind": "fixed", "games": 0}, {"kind": "target", "coins": 0}, {"kind": "fixed", "games": 101}, {"kind": "best"}]
)
def test_a_series_out_of_range_is_malformed(series: dict[str, Any]):
    """SB-8.7"""
    with pytest.raises(msgspec.ValidationError, match=r"Expected|Invalid"):
        build.opened(3, series=series)
