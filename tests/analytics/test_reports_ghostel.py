"""Are the figures of Ghostel's reports those that plain Python computes from the folded games?"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from typing import Any

import pytest

from analytics.export import export
from events import store
from gameplay.rules.ghostel import facts as f
from gameplay.rules.ghostel.cards import CARDS
from gameplay.table import FINISHED, History, history
from tests.analytics.playing import played, put

from .test_reports import close, rows, wilson

DECK = CARDS["house-1"]


@pytest.fixture(scope="module")
def games(shared_folder, logged) -> list[History]:
    """Finished games of each size, one that is being played, one that is open."""
    with logged():
        made = [put(played("ghostel", 2 + seed % 3, seed)) for seed in range(9)]
        made.append(put(played("ghostel", 3, 100)[:150]))
        made.append(put(played("ghostel", 4, 200)[:3]))
        put(played("spooky_bar", 3, 1))
        export(shared_folder)
        return [history(game, store.read(stream=game)) for game in made]


def told(game: History) -> list[Any]:
    return [fact for entry in game.entries for fact in entry.facts]


def counted(games: list[History], seats: int | None) -> list[History]:
    return [game for game in games if game.table.status == FINISHED and seats in (None, len(game.table.seats))]


@pytest.mark.parametrize("seats", [None, 2, 3, 4])
def test_guest_scare_rates(shared_folder, games, seats):
    came: dict[str, list[int]] = defaultdict(list)
    stays: dict[str, list[int]] = defaultdict(list)
    payments: dict[str, list[list[f.PointsScored]]] = defaultdict(list)
    for game in counted(games, seats):
        arrived = {fact.guest: fact.night for fact in told(game) if isinstance(fact, f.GuestArrived)}
        for guest, night in arrived.items():
            came[guest].append(night)
        for fact in told(game):
            if isinstance(fact, f.GuestFled):
                stays[fact.guest].append(fact.night - arrived[fact.guest])
                payments[fact.guest].append([paid for paid in told(game) if isinstance(paid, f.PointsScored) and paid.guest == fact.guest])
    expected = []
    for guest in sorted(came):
        card, shown, scared = DECK.guests[guest], len(came[guest]), len(stays[guest])
        paid = [payment for scare in payments[guest] for payment in scare]
        points = sum(payment.points for payment in paid)
        of_place = {place: [payment.points for payment in paid if payment.place == place] for place in (1, 2, 3)}
        low, high = wilson(scared, shown)
        expected.append(
            {
                "guest": guest,
                "name": card.name,
                "courage": card.courage,
                "ability": card.asks.kind,
                "shown": shown,
                "scared": scared,
                "scare_rate": scared / shown,
                "scare_rate_low": low,
                "scare_rate_high": high,
                "nights_until_scared": statistics.mean(stays[guest]) if scared else None,
                "points": points,
                "points_a_scare": points / scared if scared else None,
                "contributors_a_scare": len(paid) / scared if scared else None,
                "firsts": len(of_place[1]),
                "seconds": len(of_place[2]),
                "thirds": len(of_place[3]),
                "share_of_first": sum(of_place[1]) / points if scared else None,
                "share_of_second": sum(of_place[2]) / points if scared else None,
                "share_of_third": sum(of_place[3]) / points if scared else None,
            }
        )
    found = rows(shared_folder, "guest_scare_rates", seats=seats)
    assert len(found) == len(expected) > 20
    assert all(map(close, found, expected))


@pytest.mark.parametrize("seats", [None, 2, 3, 4])
def test_die_use(shared_folder, games, seats):
    counts: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for game in counted(games, seats):
        lying: dict[str, tuple[tuple[int, int], int]] = {}
        for fact in told(game):
            match fact:
                case f.DiceRolled() | f.DiceKept():
                    for die, face in zip(fact.dice, fact.faces, strict=True):
                        counts[8 if die.endswith("d8") else 6, face]["rolled" if isinstance(fact, f.DiceRolled) else "kept"] += 1
                case f.DiePlaced():
                    assert fact.die not in lying
                    lying[fact.die] = ((fact.sides, fact.face), fact.night)
                    counts[fact.sides, fact.face]["placed"] += 1
                    counts[fact.sides, fact.face]["doubled"] += fact.doubled
                case f.GuestFled():
                    for die in fact.returned:
                        look, night = lying.pop(die)
                        counts[look]["scared_at_once" if night == fact.night else "scared_later"] += 1
                case f.DiceCalmed():
                    for die in fact.returned:
                        counts[lying.pop(die)[0]]["calmed"] += 1
        for look, _ in lying.values():
            counts[look]["left_over"] += 1
    expected = []
    columns = ("rolled", "kept", "placed", "doubled", "scared_at_once", "scared_later", "calmed", "left_over")
    for (sides, face), count in sorted(counts.items()):
        assert count["placed"] == sum(count[fate] for fate in columns[4:])
        scared = count["scared_at_once"] + count["scared_later"]
        low, high = wilson(scared, count["placed"])
        row: dict[str, Any] = {"sides": sides, "face": face} | {name: count[name] for name in columns}
        rate = scared / count["placed"] if count["placed"] else None
        expected.append(row | {"scare_rate": rate, "scare_rate_low": low, "scare_rate_high": high})
    found = rows(shared_folder, "die_use", seats=seats)
    assert len(found) == len(expected) >= 6
    assert all(map(close, found, expected))


@pytest.mark.parametrize("seats", [None, 2, 3, 4])
def test_purchase_win_rates(shared_folder, games, seats):
    bought: dict[tuple[int, str], dict[tuple[Any, int], list[int]]] = defaultdict(dict)
    winners: set[tuple[Any, int]] = set()
    for game in counted(games, seats):
        count = len(game.table.seats)
        winners |= {(game.table.game, seat) for seat in game.table.result.winners}
        for deck in ("scare_tactic", "spookie_favour", "terror_bonus"):
            for seat in range(count):
                prices = [fact.price for fact in told(game) if isinstance(fact, f.CardBought) and (fact.seat, fact.deck) == (seat, deck)]
                bought[count, deck][game.table.game, seat] = prices
    expected = []
    for (count, deck), of_seats in sorted(bought.items()):
        numbers = {seat: len(prices) for seat, prices in of_seats.items()}
        median = statistics.median(numbers.values())
        of_winners = [n for seat, n in numbers.items() if seat in winners]
        of_others = [n for seat, n in numbers.items() if seat not in winners]
        row: dict[str, Any] = {
            "seat_count": count,
            "deck": deck,
            "seats": len(numbers),
            "cards": sum(numbers.values()),
            "points": sum(map(sum, of_seats.values())),
            "cards_of_winners": statistics.mean(of_winners) if of_winners else None,
            "cards_of_others": statistics.mean(of_others) if of_others else None,
        }
        groups = {"with": [seat for seat, n in numbers.items() if n], "often": [seat for seat, n in numbers.items() if n > median]}
        for word, group in groups.items():
            wins = len(winners.intersection(group))
            low, high = wilson(wins, len(group))
            row |= {f"seats_{word}": len(group), f"wins_{word}": wins, f"win_rate_{word}": wins / len(group) if group else None}
            row |= {f"win_rate_{word}_low": low, f"win_rate_{word}_high": high}
        expected.append(row | {"win_rate_all": len(of_winners) / len(numbers)})
    found = rows(shared_folder, "purchase_win_rates", seats=seats)
    assert len(found) == len(expected) == (3 if seats else 9)
    assert all(map(close, found, expected))


def test_every_placed_die_has_one_fate(shared_folder, games):
    """The fates of a face add up to the dice that were placed with it."""
    for row in rows(shared_folder, "die_use"):
        assert row["placed"] == row["scared_at_once"] + row["scared_later"] + row["calmed"] + row["left_over"]
    assert sum(row["kept"] for row in rows(shared_folder, "die_use")) == sum(row["placed"] for row in rows(shared_folder, "die_use"))


def test_the_colours_that_a_host_chose_are_a_list_for_each_seat(folder, db, ask):
    chosen = [["black", "red"], ["white", "blue"]]
    put(played("ghostel", 2, 3, options={"ghosts": chosen}))
    put(played("ghostel", 3, 3))
    export(folder)
    assert ask("SELECT ghosts FROM options_ghostel ORDER BY ghosts IS NULL") == [(chosen,), (None,)]
