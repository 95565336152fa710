"""Are the figures of the reports those that plain Python computes from the folded games?"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from typing import Any

import msgspec
import pytest

from analytics import queries
from analytics.export import export
from analytics.reports import REPORTS
from analytics.schema import Schema
from analytics.snapshots import reading
from analytics.warehouse import opened
from events import store
from events.store import NewEvent
from gameplay import log
from gameplay.rules.spooky_bar.facts import CardResolved
from gameplay.table import FINISHED, History, history
from tests.analytics.charted import statistics_of_all_games
from tests.analytics.distributions import by_sums
from tests.analytics.playing import played, put

Z = statistics.NormalDist().inv_cdf(0.975)


@pytest.fixture
def games(folder, db) -> list[History]:
    """Finished games of each size, two that are being played, one that is open."""
    made = [put(played("spooky_bar", 2 + seed % 3, seed)) for seed in range(18)]
    made += [put(played("spooky_bar", 3, seed)[:70]) for seed in range(100, 102)]
    made.append(put(played("spooky_bar", 4, 200)[:3]))
    export(folder)
    return [history(game, store.read(stream=game)) for game in made]


def rows(folder, name: str, **given: Any) -> list[dict[str, Any]]:
    with reading(folder) as (_, connection):
        return [msgspec.to_builtins(row) for row in REPORTS[name].run(connection, given)]


def finished(games: list[History]) -> list[History]:
    return [game for game in games if game.table.status == FINISHED]


def wilson(k: int, n: int) -> tuple[float, float] | tuple[None, None]:
    """The two solutions p of (k/n - p)² = z² p (1 - p) / n."""
    if not n:
        return None, None
    a, b, c = n + Z * Z, -(2 * k + Z * Z), k * k / n
    root = math.sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def close(found: dict[str, Any], expected: dict[str, Any]) -> bool:
    assert list(found) == list(expected)
    return all(
        found[name] == value if value is None or isinstance(value, str) else math.isclose(found[name], value, abs_tol=1e-9)
        for name, value in expected.items()
    )


def test_games_by_rules(folder, games):
    ends = [entry.at for game in finished(games) for entry in game.entries if entry.kind == log.GAME_FINISHED]
    (found,) = rows(folder, "games_by_rules")
    micros = max(ends)
    assert found.pop("last_finished_at").endswith(f".{micros % 1_000_000:06d}Z")
    assert found == {
        "rules": "spooky_bar",
        "games_open": 1,
        "games_playing": 2,
        "games_finished": 18,
        "seats_of_people": 18,
        "seats_of_bots": sum(len(game.table.seats) - 1 for game in finished(games)),
        "events": sum(game.table.version for game in games),
    }


def compared(seats: int, won: list[set[int]]) -> dict[str, float]:
    """Cochran's Q, as he has it: the columns are the seats and the rows the games, a 1 for who won."""
    columns = [sum(seat in winners for winners in won) for seat in range(seats)]
    rows = [len(winners) for winners in won]
    mean = sum(columns) / seats
    q = seats * (seats - 1) * sum((column - mean) ** 2 for column in columns) / sum(row * (seats - row) for row in rows)
    return {"chi_square": q, "p_value": by_sums(q, seats - 1)}


@pytest.mark.parametrize("seats", [None, 2, 3, 4])
def test_win_rate_by_seat(folder, games, seats):
    expected = []
    for count in [seats] if seats else [2, 3, 4]:
        of_size = [game for game in finished(games) if len(game.table.seats) == count]
        for seat in range(count):
            results = [game.table.result for game in of_size]
            won = [result for result in results if seat in result.winners]
            low, high = wilson(len(won), len(of_size))
            even = sum(len([seat for seat in result.winners if seat < count]) for result in results) / len(of_size) / count
            expected.append(
                {
                    "rules": "spooky_bar",
                    "seat_count": count,
                    "seat": seat,
                    "games": len(of_size),
                    "wins": len(won),
                    "win_share": sum(1 / len(result.winners) for result in won),
                    "win_rate": len(won) / len(of_size),
                    "win_rate_low": low,
                    "win_rate_high": high,
                    "even_rate": even,
                    "verdict": "better" if even < low else "worse" if even > high else "even",
                    **compared(count, [{seat for seat in result.winners if seat < count} for result in results]),
                    "mean_score": statistics.mean(result.scores[seat] for result in results),
                }
            )
    found = rows(folder, "win_rate_by_seat", seats=seats)
    assert len(found) == len(expected)
    assert all(map(close, found, expected))


