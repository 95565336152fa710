"""How are the reports of the statistics read over REST?"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from analytics import forms, shapes
from analytics.dictionary import dictionary
from analytics.parameters import Parameters, Refused, checked
from analytics.report import Report
from analytics.reports import REPORTS
from gameplay.api.endpoint import ApiView, Call
from gameplay.api.errors import FieldError, Problem
from gameplay.api.operations import CSV, JSON, PARQUET, SVG, operation
from gameplay.api.prose import member_docs
from gameplay.api.tokens import Scope


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
        "As SVG it is a chart of its rows; a report that has none answers `not_acceptable`. "
        "The `ETag` changes when newer statistics are published.",
        scope=Scope.ANALYTICS_READ,
        query=shapes.ReportQuery,
        answers={200: shapes.AnyReport},
        media=(JSON, CSV, PARQUET, SVG),
        problems=("statistics_unavailable", "chart_unavailable"),
        etag=True,
    )
    def get(self, call: Call[None, shapes.ReportQuery], report: str) -> HttpResponse:
        wanted = REPORTS.get(report)
        if wanted is None:
            raise Problem("not_found")
        given, query = parameters_checked(wanted, call.query), call.query
        form = query.format or forms.FORMS[call.media]
        return forms.response_of(call.request, forms.Asked(wanted, given, form, query.theme, query.width))


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
