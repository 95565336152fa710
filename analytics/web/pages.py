"""What do people see of the statistics who would rather look than read figures?

Whoever is logged in may see all of it, as any token with `analytics:read` may: the published statistics hold nothing hidden
and nothing personal.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from analytics import forms, queries
from analytics.charts.of_reports import chart_of
from analytics.charts.words import figure, named, said_unit, spaced
from analytics.report import Column, Report
from analytics.reports import REPORTS
from analytics.snapshots import Snapshot, Unpublished, folder_of_settings, newest
from gameplay.api.errors import Problem
from gameplay.api.prose import member_docs
from gameplay.documents import rfc3339
from gameplay.rules.catalogue import GAMES
from gameplay.web.pages import page

from .asking import wanted

MOST_ROWS: Final = 1000
"""Of a table on a page; the files to take along have them all."""


@page()
def index(request: HttpRequest) -> HttpResponse:
    """The questions, by game."""
    groups = [("All games", "", [report for report in REPORTS.values() if not report.games])]
    groups += [(rules.title, name, [report for report in REPORTS.values() if name in report.games]) for name, rules in GAMES.items()]
    try:
        snapshot = shown(newest(folder_of_settings()))
    except Unpublished:
        snapshot = None
    return render(request, "analytics/index.html", {"groups": [group for group in groups if group[2]], "snapshot": snapshot})


@page()
def report(request: HttpRequest, name: str) -> HttpResponse:
    """A question, its chart and its figures."""
    of = _report(name)
    asked = wanted(of, request.GET)
    told: dict[str, Any] = {"report": of, "asked": asked, "games": [GAMES[rules] for rules in of.games], "sql": queries.mart(of.name)}
    if asked.refused:
        return render(request, "analytics/report.html", told, status=400)
    try:
        found = forms.answered(forms.Asked(of, asked.given, "json"))
    except Problem as problem:
        if problem.code != "statistics_unavailable":
            raise
        response = render(request, "analytics/report.html", {**told, "unpublished": True}, status=503)
        response["Retry-After"] = str(problem.extra["retry_after"])
        return response
    columns = of.columns()
    row: type = of.row
    meanings = member_docs(row)
    told |= {
        "snapshot": shown(found.snapshot),
        "query": urlencode(asked.given),
        "has_chart": bool(found.rows) and chart_of(of) is not None,
        "table": table(columns, found.rows[:MOST_ROWS]),
        "left": len(found.rows) - MOST_ROWS if len(found.rows) > MOST_ROWS else 0,
        "rows": len(found.rows),
        "columns": [(heading(column), said_unit(column.unit), meanings[column.name]) for column in columns],
    }
    return render(request, "analytics/report.html", told)


@page()
def form(request: HttpRequest, name: str, ending: str) -> HttpResponse:
    """The same in a form to take along, or for the page to show."""
    of = _report(name)
    if ending == "sql":
        return HttpResponse(queries.mart(of.name), content_type="text/plain; charset=utf-8")
    if ending not in forms.MEDIA:
        raise Http404
    asked = wanted(of, request.GET)
    if asked.refused:
        raise Problem("invalid_request", asked.wrong or " ".join(f"{field.label}: {field.error}" for field in asked.fields if field.error))
    response = forms.response_of(request, forms.Asked(of, asked.given, ending, asked.query.theme, asked.query.width))
    response["Cache-Control"] = "private, no-cache"
    return response


def _report(name: str) -> Report[Any]:
    if name not in REPORTS:
        raise Http404
    return REPORTS[name]


def shown(snapshot: Snapshot) -> dict[str, Any]:
    """Which statistics are shown."""
    return {"number": snapshot.number, "made_at": rfc3339(snapshot.made_at)}


def heading(column: Column) -> str:
    return spaced(column.name).capitalize()


def table(columns: list[Column], rows: list[msgspec.Struct]) -> list[list[dict[str, Any]]]:
    """The cells: what is said, the figure itself, and whether it names its row."""
    names = 1
    while names < len(columns) and not columns[names].unit and columns[names].kind != "number":
        names += 1
    return [
        [
            {
                "text": _said(column, value),
                "value": "" if value is None else value,
                "names": place < names,
                "number": column.kind != "string",
            }
            for place, (column, value) in enumerate(zip(columns, msgspec.structs.astuple(row), strict=True))
        ]
        for row in rows
    ]


def _said(column: Column, value: Any) -> str:
    if column.name == "rules":
        return named("rules", value)
    return figure(value, column.unit, exact=True)
