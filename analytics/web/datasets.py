"""Which Parquet files are there, to look at and to take along?"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from analytics import manifest
from analytics.datasets import FOLDER
from analytics.download import file_answer
from analytics.snapshots import folder_of_settings
from api_docs.pages import GUIDE
from gameplay.web.pages import page

_SNIPPET: Final = re.compile(r"^(?P<said>\S[^\n]*(?:\n\S[^\n]*)*)\n\n```(?:python \w+|sql)\n(?P<code>.*?)```$", re.DOTALL | re.MULTILINE)
_READ: Final = ("## Read it", "## Without a copy")


@page()
def datasets(request: HttpRequest) -> HttpResponse:
    """The manifest, by table, and how to read the files."""
    found = manifest.manifest_read(folder_of_settings() / FOLDER)
    tables = []
    for table in found.tables if found else []:
        files = [file for file in found.files if file.table == table.name] if found else []
        sums = {"rows": sum(file.rows for file in files), "bytes": sum(file.bytes for file in files)}
        tables.append({"table": table, "files": sorted(files, key=lambda file: (file.month, file.rules), reverse=True), **sums})
    total = sum(file.bytes for file in found.files) if found else 0
    return render(request, "analytics/datasets.html", {"manifest": found, "tables": tables, "total": total, "snippets": snippets()})


@page()
def dataset(request: HttpRequest, path: str) -> HttpResponseBase:
    """One file, for whoever is logged in."""
    found = manifest.file_find(folder_of_settings() / FOLDER, path)
    if found is None:
        raise Http404
    return file_answer(request, *found)


@cache
def snippets() -> list[tuple[str, str]]:
    """How to read them, from the guide: what is said of each engine, and its code."""
    text = (GUIDE / "datasets.md").read_text(encoding="utf-8")
    text = text[text.index(_READ[0]) : text.index(_READ[1])]
    return [(found["said"].replace("`", ""), found["code"]) for found in _SNIPPET.finditer(text)]
