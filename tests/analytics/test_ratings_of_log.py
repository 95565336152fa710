"""Do ratings follow what referees do to games that are over, and are they those of a rebuild from the log?"""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest
from django.db import connection

from analytics import ratings
from analytics.export import export
from analytics.rating_model import UNKNOWN, Reached, entered, orders, rated
from analytics.snapshots import reading
from events import store
from events.store import NewEvent
from gameplay import log
from gameplay.table import FINISHED, History, history
from tests.analytics.playing import played, put
from tests.store_fixtures import guards_off

pytestmark = pytest.mark.django_db

ALL = "SELECT * FROM rating_changes ORDER BY rules, finished_at, game_id, seats[1] NULLS LAST"


def append(game: UUID, *events: NewEvent) -> None:
    put(list(events), game=game, after=store.heads(streams=[game])[game])


def ruling(kind: str, body: log.Body) -> NewEvent:
    return NewEvent(kind=kind, actor=str(UUID(int=99)), body=log.encode(body))


def rewound(events: list[NewEvent]) -> tuple[NewEvent, list[NewEvent]]:
    """A rewind to the middle of the game, and the same moves again, to its end."""
    to = next(n for n in range(len(events) // 2, len(events)) if events[n].kind == log.CHOICE_MADE)
    return ruling(log.GAME_REWOUND, log.GameRewound(to=to, cause="ruling", ruling="r")), events[to:]


def rows(folder: Path) -> list[tuple]:
    with reading(folder) as (_, snapshot):
        return snapshot.execute(ALL).fetchall()


def rebuilt(tmp_path: Path) -> list[tuple]:
    """The ratings of a warehouse that is made from nothing."""
    anew = tmp_path / f"anew{len(list(tmp_path.iterdir()))}"
    export(anew, publish_now=True)
    return rows(anew)


def by_hand(games: list[History]) -> list[tuple]:
    """(game, participant, mu, sigma) after each game, from the folded logs alone. Seats that a person holds have its pseudonym."""
    found = []
    standings = {}
    ends = {
        game.table.game: max(entry.at for entry in game.entries if entry.kind in (log.GAME_FINISHED, log.RESULT_ADJUDICATED))
        for game in games
    }
    for game in sorted(games, key=lambda game: (ends[game.table.game], game.table.game)):
        result, seats = game.table.result, game.table.seats
        who = [actor if actor.startswith("bot:") else "person" for actor in seats]
        reached = [
            Reached(seat, who[seat] if seat < len(seats) else None, seat in result.winners, score)
            for seat, score in enumerate(result.scores)
        ]
        mode = game.table.options.mode if game.table.rules.cooperative else None
        entrants = entered(reached, mode)
        kind = game.table.rules.name
        before = {each.participant: standings.get((kind, each.participant), UNKNOWN) for each in entrants}
        after = rated(orders(entrants), before)
        standings |= {(kind, participant): standing for participant, standing in after.items()}
        found += [(kind, game.table.game, each.participant, *after[each.participant][:2]) for each in entrants]
    return sorted(found)


def test_the_ratings_are_those_of_the_folded_logs(folder):
    """All people of these games are one: `played` gives each seed a person of its own, so the seed is the same."""
    put_games = [
        put(played(rules, seats, 3)) for rules in ("spooky_bar", "ghostel", "bar_fight", "spirits_of_christmas") for seats in (2, 3, 2)
    ]
    export(folder)
    with reading(folder) as (_, snapshot):
        found = snapshot.execute(
            "SELECT rules, game_id, CASE WHEN participant LIKE '%:%' THEN participant ELSE 'person' END, mu_after, sigma_after FROM rating_changes"
        ).fetchall()
        people = snapshot.execute("SELECT DISTINCT participant FROM rating_changes WHERE participant NOT LIKE '%:%'").fetchall()
        assert people == snapshot.execute("SELECT DISTINCT player::VARCHAR FROM seats WHERE player IS NOT NULL").fetchall()
        assert len(people) == 1
    assert sorted(found) == by_hand([history(game, store.read(stream=game)) for game in put_games])
    assert {row[2] for row in found} == {"person", "bot:random", "mode:normal:2", "mode:normal:3"}


def test_ratings_in_steps_with_rulings_in_between_are_those_of_a_rebuild(folder, tmp_path):
    games = [played("ghostel", 2 + n % 3, n % 3) for n in range(5)]
    first, second, third, *_ = [put(events) for events in games[:3]]

    def in_step() -> list[tuple]:
        export(folder, publish_now=True)
        found = rows(folder)
        assert found == rebuilt(tmp_path)
        return found

    assert {row[0] for row in in_step()} == {first, second, third}
    # A game that is over goes back: it counts no more, and what came after it is rated anew.
    back, again = rewound(games[0])
    append(first, back)
    without = in_step()
    assert {row[0] for row in without} == {second, third}
    # It ends once more, after the others.
    append(first, *again)
    put(games[3])
    at_the_end = in_step()
    assert [row[0] for row in at_the_end if row[0] in (first, second, third)][-1] == first
    # A referee gives the second game to somebody else.
    state = history(second, store.read(stream=second)).table
    assert state.status == FINISHED
    loser = next(seat for seat in range(len(state.seats)) if seat not in state.result.winners)
    append(second, ruling(log.RESULT_ADJUDICATED, log.ResultAdjudicated("r", state.result.scores, [loser])))
    adjudicated = in_step()
    placed = {seat: place for row in adjudicated if row[0] == second for seat, place in zip(row[4], row[5], strict=True)}
    assert [seat for seat, place in placed.items() if place == 1] == [loser]
    # The third is void.
    append(third, ruling(log.GAME_VOIDED, log.Ruled("r")))
    put(games[4])
    assert third not in {row[0] for row in in_step()}


def test_an_export_that_only_finds_a_running_game_rates_nothing(folder, monkeypatch):
    put(played("ghostel", 3, 1))
    export(folder, publish_now=True)
    before = rows(folder)
    rate = ratings._rate
    monkeypatch.setattr(ratings, "_rate", lambda *_: pytest.fail("nothing is to be rated"))
    put(played("ghostel", 3, 2)[:40])
    export(folder, publish_now=True)
    assert rows(folder) == before
    monkeypatch.setattr(ratings, "_rate", rate)
    put(played("ghostel", 3, 5))
    export(folder, publish_now=True)
    assert len(rows(folder)) > len(before)


def test_a_new_way_of_rating_is_published_without_a_new_event(folder, monkeypatch):
    put(played("ghostel", 3, 1))
    export(folder, publish_now=True)
    monkeypatch.setattr(ratings, "RATING_VERSION", ratings.RATING_VERSION + 1)
    done = export(folder, publish_now=True)
    assert (done.events, done.snapshot is not None) == (0, True)
    assert {row[-2] for row in rows(folder)} == {ratings.RATING_VERSION}


def test_a_game_that_is_gone_from_the_log_is_gone_from_the_ratings(folder, tmp_path):
    """As after a restore of a backup."""
    games = [put(played("ghostel", 3, seed)) for seed in (1, 2, 1)]
    export(folder, publish_now=True)
    key = games[0].hex if connection.vendor == "sqlite" else games[0]
    with guards_off(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM events_event WHERE stream_id = %s", [key])
        cursor.execute("DELETE FROM events_stream WHERE id = %s", [key])
    export(folder, publish_now=True, everything=True)
    assert {row[0] for row in rows(folder)} == set(games[1:])
    assert rows(folder) == rebuilt(tmp_path)
