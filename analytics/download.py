"""How is a published file sent: whole, a stretch of it, or not at all because the reader has it?

Engines read the end of a Parquet file, where its columns are described, and then the columns they need: each is a request with
`Range` (RFC 9110, section 14). A request for several stretches is answered with the whole file, as that allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from analytics.manifest import DatasetFile
from gameplay.api.endpoint import etag_matches
from gameplay.api.errors import Problem
from gameplay.api.operations import PARQUET

CACHED: Final = "private, max-age=31536000, immutable"
"""The path has the hash of the content: what lies there is never something else."""
_PIECE: Final = 1 << 16
_RANGE: Final = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


def file_answer(request: HttpRequest, file: DatasetFile, path: Path) -> HttpResponseBase:
    """The file, as this request asks for it. Raises Problem for a stretch that lies behind its end."""
    etag = f'"{file.sha256}"'
    if etag_matches(request.META.get("HTTP_IF_NONE_MATCH", ""), etag):
        response: HttpResponseBase = HttpResponse(status=304)
        del response["Content-Type"]
    else:
        stretch = _stretch(request, etag, file.bytes)
        first, last = stretch or (0, file.bytes - 1)
        length = last - first + 1
        if request.method == "HEAD":
            response = HttpResponse(content_type=PARQUET)
        else:
            response = StreamingHttpResponse(_pieces(path, first, length), content_type=PARQUET)
        response["Content-Length"] = str(length)
        response["Content-Disposition"] = f'attachment; filename="{file.table}-{file.rules}-{file.month}.parquet"'
        if stretch is not None:
            response.status_code = 206
            response["Content-Range"] = f"bytes {first}-{last}/{file.bytes}"
    response["Accept-Ranges"] = "bytes"
    response["ETag"] = etag
    response["Cache-Control"] = CACHED
    return response


def _stretch(request: HttpRequest, etag: str, size: int) -> tuple[int, int] | None:
    """The first and last byte that are asked for; None for the whole file."""
    if request.META.get("HTTP_IF_RANGE", etag) != etag or request.method != "GET":
        return None
    asked = _RANGE.fullmatch(request.META.get("HTTP_RANGE", "").replace(" ", ""))
    if asked is None or asked[0] == "bytes=-":
        return None
    start, end = asked.groups()
    if not start:
        first, last = max(0, size - int(end)), size - 1
    else:
        first, last = int(start), min(int(end), size - 1) if end else size - 1
        if end and int(end) < first:
            return None
    if first >= size:
        raise Problem("range_not_satisfiable", f"It has {size} bytes.", headers={"Content-Range": f"bytes */{size}"})
    return first, last


def _pieces(path: Path, first: int, length: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(first)
        while length and (piece := file.read(min(length, _PIECE))):
            length -= len(piece)
            yield piece
