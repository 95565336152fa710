"""Where does a session count? On the pages for people and in the admin, and nowhere else.

The API knows tokens only: its requests pass by here without a query, a cookie or a change of thread.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase

PLACES: Final = ("/referee", "/play", "/accounts", "/admin", "/analytics")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy of every page: no script, style or picture but our own files."""


def is_page(request: HttpRequest) -> bool:
    return request.path_info.startswith(PLACES)


class _OnPages:
    """Does what the class beside it does, for pages only."""

    async_mode: bool
    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        if self.async_mode:
            return self._asked(request)
        if not is_page(request):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]

    async def _asked(self, request: HttpRequest) -> Any:
        if not is_page(request):
            return await self.get_response(request)
        return await super().__acall__(request)  # type: ignore[misc]


class PageSession(_OnPages, SessionMiddleware):
    """Sessions; and what is true of every page: nobody keeps a copy of it, and it runs nothing from elsewhere."""

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        found: HttpResponseBase = super().process_response(request, response)
        found.setdefault("Content-Security-Policy", POLICY)
        found.setdefault("Cache-Control", "no-store")
        return found


class PageAuthentication(_OnPages, AuthenticationMiddleware):
    """Who is logged in."""


class PageMessages(_OnPages, MessageMiddleware):
    """What is to be said on the next page."""
