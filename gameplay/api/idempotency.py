"""Was this command answered before?

The first answer is written in the command's own transaction: a crash leaves both or neither. A refusal that the command
itself met (409, 422) is an answer too and is kept; one that came before it began is not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from django.db import connection, transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from .errors import Problem
from .models import KEPT, IdempotencyRecord
from .problems import problem_of, problem_response

if TYPE_CHECKING:
    from .endpoint import Call

REPLAYED: Final = "Idempotent-Replayed"
_KEPT_HEADERS: Final = ("Content-Type", "Location", "ETag")
_KEPT_REFUSALS: Final = (HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)


def once(call: Call[Any, Any], act: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """The first answer to this caller, operation and key; `act` runs only if there is none yet."""
    operation = f"{call.operation.id} {call.request.path}"[:200]
    key = call.key or ""
    with transaction.atomic():
        _claim(f"{call.caller.user_id} {operation} {key}")
        now = timezone.now()
        mine = IdempotencyRecord.objects.filter(user_id=call.caller.user_id)
        mine.filter(created_at__lt=now - KEPT).delete()
        known = mine.filter(operation=operation, key=key).first()
        if known is not None:
            return _again(known, call.body_digest)
        response = _run(call, act)
        headers = {name: response[name] for name in _KEPT_HEADERS if name in response}
        IdempotencyRecord.objects.create(
            user_id=call.caller.user_id,
            operation=operation,
            key=key,
            digest=call.body_digest,
            status=response.status_code,
            headers=headers,
            body=call.to_keep(response.content),
            created_at=now,
        )
    return response


def _claim(name: str) -> None:
    """Refuse to run beside the first request with the same key. SQLite lets one writer in at a time, so there the second waits."""
    if connection.vendor != "postgresql":
        return
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        if not cursor.fetchone()[0]:
            raise Problem("idempotency_in_progress", retry_after=1)


def _again(known: IdempotencyRecord, digest: bytes) -> HttpResponse:
    if bytes(known.digest) != digest:
        raise Problem("idempotency_key_reused")
    response = HttpResponse(bytes(known.body), status=known.status)
    if "Content-Type" not in known.headers:
        del response["Content-Type"]
    for header, value in known.headers.items():
        response[header] = value
    response[REPLAYED] = "true"
    return response


def _run(call: Call[Any, Any], act: Callable[[], HttpResponseBase]) -> HttpResponse:
    try:
        with transaction.atomic():
            response = act()
    except Exception as exc:
        problem = problem_of(exc)
        if problem is None:
            raise
        refusal = problem_response(call.request, problem)
        if refusal.status_code not in _KEPT_REFUSALS:
            raise
        return refusal
    if not isinstance(response, HttpResponse):
        raise TypeError("an answer that is kept is not streamed")
    return response