@pytest.mark.parametrize("seats", [None, 2, 3, 4])
def test_action_win_rates(folder, games, seats):
    cards: dict[tuple[int, str], dict[tuple[Any, int], list[bool]]] = defaultdict(dict)
    winners: set[tuple[Any, int]] = set()
    for game in finished(games):
        count = len(game.table.seats)
        winners |= {(game.table.game, seat) for seat in game.table.result.winners}
        facts = [fact for entry in game.entries for fact in entry.facts if isinstance(fact, CardResolved)]
        for action in ("bid", "capture", "move", "serve", "summon"):
            for seat in range(count):
                mine = [fact.outcome != "void" for fact in facts if fact.seat == seat and fact.action == action]
                cards[count, action][game.table.game, seat] = mine
    expected = []
    for (count, action), played_by in sorted(cards.items()):
        if seats not in (None, count):
            continue
        numbers = {seat: len(mine) for seat, mine in played_by.items()}
        median = statistics.median(numbers.values())
        of_winners = [n for seat, n in numbers.items() if seat in winners]
        of_others = [n for seat, n in numbers.items() if seat not in winners]
        some = [seat for seat, n in numbers.items() if n]
        often = [seat for seat, n in numbers.items() if n > median]
        row = {
            "seat_count": count,
            "action": action,
            "seats": len(numbers),
            "cards": sum(numbers.values()),
            "carried_out": sum(map(sum, played_by.values())),
            "cards_of_winners": statistics.mean(of_winners) if of_winners else None,
            "cards_of_others": statistics.mean(of_others) if of_others else None,
        }
        for word, group in (("with", some), ("often", often)):
            wins = len(winners.intersection(group))
            low, high = wilson(wins, len(group))
            row[f"seats_{word}"] = len(group)
            row[f"wins_{word}"] = wins
            row[f"win_rate_{word}"] = wins / len(group) if group else None
            row[f"win_rate_{word}_low"] = low
            row[f"win_rate_{word}_high"] = high
        row["win_rate_all"] = len(of_winners) / len(numbers)
        expected.append(row)
    found = rows(folder, "action_win_rates", seats=seats)
    assert len(found) == len(expected) == (5 if seats else 15)
    assert all(map(close, found, expected))


def test_game_length(folder, games):
    expected = []
    for count in (2, 3, 4):
        of_size = [game for game in finished(games) if len(game.table.seats) == count]
        choices = sorted(sum(entry.kind == log.CHOICE_MADE for entry in game.entries) for game in of_size)
        minutes = sorted(
            (game.entries[-2].at - next(entry.at for entry in game.entries if entry.kind == log.GAME_STARTED)) / 6e7 for game in of_size
        )
        expected.append(
            {
                "rules": "spooky_bar",
                "seat_count": count,
                "games": len(of_size),
                "mean_choices": statistics.mean(choices),
                "least_choices": choices[0],
                "median_choices": statistics.median(choices),
                "choices_of_90_percent": statistics.quantiles(choices, n=10, method="inclusive")[-1],
                "most_choices": choices[-1],
                "median_minutes": statistics.median(minutes),
                "minutes_of_90_percent": statistics.quantiles(minutes, n=10, method="inclusive")[-1],
            }
        )
    found = rows(folder, "game_length", rules="spooky_bar")
    assert all(map(close, found, expected))
    assert [row["games"] for row in found] == [6, 6, 6]


