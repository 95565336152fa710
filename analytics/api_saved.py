"""How are queries kept, shared and opened over REST?"""

from __future__ import annotations

from datetime import UTC
from typing import Any
from uuid import UUID

from django.http import HttpResponse

from analytics import saved
from analytics.models import Saved
from analytics.shapes_saved import SavedNew, SavedPage, SavedQuery, SavedShown
from gameplay.api.cursors import cursor_make, cursor_read
from gameplay.api.endpoint import ApiView, Call
from gameplay.api.errors import FieldError, Problem
from gameplay.api.operations import Key, operation
from gameplay.api.tokens import Scope


def shown(row: Saved, user_id: int) -> SavedShown:
    """A saved query, for this account."""
    return SavedShown(
        id=str(row.link),
        title=row.title,
        sql=row.sql,
        parameters=row.parameters,
        shared=row.shared,
        mine=row.user_id == user_id,
        owner=row.user.get_username(),
        page=f"/analytics/sql/{row.link}",
        saved_at=row.saved_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
    )


class SavedListView(ApiView):
    @operation(
        id="saved_list",
        tag="analytics",
        summary="The queries that you keep, and those that others share, newest first",
        description="A query that several keep stands here once.",
        scope=Scope.ANALYTICS_QUERY,
        query=SavedQuery,
        answers={200: SavedPage},
        headers={"Link": '`rel="next"`: the next page.'},
        problems=("invalid_cursor",),
    )
    def get(self, call: Call[None, SavedQuery]) -> HttpResponse:
        user, limit = call.caller.user_id, call.query.limit
        of = f"saved {user}"
        key = cursor_read(of=of, cursor=call.query.cursor)
        rows = saved.saved_list(user_id=user, before=UUID(key) if key else None, limit=limit + 1)
        more = len(rows) > limit
        rows = rows[:limit]
        cursor = cursor_make(of=of, key=str(rows[-1].id)) if more else None
        link = {"Link": f'<{call.request.path}?cursor={cursor}&limit={limit}>; rel="next"'} if more else {}
        page = SavedPage(items=[shown(row, user) for row in rows], next_cursor=cursor, has_more=more)
        return call.answer(page, headers=link)

    @operation(
        id="saved_put",
        tag="analytics",
        summary="Keep a query under a permanent link",
        description="The link is the query: the same SQL with the same parameters has the same id, whoever keeps it. To save it again sets "
        "its title and whether it is shared; another text is another query. An account keeps up to 200.",
        scope=Scope.ANALYTICS_QUERY,
        body=SavedNew,
        answers={201: SavedShown, 200: SavedShown},
        headers={"Location": "The saved query."},
        problems=("too_many_saved",),
        policy="writes",
        key=Key.RECORDED,
    )
    def post(self, call: Call[SavedNew, Any]) -> HttpResponse:
        wanted = call.body
        for name in ("title", "sql"):
            if not saved.canonical(getattr(wanted, name)):
                raise Problem("invalid_request", errors=(FieldError(pointer=f"/{name}", code="invalid_value", detail="It is blank."),))
        row, new = saved.saved_put(
            user_id=call.caller.user_id,
            title=wanted.title.strip(),
            sql=wanted.sql,
            parameters=wanted.parameters,
            shared=wanted.shared,
        )
        found = shown(row, call.caller.user_id)
        return call.answer(found, 201 if new else 200, {"Location": f"/api/v1/analytics/saved/{found.id}"})


class SavedView(ApiView):
    @operation(
        id="saved_get",
        tag="analytics",
        summary="A saved query",
        description="One that you keep, or that somebody shares. Others' own queries do not exist for you.",
        scope=Scope.ANALYTICS_QUERY,
        answers={200: SavedShown},
        etag=True,
    )
    def get(self, call: Call[None, None], saved_id: UUID) -> HttpResponse:
        user = call.caller.user_id
        return call.answer(shown(saved.saved_find(user_id=user, link=saved_id), user))

    @operation(
        id="saved_drop",
        tag="analytics",
        summary="Keep a query no longer",
        description="Its link then leads to it only for others who keep it too, or through them.",
        scope=Scope.ANALYTICS_QUERY,
        answers={204: None},
        problems=("forbidden",),
        policy="writes",
    )
    def delete(self, call: Call[None, None], saved_id: UUID) -> HttpResponse:
        saved.saved_drop(user_id=call.caller.user_id, link=saved_id)
        return call.nothing()
