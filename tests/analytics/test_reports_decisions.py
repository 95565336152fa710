"""Are the figures on questions and answers those that plain Python computes from the positions of the games?"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from analytics.export import export
from analytics.schema import Schema
from analytics.snapshots import reading
from analytics.warehouse import opened
from events.store import NewEvent
from gameplay import log
from gameplay.rules import kernel
from gameplay.table import Table
from tests.analytics.playing import Written, played, put

from .test_reports import close, rows, wilson
from .test_reports_cards import group, newcombe, winners


class Asked(NamedTuple):
    """An answer of a seat: what was offered and what it took."""

    game: int
    rules: str
    seats: int
    seat: int
    decision: str
    options: int
    offered: set[str]
    choice: str
    won: bool


@pytest.fixture(scope="module")
def games(shared_folder, logged) -> list[list[NewEvent]]:
    """Finished games of three kinds, and one that is being played. Each answer took as long as a hash says."""
    with logged():
        made = [played("spooky_bar", 2 + seed % 2, seed) for seed in range(6)]
        made += [played("ghostel", 3, seed) for seed in range(4)]
        made += [played("bar_fight", 3, seed) for seed in range(2)]
        for events in made:
            put(events)
        put(played("ghostel", 3, 50)[:80])
        export(shared_folder)
    with opened(shared_folder, Schema.of_catalogue(), wait=True) as warehouse:
        warehouse._connection.execute("UPDATE decisions SET thinking_ms = (hash(game_id, seq) % 90000)::BIGINT")
        warehouse._connection.execute("UPDATE internal.about SET revision = revision + 1")
        warehouse.publish(force=True)
    return made


def asked(games: list[list[NewEvent]]) -> Iterator[Asked]:
    """Every answer of a seat, with what the position before it offered."""
    for number, events in enumerate(games):
        rules, _, seats = group(events)
        won = winners(events)
        table = Table(uuid4())
        for seq, event in enumerate(events, start=1):
            before = None
            if event.kind == log.CHOICE_MADE:
                before = {seat: list(kernel.options(table.state, seat)) for seat in kernel.due(table.state)}
                decision = tag(kernel.decision(table.state))
            seat, choice, _, _ = table.apply(Written(seq, event.kind, event.actor, event.body, 0), kernel.ignore)
            if before is not None:
                options = before[seat]
                yield Asked(number, rules, seats, seat, decision, len(options), {*map(tag, options)}, tag(choice), seat in won)


def tag(of: Any) -> str:
    return type(of).__struct_config__.tag


def test_option_values(shared_folder, games):
    chosen: dict[Any, dict[Any, int]] = defaultdict(lambda: defaultdict(int))
    passed: dict[Any, dict[Any, int]] = defaultdict(lambda: defaultdict(int))
    for each in asked(games):
        for option in each.offered if len(each.offered) > 1 else ():
            key = each.rules, each.seats, each.decision, option
            (chosen if option == each.choice else passed)[key][each.game, each.seat, each.won] += 1
    expected = []
    for key in sorted({*chosen, *passed}):
        took, left = sum(chosen[key].values()), sum(passed[key].values())
        low, high = wilson(took, took + left)
        row = dict(zip(("rules", "seat_count", "decision", "option"), key, strict=True))
        row |= {"offered": took + left, "chosen": took, "chosen_rate": took / (took + left)}
        row |= {"chosen_rate_low": low, "chosen_rate_high": high}
        tries = []
        for family, counts in (("chosen", chosen[key]), ("passed_over", passed[key])):
            total = sum(counts.values())
            won = sum(times for (_, _, winner), times in counts.items() if winner)
            worth = total * total / sum(times * times for times in counts.values()) if total else None
            rate = won / total if total else None
            low, high = wilson(rate * worth, worth) if total else (None, None)
            tries.append((rate * worth, worth) if total else (0, 0))
            if family == "passed_over":
                row["passed_over"] = total
            row |= {f"{family}_won": won, f"{family}_tries": worth, f"win_rate_{family}": rate}
            row |= {f"win_rate_{family}_low": low, f"win_rate_{family}_high": high}
        both = took and left
        low, high = newcombe(*tries[0], *tries[1])
        row |= {"difference": row["win_rate_chosen"] - row["win_rate_passed_over"] if both else None}
        row |= {"difference_low": low, "difference_high": high}
        expected.append(row)
    found = rows(shared_folder, "option_values")
    assert len(found) == len(expected) > 20
    for row, wanted in zip(found, expected, strict=True):
        assert close(row, wanted), (row, wanted)
    assert any(row["chosen"] == 0 for row in found)
    assert any(row["difference"] for row in found)


def test_branching(shared_folder, games):
    counts: dict[tuple[str, str], list[int]] = defaultdict(list)
    for each in asked(games):
        counts[each.rules, each.decision].append(each.options)
    expected = []
    for (rules, decision), options in sorted(counts.items()):
        options.sort()
        n, forced = len(options), options.count(1)
        low, high = wilson(forced, n)
        expected.append(
            {
                "rules": rules,
                "decision": decision,
                "answers": n,
                "mean_options": statistics.mean(options),
                "median_options": options[-(-n // 2) - 1],
                "options_of_90_percent": options[-(-9 * n // 10) - 1],
                "most_options": options[-1],
                "forced": forced,
                "forced_rate": forced / n,
                "forced_rate_low": low,
                "forced_rate_high": high,
            }
        )
    found = rows(shared_folder, "branching")
    assert len(found) == len(expected) > 10
    for row, wanted in zip(found, expected, strict=True):
        assert close(row, wanted), (row, wanted)
    assert any(0 < row["forced"] < row["answers"] for row in found)


@pytest.mark.parametrize("answered_by", [None, "person", "bot"])
def test_thinking_times(shared_folder, games, answered_by):
    """Seat 0 is a person, all others are bots."""
    wanted = (lambda seat: seat > 0) if answered_by == "bot" else (lambda seat: seat == 0)
    seconds: dict[tuple[str, str], list[float]] = defaultdict(list)
    with reading(shared_folder) as (_, connection):
        query = "SELECT g.rules, d.decision, d.seat, d.options, d.thinking_ms FROM decisions d JOIN games g ON g.game_id = d.game_id"
        for rules, decision, seat, options, milliseconds in connection.execute(query).fetchall():
            if wanted(seat) and options > 1:
                seconds[rules, decision].append(milliseconds / 1000)
    expected = []
    for (rules, decision), times in sorted(seconds.items()):
        nine = statistics.quantiles(times, n=10, method="inclusive")[-1] if len(times) > 1 else times[0]
        expected.append(
            {
                "rules": rules,
                "decision": decision,
                "answers": len(times),
                "median_seconds": statistics.median(times),
                "seconds_of_90_percent": nine,
                "most_seconds": max(times),
            }
        )
    found = rows(shared_folder, "thinking_times", answered_by=answered_by)
    assert len(found) == len(expected) > 10
    for row, figures in zip(found, expected, strict=True):
        assert close(row, figures), (row, figures)


@pytest.mark.parametrize("name", ["option_values", "branching", "thinking_times"])
@pytest.mark.parametrize(("column", "value"), [("rules", "ghostel"), ("decision", "choose_cards")])
def test_they_can_be_asked_of_one_game_or_one_decision(shared_folder, games, name, column, value):
    everything, found = rows(shared_folder, name), rows(shared_folder, name, **{column: value})
    assert 0 < len(found) < len(everything)
    assert found == [row for row in everything if row[column] == value]


@pytest.mark.parametrize("name", ["branching", "thinking_times"])
def test_they_can_be_asked_of_games_of_one_size(shared_folder, games, name):
    """Ghostel and Bar Fight were played by three, Spooky Bar by two and by three."""

    def answers(**given: Any) -> dict[str, int]:
        return {row["decision"]: row["answers"] for row in rows(shared_folder, name, rules="spooky_bar", **given)}

    every, two, three = answers(), answers(seats=2), answers(seats=3)
    assert every == {decision: two.get(decision, 0) + three.get(decision, 0) for decision in {*two, *three}}
    assert {row["rules"] for row in rows(shared_folder, name, seats=2)} == {"spooky_bar"}
