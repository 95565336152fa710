"""Are the figures of Bar Fight's reports those that plain Python computes from the folded games?"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from typing import Any

import pytest

from analytics.export import export
from events import store
from gameplay.rules.bar_fight import facts as f
from gameplay.table import FINISHED, History, history
from tests.analytics.playing import played, put

from .test_reports import close, rows, wilson

COUNTS = [None, 2, 6]


@pytest.fixture(scope="module")
def games(shared_folder, logged) -> list[History]:
    """Finished games of each size, one that is being played, one that is open."""
    with logged():
        made = [put(played("bar_fight", 2 + seed % 5, seed)) for seed in range(15)]
        made.append(put(played("bar_fight", 3, 100)[:60]))
        made.append(put(played("bar_fight", 4, 200)[:3]))
        put(played("spooky_bar", 3, 1))
        export(shared_folder)
        return [history(game, store.read(stream=game)) for game in made]


def counted(games: list[History], seats: int | None) -> list[History]:
    return [game for game in games if game.table.status == FINISHED and seats in (None, len(game.table.seats))]


def told(game: History, *kinds: type) -> list[Any]:
    return [fact for entry in game.entries for fact in entry.facts if isinstance(fact, kinds)]


def winners(game: History) -> list[int]:
    assert game.table.result is not None
    return game.table.result.winners


def cocktails(game: History) -> list[tuple[Any, bool]]:
    """Every scored cocktail, and whether it took the judge."""
    won = {(fact.judge, fact.seat) for fact in told(game, f.JudgeWon)}
    return [(fact, (fact.judge, fact.seat) in won) for fact in told(game, f.CocktailScored)]


def same(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    assert len(found) == len(expected) > 0
    for row, wanted in zip(found, expected, strict=True):
        assert close(row, {"edition": "house-2", **wanted}), (row, wanted)


def rate(name: str, k: int, n: int) -> dict[str, Any]:
    low, high = wilson(k, n)
    return {name: k / n, f"{name}_low": low, f"{name}_high": high}


@pytest.mark.parametrize("seats", COUNTS)
def test_bar_win_rates(shared_folder, games, seats):
    held: dict[str, list[tuple[History, int]]] = defaultdict(list)
    for game in counted(games, seats):
        for fact in told(game, f.BarChosen):
            held[fact.bar].append((game, fact.seat))
    expected = []
    for bar in sorted(held):
        wins = sum(seat in winners(game) for game, seat in held[bar])
        share = sum(1 / len(winners(game)) for game, seat in held[bar] if seat in winners(game))
        even = sum(1 / len(game.table.seats) for game, _ in held[bar])
        own = [[fact for fact in told(game, f.JudgeWon, f.AwardGiven) if fact.seat == seat] for game, seat in held[bar]]
        causes = Counter(getattr(fact, "cause", "judge") for facts in own for fact in facts)
        count = len(own)
        ribbons = [game.table.result.scores[seat] for game, seat in held[bar]]
        expected.append(
            {
                "bar": bar,
                "seats": count,
                "wins": wins,
                "win_share": share,
                "even_share": even,
                "times_even_share": share / even,
                **rate("win_rate", wins, count),
                "mean_ribbons": statistics.mean(ribbons),
                "mean_judges": causes["judge"] / count,
                "mean_tie_awards": causes["tie"] / count,
                "mean_lowest_awards": causes["lowest"] / count,
            }
        )
    same(rows(shared_folder, "bar_win_rates", seats=seats), expected)


@pytest.mark.parametrize("seats", COUNTS)
def test_mixer_win_rates(shared_folder, games, seats):
    used: dict[str, list[tuple[Any, bool]]] = defaultdict(list)
    users: dict[str, set[tuple[int, int, bool]]] = defaultdict(set)
    for number, game in enumerate(counted(games, seats)):
        for fact, took in cocktails(game):
            for mixer in set(fact.mixers):
                used[mixer].append((fact, took))
                users[mixer].add((number, fact.seat, fact.seat in winners(game)))
    expected = []
    for mixer in sorted(used):
        judges, wins = sum(took for _, took in used[mixer]), sum(won for *_, won in users[mixer])
        expected.append(
            {
                "mixer": mixer,
                "cocktails": len(used[mixer]),
                "cards": sum(fact.mixers.count(mixer) for fact, _ in used[mixer]),
                "mean_mixer_points": statistics.mean(fact.points_mixers for fact, _ in used[mixer]),
                "mean_score": statistics.mean(fact.score for fact, _ in used[mixer]),
                "judges": judges,
                **rate("judge_rate", judges, len(used[mixer])),
                "seats_with": len(users[mixer]),
                "wins_with": wins,
                **rate("win_rate_with", wins, len(users[mixer])),
            }
        )
    same(rows(shared_folder, "mixer_win_rates", seats=seats), expected)


@pytest.mark.parametrize("seats", COUNTS)
def test_judge_outcomes(shared_folder, games, seats):
    ends: dict[str, list[Any]] = defaultdict(list)
    mixed: dict[str, list[list[tuple[Any, bool]]]] = defaultdict(list)
    for game in counted(games, seats):
        for fact in told(game, f.JudgeWon, f.JudgeDiscarded):
            ends[fact.judge].append(fact)
            mixed[fact.judge].append([(one, took) for one, took in cocktails(game) if one.judge == fact.judge])
    expected = []
    for judge in sorted(ends):
        taken = [fact for fact in ends[judge] if isinstance(fact, f.JudgeWon)]
        lost = Counter(fact.cause for fact in ends[judge] if isinstance(fact, f.JudgeDiscarded))
        every = [cocktail for round_ in mixed[judge] for cocktail in round_]
        expected.append(
            {
                "judge": judge,
                "ribbons": ends[judge][0].ribbons,
                "judged": len(ends[judge]),
                "won_alone": sum(not fact.shared for fact in taken),
                "won_by_bar": sum(fact.shared for fact in taken),
                "tied": lost["tie"],
                "without_cocktail": lost["no_cocktail"],
                **rate("taken_rate", len(taken), len(ends[judge])),
                "cocktails": len(every),
                "liked_spirits": sum(fact.judge_spirit for fact, _ in every),
                "recipes": sum(fact.judge_recipe for fact, _ in every),
                "recipes_won": sum(fact.judge_recipe and took for fact, took in every),
                "mean_highest_score": statistics.mean(max(fact.score for fact, _ in round_) for round_ in mixed[judge]),
            }
        )
    same(rows(shared_folder, "judge_outcomes", seats=seats), expected)


@pytest.mark.parametrize("seats", COUNTS)
def test_tie_rates(shared_folder, games, seats):
    by_count: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    short: Counter[int] = Counter()
    for game in counted(games, seats):
        count = len(game.table.seats)
        short[count] += sum(fact.cause == "tie" for fact in told(game, f.AwardsShort))
        rounds: dict[int, list[tuple[Any, bool]]] = defaultdict(list)
        for fact, took in cocktails(game):
            rounds[fact.round].append((fact, took))
        for one in rounds.values():
            best = max(fact.score for fact, _ in one)
            by_count[count].append((sum(fact.score == best for fact, _ in one), any(took for _, took in one)))
    expected = []
    for count in sorted(by_count):
        ties = [(tied, taken) for tied, taken in by_count[count] if tied > 1]
        expected.append(
            {
                "seat_count": count,
                "rounds": len(by_count[count]),
                "ties": len(ties),
                **rate("tie_rate", len(ties), len(by_count[count])),
                "seats_a_tie": statistics.mean(tied for tied, _ in ties) if ties else None,
                "broken_by_bar": sum(taken for _, taken in ties),
                "without_awards": short[count],
            }
        )
    same(rows(shared_folder, "tie_rates", seats=seats), expected)
