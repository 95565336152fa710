"""Are the win rates by card those that plain Python computes from the hands of the folded games?"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import pytest

from analytics.export import export
from analytics.snapshots import reading
from events.store import NewEvent
from gameplay import log
from gameplay.log import GameFinished
from tests.analytics.hands import DEALT, LATER, PLAYED, had
from tests.analytics.playing import played, put

from .test_reports import close, rows, wilson

Seat = tuple[int, int]
Group = tuple[str, str, int]


@pytest.fixture(scope="module")
def games(shared_folder, logged) -> list[list[NewEvent]]:
    """Finished games of three kinds."""
    with logged():
        made = [played("spooky_bar", 2 + seed % 2, seed) for seed in range(12)]
        made += [played("ghostel", 3, seed) for seed in range(5)]
        made += [played("spirits_of_christmas", 2, seed, options={"mode": "very_easy"}, bot="sensible") for seed in range(6)]
        for events in made:
            put(events)
        put(played("ghostel", 3, 50)[:80])
        export(shared_folder)
        return made


def group(events: list[NewEvent]) -> Group:
    created = log.decode(events[0].kind, events[0].body)
    return created.rules, created.edition, created.seats


def winners(events: list[NewEvent]) -> list[int]:
    (end,) = (log.decode(event.kind, event.body) for event in events if event.kind == log.GAME_FINISHED)
    assert isinstance(end, GameFinished)
    return end.winners


def families(games: list[list[NewEvent]]) -> list[dict[str, Any]]:
    """The report: each family is a set of (game, seat)."""
    everybody: dict[Group, set[Seat]] = defaultdict(set)
    won: set[Seat] = set()
    cards: dict[tuple[Group, str], dict[str, set[Seat]]] = defaultdict(lambda: {DEALT: set(), LATER: set(), PLAYED: set()})
    for number, events in enumerate(games):
        everybody[group(events)] |= {(number, seat) for seat in range(group(events)[2])}
        won |= {(number, seat) for seat in winners(events)}
        for _, seat, card, how in had(events):
            cards[group(events), card][how].add((number, seat))
    found = []
    for ((rules, edition, count), card), seen in sorted(cards.items()):
        everyone = everybody[rules, edition, count]
        in_hand = seen[DEALT] | seen[LATER]
        row = {"rules": rules, "edition": edition, "seat_count": count, "card": card, "seats": len(everyone)}
        row["win_rate_all"] = len(everyone & won) / len(everyone)
        named = {
            "opening": seen[DEALT],
            "drawn": seen[LATER] - seen[DEALT],
            "in_hand": in_hand,
            "not_seen": everyone - in_hand,
            "played": seen[PLAYED],
        }
        for family, seats in named.items():
            row |= tried(family, len(seats & won), len(seats))
        row |= improvement(*((len(seats & won), len(seats)) for seats in (in_hand, everyone - in_hand)))
        found.append(row)
    return found


def tried(family: str, k: int, n: int) -> dict[str, Any]:
    low, high = wilson(k, n)
    rate = f"win_rate_{family}"
    return {f"seats_{family}": n, f"wins_{family}": k, rate: k / n if n else None, f"{rate}_low": low, f"{rate}_high": high}


def improvement(first: tuple[int, int], second: tuple[int, int]) -> dict[str, Any]:
    low, high = newcombe(*first, *second)
    difference = first[0] / first[1] - second[0] / second[1] if first[1] and second[1] else None
    return {"improvement": difference, "improvement_low": low, "improvement_high": high}


def newcombe(k: float, n: float, j: float, m: float) -> tuple[float, float] | tuple[None, None]:
    """The square-and-add limits: each end of the difference is away from it by the hypotenuse of the distances of two ends."""
    if not n or not m:
        return None, None
    (a, b), (c, d) = wilson(k, n), wilson(j, m)
    p, q = k / n, j / m
    return p - q - math.hypot(p - a, d - q), p - q + math.hypot(b - p, q - c)


def test_card_win_rates(shared_folder, games):
    expected = families(games)
    found = rows(shared_folder, "card_win_rates")
    assert len(found) == len(expected) > 100
    for row, wanted in zip(found, expected, strict=True):
        assert close(row, wanted), (row, wanted)
    assert any(row["wins_not_seen"] for row in found)
    assert any(row["seats_played"] == 0 for row in found)


def test_card_exposures(shared_folder, games):
    times: dict[tuple[Group, str], dict[str, int]] = defaultdict(lambda: {DEALT: 0, LATER: 0, PLAYED: 0})
    for events in games:
        for each in had(events):
            times[group(events), each.card][each.how] += 1
    found = rows(shared_folder, "card_exposures")
    rates = rows(shared_folder, "card_win_rates")
    assert len(found) == len(rates) == len(times)
    for row, rate in zip(found, rates, strict=True):
        count = times[(row["rules"], row["edition"], row["seat_count"]), row["card"]]
        assert (row["dealt"], row["drawn"] + row["held"], row["played"]) == (count[DEALT], count[LATER], count[PLAYED])
        for name in ("rules", "edition", "seat_count", "card", "seats", "seats_in_hand", "seats_played"):
            assert row[name] == rate[name]
        for name, k, n in (("in_hand_rate", "seats_in_hand", "seats"), ("play_rate", "seats_played", "seats_in_hand")):
            assert row[name] == pytest.approx(row[k] / row[n])
            assert (row[f"{name}_low"], row[f"{name}_high"]) == pytest.approx(wilson(row[k], row[n]), abs=1e-9)
    assert {row["rules"] for row in found if row["held"]} == {"spirits_of_christmas"}


def test_every_seat_had_a_card_in_its_opening_hand_or_later_or_never(shared_folder, games):
    for row in rows(shared_folder, "card_win_rates"):
        assert row["seats_opening"] + row["seats_drawn"] == row["seats_in_hand"]
        assert row["seats_in_hand"] + row["seats_not_seen"] == row["seats"]
        assert row["wins_in_hand"] + row["wins_not_seen"] == round(row["win_rate_all"] * row["seats"])
        assert row["seats_played"] <= row["seats_in_hand"]


@pytest.mark.parametrize(
    "given",
    [{"rules": "ghostel"}, {"seats": 2}, {"rules": "spooky_bar", "seats": 3}, {"card": "gamble"}, {"card": "gamble", "rules": "bar_fight"}],
)
def test_parameters_leave_the_rows_as_they_are(shared_folder, games, given):
    everything = rows(shared_folder, "card_win_rates")
    wanted = {"seat_count" if name == "seats" else name: value for name, value in given.items()}
    expected = [row for row in everything if all(row[name] == value for name, value in wanted.items())]
    assert rows(shared_folder, "card_win_rates", **given) == expected
    assert len(expected) < len(everything)


@pytest.mark.parametrize(
    ("tries", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), table II: the examples 56/70 - 48/80, 9/10 - 3/10 and 10/10 - 0/10, method 10.
        ((56, 70, 48, 80), 0.0524, 0.3339),
        ((9, 10, 3, 10), 0.1705, 0.8090),
        ((10, 10, 0, 10), 0.6075, 1.0),
    ],
)
def test_the_interval_of_a_difference_is_newcombes(shared_folder, games, tries, low, high):
    numbers = ", ".join(map(str, tries))
    with reading(shared_folder) as (_, connection):
        (found,) = connection.execute(f"SELECT newcombe_low({numbers}), newcombe_high({numbers})").fetchall()
    assert found == pytest.approx((low, high), abs=5e-5)
    assert found == pytest.approx(newcombe(*tries), abs=1e-9)


def test_a_difference_from_no_tries_has_no_interval(shared_folder, games):
    with reading(shared_folder) as (_, connection):
        assert connection.execute("SELECT newcombe_low(0, 0, 1, 2), newcombe_high(1, 2, 0, 0)").fetchall() == [(None, None)]