def test_a_report_of_other_rules_has_no_rows(folder, games):
    for name in ("games_by_rules", "win_rate_by_seat", "game_length"):
        assert rows(folder, name, rules="bar_fight") == []


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        (10, 20, 0.2992980, 0.7007020),
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (1, 3, 0.0614919, 0.7923404),
        (0, 0, None, None),
    ],
)
def test_the_interval_is_wilsons(folder, games, k, n, low, high):
    with reading(folder) as (_, connection):
        ((found_low, found_high),) = connection.execute(f"SELECT wilson_low({k}, {n}), wilson_high({k}, {n})").fetchall()
    assert found_low == (None if low is None else pytest.approx(low, abs=1e-6))
    assert found_high == (None if high is None else pytest.approx(high, abs=1e-6))
    by_formula = wilson(k, n)
    assert by_formula[0] is None or by_formula == pytest.approx((found_low, found_high), abs=1e-9)


def test_undone_moves_count_nowhere(folder, db):
    """A game in which ten events were taken back has the figures of the line that was played to the end."""
    events = played("spooky_bar", 3, 6)
    put(events)
    export(folder, publish_now=True)
    straight = {name: rows(folder, name) for name in ("action_win_rates", "game_length")}
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        made = "SELECT * REPLACE (seq + 1000 AS seq, true AS undone) FROM"
        for table in warehouse.schema.tables.values():
            if "undone" in table.arrow.names:
                warehouse._connection.execute(f"INSERT INTO {table.name} {made} {table.name} WHERE seq BETWEEN 40 AND 90")
        warehouse._connection.execute("UPDATE internal.about SET revision = revision + 1")
        warehouse.publish(force=True)
    assert {name: rows(folder, name) for name in straight} == straight


def test_a_game_that_was_reopened_is_not_counted_as_finished(folder, db):
    events = played("spooky_bar", 3, 6)
    game = put(events)
    put(played("spooky_bar", 3, 7))
    export(folder, publish_now=True)
    assert [row["games"] for row in rows(folder, "win_rate_by_seat")] == [2, 2, 2]
    to = next(i for i in range(40, len(events)) if events[i].kind == log.CHOICE_MADE)
    body = log.GameRewound(to=to, cause="ruling", epoch=2, commitment="00", deal="07" * 32)
    store.append(stream=game, events=[NewEvent(kind=log.GAME_REWOUND, actor="system", body=log.encode(body))])
    export(folder, publish_now=True)
    assert [row["games"] for row in rows(folder, "win_rate_by_seat")] == [1, 1, 1]
    (summary,) = rows(folder, "games_by_rules")
    assert (summary["games_playing"], summary["games_finished"]) == (1, 1)
    with reading(folder) as (_, connection):
        hidden = "SELECT count(*) FROM facts_spooky_bar WHERE game_id = ? AND type = 'hand_drawn'"
        assert connection.execute(hidden, [game]).fetchall() == [(0,)]


def test_every_question_has_its_report_and_every_report_its_question(folder):
    files = {path.stem for path in (queries.FOLDER / "marts").glob("*.sql")}
    assert files == set(REPORTS)
    for path in queries.FOLDER.rglob("*.sql"):
        first = path.read_text().splitlines()[0]
        assert first.startswith("-- ")
        assert "?" in first


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_says_of_each_column_what_it_is(db, name):
    report = REPORTS[name]
    with reading(statistics_of_all_games()) as (_, connection):
        connection.execute(queries.mart(name), dict.fromkeys(report.parameters))
        assert [column[0] for column in connection.description] == [column.name for column in report.columns()]
    for column in report.columns():
        assert column.unit or column.kind == "string" or column.name in ("seat", "seat_count", "chapter")
