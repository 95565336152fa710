"""How are the published Parquet files listed and fetched over REST?"""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.http.response import HttpResponseBase

from analytics import manifest
from analytics.datasets import FOLDER
from analytics.download import file_answer
from analytics.manifest import Manifest
from analytics.snapshots import folder_of_settings
from gameplay.api.endpoint import ApiView, Call
from gameplay.api.errors import Problem
from gameplay.api.operations import PARQUET, operation
from gameplay.api.tokens import Scope

_RETRY_AFTER: Final = 60


class DatasetsView(ApiView):
    @operation(
        id="datasets_list",
        tag="analytics",
        summary="The manifest of the published Parquet files",
        description="One file for each table, game and month in which games ended, with its rows, bytes, SHA-256 and columns. A file never "
        "changes: what is new has a new path, and the files of the manifest before this one stay for at least an hour.",
        scope=Scope.ANALYTICS_READ,
        answers={200: Manifest},
        problems=("statistics_unavailable",),
        etag=True,
    )
    def get(self, call: Call[None, None]) -> HttpResponse:
        found = manifest.manifest_read(folder_of_settings() / FOLDER)
        if found is None:
            raise Problem("statistics_unavailable", retry_after=_RETRY_AFTER)
        return call.answer(found)


class DatasetView(ApiView):
    @operation(
        id="datasets_get",
        tag="analytics",
        summary="A published Parquet file",
        description="`path` is that of the manifest, slashes included. The `ETag` is the SHA-256 of the file. `Range` and `If-Range` are "
        "understood, for one stretch of bytes.",
        scope=Scope.ANALYTICS_READ,
        answers={200: None, 206: None},
        media=(PARQUET,),
        headers={
            "Accept-Ranges": "`bytes`.",
            "Content-Disposition": "A name for the file.",
            "Content-Range": "With 206: which bytes these are, and of how many.",
        },
        problems=("statistics_unavailable", "range_not_satisfiable"),
        etag=True,
    )
    def get(self, call: Call[None, None], path: str) -> HttpResponseBase:
        root = folder_of_settings() / FOLDER
        if manifest.manifest_read(root) is None:
            raise Problem("statistics_unavailable", retry_after=_RETRY_AFTER)
        found = manifest.file_find(root, path)
        if found is None:
            raise Problem("not_found")
        return file_answer(call.request, *found)
