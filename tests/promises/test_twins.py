"""Can a seat learn anything from any answer of the service that it could not see? (Promises 7, 9 and 10.)

Two logs that differ only in what a viewer can't see are put into the same database, one after the other, under the same
ids. Everything that the viewer can ask for must then be the same bytes: status, headers and body of every route, refusals
included.
"""

from __future__ import annotations

from types import SimpleNamespace
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import transaction

from api_docs.pages import routes
from events import store
from gameplay import projection, tables
from gameplay.api import buckets
from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import SPECTATOR
from tests.api.conftest import Answer, Api, person
from tests.promises import twins

pytestmark = pytest.mark.django_db

GAME = UUID("01980000-0000-7000-8000-000000000001")
NOW = 1_750_000_000_000_000
ID = "00000000000000000000000000000001"
LENGTHS = {"spooky_bar": (12, 40)}
SEEN_AS = (0, 1, SPECTATOR)


class Place(dict[str, str]):
    """What stands in the place of a path's parameter: every id that is not said otherwise is the game's."""

    def __missing__(self, name: str) -> str:
        return str(GAME)


class Undone(Exception):
    """Ends the transaction in which one of the two games lives."""


@pytest.mark.parametrize("viewer", SEEN_AS)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_two_games_that_differ_only_in_what_is_hidden_are_the_same_bytes_on_every_route(name, viewer, settings, tmp_path, monkeypatch):
    monkeypatch.setattr("tests.api.conftest.keeps_to_the_document", lambda *_: None)  # checked elsewhere, and slow
    monkeypatch.setattr(buckets, "time", SimpleNamespace(time=lambda: 1000.0))
    rules = GAMES[name]
    seats = min(3, rules.seats.stop - 1)
    people = [person(f"seat{seat}") for seat in range(seats)]
    askers = [people[viewer]] if viewer >= 0 else [Api(), person("eve")]
    for asker in askers:
        asker.get("/rules")  # notes the token's use, which is not done twice within a minute
    settings.API_RATES = "reads=100000:0.001,writes=100000:0.001,choices=100000:0.001"
    players = [str(api.viewer.player) for api in people]
    for seed, length in enumerate(LENGTHS.get(name, (12, 30))):
        line = twins.played(rules, seats, seed, length)
        other = twins.twin(rules, seats, line, viewer, seed)
        logs = [twins.events(rules, players, one) for one in (line, other)]
        assert logs[0] != logs[1]
        tries = [msgspec.to_builtins(choice) for _, choice in (*line[-8:], *other[-8:])]
        first, second = ([everything(asker, log, tries, settings, tmp_path) for asker in askers] for log in logs)
        for here, there in zip(first, second, strict=True):
            assert len(here) > 60
            for a, b in zip(here, there, strict=True):
                assert a == b


def everything(asker: Api, events: list[store.NewEvent], tries: list[object], settings, tmp_path) -> list[tuple[object, ...]]:
    """Every answer to this caller about the game with this log; nothing of the game is left behind."""
    settings.API_BUCKETS = str(tmp_path / f"limits-{uuid4()}.sqlite3")
    buckets.buckets.cache_clear()
    buckets.policies.cache_clear()
    tables.forget()
    found: list[tuple[object, ...]] = []
    try:
        with transaction.atomic():
            store.append(stream=GAME, events=events, expected_version=0, now=NOW)
            assert projection.rebuild(GAME)
            found = [*reads(asker, len(events)), *refusals(asker, tries)]
            raise Undone
    except Undone:
        tables.forget()
    return found


def told(name: str, answer: Answer) -> tuple[object, ...]:
    return name, answer.status, sorted(answer.headers.items()), answer.body


def reads(asker: Api, version: int):
    """Every route that is read, with the queries that matter."""
    queries = {
        "/api/v1/games/{game_id}/decisions": ["", "enumerate=1&limit=200"],
        "/api/v1/games/{game_id}/events": ["", "limit=200", f"after={version - 3}", f"after={version}", f"after={version + 1}"],
        "/api/v1/games/{game_id}/events/next": [f"after={version - 1}&wait=0", f"after={version}&wait=0"],
        "/api/v1/games/{game_id}/difference": [
            f"old=1&new={version}",
            f"old={version}&new={version - 5}",
            f"old={version - 1}&new={version}",
        ],
        "/api/v1/games": ["", "mine=true", "awaiting=true", "status=playing"],
        "/api/v1/me/games": ["", "awaiting=true"],
    }
    given = Place(name="spooky_bar", report="game_length", edition="house-1", seat="0")
    for method, template, declared in routes():
        if method != "GET":
            continue
        places = range(1, version + 1) if "{seq}" in template else [0]
        for seq in places:
            path = template.format_map(Place(given, seq=str(seq)))
            for query in queries.get(template, [""]):
                for media in declared.media:
                    answer = asker.get(path, query, Accept=media, X_Request_Id=ID)
                    yield told(f"{path}?{query} {media}", answer)
                    if etag := answer.headers.get("ETag"):
                        again = asker.get(path, query, Accept=media, X_Request_Id=ID, If_None_Match=etag)
                        yield told(f"{path}?{query} {media} again", again)


def refusals(asker: Api, tries: list[object]):
    """What the caller is refused, and what it hears when it asks whether a choice would be legal."""
    asked = [item["id"] for item in asker.get(f"/games/{GAME}/decisions", X_Request_Id=ID).json["items"]]
    for number, choice in enumerate(tries):
        for decision in (*asked, "d1", "d999"):
            body = {"decision": decision, "choice": choice}
            key, query = f"k{number}{decision}", "validate_only=true" if decision in asked else ""
            answer = asker.post(f"/games/{GAME}/choices", body, key=key, query=query, X_Request_Id=ID)
            assert decision in asked or answer.status >= 400
            yield told(f"choice {choice} {decision}", answer)
    if asker.user is not None and not asked:
        yield told("take", asker.post(f"/games/{GAME}/seats", {}, X_Request_Id=ID))
    yield told("bot", asker.post(f"/games/{GAME}/seats", {"bot": "random", "seat": 1}, X_Request_Id=ID))
    yield told("start", asker.post(f"/games/{GAME}/start", X_Request_Id=ID))
    yield told("leave", asker.delete(f"/games/{GAME}/seats/9", X_Request_Id=ID))


def test_the_two_games_of_this_test_are_different_games():
    """The twin of a game ends in another state, is a legal game, and its own seats see it differently."""
    rules = GAMES["spooky_bar"]
    line = twins.played(rules, 3, 5, 40)
    other = twins.twin(rules, 3, line, 0, 5)
    ends = []
    for one in (line, other):
        s = twins.begun(rules, 3)
        for seat, choice in one:
            kernel.decide(s, seat, choice)
            kernel.evolve(s, seat, choice, kernel.ignore)
        ends.append(s)
    assert rules.view(ends[0], 0) == rules.view(ends[1], 0)
    assert kernel.dump(ends[0]) != kernel.dump(ends[1])
