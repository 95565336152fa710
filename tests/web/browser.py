"""How does a test get a real browser?

Debian's Chromium, driven by Playwright. Where there is none the tests fail and say how to install it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.conftest import PASSWORD, Person

INSTALL = "apt-get update && apt-get install -y --no-install-recommends chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
WIDTHS = (1280, 390)
"""Pixels: a desk and a telephone."""


class NoBrowser(Exception):
    """There is no browser on this machine."""


def executable() -> str:
    """The path of the browser. Raises NoBrowser, with the line that installs one."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        raise NoBrowser(f"the tests of the pages need Chromium; install it with: {INSTALL}")
    return path


@contextmanager
def started() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), headless=True, args=FLAGS)
        yield browser
        browser.close()


class Window:
    """A browser window of one person, that remembers what went wrong in it."""

    def __init__(self, browser: Browser, server: str) -> None:
        self.server = server
        self.faults: list[str] = []
        self.context = browser.new_context(viewport={"width": WIDTHS[0], "height": 900})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.page.on("console", lambda message: self.faults.append(message.text) if message.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def is_of(self, person: Person) -> None:
        """Be logged in as this person, as if the form had been filled in."""
        cookie = person.client.cookies[settings.SESSION_COOKIE_NAME].value
        self.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": self.server}])

    def look_at(self, width: int, *, dark: bool = False) -> None:
        """As wide as this, in light or dark colours."""
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme="dark" if dark else "light")

    def open(self, path: str) -> Page:
        self.page.goto(self.server + path)
        return self.page

    def log_in(self, name: str) -> Page:
        page = self.open("/accounts/login")
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url("**/play/")
        return page

    @property
    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
