"""Who has to be told at once that a game has changed?

These are hints and nothing more: a lost one costs a moment, because waiting clients and the bots' sweep look at the tables
themselves.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from uuid import UUID

from asgiref.sync import sync_to_async
from celery import current_app
from django.db import connection

from events import store

POLL_SECONDS = 0.1
"""How often the tables are asked, once for all who wait in this process."""
BROKER_REST_SECONDS = 5.0
"""How long no hint is sent after the broker could not be reached."""

log = logging.getLogger(__name__)
Waiter = tuple[int, asyncio.AbstractEventLoop, "asyncio.Future[None]"]

_waiters: dict[UUID, list[Waiter]] = {}
_lock = threading.Lock()
_pollers: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}
_broker_rests_until = 0.0


def game_changed(game: UUID, version: int, *, bots_asked: bool) -> None:
    """Called after the commit: wake the clients that wait in this process, and the bots of the game."""
    _wake(game, version)
    if bots_asked:
        _bots(game)


def _bots(game: UUID) -> None:
    global _broker_rests_until
    if time.monotonic() < _broker_rests_until:
        return
    try:
        current_app.send_task("gameplay.tasks.bots_play", (str(game),), retry=False, ignore_result=True)
    except Exception as error:  # noqa: BLE001 - the move is committed; a broker that is down only delays the bots
        _broker_rests_until = time.monotonic() + BROKER_REST_SECONDS
        log.warning("no hint to the bots, the sweep will find them: %s", type(error).__name__)


def _wake(game: UUID, version: int) -> None:
    with _lock:
        waiters = _waiters.get(game, [])
        ready = [w for w in waiters if w[0] < version]
    for _, loop, future in ready:
        loop.call_soon_threadsafe(_done, future)


def _done(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


async def newer_than(game: UUID, after: int, seconds: float) -> bool:
    """Wait until the game has an event after seq `after`; False if it has none within `seconds`.

    Holds no thread and no database connection: one poller a process asks for all who wait.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[None] = loop.create_future()
    waiter = (after, loop, future)
    with _lock:
        _waiters.setdefault(game, []).append(waiter)
    try:
        if loop not in _pollers or _pollers[loop].done():
            _pollers[loop] = loop.create_task(_poll(loop))
        await asyncio.wait_for(future, seconds)
    except TimeoutError:
        return False
    finally:
        with _lock:
            _waiters[game].remove(waiter)
            if not _waiters[game]:
                del _waiters[game]
    return True


async def _poll(loop: asyncio.AbstractEventLoop) -> None:
    while True:
        with _lock:
            games = [game for game, waiters in _waiters.items() if any(w[1] is loop for w in waiters)]
        if not games:
            break
        try:
            versions = await sync_to_async(_versions, thread_sensitive=False)(games)
        except Exception:
            log.exception("the waiting clients' poll failed; it goes on")
            versions = {}
        for game, version in versions.items():
            _wake(game, version)
        await asyncio.sleep(POLL_SECONDS)
    del _pollers[loop]


def _versions(games: list[UUID]) -> dict[UUID, int]:
    try:
        return store.heads(streams=games)
    finally:
        connection.close()
