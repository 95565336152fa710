"""Are the figures of Spirits of Christmas' reports those that plain Python computes from the folded games?"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from typing import Any

import pytest

from analytics.export import export
from events import store
from gameplay.rules.spirits_of_christmas import facts as f
from gameplay.table import FINISHED, History, history
from tests.analytics.playing import played, put

from .test_reports import close, rows, wilson

NAME = "spirits_of_christmas"
MODES = ["very_easy", "easy", "normal", "hard", "very_hard", "humbug"]
COUNTS = [None, 1, 3]


@pytest.fixture(scope="module")
def games(shared_folder, logged) -> list[History]:
    """Games of every mode, won and lost, one of the Story variant, one that is being played, one that is open."""
    with logged():
        made = [put(played(NAME, 1 + seed % 4, seed, options={"mode": MODES[seed % 6]}, bot="sensible")) for seed in range(14)]
        made.append(put(played(NAME, 3, 50, options={"mode": "hard"})))
        made += [put(played(NAME, 2, seed, options={"story": True, "communication": "none"})) for seed in range(60, 64)]
        made.append(put(played(NAME, 3, 100, bot="sensible")[:40]))
        made.append(put(played(NAME, 4, 200)[:3]))
        put(played("spooky_bar", 3, 1))
        export(shared_folder)
        return [history(game, store.read(stream=game)) for game in made]


def counted(games: list[History], seats: int | None) -> list[History]:
    return [game for game in games if game.table.status == FINISHED and seats in (None, len(game.table.seats))]


def told(game: History, *kinds: type) -> list[Any]:
    return [fact for entry in game.entries for fact in entry.facts if isinstance(fact, kinds)]


def mode_of(game: History) -> int:
    return MODES.index(game.table.options.mode)  # type: ignore[attr-defined]


def same(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    assert len(found) == len(expected) > 0
    for row, wanted in zip(found, expected, strict=True):
        assert close(row, wanted), (row, wanted)


def rate(name: str, k: int, n: int) -> dict[str, Any]:
    low, high = wilson(k, n)
    return {name: k / n, f"{name}_low": low, f"{name}_high": high}


@pytest.mark.parametrize("seats", COUNTS)
def test_win_rate_by_mode(shared_folder, games, seats):
    groups: dict[tuple[int, int], list[History]] = defaultdict(list)
    for game in counted(games, seats):
        groups[mode_of(game), len(game.table.seats)].append(game)
    expected = []
    for mode, count in sorted(groups):
        group = groups[mode, count]
        won = [game for game in group if told(game, f.GameWon)]
        lost = Counter(fact.reason for game in group for fact in told(game, f.GameLost))
        scores = [game.table.result.scores[0] for game in won if game.table.result]
        expected.append(
            {
                "mode": MODES[mode],
                "seat_count": count,
                "games": len(group),
                "wins": len(won),
                **rate("win_rate", len(won), len(group)),
                "mean_score": statistics.mean(scores) if scores else None,
                "mean_chapters": statistics.mean(len(told(game, f.ChapterEnded)) for game in group),
                "mean_chains": statistics.mean(len(told(game, f.ChainsTaken)) for game in group),
                "lost_by_shillings": lost["shillings"],
                "lost_by_deadlock": lost["deadlock"],
                "lost_by_story": lost["story"],
            }
        )
    same(rows(shared_folder, "win_rate_by_mode", seats=seats), expected)
    if seats is None:
        assert sum(row["wins"] for row in expected) > 3
        assert all(sum(row[f"lost_by_{reason}"] for row in expected) for reason in ("shillings", "story"))


@pytest.mark.parametrize("seats", COUNTS)
def test_chapter_points(shared_folder, games, seats):
    ends: dict[tuple[int, int], list[Any]] = defaultdict(list)
    for game in counted(games, seats):
        for fact in told(game, f.ChapterEnded):
            ends[mode_of(game), fact.chapter].append(fact)
    expected = [
        {
            "mode": MODES[mode],
            "chapter": chapter,
            "chapters": len(found),
            "mean_coins": statistics.mean(fact.coins for fact in found),
            "mean_shillings": statistics.mean(fact.shillings for fact in found),
            "torch_rate": sum(fact.torch_points == 3 for fact in found) / len(found),
            "mean_points": statistics.mean(fact.coins + fact.shillings + fact.torch_points for fact in found),
            "least_points": min(fact.points for fact in found),
            "most_points": max(fact.points for fact in found),
            "mean_turns": statistics.mean(fact.turn for fact in found),
        }
        for (mode, chapter), found in sorted(ends.items())
    ]
    same(rows(shared_folder, "chapter_points", seats=seats), expected)


@pytest.mark.parametrize("seats", COUNTS)
def test_scene_completion(shared_folder, games, seats):
    laid, arrivals = Counter[tuple[int, str]](), Counter[str]()
    turned: dict[str, list[Any]] = defaultdict(list)
    for game in counted(games, seats):
        laid.update((fact.chapter, scene) for fact in told(game, f.RowLaid) for scene in fact.scenes)
        arrivals.update(fact.scene for fact in told(game, f.ScroogeMoved))
        for fact in told(game, f.CoinActivated, f.TorchLit, f.ShadowCompleted):
            turned[fact.scene].append(fact)
    expected = []
    for chapter, scene in sorted(laid):
        count, down = laid[chapter, scene], turned[scene]
        cards = [len(fact.cards) for fact in down if isinstance(fact, f.ShadowCompleted)]
        expected.append(
            {
                "chapter": chapter,
                "scene": scene,
                "chapters": count,
                "completed": len(down),
                **rate("completion_rate", len(down), count),
                "mean_arrivals": arrivals[scene] / count,
                "mean_cards": statistics.mean(cards) if cards else None,
            }
        )
    same(rows(shared_folder, "scene_completion", seats=seats), expected)


@pytest.mark.parametrize("seats", COUNTS)
def test_shillings_left(shared_folder, games, seats):
    left: dict[int, list[int]] = defaultdict(list)
    for game in counted(games, seats):
        for fact in told(game, f.ChapterEnded):
            left[fact.chapter].append(fact.shillings)
    expected = [
        {
            "chapter": chapter,
            "shillings": shillings,
            "chapters": left[chapter].count(shillings),
            "share": left[chapter].count(shillings) / len(left[chapter]),
            "share_up_to": sum(value <= shillings for value in left[chapter]) / len(left[chapter]),
        }
        for chapter in sorted(left)
        for shillings in sorted(set(left[chapter]))
    ]
    same(rows(shared_folder, "shillings_left", seats=seats), expected)
