"""Sections 6 and 7: who gets the ribbons, and when has somebody won?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.facts import AwardsShort, GameWon, JudgeDiscarded, JudgeWon, SeatScored
from gameplay.rules.bar_fight.ribbons import scores

from . import build

NINE = ("Whiskey 4", ["cola", "mint"])  # 8 points
SIX = ("Rum 2", ["cola", "mint"])
LOW = ("Vodka 2", ["soda", "soda"])  # 4 points
ALSO_LOW = ("Brandy 2", ["soda", "soda"])


def ended(
    drinks: list[tuple[str, list[str]]],
    *,
    bars: dict[int, str] | None = None,
    ribbons: dict[int, int] | None = None,
    awards_left: int = 14,
    last: bool = False,
    tell: Any = kernel.ignore,
) -> Any:
    """A round of these cocktails, scored by Carol James (3 ribbons); with `last` there is no other judge."""
    s = build.opened(len(drinks), bars=bars or dict(enumerate(("copper", "desperado", "velvet", "parrot"))))
    build.lay(s, judges=["Carol James"] if last else ["Carol James", "Viktor Sand", "Ruby Calhoun"], judge_pile=[] if last else None)
    s.awards_left = awards_left
    for seat, count in (ribbons or {}).items():
        s.awards[seat] = count
    build.at_restock(s, dict(enumerate(drinks)), tell)
    return s


def test_the_sole_highest_score_takes_the_judge_with_all_ribbons():
    """BF-6.1"""
    told = build.Listener()
    s = ended([NINE, LOW], tell=told)
    assert s.judges_won == [["Carol James"], []] and scores(s) == [3, 0]
    assert JudgeWon(0, "copper", "Carol James", 3, shared=False) in told.facts


def test_in_a_tie_the_judge_is_lost_and_each_of_the_tied_gets_an_award():
    """BF-6.2"""
    told = build.Listener()
    s = ended([NINE, NINE, LOW], tell=told)
    assert (s.judges_discarded, s.awards, s.awards_left) == (["Carol James"], [1, 1, 0], 12)
    assert JudgeDiscarded("Carol James", 3, [0, 1], "tie") in told.facts


def test_black_tie_affair_counts_as_the_sole_highest_of_those_tied():
    """BF-6.3 BF-9.3"""
    told = build.Listener()
    s = ended([NINE, NINE, LOW], bars={0: "copper", 1: "black_tie", 2: "velvet"}, tell=told)
    assert scores(s) == [0, 3, 0] and s.awards_left == 14
    assert JudgeWon(1, "black_tie", "Carol James", 3, shared=True) in told.facts


def test_winning_ties_does_nothing_for_lower_scores():
    """BF-6.4"""
    assert scores(ended([NINE, SIX, SIX], bars={0: "copper", 1: "black_tie", 2: "velvet"})) == [3, 0, 0]


@pytest.mark.parametrize(
    ("drinks", "awards"),
    [
        ([LOW, NINE], [1, 0]),
        ([LOW, ALSO_LOW, NINE], [1, 0, 0]),  # a shared lowest counts
        ([SIX, LOW, NINE], [0, 0, 0]),
        ([LOW, ALSO_LOW], [1, 1]),  # all equal: only the tie
    ],
)
def test_ralphs_gets_an_award_for_the_lowest_score(drinks: list[Any], awards: list[int]):
    """BF-6.5 BF-9.1"""
    assert ended(drinks, bars={0: "ralphs", 1: "desperado", 2: "parrot"}).awards == awards


def test_too_few_awards_for_a_tie_give_nobody_one():
    """BF-6.6"""
    told = build.Listener()
    s = ended([NINE, NINE], awards_left=1, tell=told)
    assert (s.awards, s.awards_left) == ([0, 0], 1)
    assert AwardsShort([0, 1], "tie", 1) in told.facts


def test_an_empty_supply_gives_no_award_for_the_lowest():
    """BF-6.6"""
    told = build.Listener()
    s = ended([LOW, NINE], bars={0: "ralphs", 1: "copper"}, awards_left=0, tell=told)
    assert s.awards == [0, 0]
    assert AwardsShort([0], "lowest", 0) in told.facts


def test_won_judges_stay_with_the_winner_and_lost_ones_never_come_back():
    """BF-6.7"""
    s = ended([NINE, NINE])
    assert "Carol James" not in [s.judge, *s.future, *s.judge_pile]
    s = ended([NINE, LOW])
    assert RULES.view(s, 1).seats[0].judges_won == ["Carol James"]


def test_ribbons_are_those_of_won_judges_and_one_for_each_award():
    """BF-6.8"""
    s = ended([NINE, LOW], ribbons={0: 4, 1: 2})
    assert scores(s) == [7, 2] == [seat.ribbons for seat in RULES.view(s, 1).seats]
    assert list(RULES.scores(s)) == [7, 2]


def test_ten_ribbons_are_checked_before_and_after_the_award_for_the_lowest():
    """BF-7.1"""
    first = ended([NINE, LOW], bars={0: "copper", 1: "ralphs"}, ribbons={0: 7, 1: 9})
    assert RULES.result(first).winners == [0] and scores(first) == [10, 9]
    second = ended([NINE, LOW], bars={0: "copper", 1: "ralphs"}, ribbons={0: 5, 1: 9})
    assert RULES.result(second).winners == [1] and scores(second) == [8, 10]


def test_ten_ribbons_win_at_once():
    """BF-7.2"""
    told = build.Listener()
    s = ended([NINE, LOW], ribbons={0: 7}, tell=told)
    assert (s.phase, s.stack, kernel.awaiting(s)) == ("over", [], {})
    assert GameWon(1, "ribbons", [10, 0], [0]) in told.facts
    assert SeatScored(0, "copper", 10, 7, won=True) in told.facts


def test_of_several_with_ten_the_most_ribbons_win_and_equal_most_share():
    """BF-7.3"""
    assert RULES.result(ended([NINE, NINE, LOW], ribbons={0: 9, 1: 10})).winners == [1]
    assert RULES.result(ended([NINE, NINE, LOW], ribbons={0: 9, 1: 9})).winners == [0, 1]


def test_a_win_stops_everything():
    """BF-7.4"""
    s = ended([("Tequila 4", ["lime", "lime"]), LOW], bars={0: "desperado", 1: "velvet"}, ribbons={0: 7})
    assert s.phase == "over"
    assert build.hand(s, 0) == [] and build.hand(s, 1) == [] and s.discards["mixer"] == []


def test_the_game_ends_when_no_judge_is_left():
    """BF-7.5"""
    s = ended([NINE, LOW], ribbons={0: 3, 1: 6}, last=True)
    assert s.phase == "over" and scores(s) == [6, 6]
    assert RULES.result(s).winners == [0, 1], "equal most share the win"
    assert RULES.result(ended([NINE, LOW], ribbons={0: 3, 1: 7}, last=True)).winners == [1]


def test_with_an_empty_judge_deck_the_table_shrinks_and_play_goes_on_to_the_last_judge():
    """BF-7.6"""
    s = ended([NINE, LOW])
    s.judge_pile = []
    build.at_next_round(s)
    assert (s.judge, s.future) == ("Viktor Sand", ["Ruby Calhoun"])
    build.at_next_round(s)
    assert (s.judge, s.future) == ("Ruby Calhoun", [])
    s.judges_won, s.awards = [[], []], [0, 0]
    build.at_next_round(s)
    assert s.phase == "over" and s.round == 3
