"""Is the probability that chance alone spreads wins so unevenly over the seats the one that tables and other formulas give?"""

from __future__ import annotations

import itertools
import math
import random
import statistics
from collections.abc import Iterator

import pytest

from tests.analytics.distributions import by_sums
from tests.analytics.in_memory import PEOPLE, Games


@pytest.fixture(scope="module")
def games() -> Iterator[Games]:
    made = Games()
    yield made
    made.connection.close()


@pytest.fixture(autouse=True)
def none_yet(games):
    forget(games)


def forget(games: Games) -> None:
    for game in games.games:
        games.drop(game)
    games.games.clear()


def tail(games: Games, x: float | None, freedom: int) -> float | None:
    [(found,)] = games.connection.execute("SELECT chi_square_tail($1::DOUBLE, $2::INTEGER)", [x, freedom]).fetchall()
    return found


CRITICAL = {
    1: (0.016, 0.455, 2.706, 3.841, 6.635, 10.828),
    2: (0.211, 1.386, 4.605, 5.991, 9.210, 13.816),
    3: (0.584, 2.366, 6.251, 7.815, 11.345, 16.266),
    4: (1.064, 3.357, 7.779, 9.488, 13.277, 18.467),
    5: (1.610, 4.351, 9.236, 11.070, 15.086, 20.515),
    10: (4.865, 9.342, 15.987, 18.307, 23.209, 29.588),
}
"""By degrees of freedom, what is exceeded with these probabilities; three places after the point, as in every printed table."""


@pytest.mark.parametrize("freedom", CRITICAL)
def test_the_values_of_printed_tables(games, freedom):
    for probability, x in zip((0.9, 0.5, 0.1, 0.05, 0.01, 0.001), CRITICAL[freedom], strict=True):
        assert tail(games, x + 0.0005, freedom) <= probability <= tail(games, x - 0.0005, freedom)


@pytest.mark.parametrize("freedom", range(1, 21))
def test_finite_sums_give_the_same_to_ten_digits(games, freedom):
    for x in (1e-6, 0.01, 0.5, 1, 2, 2.99, 3, freedom, freedom + 1.99, freedom + 2, freedom + 2.01, 20, 50, 200, 1300):
        assert tail(games, x, freedom) == pytest.approx(by_sums(x, freedom), rel=1e-10, abs=0)


def test_the_ends(games):
    assert tail(games, 0, 3) == 1
    assert tail(games, 10_000, 3) == 0
    assert tail(games, 3, 0) is None
    assert tail(games, None, 3) is None


def pearson(wins: list[int]) -> float:
    even = statistics.mean(wins)
    return sum((each - even) ** 2 / even for each in wins)


def put(games: Games, seats: int, winners: list[int], rules: str = "ghostel") -> None:
    games.put(rules, [*PEOPLE[:seats]], [seat in winners for seat in range(seats)], winners)


def compared(games: Games) -> tuple[float | None, float | None]:
    """What the report says of games of one kind and size: in every row the same."""
    [found] = {(row["chi_square"], row["p_value"]) for row in games.report("win_rate_by_seat")}
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_with_one_winner_each_it_is_pearsons(games, seats):
    dice = random.Random(seats)
    won = [dice.choices(range(seats), weights=range(3, 3 + seats))[0] for _ in range(60)]
    for seat in won:
        put(games, seats, [seat])
    chi_square, p_value = compared(games)
    assert chi_square == pytest.approx(pearson([won.count(seat) for seat in range(seats)]), rel=1e-12)
    assert p_value == pytest.approx(by_sums(chi_square, seats - 1), rel=1e-10)


def test_wins_of_10_20_and_30(games):
    """100/20 + 0 + 100/20 with two degrees of freedom: exp(-5)."""
    for seat, wins in enumerate((10, 20, 30)):
        for _ in range(wins):
            put(games, 3, [seat])
    assert compared(games) == (pytest.approx(10), pytest.approx(math.exp(-5)))


def test_shared_wins_are_expected_to_be_as_far_apart_as_the_degrees_of_freedom(games):
    """The mean over all ways in which chance can give the wins of these games to the seats is that of the distribution; Pearson's is less."""
    shapes = (1, 2, 2)
    cochrans, pearsons = [], []
    for winners in itertools.product(*(itertools.combinations(range(3), shared) for shared in shapes)):
        forget(games)
        for each in winners:
            put(games, 3, list(each))
        chi_square, _ = compared(games)
        cochrans.append(chi_square)
        pearsons.append(pearson([sum(seat in each for each in winners) for seat in range(3)]))
    assert statistics.mean(cochrans) == pytest.approx(2)
    assert statistics.mean(pearsons) < 1.5


def test_games_that_tell_no_seats_apart_test_nothing(games):
    put(games, 3, [0, 1, 2])
    put(games, 3, [])
    assert compared(games) == (None, None)
    put(games, 3, [1])
    assert compared(games) == (pytest.approx(2), pytest.approx(math.exp(-1)))


@pytest.mark.parametrize("seats", [1, 3])
def test_games_that_all_win_or_lose_together_test_nothing(games, seats):
    for n in range(4):
        put(games, seats, [*range(seats)] if n % 2 else [], "spirits_of_christmas")
    assert compared(games) == (None, None)


def test_each_kind_and_size_is_tested_by_itself(games):
    for rules, seats in (("ghostel", 2), ("ghostel", 3), ("bar_fight", 3)):
        for n in range(seats * 4):
            put(games, seats, [0 if rules == "bar_fight" else n % seats], rules)
    found = {(row["rules"], row["seat_count"]): (row["chi_square"], row["p_value"]) for row in games.report("win_rate_by_seat")}
    assert found == {
        ("ghostel", 2): (0, 1),
        ("ghostel", 3): (0, 1),
        ("bar_fight", 3): (pytest.approx(24), pytest.approx(math.exp(-12))),
    }
