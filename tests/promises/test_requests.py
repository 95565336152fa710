"""Do reads write, do limits hold over HTTP, and can a slow client slow another? (Promises 16 and 17.)"""

from __future__ import annotations

import asyncio
import socket
import statistics
import time
from contextlib import ExitStack

import httpx
import msgspec
import pytest
from django.db import connection

from api_docs.pages import routes
from gameplay.api import uses
from gameplay.api.endpoint import address_of
from gameplay.api.tokens import Scope
from gameplay.models import Player
from tests.api.conftest import Api, game_new, person, play_out
from tests.promises.serving import serving

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "TRUNCATE", "CREATE", "DROP", "ALTER", "SELECT * FROM EVENTS_APPEND")

RECORDED_LOOK = ('INSERT INTO "gameplay_accessrecord"', 'INSERT INTO "gameplay_delivery"')


class Writes:
    """Counts the statements that change something."""

    def __init__(self) -> None:
        self.statements: list[str] = []

    def __call__(self, execute, sql, params, many, context):
        words = sql.lstrip("( \n").upper()
        if words.startswith(WRITES) or " FOR UPDATE" in words or "EVENTS_APPEND" in words:
            self.statements.append(sql)
        return execute(sql, params, many, context)


@pytest.mark.django_db
def test_the_count_of_writes_notices_a_write(ada, open_game):
    counted = Writes()
    with connection.execute_wrapper(counted):
        ada.post(f"/games/{open_game}/seats", {"bot": "random"})
    assert counted.statements


@pytest.mark.django_db
def test_reads_never_write(ada, ben, eve, nobody, referee, monkeypatch):
    """Every route that is read, as everybody, in every state of a game: not one statement that changes a row.

    But for one: a referee's look at what others may not see is itself recorded, before it is answered.
    """
    monkeypatch.setattr("tests.api.conftest.keeps_to_the_document", lambda *_: None)  # checked elsewhere, and slow
    newcomer = Api(*_account_that_never_played())
    running, over, waiting = game_new(ada, ben), game_new(ada, ben), game_new(ada, start=False)
    play_out(over, ada, ben)
    counted, answered = Writes(), set()
    players = Player.objects.count()
    with connection.execute_wrapper(counted):
        for game in (running, over, waiting):
            given = {"game_id": game, "seq": 3, "name": "spooky_bar", "edition": "house-1", "report": "game_length", "seat": 0}
            for method, template, declared in routes():
                if method != "GET":
                    continue
                for asker in (ada, ben, eve, referee, nobody, newcomer):
                    for verb in ("GET", "HEAD"):
                        path = template.format_map(Given(given, game))
                        answer = asker.send(verb, path, Accept=declared.media[-1])
                        assert answer.status < 500
                        if answer.status == 200:
                            answered.add(template)
                        if asker is referee and declared.scope == Scope.REFEREE_READ:
                            assert all(statement.startswith(RECORDED_LOOK) for statement in counted.statements)
                            counted.statements.clear()
                        assert counted.statements == [], (path, counted.statements)
    assert len(answered) > 15
    assert Player.objects.count() == players
    assert uses.uses_write() > 0  # what a token's use leaves behind is written beside the requests


class Given(dict[str, object]):
    """What stands in the place of a path's parameter: every id that is not said otherwise is the game's."""

    def __init__(self, known: dict[str, object], game: object) -> None:
        super().__init__(known)
        self.game = game

    def __missing__(self, name: str) -> object:
        return self.game


def _account_that_never_played():
    newcomer = person("newcomer")
    Player.objects.filter(user=newcomer.user).delete()
    return newcomer.secret, newcomer.user


@pytest.mark.django_db
def test_to_ask_whether_a_choice_would_be_legal_never_writes_either(ada, game):
    newcomer = Api(*_account_that_never_played())
    asked, counted = ada.asked(game), Writes()
    with connection.execute_wrapper(counted):
        for who, status in ((ada, 200), (newcomer, 403)):
            answer = who.choose(game, asked["id"], asked["choices"][0], query="validate_only=true")
            assert answer.status == status
    assert counted.statements == []


@pytest.mark.django_db
def test_a_mistyped_id_is_404_everywhere(ada, referee, game):
    unknown = "01980000-0000-7000-8000-00000000dead"
    for method, template, declared in routes():
        if "{" not in template or declared.body is not None or needs_a_query(declared):
            continue
        for wrong in (unknown, "no-id-at-all", "1' OR '1'='1", "%00"):
            path = template.replace("{game_id}", wrong).replace("{seq}", "1").replace("{seat}", "0")
            path = path.format_map(Given({}, wrong))
            assert referee.send(method, path).status == 404, path


