"""How are the reports of the statistics read over REST?"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import msgspec
from django.http import HttpResponse

from analytics import comma, queries, shapes
from analytics.dictionary import dictionary
from analytics.parameters import Parameters, Refused, checked
from analytics.report import RULES, SEATS, Report
from analytics.reports import REPORTS
from analytics.snapshots import Snapshot, Unpublished, folder_of_settings, newest, reading
from gameplay.api.endpoint import ApiView, Call, etag_matches
from gameplay.api.errors import FieldError, Problem
from gameplay.api.operations import CSV, JSON, operation
from gameplay.api.prose import member_docs
from gameplay.api.tokens import Scope
from gameplay.documents import rfc3339

_RETRY_AFTER: Final = 5


def summary(report: Report[Any]) -> shapes.ReportSummary:
    """What a report is, for the list of them."""
    row: type = report.row
    prose = member_docs(row)
    asked = member_docs(Parameters)
    return shapes.ReportSummary(
        name=report.name,
        title=report.title,
        question=report.question,
        rules=list(report.games),
        parameters=[shapes.ReportParameter(name=name, meaning=asked[name].partition(";")[0] + ".") for name in report.parameters],
        columns=[
            shapes.ReportColumn(name=column.name, type=column.kind, unit=column.unit, nullable=column.null, meaning=prose[column.name])
            for column in report.columns()
        ],
    )


class ReportsView(ApiView):
    @operation(
        id="reports_list",
        tag="analytics",
        summary="The reports that there are",
        scope=Scope.ANALYTICS_READ,
        answers={200: shapes.ReportList},
        etag=True,
    )
    def get(self, call: Call[None, None]) -> HttpResponse:
        return call.answer(shapes.ReportList(items=[summary(report) for report in REPORTS.values()]))


class ReportView(ApiView):
    @operation(
        id="reports_get",
        tag="analytics",
        summary="A report, from the newest published statistics",
        description="All figures are of finished games unless a column says otherwise; what a rewind took back counts nowhere. "
        "The `ETag` changes when newer statistics are published.",
        scope=Scope.ANALYTICS_READ,
        query=shapes.ReportQuery,
        answers={200: shapes.AnyReport},
        media=(JSON, CSV),
        problems=("statistics_unavailable",),
        etag=True,
    )
    def get(self, call: Call[None, shapes.ReportQuery], report: str) -> HttpResponse:
        wanted = REPORTS.get(report)
        if wanted is None:
            raise Problem("not_found")
        given = parameters_checked(wanted, call.query)
        media = {"json": JSON, "csv": CSV, None: call.media}[call.query.format]
        folder = folder_of_settings()
        try:
            etag = etag_of(newest(folder), wanted, given, media)
            if etag_matches(call.request.META.get("HTTP_IF_NONE_MATCH", ""), etag):
                response = HttpResponse(status=304)
                del response["Content-Type"]
            else:
                with reading(folder) as (snapshot, connection):
                    rows = wanted.run(connection, given)
                etag = etag_of(snapshot, wanted, given, media)
                response = _csv(wanted, rows) if media == CSV else _json(wanted, rows, snapshot, given)
        except Unpublished:
            raise Problem("statistics_unavailable", retry_after=_RETRY_AFTER) from None
        response["ETag"] = etag
        return response


class TablesView(ApiView):
    @operation(
        id="tables_list",
        tag="analytics",
        summary="The data dictionary: tables, columns, units, and what null means",
        description="What queries can ask about. It is made from the code that writes the tables.",
        scope=Scope.ANALYTICS_READ,
        answers={200: shapes.TableList},
        etag=True,
    )
    def get(self, call: Call[None, None]) -> HttpResponse:
        return call.answer(shapes.TableList(items=dictionary()))


def parameters_checked(report: Report[Any], query: Parameters) -> dict[str, Any]:
    """The parameters that were given. Refuses those that the report does not have, and games that there are not."""
    try:
        return checked(report, query)
    except Refused as refused:
        error = FieldError(pointer=f"?{refused.name}", code=refused.code, detail=refused.detail)
        raise Problem("invalid_request", errors=(error,)) from None


def etag_of(snapshot: Snapshot, report: Report[Any], given: dict[str, Any], media: str) -> str:
    """A strong validator: the same only for the same statistics, query and form."""
    parts = (snapshot.warehouse, snapshot.number, snapshot.form, queries.mart(report.name), sorted(given.items()), media)
    return f'"{snapshot.number}-{hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()}"'


def _json(report: Report[Any], rows: list[Any], snapshot: Snapshot, given: dict[str, Any]) -> HttpResponse:
    answer = shapes.ANSWERS[report.name](
        title=report.title,
        question=report.question,
        snapshot=shapes.SnapshotShown(number=snapshot.number, made_at=rfc3339(snapshot.made_at)),
        rules=given.get(RULES),
        seats=given.get(SEATS),
        rows=rows,
    )
    return HttpResponse(msgspec.json.encode(answer), content_type=JSON)


def _csv(report: Report[Any], rows: list[Any]) -> HttpResponse:
    body = comma.written([column.name for column in report.columns()], rows)
    response = HttpResponse(body, content_type=f"{CSV}; charset=utf-8; header=present")
    response["Content-Disposition"] = f'attachment; filename="{report.name}.csv"'
    return response
