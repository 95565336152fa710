"""How is SQL asked of the statistics over REST, stopped, and looked up later?"""

from __future__ import annotations

from datetime import UTC
from typing import Any, Final
from uuid import UUID

import msgspec
from django.http import HttpResponse

from analytics import asked, shapes
from analytics.answering import Answered, answered
from analytics.models import Query
from gameplay.api.cursors import cursor_make, cursor_read
from gameplay.api.endpoint import ApiView, Call
from gameplay.api.errors import Problem
from gameplay.api.operations import ARROW, CSV, JSON, NDJSON, PARQUET, operation
from gameplay.api.tokens import Scope
from gameplay.documents import rfc3339

FORMS: Final = {JSON: "json", NDJSON: "ndjson", CSV: "csv", PARQUET: "parquet", ARROW: "arrow"}


def shown(query: Query) -> shapes.QueryShown:
    """An entry of the history."""
    return shapes.QueryShown(
        id=str(query.id),
        sql=query.sql,
        parameters=query.parameters,
        limit=query.limit,
        status=query.status,  # type: ignore[arg-type]
        code=query.code or None,
        rows=query.rows,
        milliseconds=query.milliseconds,
        snapshot=query.snapshot,
        asked_at=query.asked_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
    )


class QueriesView(ApiView):
    @operation(
        id="queries_list",
        tag="analytics",
        summary="The queries that you have asked, newest first",
        description="The last 500 are remembered. The one that is running is among them: `status=running` finds its id.",
        scope=Scope.ANALYTICS_QUERY,
        query=shapes.QueriesQuery,
        answers={200: shapes.QueryPage},
        headers={"Link": '`rel="next"`: the next page.'},
        problems=("invalid_cursor",),
    )
    def get(self, call: Call[None, shapes.QueriesQuery]) -> HttpResponse:
        wanted = call.query
        of = f"queries {call.caller.user_id} {wanted.status}"
        key = cursor_read(of=of, cursor=wanted.cursor)
        before = UUID(key) if key else None
        rows = asked.query_list(user_id=call.caller.user_id, status=wanted.status, before=before, limit=wanted.limit + 1)
        more = len(rows) > wanted.limit
        rows = rows[: wanted.limit]
        cursor = cursor_make(of=of, key=str(rows[-1].id)) if more else None
        filters = f"&status={wanted.status}" if wanted.status else ""
        link = {"Link": f'<{call.request.path}?cursor={cursor}&limit={wanted.limit}{filters}>; rel="next"'} if more else {}
        return call.answer(shapes.QueryPage(items=[shown(row) for row in rows], next_cursor=cursor, has_more=more), headers=link)

    @operation(
        id="queries_ask",
        tag="analytics",
        summary="Ask the newest published statistics in SQL",
        description="One SELECT or EXPLAIN of DuckDB, with 10 seconds, 256 MB of memory and 8 MB for the answer. It can read the tables "
        "of the statistics and nothing else.",
        scope=Scope.ANALYTICS_QUERY,
        body=shapes.QueryNew,
        answers={200: shapes.QueryAnswer},
        media=(JSON, NDJSON, CSV, PARQUET, ARROW),
        lines=dict[str, Any],
        headers={
            "Query-Id": "The id of the query, as in the list of those you have asked.",
            "Query-Truncated": "`true` if there are more rows than `limit`.",
        },
        problems=(
            "statistics_unavailable",
            "query_timeout",
            "query_too_large",
            "query_failed",
            "query_parameters",
            "query_not_one_select",
            "query_cancelled",
            "queries_busy",
        ),
        policy="writes",
    )
    def post(self, call: Call[shapes.QueryNew, None]) -> HttpResponse:
        wanted = call.body
        found = answered(
            user_id=call.caller.user_id,
            sql=wanted.sql,
            parameters=wanted.parameters,
            limit=wanted.limit,
            form=FORMS[call.media],
        )
        response = _answer(call.media, found)
        response["Query-Id"] = str(found.id)
        response["Query-Truncated"] = "true" if found.outcome.truncated else "false"
        response["Cache-Control"] = "private, no-store"
        return response


def _answer(media: str, found: Answered) -> HttpResponse:
    outcome, snapshot = found.outcome, found.snapshot
    if media == CSV:
        return HttpResponse(outcome.body, content_type=f"{CSV}; charset=utf-8; header=present")
    if media != JSON:
        return HttpResponse(outcome.body, content_type=media)
    # As `shapes.QueryAnswer`, but the rows are JSON already.
    body = {
        "id": str(found.id),
        "snapshot": shapes.SnapshotShown(number=snapshot.number, made_at=rfc3339(snapshot.made_at)),
        "columns": outcome.columns,
        "rows": msgspec.Raw(b"[" + outcome.body + b"]"),
        "truncated": outcome.truncated,
        "milliseconds": found.milliseconds,
    }
    return HttpResponse(msgspec.json.encode(body), content_type=JSON)


class QueryView(ApiView):
    @operation(
        id="queries_get",
        tag="analytics",
        summary="A query that you have asked",
        description="What was asked and what became of it; the rows are not kept.",
        scope=Scope.ANALYTICS_QUERY,
        answers={200: shapes.QueryShown},
    )
    def get(self, call: Call[None, None], query_id: UUID) -> HttpResponse:
        query = Query.objects.filter(pk=query_id, user_id=call.caller.user_id).first()
        if query is None:
            raise Problem("not_found")
        return call.answer(shown(query))

    @operation(
        id="queries_cancel",
        tag="analytics",
        summary="Stop a query of yours that is running",
        description="Whoever waits for its answer gets `query_cancelled`, within half a second. One that is over stays as it is.",
        scope=Scope.ANALYTICS_QUERY,
        answers={204: None},
        policy="writes",
    )
    def delete(self, call: Call[None, None], query_id: UUID) -> HttpResponse:
        if not asked.query_cancel(user_id=call.caller.user_id, query_id=query_id):
            raise Problem("not_found")
        return call.nothing()