def needs_a_query(declared):
    return declared.query is not None and any(field.required for field in msgspec.structs.fields(declared.query))


async def many(url: str, count: int, **headers: str) -> list[httpx.Response]:
    limits = httpx.Limits(max_connections=100, max_keepalive_connections=100)
    async with httpx.AsyncClient(timeout=60, limits=limits, headers=headers, verify=False) as wire:
        return await asyncio.gather(*(wire.get(url) for _ in range(count)))


@pytest.mark.own_server  # limits are counted in files of their own, whichever the database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["uvicorn", "granian"])
def test_of_300_requests_at_once_against_a_limit_of_100_exactly_100_get_through(kind, ada, tmp_path):
    """By token, anonymous, and with tokens that are tried out; by one process and by several."""
    connection.close()
    with serving(kind, tmp_path, REVENANT_RATES="reads=100:0.001") as web:
        for headers in ({"Authorization": f"Bearer {ada.secret}"}, {}):
            answers = asyncio.run(many(f"{web.url}/api/v1/rules", 300, **headers))
            assert sorted(answer.status_code for answer in answers) == [200] * 100 + [429] * 200
            refused = next(answer for answer in answers if answer.status_code == 429)
            assert refused.json()["code"] == "rate_limited"
            assert int(refused.headers["Retry-After"]) > 0
        tried = asyncio.run(many(f"{web.url}/api/v1/rules", 150, Authorization="Bearer rv_pat_nonsense"))
        assert sorted(answer.status_code for answer in tried) == [401] * 100 + [429] * 50


@pytest.mark.parametrize(
    ("believed", "peer", "told", "counted"),
    [
        (False, "192.0.2.1", "198.51.100.7", "192.0.2.1"),
        (True, "192.0.2.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (True, "192.0.2.1", "", "192.0.2.1"),
        (True, "192.0.2.1", "nonsense" * 1000, ""),
        (False, "2001:db8:0:1:2:3:4:5", "", "2001:db8:0:1::/64"),
        (False, "2001:db8:0:1:ffff::", "", "2001:db8:0:1::/64"),
    ],
)
def test_an_anonymous_request_is_counted_for_the_address_that_a_trusted_proxy_names(believed, peer, told, counted, rf, settings):
    """Behind a proxy all would else share one limit, and one of them could use it up for everybody."""
    settings.BEHIND_PROXY = believed
    assert address_of(rf.get("/", REMOTE_ADDR=peer, headers={"X-Forwarded-For": told})) == counted


@pytest.mark.django_db(transaction=True)
def test_slow_and_silent_clients_slow_nobody(ada, game, tmp_path, capsys):
    """Sixty that connect and say nothing, thirty that stop within their headers, thirty within their body, thirty that wait."""
    connection.close()
    head = f"POST /api/v1/games/{game}/choices HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {ada.secret}\r\n"
    body = "Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"
    wait = f"GET /api/v1/games/{game}/events/next?after=999999 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving("uvicorn", tmp_path) as web, ExitStack() as held:
        alone = answer_times(web.url, ada, game)
        for text, count in (("", 60), (head, 30), (head + body, 30), (wait.replace("999999", "7"), 30)):
            for _ in range(count):
                wire = held.enter_context(socket.create_connection(("127.0.0.1", web.port)))
                wire.sendall(text.encode())
        time.sleep(0.5)
        crowded = answer_times(web.url, ada, game)
    with capsys.disabled():
        print(f"\nan answer takes {1000 * alone[1]:.0f} ms alone, {1000 * crowded[1]:.0f} ms beside 150 slow clients")
    assert crowded[0] < max(2.0, 10 * alone[0])


def answer_times(url: str, who: Api, game: object) -> tuple[float, float]:
    """The longest and the median of some answers' times, in seconds."""
    times = []
    with httpx.Client(base_url=url, timeout=30, headers={"Authorization": f"Bearer {who.secret}"}) as wire:
        for _ in range(30):
            began = time.monotonic()
            assert wire.get(f"/api/v1/games/{game}").status_code == 200
            times.append(time.monotonic() - began)
    return max(times[1:]), statistics.median(times)
