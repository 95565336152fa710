"""What do the answers of the statistics API look like?"""

from __future__ import annotations

from functools import reduce
from operator import or_
from types import GenericAlias
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from analytics.parameters import Parameters
from analytics.report import Report
from analytics.reports import REPORTS


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common settings of all answers."""


class ReportColumn(Shown, frozen=True):
    """A column of a report."""

    name: str
    type: Literal["integer", "number", "string"]
    unit: str
    """In what it is counted; empty for names and for numbers of things."""
    nullable: bool
    """Can it be null? A rate of no tries is."""
    meaning: str


class ReportParameter(Shown, frozen=True):
    """A parameter that restricts a report."""

    name: str
    meaning: str


class SnapshotShown(Shown, frozen=True):
    """The published state of the statistics that an answer was made from."""

    number: int
    made_at: str
    """Nothing that happened later is in it."""


class ReportSummary(Shown, frozen=True):
    """A report, and what is in it."""

    name: str
    title: str
    question: str
    rules: list[str]
    """The games that it is about; empty for all."""
    parameters: list[ReportParameter]
    columns: list[ReportColumn]


class ReportList(Shown, frozen=True):
    items: list[ReportSummary]


class ReportHead(Shown, frozen=True):
    """What all reports tell besides their rows."""

    title: str
    question: str
    snapshot: SnapshotShown
    rules: str | None
    """The game it was restricted to; null for all that it is about."""
    seats: int | None
    """The number of seats it was restricted to; null for all."""
    parameters: dict[str, str | int]
    """All parameters that were given, by name."""


def _answer(report: Report[Any]) -> Any:
    """The answer of one report: the name in camel case, the head, and its rows."""
    name = "".join(word.capitalize() for word in report.name.split("_"))
    rows = ("rows", GenericAlias(list, (report.row,)))
    return msgspec.defstruct(name, [rows], bases=(ReportHead,), module=__name__, frozen=True, tag_field="name", tag=report.name)


ANSWERS: Final[dict[str, Any]] = {name: _answer(report) for name, report in REPORTS.items()}
"""The shape of each report's answer, a `ReportHead` with its rows, by the name of the report."""

AnyReport: Final[Any] = reduce(or_, ANSWERS.values())
"""The union of them: `name` says which it is."""


class TableColumn(Shown, frozen=True):
    """A column of a table or view."""

    name: str
    type: str
    """Its type in SQL."""
    unit: str
    """In what it is counted; empty for names and for numbers of things."""
    nullable: bool
    null: str
    """When it is null; empty if it never is, or if nothing is promised."""
    meaning: str
    """Empty for the columns of views, which are named after those of tables."""


class TableShown(Shown, frozen=True):
    """A table or view of the statistics, and what is in it."""

    name: str
    kind: Literal["table", "view"]
    meaning: str
    """What a row of it is."""
    stability: Literal["stable", "rules", "internal"]
    """`stable`: kept; `rules`: follows the rules of its game; `internal`: made for our own reports, may change at any time."""
    columns: list[TableColumn]


class TableList(Shown, frozen=True):
    items: list[TableShown]


class ReportQuery(Parameters, frozen=True):
    """How a report is asked for."""

    format: Literal["json", "csv", "parquet", "svg"] | None = None
    """The form of the answer, for whoever can't set `Accept`."""
    theme: Literal["light", "dark"] = "light"
    """The colours of the chart: dark on light, or light on dark. For SVG."""
    width: Literal["wide", "narrow"] = "wide"
    """Of the chart: 640 pixels, or 300 for a telephone. For SVG."""


QueryValue: TypeAlias = str | int | float | bool | None
"""Of a parameter."""
QueryName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60)]
QueryParameters: TypeAlias = (
    Annotated[list[QueryValue], Meta(max_length=100)] | Annotated[dict[QueryName, QueryValue], Meta(max_length=100)]
)


class QueryNew(Shown, frozen=True):
    """A question in SQL, as DuckDB understands it."""

    sql: Annotated[str, Meta(min_length=1, max_length=20_000)]
    """One SELECT or EXPLAIN."""
    parameters: QueryParameters = []
    """The values of `$1`, `$2` … in the SQL as a list, or those of `$name` as an object."""
    limit: Annotated[int, Meta(ge=1, le=10_000)] = 1000
    """How many rows to answer at most."""


class QueryColumn(Shown, frozen=True):
    """A column of the answer to a query."""

    name: str
    """A second column of the same name gets a number after it."""
    type: str
    """Its type in SQL."""


class QueryAnswer(Shown, frozen=True):
    """The answer to a query."""

    id: str
    snapshot: SnapshotShown
    columns: list[QueryColumn]
    rows: list[list[Any]]
    """Values in the order of the columns. What JSON has no form for is text: times, decimals, ids, `nan`, bytes in hexadecimal."""
    truncated: bool
    """Whether there are more rows than `limit`."""
    milliseconds: int


class QueryShown(Shown, frozen=True):
    """A query that you have asked."""

    id: str
    sql: str
    parameters: QueryParameters
    limit: int
    status: Literal["running", "answered", "failed", "cancelled", "lost"]
    """`lost`: the server ended while it ran."""
    code: str | None
    """Why it failed."""
    rows: int | None
    milliseconds: int | None
    snapshot: int
    """The number of the published statistics it was asked of."""
    asked_at: str


class QueryPage(Shown, frozen=True):
    items: list[QueryShown]
    next_cursor: str | None
    has_more: bool


class QueriesQuery(Shown, frozen=True):
    status: Literal["running", "answered", "failed", "cancelled", "lost"] | None = None
    """Only queries in this state."""
    cursor: Annotated[str, Meta(max_length=500)] | None = None
    """`next_cursor` of the page before."""
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    """How many to answer at most."""
