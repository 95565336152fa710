"""Are the ratings in the warehouse always those that a rebuild from its results would give, to the bit?"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

import duckdb
import pytest

from analytics import ratings
from analytics.rating_model import UNKNOWN, Reached, Standing, entered, orders, rated
from tests.analytics.in_memory import PEOPLE, Games


@pytest.fixture
def games() -> Iterator[Games]:
    made = Games()
    yield made
    made.connection.close()


A, B, C, D = PEOPLE[:4]


def test_games_are_rated_one_after_the_other_from_where_the_last_one_left_everybody(games):
    first = games.put("ghostel", [A, B, "sensible"], [9, 4, 4], [0])
    second = games.put("ghostel", [C, A], [3, 7], [1])
    assert games.update() == 2
    standings = {str(A): UNKNOWN, str(B): UNKNOWN, str(C): UNKNOWN, "bot:sensible": UNKNOWN}
    one = entered([Reached(0, str(A), True, 9), Reached(1, str(B), False, 4), Reached(2, "bot:sensible", False, 4)], None)
    after_one = standings | rated(orders(one), standings)
    two = entered([Reached(0, str(C), False, 3), Reached(1, str(A), True, 7)], None)
    after_two = after_one | rated(orders(two), after_one)
    expected = []
    for game, entrants, before, after in ((first, one, standings, after_one), (second, two, after_one, after_two)):
        for who, seats, placements in entrants:
            expected.append((game, who, seats, placements, after[who].games, *before[who][:2], *after[who][:2]))
    columns = "game_id, participant, seats, placements, number, mu_before, sigma_before, mu_after, sigma_after"
    assert games.rows(columns) == expected
    assert [row[2:4] for row in expected[:3]] == [([0], [1]), ([1], [2]), ([2], [2])]


def test_each_game_kind_has_ratings_of_its_own(games):
    games.put("ghostel", [A, B], [9, 4], [0])
    games.put("bar_fight", [B, A], [9, 4], [0])
    games.update()
    assert {(row[0], row[1]) for row in games.rows("mu_before, sigma_before")} == {UNKNOWN[:2]}
    assert games.rows("participant, mu_after > mu_before") == [(str(B), True), (str(A), False), (str(A), True), (str(B), False)]


@pytest.mark.parametrize("other", [{"simulated": True}, {"status": "playing"}, {"status": "voided"}])
def test_what_is_simulated_or_not_finished_is_not_rated(games, other):
    games.put("ghostel", [A, B], [9, 4], [0], **other)
    assert games.update() == 0
    assert games.rows() == []


def test_a_group_is_rated_against_the_mode_with_its_number_of_seats(games):
    games.put("spirits_of_christmas", [A, "sensible", "sensible"], [0, 0, 0], [])
    games.update()
    assert games.rows("participant, seats, placements, mu_after > mu_before") == [
        (str(A), [0], [2], False),
        ("bot:sensible", [1, 2], [2, 2], False),
        ("mode:hard:3", [], [1], True),
    ]


def test_games_that_end_in_the_same_microsecond_are_rated_in_the_order_of_their_ids(games):
    games.put("ghostel", [A, B], [1, 2], [1], minute=5, id=2**127 + 1)
    games.put("ghostel", [A, B], [2, 1], [0], minute=5, id=7)
    games.update()
    assert games.rows("game_id, participant, number") == [
        (UUID(int=game), str(who), number) for game, number in ((7, 1), (2**127 + 1, 2)) for who in (A, B)
    ]


def test_nothing_new_costs_nothing_and_changes_nothing(games):
    games.put("ghostel", [A, B], [9, 4], [0])
    games.update()
    before = games.rows()
    assert games.update() == 0
    games.note(UUID(int=1001))
    assert games.update() == 0
    assert games.rows() == before == games.rebuilt()
    assert games.connection.execute("SELECT count(*) FROM internal.unrated").fetchall() == [(0,)]


def test_a_new_game_at_the_end_leaves_all_others_alone(games):
    for _ in range(5):
        games.put("ghostel", [A, B], [9, 4], [0])
    assert games.update() == 5
    games.put("ghostel", [C, B], [9, 4], [0])
    assert games.update() == 1
    assert games.rows() == games.rebuilt()


def test_a_changed_result_changes_what_came_after_it_and_nothing_before(games):
    made = [games.put("ghostel", [PEOPLE[n % 5], PEOPLE[n % 5 + 1]], [n % 3, 1], [0]) for n in range(12)]
    other = games.put("bar_fight", [A, B], [9, 4], [0])
    games.update()
    before = games.rows()
    games.connection.execute("UPDATE results SET won = NOT won, score = 5 - score WHERE game_id = $1", [made[6]])
    games.note(made[6])
    assert games.update() == 6
    after = games.rows()
    assert after == games.rebuilt()
    early = {other, *made[:6]}
    assert [row for row in after if row[0] in early] == [row for row in before if row[0] in early]
    assert [row for row in after if row[0] == made[6]] != [row for row in before if row[0] == made[6]]


def test_a_dropped_game_counts_no_more(games):
    made = [games.put("ghostel", [A, B, C], [n % 4, 2, 1], [0]) for n in range(6)]
    games.update()
    games.drop(made[2])
    assert games.update() == 3
    assert made[2] not in {row[0] for row in games.rows()}
    assert games.rows() == games.rebuilt()
    for game in made:
        games.drop(game)
    assert games.update() == 0
    assert games.rows() == []


def test_a_game_that_sorts_before_the_last_rated_one_takes_its_place(games):
    for minute in (10, 20, 40):
        games.put("ghostel", [A, B], [9, 4], [0], minute=minute)
    games.update()
    games.put("ghostel", [B, A], [9, 4], [0], minute=30)
    assert games.update() == 2
    assert [row[0] for row in games.rows("number")] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert games.rows() == games.rebuilt()


def test_a_new_way_of_rating_rates_everything_again(games, monkeypatch):
    games.put("ghostel", [A, B], [9, 4], [0])
    games.put("bar_fight", [A, B], [9, 4], [0])
    games.update()
    monkeypatch.setattr(ratings, "RATING_VERSION", 2)
    assert games.update() == 2
    assert games.rows("rating_version") == [(2,)] * 4
    monkeypatch.setattr(ratings, "PARAMETERS", "other ones")
    assert games.update() == 2
    assert games.rows("parameters") == [("other ones",)] * 4
    assert games.update() == 0


def test_what_fails_in_the_middle_leaves_everything_as_it_was(games, monkeypatch):
    games.put("bar_fight", [A, B], [9, 4], [0])
    games.update()
    before = games.rows()
    games.put("bar_fight", [A, B], [9, 4], [0])
    games.put("ghostel", [A, B], [9, 4], [0])
    insert = ratings._insert

    def fail(connection: duckdb.DuckDBPyConnection, rows: list[tuple[Any, ...]]) -> None:
        insert(connection, rows)
        if rows[0][1] == "ghostel":
            raise KeyboardInterrupt

    monkeypatch.setattr(ratings, "_insert", fail)
    with pytest.raises(KeyboardInterrupt):
        games.update()
    assert games.rows() == before
    monkeypatch.undo()
    assert games.update() == 2
    assert games.rows() == games.rebuilt()


@pytest.mark.parametrize("chunk", [2, 5_000])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_in_whatever_steps_the_ratings_are_those_of_a_rebuild(games, seed, chunk, monkeypatch):
    """Games come, also late; results change, games are reopened, voided, finished again elsewhere in time, dropped, seats change hands."""
    monkeypatch.setattr(ratings, "_CHUNK", chunk)
    dice = random.Random(seed)
    made: list[UUID] = []

    def played(game: UUID | None = None) -> UUID:
        rules = dice.choice(["ghostel", "bar_fight", "spirits_of_christmas"])
        who = [dice.choice([*PEOPLE, "sensible", "random", None]) for _ in range(dice.randint(2, 5))]
        scores = [dice.randrange(4) for _ in who]
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if rules == "spirits_of_christmas":
            scores, winners = [7] * len(who), list(range(len(who))) if dice.random() < 0.5 else []
        status = dice.choice(["finished"] * 8 + ["playing", "voided"])
        return games.put(rules, who, scores, winners, game=game, status=status, minute=dice.randrange(60), simulated=dice.random() < 0.1)

    for _ in range(30):
        for _ in range(dice.randint(1, 3)):
            what = dice.random()
            if what < 0.6 or not made:
                made.append(played())
            else:
                game = dice.choice(made)
                games.drop(game)
                if what < 0.9:
                    played(game)
                else:
                    made.remove(game)
        games.update()
    assert len(games.rows()) > 50
    assert games.rows() == games.rebuilt()


def test_the_view_of_ratings_tells_where_everybody_stands_now(games):
    for n in range(9):
        games.put("ghostel", [A, "random", PEOPLE[n % 3 + 1]], [n % 4, 2, 1], [0])
    games.put("spirits_of_christmas", [A, B], [0, 0], [])
    games.update()
    last: dict[tuple[str, str], tuple[Standing, datetime, UUID]] = {}
    for rules, who, number, mu, sigma, at, game in games.rows("rules, participant, number, mu_after, sigma_after, finished_at, game_id"):
        last[rules, who] = (Standing(mu, sigma, number), at, game)
    kinds = {"bot:random": "bot", "mode:hard:2": "mode"}
    expected = {
        (rules, who, kinds.get(who, "person"), mu - 3 * sigma, mu, sigma, number, game, at)
        for (rules, who), ((mu, sigma, number), at, game) in last.items()
    }
    assert set(games.connection.execute("SELECT * FROM ratings").fetchall()) == expected
    assert len(expected) == 8
