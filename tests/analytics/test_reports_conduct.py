"""Are the figures on margins, activity, rewinds and disputes those that plain Python computes?"""

from __future__ import annotations

import random
import statistics
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from tests.analytics.in_memory import EPOCH, PEOPLE, Games
from tests.analytics.test_reports import close, wilson

RULES = ("ghostel", "bar_fight", "spirits_of_christmas")


@pytest.fixture
def games() -> Iterator[Games]:
    made = Games()
    yield made
    made.connection.close()


@pytest.mark.parametrize("given", [{}, {"rules": "ghostel"}, {"seats": 3}])
def test_score_spread(games, given):
    dice = random.Random(3)
    found: dict[tuple[str, int], list[list[int]]] = defaultdict(list)
    for n in range(60):
        rules, seats = RULES[n % 3], 2 + n % 4
        scores = [dice.randrange(-3, 9) for _ in range(seats + (n % 7 == 0))]  # sometimes an automaton has points too
        games.put(rules, [*PEOPLE[:seats]], scores, [0])
        if rules != "spirits_of_christmas" and given.get("rules") in (None, rules) and given.get("seats") in (None, seats):
            found[rules, seats].append(sorted(scores, reverse=True))
    games.put("ghostel", PEOPLE[:2], [90, 1], [0], status="voided")
    expected = []
    for (rules, seats), scores in sorted(found.items()):
        margins = [best - second for best, second, *_ in scores]
        quarter, half, most = statistics.quantiles(margins, n=4, method="inclusive")
        expected.append(
            {
                "rules": rules,
                "seat_count": seats,
                "games": len(scores),
                "level_games": margins.count(0),
                "mean_margin": statistics.mean(margins),
                "margin_of_25_percent": quarter,
                "median_margin": half,
                "margin_of_75_percent": most,
                "most_margin": max(margins),
                "median_best": statistics.median(each[0] for each in scores),
                "median_last": statistics.median(each[-1] for each in scores),
                "median_spread": statistics.median(each[0] - each[-1] for each in scores),
            }
        )
    rows = games.report("score_spread", **given)
    assert len(rows) == len(expected) > 0
    assert all(map(close, rows, expected))


def answered(
    games: Games, game: UUID, actor: str, at: datetime, *, auto: bool = False, undone: bool = False, kind: str = "choice.made"
) -> None:
    games.connection.execute(
        "INSERT INTO events (game_id, seq, kind, actor, seat, auto, recorded_at, undone) VALUES ($1, 1, $2, $3, 0, $4, $5, $6)",
        [game, kind, actor, auto, at, undone],
    )


@pytest.mark.parametrize("by", [None, "day", "week", "month"])
@pytest.mark.parametrize("rules", [None, "bar_fight"])
def test_activity(games, by, rules):
    dice = random.Random(8)
    told: dict[str, dict[str, Any]] = defaultdict(
        lambda: {"ended": 0, "games": set(), "people": set(), "person": 0, "bot": 0, "service": 0}
    )

    def since(at: datetime) -> str:
        day = at.date()
        return str({"week": day - timedelta(days=day.weekday()), "month": day.replace(day=1)}.get(by, day))

    for n in range(25):
        minute = dice.randrange(70 * 24 * 60)
        status, simulated, kind = ("finished", "playing", "finished")[n % 3], n % 5 == 0, RULES[n % 2]
        game = games.put(kind, PEOPLE[:2], [1, 2], [1], minute=minute, status=status, simulated=simulated)
        counts = not simulated and rules in (None, kind)
        if counts and status == "finished":
            told[since(EPOCH + timedelta(minutes=minute))]["ended"] += 1
        for _ in range(12):
            at = EPOCH + timedelta(minutes=minute + dice.randrange(-3000, 1), microseconds=dice.randrange(10**6))
            actor = dice.choice([*map(str, PEOPLE), "bot:sensible"])
            auto, undone, what = dice.random() < 0.2, dice.random() < 0.2, dice.choice(["choice.made"] * 5 + ["dealer.answered"])
            answered(games, game, actor, at, auto=auto, undone=undone, kind=what)
            if counts and not undone and what == "choice.made":
                row = told[since(at)]
                row["games"].add(game)
                row["service" if auto else "bot" if actor.startswith("bot:") else "person"] += 1
                row["people"] |= {actor} if not auto and not actor.startswith("bot:") else set()
    expected = [
        {
            "since": day,
            "games_finished": row["ended"],
            "games_played": len(row["games"]),
            "people": len(row["people"]),
            "choices_of_people": row["person"],
            "choices_of_bots": row["bot"],
            "choices_of_service": row["service"],
        }
        for day, row in sorted(told.items())
    ]
    assert games.report("activity", by=by, rules=rules) == expected
    assert len(expected) > 2


