"""In which forms does a report come?

For REST and for the pages: the same rows, the same bytes, the same validators.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from django.http import HttpRequest, HttpResponse

from analytics import comma, queries, shapes
from analytics.charts import kinds
from analytics.charts.drawing import GALLERY, Picture, Undrawn
from analytics.charts.empty import empty
from analytics.charts.of_reports import chart_of
from analytics.charts.plots import plot
from analytics.report import RULES, SEATS, Report
from analytics.snapshots import Snapshot, Unpublished, folder_of_settings, newest, reading
from gameplay.api.endpoint import etag_matches
from gameplay.api.errors import Problem
from gameplay.api.operations import CSV, JSON, PARQUET, SVG
from gameplay.documents import rfc3339

_RETRY_AFTER: Final = 5
VEGA_LITE: Final = "application/vnd.vegalite.v6+json"
DOCUMENT_POLICY: Final = "default-src 'none'; sandbox"
"""Content-Security-Policy of a picture: opened by itself it can do nothing."""
Form: TypeAlias = Literal["json", "csv", "parquet", "svg", "vl"]
MEDIA: Final[dict[Form, str]] = {"json": JSON, "csv": CSV, "parquet": PARQUET, "svg": SVG, "vl": VEGA_LITE}
FORMS: Final[dict[str, Form]] = {media: form for form, media in MEDIA.items()}
_ARROW: Final = {"integer": pa.int64(), "number": pa.float64(), "string": pa.string()}


class Asked(msgspec.Struct, frozen=True):
    """What is wanted: a report, restricted so, in this form."""

    report: Report[Any]
    given: dict[str, Any]
    form: Form
    theme: kinds.Theme = "light"
    width: kinds.Width = "wide"
    """Of a chart."""


class Found(msgspec.Struct, frozen=True):
    """The rows, and which statistics they are from."""

    asked: Asked
    snapshot: Snapshot
    rows: list[Any]
    etag: str


def response_of(request: HttpRequest, asked: Asked) -> HttpResponse:
    """The answer, or 304 where the caller has it. Raises Problem."""
    known_snapshot = _newest()
    known = etag_of(known_snapshot, asked)
    if etag_matches(request.META.get("HTTP_IF_NONE_MATCH", ""), known):
        response = HttpResponse(status=304, headers={"ETag": known})
        del response["Content-Type"]
        return response
    if asked.form in _SHOWN and (kept := GALLERY.kept(_key(known_snapshot, asked))):
        # The page has asked for the picture, and now asks for its specification: the rows are not needed again.
        response = _SHOWN[asked.form](asked, kept)
        response["ETag"] = known
        return response
    found = answered(asked)
    response = _WRITTEN[asked.form](found)
    response["ETag"] = found.etag
    return response


def answered(asked: Asked) -> Found:
    """The rows of the newest statistics; while those are being opened, perhaps of the ones before. Raises Problem if none are published."""
    try:
        with reading(folder_of_settings(), at_once=True) as (snapshot, connection):
            rows = asked.report.run(connection, asked.given)
    except Unpublished:
        raise Problem("statistics_unavailable", retry_after=_RETRY_AFTER) from None
    return Found(asked, snapshot, rows, etag_of(snapshot, asked))


def _newest() -> Snapshot:
    try:
        return newest(folder_of_settings())
    except Unpublished:
        raise Problem("statistics_unavailable", retry_after=_RETRY_AFTER) from None


def etag_of(snapshot: Snapshot, asked: Asked) -> str:
    """A strong validator: the same only for the same statistics, query and form."""
    parts = [snapshot.warehouse, snapshot.number, snapshot.form, queries.mart(asked.report.name), sorted(asked.given.items()), asked.form]
    if asked.form in _SHOWN:
        parts += [asked.theme, asked.width, _hand()]
    return f'"{snapshot.number}-{hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()}"'


@cache
def _hand() -> str:
    """The same as long as charts are drawn in the same way."""
    sources = sorted((Path(__file__).parent / "charts").glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def _key(snapshot: Snapshot, asked: Asked) -> str:
    """One picture for both its forms."""
    return etag_of(snapshot, msgspec.structs.replace(asked, form="svg"))


def picture(found: Found) -> Picture | None:
    """The chart of an answer; None if there is nothing to draw. Raises Problem: it has no chart, or it can't be drawn now."""
    asked = found.asked
    chart = chart_of(asked.report)
    if chart is None:
        raise Problem("not_acceptable", "This report has no chart.")
    drawing = plot(asked.report, chart, found.rows, found.snapshot, asked.theme, asked.width)
    if drawing is None:
        return None
    try:
        return GALLERY.picture(_key(found.snapshot, asked), drawing)
    except Undrawn:
        raise Problem("chart_unavailable", retry_after=_RETRY_AFTER) from None


def _json(found: Found) -> HttpResponse:
    report, given = found.asked.report, found.asked.given
    answer = shapes.ANSWERS[report.name](
        title=report.title,
        question=report.question,
        snapshot=shapes.SnapshotShown(number=found.snapshot.number, made_at=rfc3339(found.snapshot.made_at)),
        rules=given.get(RULES),
        seats=given.get(SEATS),
        parameters=given,
        rows=found.rows,
    )
    return HttpResponse(msgspec.json.encode(answer), content_type=JSON)


def _csv(found: Found) -> HttpResponse:
    body = comma.written([column.name for column in found.asked.report.columns()], found.rows)
    return _file(found, body, f"{CSV}; charset=utf-8; header=present", "csv")


def _parquet(found: Found) -> HttpResponse:
    """One row group; what the report says of its columns and of itself is in the metadata."""
    report = found.asked.report
    columns = report.columns()
    schema = pa.schema(
        [
            pa.field(each.name, _ARROW[each.kind], nullable=each.null, metadata={"unit": each.unit} if each.unit else None)
            for each in columns
        ],
        metadata={
            "report": report.name,
            "question": report.question,
            "parameters": msgspec.json.encode(found.asked.given),
            "snapshot": str(found.snapshot.number),
            "made_at": rfc3339(found.snapshot.made_at),
        },
    )
    values = [msgspec.structs.asdict(row) for row in found.rows]
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(values, schema=schema), out, compression="zstd")
    return _file(found, out.getvalue(), PARQUET, "parquet")


def _svg(asked: Asked, drawn: Picture | None) -> HttpResponse:
    body = empty(asked.report, asked.theme, asked.width) if drawn is None else drawn.svg
    response = HttpResponse(body, content_type=SVG)
    response["Content-Security-Policy"] = DOCUMENT_POLICY
    return response


def _vega_lite(_asked: Asked, drawn: Picture | None) -> HttpResponse:
    if drawn is None:
        raise Problem("not_found")
    return HttpResponse(drawn.spec, content_type=VEGA_LITE)


def _file(found: Found, body: bytes, media: str, ending: str) -> HttpResponse:
    response = HttpResponse(body, content_type=media)
    response["Content-Disposition"] = f'attachment; filename="{found.asked.report.name}.{ending}"'
    return response


_SHOWN: Final[dict[Form, Callable[[Asked, Picture | None], HttpResponse]]] = {"svg": _svg, "vl": _vega_lite}
_WRITTEN: Final[dict[Form, Callable[[Found], HttpResponse]]] = {
    "json": _json,
    "csv": _csv,
    "parquet": _parquet,
    "svg": lambda found: _svg(found.asked, picture(found)),
    "vl": lambda found: _vega_lite(found.asked, picture(found)),
}
