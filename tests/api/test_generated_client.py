"""Can a client that was generated from the committed document, and knows no rules, play whole games?"""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from api_docs.document import COMMITTED
from gameplay.rules.catalogue import GAMES
from tests.api.conftest import person

PACKAGE = "revenant_client"


@pytest.fixture(scope="module")
def generated(tmp_path_factory) -> Any:
    """The generated package, imported; and what the generator had to say."""
    folder: Path = tmp_path_factory.mktemp("client")
    tool = Path(sys.executable).parent / "openapi-python-client"
    command = [tool, "generate", "--path", COMMITTED, "--output-path", folder / PACKAGE, "--meta", "none"]
    path = os.pathsep.join([str(tool.parent), os.environ.get("PATH", "")])
    said = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PATH": path}, cwd=folder)
    assert said.returncode == 0, said.stdout + said.stderr
    sys.path.insert(0, str(folder))
    try:
        yield said.stdout + said.stderr
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
            del sys.modules[name]


def module(name: str) -> ModuleType:
    return importlib.import_module(f"{PACKAGE}.{name}")


def call(name: str) -> Any:
    """An operation of the generated client by tag and id, answering with status and typed body."""
    return module(f"api.{name}").sync_detailed


def test_the_generator_leaves_out_nothing_but_the_ndjson_the_archive_and_the_files(generated):
    complaints = [line for line in generated.splitlines() if line.startswith("WARNING")]
    assert all(any(route in line for route in ("/record", "/case-file", "/datasets/{path}")) for line in complaints), generated
    for route in ("games.games_get", "play.choices_make", "events.events_next", "seats.seats_take", "me.tokens_create"):
        assert call(route)
    for name in ("SpookyBarBidChoice", "SpookyBarGuestLeftFact", "SpookyBarView", "SpookyBarOptions", "SpookyBarGuest", "Problem", "Game"):
        assert hasattr(module("models"), name)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("rules", "seats"), [("spooky_bar", 4), *((name, rules.seats.start) for name, rules in GAMES.items())])
def test_generated_clients_play_a_game_to_its_end_over_http(generated, live_server, rules, seats):
    models = module("models")
    client_of = module("client").AuthenticatedClient
    players = [client_of(base_url=live_server.url, token=person(name).secret) for name in ("ada", "ben", "cy", "dee")[:seats]]
    host = players[0]

    prefix = "".join(word.capitalize() for word in rules.split("_"))
    new = models.GameNew(rules=rules, seats=seats, options=getattr(models, f"{prefix}Options")())
    created = call("games.games_create")(client=host, body=new, idempotency_key=str(uuid4()))
    assert (created.status_code, type(created.parsed)) == (201, models.GameCreated)
    game = UUID(created.parsed.id)
    for player in players:
        taken = call("seats.seats_take")(game_id=game, client=player, body=models.SeatTake())
        assert isinstance(taken.parsed, models.SeatTaken)
    assert isinstance(call("games.games_start")(game_id=game, client=host, body=models.GameStart()).parsed, models.Game)

    dice, made, known, ended = random.Random(7), 0, 0, False
    while not ended:
        for player in players:
            for decision in call("play.decisions_list")(game_id=game, client=player, enumerate_=True).parsed.items:
                choice = dice.choice(decision.choices)
                body = models.ChoiceNew(decision=decision.id, choice=choice)
                answer = call("play.choices_make")(game_id=game, client=player, body=body, idempotency_key=str(uuid4()))
                assert isinstance(answer.parsed, models.ChoiceResult), answer.content
                made += 1
        page = call("events.events_next")(game_id=game, client=host, after=known, limit=200, wait=0).parsed
        assert [entry.seq for entry in page.items] == list(range(known + 1, page.next_after + 1))
        known, ended = page.next_after, page.ended
    assert made > 10
    shown = call("games.games_get")(game_id=game, client=host).parsed
    assert (shown.status, shown.version) == ("finished", known)
    assert shown.result.winners or GAMES[rules].cooperative
    assert isinstance(shown.view, getattr(models, f"{prefix}View"))
    verified = call("games.games_verification")(game_id=game, client=host).parsed
    assert verified.ok
    assert verified.secret_revealed


@pytest.mark.django_db(transaction=True)
def test_a_generated_client_loses_nothing_of_an_answer(generated, live_server, monkeypatch):
    from tests.api.conftest import game_new, play_out

    ada, ben = person("ada"), person("ben")
    running, finished = game_new(ada, ben), game_new(ada, ben)
    play_out(finished, ada, ben)
    models = module("models")
    headers = {"Authorization": f"Bearer {ada.secret}"}
    for game in (running, finished):
        raw = httpx.get(f"{live_server.url}/api/v1/games/{game}", headers=headers).json()
        assert models.Game.from_dict(raw).to_dict() == raw
        feed = httpx.get(f"{live_server.url}/api/v1/games/{game}/events?limit=200", headers=headers).json()
        assert models.FeedPage.from_dict(feed).to_dict() == feed


@pytest.mark.django_db(transaction=True)
def test_a_refusal_is_typed_too(generated, live_server):
    ada = person("ada")
    client = module("client").AuthenticatedClient(base_url=live_server.url, token=ada.secret)
    answer = call("games.games_get")(game_id=UUID(int=0), client=client)
    assert (answer.status_code, answer.parsed.code) == (404, "game_not_found")
