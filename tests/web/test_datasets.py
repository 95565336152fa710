"""Do people see which Parquet files there are, and can they take them along?"""

from __future__ import annotations

import hashlib
import re

import pytest

from analytics.datasets import FOLDER, publish
from analytics.export import export
from analytics.manifest import manifest_read
from tests.analytics.dated import ended


@pytest.fixture
def files(settings, tmp_path, db):
    settings.STATISTICS_DIR = tmp_path / "statistics"
    ended("2025-09-15", seed=1)
    export(settings.STATISTICS_DIR)
    publish(settings.STATISTICS_DIR)
    return manifest_read(settings.STATISTICS_DIR / FOLDER)


def test_the_page_lists_every_file_with_its_checksum_and_a_link(files, ada):
    page = ada.get("/analytics/datasets").content.decode()
    assert [table.name in page for table in files.tables] == [True] * len(files.tables)
    links = dict(
        zip(re.findall(r'href="/analytics/datasets/([^"]+)"', page), re.findall(r"<code>([0-9a-f]{64})</code>", page), strict=True)
    )
    assert links == {file.path: file.sha256 for file in files.files}


def test_a_link_gives_the_file(files, ada):
    for file in files.files:
        answer = ada.get(f"/analytics/datasets/{file.path}")
        assert answer.status_code == 200
        assert hashlib.sha256(b"".join(answer.streaming_content)).hexdigest() == file.sha256
        assert f'filename="{file.table}-{file.rules}-{file.month}.parquet"' in answer["Content-Disposition"]


def test_what_no_manifest_names_is_not_found(files, ada):
    for path in ("manifest.json", "../current.json", "events", "x/../y", "%2e%2e/current.json"):
        assert ada.client.get(f"/analytics/datasets/{path}").status_code == 404


def test_before_there_are_any_the_page_says_what_to_do(settings, tmp_path, ada):
    settings.STATISTICS_DIR = tmp_path / "none"
    page = ada.get("/analytics/datasets")
    assert page.status_code == 200
    assert "manage.py datasets" in page.content.decode()


def test_the_page_shows_how_to_read_them(files, ada):
    page = ada.get("/analytics/datasets").content.decode()
    for engine in (
        "read_parquet(",
        "polars.scan_parquet(",
        "pyarrow.dataset.dataset(",
        "basePath",
        "sync_partition_metadata",
        "use_hive_partitioning",
    ):
        assert engine in page


def test_only_who_is_logged_in_sees_them(files, client):
    for path in ("/analytics/datasets", f"/analytics/datasets/{files.files[0].path}"):
        answer = client.get(path)
        assert answer.status_code == 302
        assert "login" in answer["Location"]
