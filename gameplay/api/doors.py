"""How large may a body be before anything reads it?

Servers pass on bodies of any size, with or without a length. These wrap the ASGI and the WSGI application: what is too
large is never collected, in memory or on disk.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterable
from typing import Any, Final

from .parsing import MAX_BODY
from .waiting import App, Message, Receive, Scope, Send

_KEPT: Final = MAX_BODY + 1
"""One byte more than is allowed is enough for the API to say 413."""

WSGIApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class BoundedASGI:
    """Cuts a body short after the first byte that is too much."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        room = _KEPT

        async def bounded() -> Message:
            nonlocal room
            if room <= 0:
                await asyncio.get_running_loop().create_future()  # reads no more; cancelled when the answer is out
            message = await receive()
            if message["type"] != "http.request":
                return message
            body = message.get("body", b"")[:room]
            room -= len(body)
            return {"type": "http.request", "body": body, "more_body": message.get("more_body", False) and room > 0}

        await self._app(scope, bounded, send)


class BoundedWSGI:
    """Reads a body that comes without a length, up to the first byte that is too much, and gives it one."""

    def __init__(self, app: WSGIApp) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower():
            body = environ["wsgi.input"].read(_KEPT)
            environ["wsgi.input"] = io.BytesIO(body)
            environ["CONTENT_LENGTH"] = str(len(body))
        return self._app(environ, start_response)