def test_activity_tells_of_the_last_400_days(games):
    for day in range(500):
        answered(games, games.put("ghostel", PEOPLE[:2], [1, 2], [1], minute=day * 1440), str(PEOPLE[0]), EPOCH + timedelta(days=day))
    rows = games.report("activity")
    assert [row["since"] for row in rows] == [str((EPOCH + timedelta(days=day)).date()) for day in range(100, 500)]


def ruled(games: Games, game: UUID, kind: str, cause: str, undone: int | None = None) -> None:
    sql = "INSERT INTO rulings (game_id, seq, kind, cause, events_undone) VALUES ($1, 9, $2, $3, $4)"
    games.connection.execute(sql, [game, kind, cause, undone])


def disputed(games: Games, game: UUID, category: str, outcome: str | None) -> None:
    games.connection.execute("INSERT INTO disputes (game_id, seq, category, outcome) VALUES ($1, 5, $2, $3)", [game, category, outcome])


def test_rewind_rates(games):
    made = [games.put("ghostel", PEOPLE[:2], [1, 2], [1], status=("finished", "playing", "voided")[n % 3]) for n in range(8)]
    other = games.put("bar_fight", PEOPLE[:2], [1, 2], [1])
    simulated = games.put("ghostel", PEOPLE[:2], [1, 2], [1], simulated=True)
    games.connection.execute("UPDATE games SET started_at = finished_at")
    games.put("ghostel", PEOPLE[:2], [], [], status="open")
    ruled(games, made[0], "rewound", "take_back", 4)
    ruled(games, made[0], "rewound", "take_back", 11)
    ruled(games, made[0], "rewound", "ruling", 3)
    ruled(games, made[3], "rewound", "ruling", 20)
    ruled(games, made[1], "voided", "ruling")
    ruled(games, made[1], "resumed", "ruling")
    ruled(games, simulated, "rewound", "ruling", 3)
    ruled(games, other, "seat_replaced", "clock")
    disputed(games, made[0], "rules_bug", "rewound")
    disputed(games, made[2], "rules_bug", "rewound")
    disputed(games, made[2], "misclick", None)
    rows = games.report("rewind_rates", rules="ghostel")
    assert {row["rules"] for row in rows} == {"ghostel"}
    assert {row["games"] for row in rows} == {8}
    assert [tuple(row[name] for name in ("what", "category", "outcome", "times", "games_with", "events_undone")) for row in rows] == [
        ("adjudicated", None, None, 0, 0, None),
        ("clock_corrected", None, None, 0, 0, None),
        ("disputed", None, None, 3, 2, None),
        ("disputed", "misclick", "open", 1, 1, None),
        ("disputed", "rules_bug", "rewound", 2, 2, None),
        ("paused", None, None, 0, 0, None),
        ("rewound", None, None, 4, 2, 38),
        ("rewound", "ruling", None, 2, 2, 23),
        ("rewound", "take_back", None, 2, 1, 15),
        ("seat_replaced", None, None, 0, 0, None),
        ("voided", None, None, 1, 1, None),
        ("voided", "ruling", None, 1, 1, None),
    ]
    for row in rows:
        low, high = wilson(row["games_with"], 8)
        assert (row["per_thousand"], row["per_thousand_low"], row["per_thousand_high"]) == pytest.approx(
            (1000 * row["games_with"] / 8, 1000 * low, 1000 * high), abs=1e-9
        )
    everything = games.report("rewind_rates")
    assert [row for row in everything if row["rules"] == "ghostel"] == rows
    assert [(row["times"], row["category"]) for row in everything if row["rules"] == "bar_fight" and row["what"] == "seat_replaced"] == [
        (1, None),
        (1, "clock"),
    ]
