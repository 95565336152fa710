"""May this query run now, and what became of those that were asked before?

One query runs for each account and four in all, counted in the database: so it holds for all processes and machines.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from analytics.models import SLOTS, Query
from analytics.sandbox import LIMITS
from gameplay.api.errors import Problem

log = logging.getLogger(__name__)

KEPT: Final = 500
"""Queries that are remembered for each account."""
_LOST: Final = timedelta(seconds=LIMITS.seconds + 20)
"""After this time a query that still seems to run has lost its server."""


class Running:
    """A query that has a slot."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.snapshot = query.snapshot
        self.rows: int | None = None
        self._started = time.monotonic()

    @property
    def milliseconds(self) -> int:
        return round((time.monotonic() - self._started) * 1000)

    def cancelled(self) -> bool:
        """Did somebody ask for its end?"""
        return Query.objects.filter(pk=self.query.pk, cancelled=True).exists()


@contextmanager
def running(*, user_id: int, sql: str, parameters: list[Any] | dict[str, Any], limit: int, snapshot: int) -> Iterator[Running]:
    """A slot for this query, and its entry in the history. Raises Problem if there is none."""
    _sweep()
    row = {"user_id": user_id, "sql": sql, "parameters": parameters, "limit": limit, "snapshot": snapshot}
    found = Running(_seated(row))
    status, code = "failed", "server_error"
    try:
        yield found
        status, code = "answered", ""
    except Problem as problem:
        code = problem.code
        status = "cancelled" if code == "query_cancelled" else "failed"
        raise
    finally:
        spent = found.milliseconds
        Query.objects.filter(pk=found.query.pk).update(
            slot=None, status=status, code=code, rows=found.rows, milliseconds=spent, snapshot=found.snapshot
        )
        log.info("query %s of account %s: %s %s, %s rows, %s ms", found.query.pk, user_id, status, code, found.rows, spent)
        _forget(user_id)


def _seated(row: dict[str, Any]) -> Query:
    for slot in range(SLOTS):
        try:
            with transaction.atomic():
                return Query.objects.create(**row, slot=slot, asked_at=timezone.now())
        except IntegrityError:
            own = Query.objects.filter(user_id=row["user_id"], slot__isnull=False).values_list("asked_at", flat=True).first()
            if own is not None:
                left = LIMITS.seconds - (timezone.now() - own).total_seconds()
                raise Problem("queries_busy", "A query of yours is running.", retry_after=max(1, math.ceil(left))) from None
    raise Problem("queries_busy", f"{SLOTS} queries are running.", retry_after=2)


def _sweep() -> None:
    """Give back the slots of queries whose server was killed."""
    Query.objects.filter(slot__isnull=False, asked_at__lt=timezone.now() - _LOST).update(slot=None, status="lost")


def _forget(user_id: int) -> None:
    """Drop what an account asked too many queries ago."""
    oldest = Query.objects.filter(user_id=user_id).order_by("-id").values_list("id", flat=True)[KEPT : KEPT + 1].first()
    if oldest is not None:
        Query.objects.filter(user_id=user_id, id__lte=oldest, slot__isnull=True).delete()


def query_cancel(*, user_id: int, query_id: UUID) -> bool:
    """Ask for the end of a query of this account. False if it has none of this id; one that is over stays as it is."""
    own = Query.objects.filter(pk=query_id, user_id=user_id)
    return own.filter(slot__isnull=False).update(cancelled=True) > 0 or own.exists()


def query_stop(*, user_id: int) -> bool:
    """Ask for the end of the query of this account that runs, if one does."""
    return Query.objects.filter(user_id=user_id, slot__isnull=False).update(cancelled=True) > 0


def query_list(*, user_id: int, status: str | None, before: UUID | None, limit: int) -> list[Query]:
    """The queries of an account, newest first."""
    found = Query.objects.filter(user_id=user_id)
    if status is not None:
        found = found.filter(status=status)
    if before is not None:
        found = found.filter(id__lt=before)
    return list(found.order_by("-id")[:limit])
