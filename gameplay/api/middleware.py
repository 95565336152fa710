"""What is true of every answer, whichever layer made it?

Each has an `X-Request-Id`, and what no view could answer is a problem document too. It is the outermost middleware.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from .problems import response_of
from .requestid import HEADER, request_id_of

Respond = Callable[[HttpRequest], HttpResponseBase]


def _finish(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    response[HEADER] = request_id_of(request)
    response.setdefault("X-Content-Type-Options", "nosniff")
    return response


@sync_and_async_middleware
def envelope(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """The middleware, in the form that suits the rest of the chain."""
    if iscoroutinefunction(get_response):
        inner = cast("Callable[[HttpRequest], Awaitable[HttpResponseBase]]", get_response)

        async def respond_async(request: HttpRequest) -> HttpResponseBase:
            return _finish(request, await inner(request))

        respond_async.process_exception = process_exception  # type: ignore[attr-defined]
        return respond_async

    def respond(request: HttpRequest) -> HttpResponseBase:
        return _finish(request, cast("Respond", get_response)(request))

    respond.process_exception = process_exception  # type: ignore[attr-defined]
    return respond


def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's hook for a view that raised: pages and feeds outside REST framework."""
    return response_of(request, exception)
