"""How does a client wait for an event without holding anything here?

The waiting room stands in front of Django. A whole request is answered by the REST view; if the view found nothing to
tell, it says so on the side, and the answer is held back while the room waits: the request is over by then, its thread and
its database connection are given back. When the game has moved, the same request is answered once more. Under WSGI there
is no room and the first answer goes out at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest

from gameplay.wakeups import newer_than

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_SEAT: Final = "revenant.waiting"
_PATH_END: Final = "/events/next"


@dataclass
class Waiting:
    """What one waiting request is about, told by the view to the room."""

    game: UUID | None = None
    version: int = 0
    seconds: float = 0.0
    again: bool = False
    """Is this not the first look? Then it is not counted against the limits again."""
    limits: dict[str, str] = field(default_factory=dict)

    def begin(self) -> None:
        """Forget what the look before found."""
        self.game = None


def waiting_of(request: HttpRequest) -> Waiting | None:
    """The request's place in the waiting room; None if it can't wait."""
    found: Waiting | None = getattr(request, "scope", {}).get(_SEAT)
    return found


def wait_for(request: HttpRequest, game: UUID, version: int, seconds: int) -> None:
    """Hold this answer back until the game has an event after `version`, or the time is over."""
    waiting = waiting_of(request)
    if waiting is not None and seconds:
        waiting.game, waiting.version, waiting.seconds = game, version, seconds


class WaitingRoom:
    """The ASGI application with the room in front of it."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].endswith(_PATH_END):
            await self._app(scope, receive, send)
            return
        gone = asyncio.ensure_future(_until_gone(receive))
        try:
            for message in await self._answer(scope, gone):
                await send(message)
        finally:
            gone.cancel()

    async def _answer(self, scope: Scope, gone: asyncio.Future[None]) -> list[Message]:
        """The messages to send; none if the client has gone."""
        loop = asyncio.get_running_loop()
        until: float | None = None
        waiting = Waiting()
        while True:
            waiting.begin()
            answer: list[Message] = []
            await self._ask(scope, waiting, answer)
            if waiting.game is None:
                return answer
            if until is None:
                until = loop.time() + waiting.seconds
            moved: asyncio.Future[bool] = asyncio.ensure_future(newer_than(waiting.game, waiting.version, max(0.0, until - loop.time())))
            try:
                either: set[asyncio.Future[Any]] = {moved, gone}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                if gone.done():
                    return []
                if not await moved:
                    return answer
            finally:
                moved.cancel()
            waiting.again = True

    async def _ask(self, scope: Scope, waiting: Waiting, answer: list[Message]) -> None:
        unread = True

        async def receive() -> Message:
            nonlocal unread
            if unread:
                unread = False
                return {"type": "http.request", "body": b"", "more_body": False}
            await asyncio.get_running_loop().create_future()  # nothing more will come
            return {"type": "http.disconnect"}

        async def keep(message: Message) -> None:
            answer.append(message)

        await self._app({**scope, _SEAT: waiting}, receive, keep)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
