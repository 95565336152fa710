"""Does a client that waits get the news at once, and hold nothing here meanwhile?"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections

from config.asgi import application
from gameplay.api.parsing import MAX_BODY
from gameplay.wakeups import POLL_SECONDS
from tests.api.conftest import game_new, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def seated():
    ada, ben = person("ada"), person("ben")
    return ada, ben, game_new(ada, ben)


def asgi(test: Callable[[httpx.AsyncClient], Awaitable[Any]]) -> Any:
    """Run this with a client of the ASGI application, as the one-process server has it."""

    async def run() -> Any:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(application), base_url="http://localhost", timeout=30) as client:
            return await test(client)

    return asyncio.run(run())


def waiting(client: httpx.AsyncClient, who: Any, game: Any, after: int, wait: int) -> Awaitable[httpx.Response]:
    headers = {"Authorization": f"Bearer {who.secret}"} if who else {}
    return client.get(f"/api/v1/games/{game}/events/next?after={after}&wait={wait}", headers=headers)


def chosen(who, game):
    """A choice of this person, from another thread as from another request."""

    def choose():
        try:
            asked = who.asked(game)
            return who.choose(game, asked["id"], asked["choices"][0], key=str(uuid4()))
        finally:
            connection.close()

    return asyncio.to_thread(choose)


def test_what_is_there_already_is_answered_at_once(seated):
    ada, _, game = seated
    answer = asgi(lambda client: waiting(client, ada, game, 0, 25))
    assert answer.status_code == 200
    assert answer.json()["items"][0]["kind"] == "game.created"
    assert answer.headers["X-Request-Id"]


def test_news_is_answered_as_soon_as_it_is_there(seated):
    ada, ben, game = seated
    version = ada.get(f"/games/{game}").json["version"]

    async def test(client):
        waits = asyncio.ensure_future(waiting(client, ada, game, version, 20))
        await asyncio.sleep(0.5)
        assert not waits.done()
        made = await chosen(ben, game)
        began = time.monotonic()
        answer = await waits
        return made, answer, time.monotonic() - began

    made, answer, took = asgi(test)
    assert made.status == 201
    assert [item["seq"] for item in answer.json()["items"]] == list(range(version + 1, made.json["version"] + 1))
    assert took < 5 * POLL_SECONDS + 1
    assert answer.headers["RateLimit"]


def test_without_news_an_empty_page_comes_when_the_time_is_over(seated):
    ada, _, game = seated
    version = ada.get(f"/games/{game}").json["version"]
    began = time.monotonic()
    answer = asgi(lambda client: waiting(client, ada, game, version, 1))
    assert 0.9 < time.monotonic() - began < 5
    assert answer.json().items() >= {"items": [], "version": version, "next_after": version, "has_more": False, "ended": False}.items()


def test_nobody_waits_for_a_game_that_is_over(seated):
    from tests.api.conftest import play_out

    ada, ben, game = seated
    play_out(game, ada, ben)
    version = ada.get(f"/games/{game}").json["version"]
    began = time.monotonic()
    answer = asgi(lambda client: waiting(client, None, game, version, 25))
    assert time.monotonic() - began < 5
    assert answer.json()["ended"]


def test_refusals_do_not_wait(seated):
    ada, _, game = seated
    hidden = game_new(ada, private=True, start=False)

    async def test(client):
        return [
            await waiting(client, None, hidden, 0, 25),
            await waiting(client, ada, game, 9999, 25),
            await client.get(f"/api/v1/games/{game}/events/next?wait=26"),
            await client.get("/api/v1/games/nonsense/events/next"),
            await client.post(f"/api/v1/games/{game}/events/next"),
        ]

    answers = asgi(test)
    assert [answer.status_code for answer in answers] == [404, 400, 400, 404, 405]
    assert {answer.headers["Content-Type"] for answer in answers} == {"application/problem+json"}


def test_a_waiting_client_is_counted_once(seated, settings):
    from gameplay.api import buckets

    settings.API_RATES = "reads=3:0.001,choices=9:9"
    ada, ben, game = seated
    version = ada.get(f"/games/{game}").json["version"]
    buckets.policies.cache_clear()
    buckets.buckets.cache_clear()
    settings.API_BUCKETS += "-fresh"

    async def test(client):
        waits = asyncio.ensure_future(waiting(client, ada, game, version, 20))
        await asyncio.sleep(0.3)
        await chosen(ben, game)
        return await waits

    answer = asgi(test)
    assert answer.status_code == 200
    assert answer.headers["RateLimit"].startswith('"reads";r=2;')


def test_sixty_waiting_clients_hold_no_thread_and_no_connection(seated, monkeypatch):
    ada, ben, game = seated
    version = ada.get(f"/games/{game}").json["version"]
    connection.close()
    kind = type(connections[DEFAULT_DB_ALIAS])
    opened: set[int] = set()
    lock = threading.Lock()
    connect, close = kind.connect, kind.close

    def counted_connect(self):
        connect(self)
        with lock:
            opened.add(id(self))

    def counted_close(self):
        close(self)
        with lock:
            opened.discard(id(self))

    monkeypatch.setattr(kind, "connect", counted_connect)
    monkeypatch.setattr(kind, "close", counted_close)

    async def test(client):
        waits = [asyncio.ensure_future(waiting(client, ada if i % 2 else None, game, version, 20)) for i in range(60)]
        held = []
        for _ in range(20):  # those that still come in have a thread each; wait until all of them are in the room
            await asyncio.sleep(0.25)
            held.append((threading.active_count(), len(opened)))
            if held[-1][1] <= 1 and len(held) > 3:
                break
        assert not any(wait.done() for wait in waits)
        await chosen(ben, game)
        answers = await asyncio.gather(*waits)
        return held, answers

    before = threading.active_count()
    held, answers = asgi(test)
    assert {answer.status_code for answer in answers} == {200}
    assert all(answer.json()["items"] for answer in answers)
    threads, open_now = held[-1]
    assert open_now <= 1  # the one look that is taken for all of them
    assert threads - before <= 12  # the loop's own pool, whatever the number of clients


def test_a_client_that_has_gone_is_waited_for_no_longer(seated):
    from gameplay import wakeups

    ada, _, game = seated
    version = ada.get(f"/games/{game}").json["version"]
    sent: list[Any] = []

    async def run() -> None:
        gone = asyncio.Event()
        first = True

        async def receive():
            nonlocal first
            if first:
                first = False
                return {"type": "http.request", "body": b"", "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/api/v1/games/{game}/events/next",
            "query_string": f"after={version}&wait=20".encode(),
            "headers": [(b"host", b"localhost"), (b"authorization", f"Bearer {ada.secret}".encode())],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "scheme": "http",
            "http_version": "1.1",
            "asgi": {"version": "3.0"},
        }
        task = asyncio.ensure_future(application(scope, receive, send))
        await asyncio.sleep(0.5)
        assert wakeups._waiters
        gone.set()
        await asyncio.wait_for(task, 2)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert sent == []
    assert not wakeups._waiters


def test_under_wsgi_it_answers_at_once(seated):
    ada, _, game = seated
    version = ada.get(f"/games/{game}").json["version"]
    began = time.monotonic()
    answer = ada.get(f"/games/{game}/events/next", f"after={version}&wait=25")
    assert time.monotonic() - began < 5
    assert (answer.status, answer.json["items"]) == (200, [])


@pytest.mark.parametrize("size", [MAX_BODY + 1, 3_000_000])
def test_a_body_without_a_length_is_cut_off_at_the_limit(size):
    ada = person("ada")
    read = 0

    async def body():
        nonlocal read
        for _ in range(0, size, 10_000):
            read += 10_000
            yield b" " * 10_000

    async def test(client):
        headers = {"Authorization": f"Bearer {ada.secret}", "Content-Type": "application/json"}
        return await client.post("/api/v1/games", content=body(), headers=headers)

    answer = asgi(test)
    assert answer.status_code == 413
    assert answer.json()["code"] == "body_too_large"
    assert read <= MAX_BODY + 30_000


def test_a_small_body_without_a_length_is_read_like_any_other():
    ada = person("ada")

    async def body():
        yield b'{"rules": "spooky_bar", '
        yield b'"seats": 2}'

    async def test(client):
        headers = {"Authorization": f"Bearer {ada.secret}", "Content-Type": "application/json"}
        return await client.post("/api/v1/games", content=body(), headers=headers)

    assert asgi(test).status_code == 201


def test_a_body_without_a_length_is_read_under_wsgi_too():
    import io

    from config.wsgi import application as wsgi

    ada = person("ada")

    def post(body: bytes) -> tuple[str, bytes]:
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": "/api/v1/games",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "HTTP_HOST": "localhost",
            "HTTP_AUTHORIZATION": f"Bearer {ada.secret}",
            "HTTP_TRANSFER_ENCODING": "chunked",
            "CONTENT_TYPE": "application/json",
            "wsgi.input": io.BytesIO(body),
            "wsgi.url_scheme": "http",
        }
        status = []
        return b"".join(wsgi(environ, lambda line, headers: status.append(line))), status[0]  # type: ignore[return-value]

    assert post(b'{"rules": "spooky_bar", "seats": 2}')[1].startswith("201")
    assert post(b" " * 200_000)[1].startswith("413")
    assert post(b"{")[1].startswith("400")
