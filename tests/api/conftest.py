"""What do the tests of the API stand on? People with tokens, games at every stage, and one way to call."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from analytics import datasets
from analytics.schema import Schema
from analytics.warehouse import opened
from gameplay import selectors, services, tables
from gameplay.api import buckets, uses
from gameplay.api.tokens import SCOPES, Scope, token_issue
from gameplay.selectors import Viewer, player_of
from tests.api.contract import keeps_to_the_document

STAFF_SCOPES = {Scope.REFEREE_READ, Scope.REFEREE_ACT}
PLAYER_SCOPES = [scope for scope in SCOPES if scope not in STAFF_SCOPES]


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes
    json: Any = None

    @property
    def code(self) -> str:
        return self.json["code"]


@dataclass
class Api:
    """Calls the API as one person, or as nobody."""

    secret: str | None = None
    user: Any = None
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    @property
    def viewer(self) -> Viewer:
        return Viewer(player=player_of(self.user).id)

    def send(self, method: str, path: str, body: bytes = b"", *, query: str = "", **headers: str) -> Answer:
        """One request as it is; header names are written with underscores."""
        sent = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        if self.secret is not None:
            sent.setdefault("Authorization", f"Bearer {self.secret}")
        content_type = sent.pop("Content-Type", "application/json")
        if not path.startswith(("/docs", "/api")):
            path = "/api/v1" + path
        response = self.client.generic(
            method, path, body, content_type=content_type, QUERY_STRING=query, headers={"Host": "localhost", **sent}
        )
        content = b"".join(response.streaming_content) if response.streaming else response.content
        media = response.get("Content-Type", "")
        parsed = json.loads(content) if content and media in ("application/json", "application/problem+json") else None
        answer = Answer(response.status_code, dict(response.headers), content, parsed)
        keeps_to_the_document(method, path, answer)
        return answer

    def get(self, path: str, query: str = "", **headers: str) -> Answer:
        return self.send("GET", path, query=query, **headers)

    def post(self, path: str, body: Any = None, *, key: str | None = None, query: str = "", **headers: str) -> Answer:
        raw = b"" if body is None else json.dumps(body).encode()
        return self.send("POST", path, raw, query=query, Idempotency_Key=key, **headers)  # type: ignore[arg-type]

    def delete(self, path: str, **headers: str) -> Answer:
        return self.send("DELETE", path, **headers)

    def choose(self, game: UUID, decision: str, choice: Any, *, key: str | None = None, query: str = "") -> Answer:
        return self.post(f"/games/{game}/choices", {"decision": decision, "choice": choice}, key=key or str(uuid4()), query=query)

    def asked(self, game: UUID) -> Any:
        """The first decision that this person is asked now."""
        return self.get(f"/games/{game}/decisions").json["items"][0]


@pytest.fixture(autouse=True, scope="session")
def _published(tmp_path_factory):
    """Statistics of no game at all: reports and the list of files are there, and empty."""
    folder = tmp_path_factory.mktemp("statistics")
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        warehouse.publish(force=True)
    datasets.publish(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.STATISTICS_DIR", folder)
        yield


@pytest.fixture(autouse=True)
def _fresh(settings, tmp_path):
    """Limits as wide as a test needs, and nothing left over from the test before."""
    settings.API_BUCKETS = str(tmp_path / "limits.sqlite3")
    settings.API_RATES = "reads=100000:100000,writes=100000:100000,choices=100000:100000"
    buckets.buckets.cache_clear()
    buckets.policies.cache_clear()
    tables.forget()
    uses.forget()
    yield
    buckets.buckets.cache_clear()
    buckets.policies.cache_clear()
    tables.forget()


def person(name: str, *, staff: bool = False, scopes: Any = None) -> Api:
    user = get_user_model().objects.create_user(name, is_staff=staff)
    player_of(user)
    granted = scopes if scopes is not None else list(SCOPES) if staff else PLAYER_SCOPES
    return Api(token_issue(user=user, name="test", scopes=granted)[1], user)


def with_scopes(api: Api, scopes: Any) -> Api:
    """The same person with a token of these scopes."""
    return Api(token_issue(user=api.user, name="narrow", scopes=scopes)[1], api.user)


@pytest.fixture
def ada(db) -> Api:
    return person("ada")


@pytest.fixture
def ben(db) -> Api:
    return person("ben")


@pytest.fixture
def eve(db) -> Api:
    """Sits nowhere."""
    return person("eve")


@pytest.fixture
def referee(db) -> Api:
    return person("ref", staff=True)


@pytest.fixture
def nobody(db) -> Api:
    """Without a token."""
    return Api()


def game_new(host: Api, *others: Api, bots: int = 0, private: bool = False, start: bool = True) -> UUID:
    """A game of Spooky Bar by `host`, who sits at seat 0."""
    seats = 1 + len(others) + bots
    player = player_of(host.user)
    game, invitation = services.game_create(player=player, rules="spooky_bar", seats=max(2, seats), private=private)
    for who in (host, *others):
        services.seat_take(game_id=game, viewer=who.viewer, invitation=invitation)
    for _ in range(bots):
        services.seat_bot(game_id=game, viewer=host.viewer, bot="random")
    if start:
        services.game_start(game_id=game, viewer=host.viewer)
    return game


def play_out(game: UUID, *people: Api, seed: int = 1) -> int:
    """Play a game to its end by random choices of its people, through the service. Returns how many choices it took."""
    dice = random.Random(seed)
    viewers = {who.viewer.actor: who.viewer for who in people}
    made = 0
    while True:
        shown = selectors.game_view(game_id=game, viewer=Viewer())
        if shown.status == "finished":
            return made
        seat = next(seat for seat in shown.seats if seat.awaiting)
        viewer = viewers[seat.player or ""]
        decision = selectors.decisions_open(game_id=game, viewer=viewer, limit=5000)[0]
        choice = dice.choice(decision.choices)
        services.choice_make(game_id=game, viewer=viewer, decision=decision.id, choice=to_json(choice), key=str(uuid4()))
        made += 1


def to_json(choice: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(choice)


@pytest.fixture
def game(ada, ben) -> UUID:
    """Being played by ada and ben."""
    return game_new(ada, ben)


@pytest.fixture
def open_game(ada) -> UUID:
    """Ada waits for a second player."""
    return game_new(ada, start=False)


@pytest.fixture
def private_game(ada, ben) -> UUID:
    return game_new(ada, ben, private=True)


@pytest.fixture
def finished_game(ada, ben) -> UUID:
    game = game_new(ada, ben)
    play_out(game, ada, ben)
    return game
