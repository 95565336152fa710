"""Can the Parquet files be listed and fetched over REST, whole and in stretches, and nothing else beside them?"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analytics.datasets import FOLDER, publish
from analytics.export import export
from analytics.manifest import manifest_read
from tests.analytics.dated import ended

ROOT = "/analytics/datasets"
MEDIA = "application/vnd.apache.parquet"


@pytest.fixture
def files(settings, tmp_path_factory, db) -> Path:
    """Files of two games in two months; made once, and only looked at."""
    settings.STATISTICS_DIR = tmp_path_factory.getbasetemp() / "two months"
    if not settings.STATISTICS_DIR.exists():
        ended("2025-09-15", seed=1)
        ended("2025-10-15", seed=2)
        export(settings.STATISTICS_DIR)
        publish(settings.STATISTICS_DIR)
    return settings.STATISTICS_DIR / FOLDER


@pytest.fixture
def newer(files, settings, tmp_path) -> Callable[[], None]:
    """Publishes other games in both months, into a folder of this test alone."""
    settings.STATISTICS_DIR = tmp_path / "statistics"
    shutil.copytree(files.parent, settings.STATISTICS_DIR, symlinks=True)

    def publish_more() -> None:
        for day in ("2025-09-16", "2025-10-16"):
            ended(day, seed=3)
        export(settings.STATISTICS_DIR, publish_now=True)
        publish(settings.STATISTICS_DIR, now=True)

    return publish_more


@pytest.fixture
def one(files) -> tuple[str, bytes]:
    """The path of a file and its content."""
    path = next(file.path for file in manifest_read(files).files if file.table == "events")
    return f"{ROOT}/{path}", (files / "current" / path).read_bytes()


def test_the_manifest_is_the_file_on_the_disk(files, ada):
    assert ada.get(ROOT).json == json.loads((files / "current" / "manifest.json").read_bytes())


def test_the_manifest_is_not_sent_again_to_who_has_it(newer, ada):
    etag = ada.get(ROOT).headers["ETag"]
    assert ada.get(ROOT, If_None_Match=etag).status == 304
    newer()
    assert ada.get(ROOT, If_None_Match=etag).status == 200


def test_every_file_of_the_manifest_is_sent_as_it_says(files, ada):
    for file in ada.get(ROOT).json["files"]:
        answer = ada.get(f"{ROOT}/{file['path']}")
        assert (answer.status, len(answer.body)) == (200, file["bytes"])
        assert hashlib.sha256(answer.body).hexdigest() == file["sha256"]
        assert answer.headers["ETag"] == f'"{file["sha256"]}"'
        assert answer.headers["Content-Type"] == MEDIA
        assert answer.headers["Content-Length"] == str(file["bytes"])
        assert answer.headers["Accept-Ranges"] == "bytes"
        assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [("bytes=0-3", 0, 3), ("bytes=10-", 10, -1), ("bytes=-8", -8, -1), ("bytes=5-999999", 5, -1), ("bytes=-999999", 0, -1)],
)
def test_a_stretch_of_bytes_is_sent_alone(one, ada, asked, first, last):
    path, content = one
    first, last = first % len(content), last % len(content)
    answer = ada.get(path, Range=asked)
    assert (answer.status, answer.body) == (206, content[first : last + 1])
    assert answer.headers["Content-Range"] == f"bytes {first}-{last}/{len(content)}"
    assert answer.headers["Content-Length"] == str(last - first + 1)


@pytest.mark.parametrize("asked", ["bytes=0-1,4-5", "bytes=5-1", "bytes=-", "bytes=x-y", "bytes", "lines=1-2", "bytes=1-2-3", "bytes=²-3"])
def test_what_is_no_single_stretch_is_answered_with_the_whole_file(one, ada, asked):
    answer = ada.get(one[0], Range=asked)
    assert (answer.status, answer.body) == (200, one[1])


@pytest.mark.parametrize("asked", ["bytes={size}-", "bytes=999999999-", "bytes=-0"])
def test_a_stretch_behind_the_end_is_refused(one, ada, asked):
    answer = ada.get(one[0], Range=asked.format(size=len(one[1])))
    assert (answer.status, answer.code) == (416, "range_not_satisfiable")
    assert answer.headers["Content-Range"] == f"bytes */{len(one[1])}"


def test_a_stretch_of_another_file_is_not_joined_to_this_one(one, ada):
    etag = ada.get(one[0]).headers["ETag"]
    assert ada.get(one[0], Range="bytes=0-3", If_Range=etag).body == one[1][:4]
    for other in ('"0"', f"W/{etag}", "Wed, 21 Oct 2015 07:28:00 GMT"):
        assert ada.get(one[0], Range="bytes=0-3", If_Range=other).body == one[1]


def test_a_file_that_the_reader_has_is_not_sent(one, ada):
    etag = ada.get(one[0]).headers["ETag"]
    for known in (etag, f'"0", {etag}', "*"):
        answer = ada.get(one[0], If_None_Match=known, Range="bytes=0-3")
        assert (answer.status, answer.body, answer.headers["ETag"]) == (304, b"", etag)
    assert ada.get(one[0], If_None_Match='"0"').body == one[1]


def test_head_tells_the_length_and_sends_nothing(one, ada):
    answer = ada.send("HEAD", one[0], Range="bytes=0-3")
    assert (answer.status, answer.body, answer.headers["Content-Length"]) == (200, b"", str(len(one[1])))


def test_the_file_of_the_manifest_before_is_still_there(one, newer, ada):
    newer()
    assert one[0].removeprefix(f"{ROOT}/") not in {file["path"] for file in ada.get(ROOT).json["files"]}
    assert ada.get(one[0]).body == one[1]


HOSTILE = [
    "manifest.json",
    "current/manifest.json",
    "lock",
    ".",
    "..",
    "../current.json",
    "../warehouse.duckdb",
    "../../statistics/current.json",
    "events/../manifest.json",
    "events/rules=spooky_bar/../../../../current.json",
    "/etc/passwd",
    "//etc/passwd",
    "%2e%2e/current.json",
    "..%2fcurrent.json",
    "..%5ccurrent.json",
    "events",
    "events/",
    "generation-1/manifest.json",
    "events/rules=spooky_bar/month=2025-09/.part",
    "events/rules=spooky_bar/month=2025-09/part-0000000000000000.parquet",
    "events/rules=*/month=2025-09/part-*.parquet",
    "events%00.parquet",
    "events\x00.parquet",
    "é/\ud7ff.parquet",
    "a" * 5000,
    "/".join(["a"] * 500),
]


@pytest.mark.parametrize("path", HOSTILE, ids=range(len(HOSTILE)))
def test_what_no_manifest_names_does_not_exist(files, ada, path):
    answer = ada.send("GET", f"{ROOT}/{path}")
    assert (answer.status, answer.code) == (404, "not_found")


def test_a_known_path_with_more_before_or_after_is_none(one, ada):
    inner = one[0].removeprefix(f"{ROOT}/")
    for path in (f"./{inner}", f"/{inner}", f"{inner}/", f"x/../{inner}", f"current/{inner}", inner.upper(), inner.replace("/", "//")):
        assert ada.get(f"{ROOT}/{path}").status == 404


def test_without_any_files_the_answer_says_when_to_come_again(settings, tmp_path, ada):
    settings.STATISTICS_DIR = tmp_path / "none"
    for path in (ROOT, f"{ROOT}/events/rules=x/month=2025-09/part-0.parquet"):
        answer = ada.get(path)
        assert (answer.status, answer.code) == (503, "statistics_unavailable")
        assert int(answer.headers["Retry-After"]) == answer.json["retry_after"] > 0


@pytest.mark.parametrize(("accept", "status"), [("*/*", 200), (MEDIA, 200), ("application/*", 200), ("text/html", 406)])
def test_a_reader_says_that_it_takes_parquet(one, ada, accept, status):
    assert ada.get(one[0], Accept=accept).status == status


def test_nobody_reads_them_without_a_token(one, nobody: Any):
    assert nobody.get(ROOT).status == nobody.get(one[0]).status == 401
