"""Are the figures on ratings, pairs, people and bots those that plain Python computes from the results?"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import permutations
from statistics import mean
from typing import Any

import pytest

from analytics.rating_model import MODEL
from tests.analytics.in_memory import PEOPLE, Games
from tests.analytics.test_reports import close, wilson

PLAYED: list[tuple[str, list[Any], list[int], list[int]]] = []
"""Rules, who sat where, scores, winners."""


def _play() -> None:
    dice = random.Random(5)
    for n in range(150):
        rules = ("ghostel", "bar_fight", "spirits_of_christmas")[n % 3]
        who = [dice.choice([*PEOPLE[:4], "sensible", "random", "sensible"]) for _ in range(2 + n % 4)]
        scores = [dice.randrange(5) for _ in who]
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if rules == "spirits_of_christmas":
            scores, winners = [6] * len(who), list(range(len(who))) if dice.random() < 0.4 else []
        PLAYED.append((rules, who, scores, winners))


_play()


def named(who: Any) -> str:
    return f"bot:{who}" if isinstance(who, str) else str(who)


@pytest.fixture(scope="module")
def games() -> Iterator[Games]:
    made = Games()
    for rules, who, scores, winners in PLAYED:
        made.put(rules, who, scores, winners)
    made.put("ghostel", [PEOPLE[0], "sensible"], [3, 2], [0], status="voided")
    made.update()
    yield made
    made.connection.close()


def standings(games: Games) -> dict[tuple[str, str], dict[str, Any]]:
    """Where everybody stands, from the rows of the games in their order."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for rules, who, mu, sigma, placements, at in games.rows("rules, participant, mu_after, sigma_after, placements, finished_at"):
        last = found.setdefault((rules, who), {"games": 0, "wins": 0})
        last["games"] += 1
        last["wins"] += 1 in placements
        last |= {"mu": mu, "sigma": sigma, "rating": mu - 3 * sigma, "last_at": at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")}
    return found


@pytest.mark.parametrize("given", [{}, {"rules": "ghostel"}, {"kind": "person"}, {"kind": "mode"}, {"games": 9}, {"games": 999}])
def test_ratings(games, given):
    kinds = {"bot": "bot", "mode": "mode"}
    expected = []
    found = standings(games)
    listed = [
        (rules, who, last)
        for (rules, who), last in found.items()
        if given.get("rules") in (None, rules)
        and given.get("kind") in (None, kinds.get(who.partition(":")[0], "person"))
        and last["games"] >= given.get("games", 1)
    ]
    for rules, who, last in sorted(listed, key=lambda each: (each[0], -each[2]["rating"], each[1])):
        expected.append(
            {
                "rules": rules,
                "place": 1 + sum(other == rules and better["rating"] > last["rating"] for other, _, better in listed),
                "participant": who,
                "kind": kinds.get(who.partition(":")[0], "person"),
                "rating": last["rating"],
                "mu": last["mu"],
                "sigma": last["sigma"],
                "certainty": "provisional" if last["sigma"] > 5 else "settled",
                "games": last["games"],
                "wins": last["wins"],
                "last_at": last["last_at"],
            }
        )
    rows = games.report("ratings", **given)
    assert len(rows) == len(expected)
    assert all(map(close, rows, expected))
    assert bool(rows) == (given.get("games") != 999)


def test_the_ratings_have_settled_ones_and_provisional_ones_and_modes_by_number_of_seats(games):
    rows = games.report("ratings")
    assert {row["certainty"] for row in rows} == {"provisional", "settled"}
    assert {row["participant"] for row in rows if row["kind"] == "mode"} == {f"mode:hard:{seats}" for seats in (2, 3, 4, 5)}


def test_the_history_of_a_rating_has_each_game_and_its_changes_add_up_to_the_rating(games):
    for (rules, who), last in standings(games).items():
        rows = games.report("rating_history", rules=rules, participant=who)
        assert [row["number"] for row in rows] == list(range(1, last["games"] + 1))
        assert sum(row["change"] for row in rows) == pytest.approx(last["rating"], abs=1e-9)
        assert rows[-1]["rating"] == last["rating"]
        places = [
            list(zip(each[4], each[5], strict=False)) or [(None, each[5][0])] for each in games.rows() if (each[1], each[3]) == (rules, who)
        ]
        assert [row["place"] for row in rows] == [min(place for _, place in each) for each in places]
        assert [row["seats"] for row in rows] == [len(each[4]) for each in games.rows() if (each[1], each[3]) == (rules, who)]
    assert games.report("rating_history", participant="nobody") == []


def test_without_a_participant_the_history_is_that_of_whoever_has_the_highest_rating(games):
    best = {row["rules"]: row["participant"] for row in games.report("ratings") if row["place"] == 1}
    assert {(row["rules"], row["participant"]) for row in games.report("rating_history")} == set(best.items())
    assert len(best) == 3


def pairs(games: Games) -> dict[tuple[str, str, str], dict[str, Any]]:
    """All comparisons of seats of two participants, in competitive games, by rules, one and the other."""
    before = {(game, who): (mu, sigma) for game, who, mu, sigma in games.rows("game_id, participant, mu_before, sigma_before")}
    found: dict[tuple[str, str, str], dict[str, Any]] = defaultdict(lambda: {"games": set(), "signs": [], "expected": []})
    for game, (rules, who, scores, winners) in zip(games.games, PLAYED, strict=False):
        names = [named(each) for each in who]
        if rules == "spirits_of_christmas" or len(set(names)) == 1:
            continue
        place = [(seat not in winners, -score) for seat, score in enumerate(scores)]
        c = math.sqrt(sum(before[game, name][1] ** 2 + MODEL.tau**2 + MODEL.beta**2 for name in names))
        for one, other in permutations(range(len(names)), 2):
            if names[one] != names[other]:
                pair = found[rules, names[one], names[other]]
                pair["games"].add(game)
                pair["signs"].append((place[one] < place[other]) - (place[one] > place[other]))
                a, b = (math.exp(before[game, names[seat]][0] / c) for seat in (one, other))
                pair["expected"].append(a / (a + b))
    return found


@pytest.mark.parametrize(
    "given", [{}, {"rules": "bar_fight"}, {"participant": str(PEOPLE[1])}, {"participant": "bot:random", "opponent": str(PEOPLE[0])}]
)
def test_head_to_head(games, given):
    expected = []
    for (rules, one, other), pair in pairs(games).items():
        wanted = one < other if "participant" not in given else given["participant"] == one
        if not wanted or given.get("rules") not in (None, rules) or given.get("opponent") not in (None, other):
            continue
        count = Counter(pair["signs"])
        low, high = wilson(count[1], len(pair["signs"]))
        expected.append(
            {
                "rules": rules,
                "participant": one,
                "opponent": other,
                "games": len(pair["games"]),
                "meetings": len(pair["signs"]),
                "wins": count[1],
                "ties": count[0],
                "losses": count[-1],
                "win_rate": count[1] / len(pair["signs"]),
                "win_rate_low": low,
                "win_rate_high": high,
                "reached": (count[1] + count[0] / 2) / len(pair["signs"]),
                "expected": mean(pair["expected"]),
            }
        )
    expected.sort(key=lambda row: (-row["meetings"], row["rules"], row["participant"], row["opponent"]))
    rows = games.report("head_to_head", **given)
    assert rows
    assert len(rows) == len(expected)
    assert all(map(close, rows, expected))


def test_what_is_expected_of_a_pair_is_what_remains_for_the_other(games):
    one, other = str(PEOPLE[0]), "bot:sensible"
    there = games.report("head_to_head", participant=one, opponent=other)
    back = games.report("head_to_head", participant=other, opponent=one)
    assert len(there) == len(back) == 2
    for a, b in zip(there, back, strict=True):
        assert (a["wins"], a["ties"], a["losses"]) == (b["losses"], b["ties"], b["wins"])
        assert a["expected"] + b["expected"] == pytest.approx(1)
        assert a["reached"] + b["reached"] == pytest.approx(1)


@pytest.mark.parametrize("given", [{}, {"rules": "ghostel"}, {"seats": 4}])
def test_people_and_bots(games, given):
    found: dict[tuple[str, str, int], list[int]] = defaultdict(lambda: [0] * 5)
    for rules, who, _, winners in PLAYED:
        people = [seat for seat, each in enumerate(who) if not isinstance(each, str)]
        wanted = given.get("rules") in (None, rules) and given.get("seats") in (None, len(who))
        if rules == "spirits_of_christmas" or not people or not wanted:
            continue
        for bot in {each for each in who if isinstance(each, str)}:
            seats = [seat for seat, each in enumerate(who) if each == bot]
            row = found[rules, bot, len(who)]
            for n, more in enumerate([1, len(people), len({*people} & {*winners}), len(seats), len({*seats} & {*winners})]):
                row[n] += more
    expected = []
    for (rules, bot, count), (number, people, people_won, bots, bots_won) in sorted(found.items()):
        row = {"rules": rules, "bot": bot, "seat_count": count, "games": number}
        for whose, seats, wins in (("people", people, people_won), ("bot", bots, bots_won)):
            low, high = wilson(wins, seats)
            row |= {f"seats_of_{whose}": seats, f"wins_of_{whose}": wins, f"win_rate_of_{whose}": wins / seats}
            row |= {f"win_rate_of_{whose}_low": low, f"win_rate_of_{whose}_high": high}
        expected.append(row)
    rows = games.report("people_and_bots", **given)
    assert len(rows) == len(expected) > 0
    assert all(map(close, rows, expected))
