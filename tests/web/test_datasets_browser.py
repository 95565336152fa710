"""Is the page of the files fit for a desk and a telephone, and does a click bring the file?"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from analytics.datasets import FOLDER, publish
from analytics.export import export
from analytics.manifest import manifest_read
from tests.analytics.dated import ended
from tests.web.browser import WIDTHS, Window, started
from tests.web.conftest import Person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.own_server]
PICTURES = os.environ.get("REVENANT_PICTURES", "")
"""A folder for pictures of the pages, for who wants to look at them."""


@pytest.fixture(scope="module")
def browser():
    with pytest.MonkeyPatch.context() as patch:
        # Playwright's own loop runs in the thread of the tests, where Django would refuse to touch the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        with started() as found:
            yield found


def test_the_files_are_looked_at_and_downloaded(browser, live_server, settings, tmp_path):
    settings.STATISTICS_DIR = tmp_path / "statistics"
    window = Window(browser, live_server.url)
    window.is_of(Person("ada"))
    page = window.open("/analytics/datasets")
    expect(page.locator("main")).to_contain_text("There are none yet")
    ended("2025-09-15", seed=1)
    ended("2025-10-15", seed=2)
    export(settings.STATISTICS_DIR)
    publish(settings.STATISTICS_DIR)
    page = window.open("/analytics/")
    page.get_by_role("link", name="Files", exact=True).click()
    expect(page.locator("h1")).to_have_text("Parquet files")
    section = page.locator("section", has=page.get_by_role("heading", name="events", exact=True))
    section.locator("summary").click()
    wide = {}
    for width in WIDTHS:
        window.look_at(width, dark=width == WIDTHS[1])
        if PICTURES:
            page.screenshot(path=str(Path(PICTURES) / f"datasets-{width}.png"), full_page=True)
        if window.overflow:
            wide[width] = window.overflow
    assert wide == {}
    with page.expect_download() as download:
        section.get_by_role("link", name="Download events of spooky_bar, 2025-10").click()
    [file] = [file for file in manifest_read(settings.STATISTICS_DIR / FOLDER).files if (file.table, file.month) == ("events", "2025-10")]
    assert hashlib.sha256(download.value.path().read_bytes()).hexdigest() == file.sha256
    assert download.value.suggested_filename == "events-spooky_bar-2025-10.parquet"
    assert window.faults == []
