"""Which queries are kept, under which link, and who may open one?

The link is the query: it is made from the SQL and the parameters alone. So to keep the same query again leads to the same
link, and what a link leads to never changes.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from analytics.models import Saved
from gameplay.api.errors import Problem

MOST: Final = 200
"""Queries that an account can keep."""

Parameters = list[Any] | dict[str, Any]


def canonical(sql: str) -> str:
    """The text as it is kept: lines end in one way, and nothing stands around it."""
    return sql.replace("\r\n", "\n").replace("\r", "\n").strip().rstrip(";").rstrip()


def link_of(sql: str, parameters: Parameters) -> UUID:
    """The link of a canonical text and its parameters: a UUID of version 8 (RFC 9562, appendix B.2) from their SHA-256."""
    content = json.dumps([sql, parameters], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    bits = int.from_bytes(hashlib.sha256(b"revenant saved query\n" + content.encode()).digest()[:16])
    bits = bits & ~(0xF << 76) | (8 << 76)
    bits = bits & ~(0x3 << 62) | (2 << 62)
    return UUID(int=bits)


def saved_put(*, user_id: int, title: str, sql: str, parameters: Parameters, shared: bool) -> tuple[Saved, bool]:
    """Keep a query, or set title and sharing of one that is kept: the row, and whether it is new. Raises Problem."""
    text = canonical(sql)
    link = link_of(text, parameters)
    with transaction.atomic():
        # Saves of one account come one after the other, so that none passes the limit.
        user = get_user_model().objects.select_for_update().get(pk=user_id)
        own = Saved.objects.filter(user=user)
        row = own.filter(link=link).first()
        if row is not None:
            row.title, row.shared = title, shared
            row.save(update_fields=["title", "shared"])
            return row, False
        if own.count() >= MOST:
            raise Problem("too_many_saved", f"You keep {MOST} queries.", most=MOST)
        made = Saved.objects.create(
            link=link, user=user, title=title, sql=text, parameters=parameters, shared=shared, saved_at=timezone.now()
        )
    return made, True


def saved_find(*, user_id: int, link: UUID) -> Saved:
    """The query of this link, as its own keeper has it, else as it was first shared. Raises Problem if there is none for them."""
    rows = list(_visible(user_id).filter(link=link).order_by("id"))
    found = next((row for row in rows if row.user_id == user_id), rows[0] if rows else None)
    if found is None:
        raise Problem("not_found")
    return found


def saved_list(*, user_id: int, before: UUID | None = None, limit: int) -> list[Saved]:
    """Own queries and those that others share, newest first; each link once."""
    same = Saved.objects.filter(link=OuterRef("link"))
    own = Exists(same.filter(user_id=user_id))
    earlier = Exists(same.filter(shared=True, id__lt=OuterRef("id")))
    rows = _visible(user_id).filter(Q(user_id=user_id) | (~own & ~earlier))
    if before is not None:
        rows = rows.filter(id__lt=before)
    return list(rows.order_by("-id")[:limit])


def saved_drop(*, user_id: int, link: UUID) -> None:
    """Keep it no longer. Raises Problem: `forbidden` if others share it, `not_found` if there is none."""
    row = saved_find(user_id=user_id, link=link)
    if row.user_id != user_id:
        raise Problem("forbidden", "Somebody else keeps this query.")
    row.delete()


def _visible(user_id: int) -> QuerySet[Saved]:
    return Saved.objects.filter(Q(user_id=user_id) | Q(shared=True)).select_related("user")
