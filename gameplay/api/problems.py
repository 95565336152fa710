"""How does a refusal or a failure look on the wire, from whichever layer it comes?

Always `application/problem+json` (RFC 9457), built from the table in `errors.py`.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions as drf

from gameplay.documents import DecisionShown
from gameplay.errors import GameplayError
from gameplay.rules.contract import Illegal

from .errors import KINDS, RULES_REFUSAL, FieldError, Problem
from .requestid import request_id_of

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
DOCS = "/docs/errors/"
_RETRY_AFTER = 2


class ProblemBody(msgspec.Struct, omit_defaults=True, rename={"kind": "type"}):
    """What every refusal says. Members below `request_id` appear where they have something to say."""

    kind: str
    """Where this kind of problem is explained."""
    title: str
    status: int
    detail: str
    instance: str
    code: str
    request_id: str
    errors: list[FieldError] = []
    retry_after: int | None = None
    """Seconds to wait before the same request can succeed."""
    clause: str | None = None
    """The rule that refuses the choice."""
    scope: str | None = None
    """The scope that the token lacks."""
    decisions: list[DecisionShown] | None = None
    """What the caller is asked now."""
    version: int | None = None
    """The newest event of the game."""
    rules: list[str] | None = None
    """The games that there are."""
    editions: list[str] | None = None
    """The deck editions that this game has."""
    bots: list[str] | None = None
    """The bots that this game has."""
    standing: list[str] | None = None
    """The standing answers that this game has."""
    free: list[int] | None = None
    """The seats that nobody has taken."""
    seat: int | None = None
    """The seat of this game that is yours to come back to."""
    least: int | None = None
    most: int | None = None
    limit: str | None = None
    """Which limit was met; `most` is what it allows."""
    line: int | None = None
    """The line of the SQL that is at fault, from 1."""
    column: int | None = None
    """The character of that line, from 1."""


def problem_response(request: HttpRequest, problem: Problem, *, status: int | None = None) -> HttpResponse:
    """The answer that says this."""
    kind = KINDS.get(problem.code, RULES_REFUSAL)
    status = status or kind.status
    body = ProblemBody(
        kind=DOCS + problem.code,
        title=kind.title,
        status=status,
        detail=problem.detail or kind.title,
        instance=request.path,
        code=problem.code,
        request_id=request_id_of(request),
        errors=list(problem.errors),
        **{name: value for name, value in problem.extra.items() if name in ProblemBody.__struct_fields__},
    )
    response = HttpResponse(msgspec.json.encode(body), content_type=MEDIA_TYPE, status=status)
    for name, value in problem.headers.items():
        response[name] = value
    if body.retry_after is not None:
        response["Retry-After"] = str(body.retry_after)
    response["Cache-Control"] = "no-store"
    return response


def problem_of(exc: BaseException) -> Problem | None:
    """The refusal that an exception stands for; None if it is a fault of ours."""
    match exc:
        case Problem():
            return exc
        case GameplayError():
            return Problem(exc.code, exc.detail, **exc.extra)
        case Illegal():
            return Problem(exc.code, exc.detail, clause=exc.clause)
        case Http404() | drf.NotFound():
            return Problem("not_found")
        case RequestDataTooBig():
            return Problem("body_too_large")
        case PermissionDenied() | drf.PermissionDenied():
            return Problem("forbidden")
        case SuspiciousOperation():
            return Problem("malformed_request")
        case drf.NotAuthenticated() | drf.AuthenticationFailed():
            return Problem("not_authenticated", headers={"WWW-Authenticate": "Bearer"})
        case drf.MethodNotAllowed():
            return Problem("method_not_allowed")
        case drf.NotAcceptable():
            return Problem("not_acceptable")
        case drf.UnsupportedMediaType():
            return Problem("unsupported_media_type")
        case drf.Throttled():
            return Problem("rate_limited", retry_after=int(getattr(exc, "wait", None) or 1))
        case drf.APIException():
            return Problem("invalid_request", str(exc.detail)) if exc.status_code < HTTPStatus.INTERNAL_SERVER_ERROR else None
        case OperationalError() | InterfaceError():
            return Problem("unavailable", retry_after=_RETRY_AFTER)
        case _:
            return None


def response_of(request: HttpRequest, exc: BaseException) -> HttpResponse:
    """The answer to a request that ended in this exception; logs what is a fault of ours."""
    problem = problem_of(exc)
    if problem is None:
        log.error("request %s failed: %s %s", request_id_of(request), request.method, request.path, exc_info=exc)
        problem = Problem("server_error")
    elif isinstance(exc, DatabaseError | InterfaceError):
        log.error("request %s lost its database: %s", request_id_of(request), exc)
    return problem_response(request, problem)


def exception_handler(exc: Exception, context: dict[str, Any]) -> HttpResponse:
    """REST framework's hook, for views that are not ours."""
    request = context["request"]
    return response_of(getattr(request, "_request", request), exc)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400."""
    return response_of(request, exception if problem_of(exception) else Problem("malformed_request"))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Django's handler403."""
    return problem_response(request, Problem("forbidden"))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Django's handler404: no route has this address."""
    return problem_response(request, Problem("not_found"))


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500. The exception itself was logged, or answered, by the middleware."""
    return problem_response(request, Problem("server_error"))
