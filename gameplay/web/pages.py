"""What do all pages for people have in common: who may open one, and how does it refuse?"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.csrf import csrf_protect

from gameplay.api import buckets
from gameplay.api.errors import KINDS, RULES_REFUSAL, Problem
from gameplay.api.problems import problem_of
from gameplay.models import Player
from gameplay.selectors import Viewer, player_of

Page = Callable[..., HttpResponseBase]
READ = ("GET", "HEAD")


def page(*methods: str, staff: bool = False, policy: str = "") -> Callable[[Page], Page]:
    """A page for who is logged in (`staff`: who is a referee; for others it does not exist). A refusal is a page too.

    It takes from the same buckets as the person's calls of the API: `policy`, else that of reads or of writes.
    """

    def wrapped(view: Page) -> Page:
        protected: Page = csrf_protect(view)

        @wraps(view)
        def answered(request: HttpRequest, **path: Any) -> HttpResponseBase:
            try:
                if request.method not in (methods or READ):
                    raise Problem("method_not_allowed", headers={"Allow": ", ".join(methods or READ)})
                if not request.user.is_authenticated:
                    return redirect_to_login(request.get_full_path() if request.method in READ else request.path)
                _throttle(request, policy or ("reads" if request.method in READ else "writes"))
                if staff and not request.user.is_staff:
                    raise Http404
                return protected(request, **path)
            except Exception as exc:
                problem = problem_of(exc)
                if problem is None:
                    raise
                return refusal(request, problem)

        return answered

    return wrapped


def _throttle(request: HttpRequest, policy: str) -> None:
    taken = buckets.buckets().take(f"u{request.user.pk}", buckets.policies()[policy])
    if not taken.allowed:
        raise Problem("rate_limited", retry_after=taken.wait)


def refusal(request: HttpRequest, problem: Problem) -> HttpResponse:
    """The page that says why not, and what to do."""
    kind = KINDS.get(problem.code, RULES_REFUSAL)
    shown = {"kind": kind, "code": problem.code, "detail": problem.detail, "clause": problem.extra.get("clause")}
    response = render(request, "web/refusal.html", shown, status=kind.status)
    for name, value in problem.headers.items():
        response[name] = value
    return response


def csrf_refused(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Django's CSRF_FAILURE_VIEW."""
    return render(request, "web/csrf.html", {"reason": reason}, status=403)


@page(*READ, "POST")
def nowhere(request: HttpRequest, **path: str) -> HttpResponseBase:  # noqa: ARG001
    """An address under a page's that leads to none."""
    raise Http404


def as_player(request: HttpRequest) -> Viewer:
    """Who reads, without a referee's eyes. Writes nothing."""
    return Viewer(player=Player.objects.filter(user=request.user.pk).values_list("id", flat=True).first())


def as_actor(request: HttpRequest) -> Viewer:
    """Who acts, as a player."""
    return Viewer(player=player_of(request.user).id)


def as_referee(request: HttpRequest) -> Viewer:
    """Who looks or rules as a referee; whatever they do is remembered with their name, so they have one."""
    return Viewer(player=player_of(request.user).id, referee=request.user.is_staff)


def uuid_of(text: str) -> UUID | None:
    try:
        return UUID(text.strip())
    except ValueError:
        return None
