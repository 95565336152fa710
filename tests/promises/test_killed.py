"""Does `kill -9` of a web server or of a bot's process lose an accepted choice, or apply one twice? (Promises 1 and 2.)

People play over HTTP against a real server, each request sent again with the same key until it is answered. The server is
killed and started again and again meanwhile.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import httpx
import msgspec
import pytest
from django.db import connection

from events import store
from gameplay import log, projection, services, tables
from gameplay.rules.catalogue import GAMES
from gameplay.selectors import player_of
from tests.api.conftest import Api, game_new, person
from tests.promises.serving import ROOT, Web, serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(240)]

TABLES = 3
KILLS = 3
CHOICES = 40
"""Of each table, at least."""


class Client:
    """Plays all seats of one game over HTTP and remembers what was acknowledged."""

    def __init__(self, web: Web, game: UUID, people: list[Api], seed: int) -> None:
        self.game, self.people = game, people
        self.dice = random.Random(seed)
        self.acknowledged: dict[tuple[int, str], Any] = {}
        self.replayed = 0
        self.tried_again = 0
        self.wire = httpx.Client(base_url=f"{web.url}/api/v1", timeout=15, verify=False)

    def send(self, method: str, path: str, who: Api, **more: Any) -> httpx.Response:
        """The answer to this request, sent until there is one that is final."""
        headers = {"Authorization": f"Bearer {who.secret}", **more.pop("headers", {})}
        while True:
            try:
                answer = self.wire.request(method, f"games/{self.game}{path}", headers=headers, **more)
                if answer.status_code < 500:
                    return answer
            except httpx.TransportError:
                pass
            self.tried_again += 1
            time.sleep(0.05)

    def play(self, stop: threading.Event) -> None:
        number = 0
        while not stop.is_set() or len(self.acknowledged) < CHOICES:
            for seat, who in enumerate(self.people):
                page = self.send("GET", "/decisions?enumerate=true&limit=50", who).json()
                for asked in page["items"]:
                    number += 1
                    choice = self.dice.choice(asked["choices"])
                    command = {"json": {"decision": asked["id"], "choice": choice}, "headers": {"Idempotency-Key": f"k{number}"}}
                    answer = self.send("POST", "/choices", who, **command)
                    assert answer.status_code == 201, answer.text
                    if self.dice.random() < 0.2:  # as if the answer had been lost
                        again = self.send("POST", "/choices", who, **command)
                        assert (again.status_code, again.content) == (201, answer.content)
                        assert again.headers["idempotent-replayed"] == "true"
                    assert (seat, asked["id"]) not in self.acknowledged
                    self.acknowledged[seat, asked["id"]] = choice
                    self.replayed += "idempotent-replayed" in answer.headers
                    made = answer.json()["entries"][0]
                    assert (made["kind"], made["seat"], made["choice"]) == ("choice.made", seat, choice)
            answer = self.send("GET", "", self.people[0])
            assert answer.status_code == 200, answer.text
            if answer.json()["status"] == "finished":
                return


@pytest.mark.parametrize("kind", ["uvicorn", "granian"])
def test_a_killed_web_server_loses_no_accepted_choice_and_doubles_none(kind, tmp_path, capsys):
    people = [person(name) for name in ("ada", "ben", "cy")]
    games = [game_new(*people) for _ in range(TABLES)]
    connection.close()
    stop, dice = threading.Event(), random.Random(kind)
    with serving(kind, tmp_path) as web, ThreadPoolExecutor(TABLES) as threads:
        clients = [Client(web, game, people, seed) for seed, game in enumerate(games)]
        playing = [threads.submit(client.play, stop) for client in clients]
        for _ in range(KILLS):
            time.sleep(0.3 + 0.7 * dice.random())
            web.kill()
            web.start()
        stop.set()
        for each in playing:
            each.result(timeout=180)
    for client in clients:
        as_acknowledged(client)
    tried = sum(client.tried_again for client in clients)
    assert tried, "no request met a dead server"
    with capsys.disabled():
        replayed = sum(client.replayed for client in clients)
        print(f"\n{kind}: {sum(len(c.acknowledged) for c in clients)} choices, {KILLS} kills, {tried} tries again, {replayed} replays")


def as_acknowledged(client: Client) -> None:
    """The log holds each acknowledged choice once and no other, in one gapless order; chain and read rows agree with it."""
    tables.forget()
    events = store.read(stream=client.game)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    codec = log.codec("spooky_bar")
    made = [codec.choice_made(event.body) for event in events if event.kind == log.CHOICE_MADE]
    by_hand = [((one.seat, one.decision), log.encode(one.choice)) for one in made if not one.auto]
    assert len(by_hand) == len({place for place, _ in by_hand})
    expected = {place: canonical(codec, choice) for place, choice in client.acknowledged.items()}
    assert dict(by_hand) == expected
    assert store.verify(stream=client.game).ok
    assert projection.rebuild(client.game) is False


def canonical(codec: log.Codec, choice: Any) -> bytes:
    return log.encode(msgspec.convert(choice, codec.choice_type).canonical())


BOT = """
import os, sys, django
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.promises.settings"
django.setup()
from gameplay.tasks import bots_play
print("ready", flush=True)
print(bots_play(sys.argv[1]))
"""


def test_a_killed_process_of_the_bots_leaves_a_game_that_the_next_one_plays_to_its_end(tmp_path):
    ada = person("ada")
    seats = GAMES["spooky_bar"].seats.stop - 1
    game, _ = services.game_create(player=player_of(ada.user), rules="spooky_bar", seats=seats)
    for _ in range(seats):
        services.seat_bot(game_id=game, viewer=ada.viewer, bot="random")
    services.game_start(game_id=game, viewer=ada.viewer)
    started = store.head(stream=game).version
    connection.close()
    environment = {**os.environ, "TEST_DATABASE_NAME": str(connection.settings_dict["NAME"]), "REVENANT_VAR": str(tmp_path)}
    dice, reached = random.Random(1), [started]
    for _ in range(4):
        run = subprocess.Popen([sys.executable, "-c", BOT, str(game)], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
        time.sleep(0.02 + 0.1 * dice.random())
        run.send_signal(signal.SIGKILL)
        run.communicate()
        assert store.verify(stream=game).ok
        reached.append(store.head(stream=game).version)
    assert reached == sorted(reached) and reached[-1] > started
    subprocess.run([sys.executable, "-c", BOT, str(game)], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    tables.forget()
    events = store.read(stream=game)
    made = [log.codec("spooky_bar").choice_made(event.body) for event in events if event.kind == log.CHOICE_MADE]
    assert len({(one.seat, one.decision) for one in made}) == len(made)
    assert log.GAME_FINISHED in {event.kind for event in events}
    assert store.verify(stream=game).ok
    assert projection.rebuild(game) is False
