"""Do the charts of the statistics work in a real browser, at a desk and on a telephone, in light and dark, with and without scripts?"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from analytics.reports import REPORTS
from tests.analytics.charted import statistics_of_all_games
from tests.web.browser import Window, started
from tests.web.conftest import Person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.own_server]
PICTURES = os.environ.get("REVENANT_PICTURES", "")
"""A folder for pictures of the pages, for who wants to look at them."""
PHONE = 360
DESK = 1400
QUESTION = "/analytics/win_rate_by_seat"
WATCH = """
window.broken = [];
document.addEventListener("securitypolicyviolation", (event) => window.broken.push(event.violatedDirective + " " + event.blockedURI));
"""
"""Remembers what the pages' policy has refused."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with pytest.MonkeyPatch.context() as patch:
        # Playwright's own loop runs in the thread of the tests, where Django would refuse to touch the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        with started() as found:
            yield found


@pytest.fixture
def window(browser, live_server, settings) -> Window:
    settings.STATISTICS_DIR = statistics_of_all_games()
    found = Window(browser, live_server.url)
    found.context.add_init_script(WATCH)
    found.is_of(Person("ada"))
    found.look_at(DESK)
    return found


def picture(window: Window, name: str) -> None:
    if PICTURES:
        window.page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def broken(page: Page) -> list[str]:
    return list(page.evaluate("window.broken"))


def test_all_questions_are_listed(window):
    page = window.open("/analytics/")
    links = {link.get_attribute("href") for link in page.locator(".questions a").all()}
    assert links == {f"/analytics/{name}" for name in REPORTS}
    picture(window, "statistics-index")
    window.look_at(PHONE)
    assert (window.overflow, window.faults, broken(page)) == (0, [], [])


@pytest.mark.parametrize("name", REPORTS)
def test_a_question_is_answered_on_any_screen_under_the_strict_policy(name, window):
    for width, dark in ((DESK, False), (PHONE, True)):
        window.look_at(width, dark=dark)
        page = window.open(f"/analytics/{name}")
        expect(page.locator("h1")).to_have_text(REPORTS[name].question)
        expect(page.locator(".chart[data-drawn] .drawing svg")).to_be_visible(timeout=30_000)
        expect(page.locator(".figures tbody tr").first).to_be_visible()
        picture(window, f"statistics-{name}-{width}")
        assert (window.overflow, window.faults, broken(page)) == (0, [], [])


def test_the_picture_is_there_without_any_script(browser, live_server, settings):
    settings.STATISTICS_DIR = statistics_of_all_games()
    window = Window(browser, live_server.url)
    window.is_of(Person("ada"))
    cookies = window.context.cookies()
    plain = browser.new_context(java_script_enabled=False, viewport={"width": DESK, "height": 900})
    plain.add_cookies([{"name": each["name"], "value": each["value"], "url": live_server.url} for each in cookies])
    page = plain.new_page()
    page.goto(live_server.url + QUESTION)
    shown = page.get_by_role("img", name="Chart: Win rate by seat.")
    expect(shown).to_be_visible()
    size = shown.bounding_box()
    assert size is not None
    assert (size["width"] > 500, size["height"] > 100) == (True, True)
    expect(page.locator(".drawing")).to_be_hidden()
    expect(page.locator(".figures tbody tr").first).to_be_visible()
    # The form works too.
    page.get_by_label("Game").select_option("ghostel")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"rules=ghostel"))
    assert {row.inner_text() for row in page.locator(".figures tbody th:first-child").all()} == {"Ghostel"}


def test_the_picture_suits_the_screen_before_any_script_has_run(window):
    window.page.route("**/charts.js", lambda route: route.abort())
    sources = {}
    for width, dark in ((DESK, False), (DESK, True), (PHONE, False), (PHONE, True)):
        window.look_at(width, dark=dark)
        page = window.open(f"{QUESTION}?rules=ghostel")
        sources[width, dark] = page.locator(".chart img").evaluate("image => image.decode().then(() => new URL(image.currentSrc).search)")
    assert sources == {
        (DESK, False): "?rules=ghostel",
        (DESK, True): "?rules=ghostel&theme=dark",
        (PHONE, False): "?rules=ghostel&width=narrow",
        (PHONE, True): "?rules=ghostel&width=narrow&theme=dark",
    }


def test_a_mark_says_its_figures_under_the_pointer(window):
    page = window.open(f"{QUESTION}?rules=spooky_bar&seats=2")
    expect(page.locator(".chart[data-drawn] svg")).to_be_visible()
    page.locator(".drawing .mark-symbol path").first.hover()
    said = page.locator("#vg-tooltip-element")
    expect(said).to_be_visible()
    row = page.locator(".figures tbody tr").first
    rate = row.locator("td data").nth(3).get_attribute("value")
    assert rate is not None
    expect(said).to_contain_text("seat 0")
    expect(said).to_contain_text(f"{100 * float(rate):.0f}%")
    expect(said).to_contain_text("95% interval")
    picture(window, "statistics-tooltip")
    assert broken(page) == []


def test_the_drawing_follows_the_screen(window):
    page = window.open(QUESTION)
    figure = page.locator(".chart")
    expect(figure).to_have_attribute("data-drawn", "?theme=light&width=wide")
    window.look_at(DESK, dark=True)
    expect(figure).to_have_attribute("data-drawn", "?theme=dark&width=wide")
    window.look_at(PHONE, dark=True)
    expect(figure).to_have_attribute("data-drawn", "?theme=dark&width=narrow")
    assert page.locator(".drawing svg").count() == 1
    assert window.overflow == 0
    assert (window.faults, broken(page)) == ([], [])


CONTRASTS = """
() => {
  const light = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (one) => {
    for (let each = one; each; each = each.parentElement) {
      const found = getComputedStyle(each).backgroundColor;
      if (!/, 0\\)$|transparent/.test(found)) return found;
    }
    return "rgb(255, 255, 255)";
  };
  const poor = [];
  for (const one of document.querySelectorAll("main *")) {
    if (one.closest("svg") || !one.checkVisibility() || ![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const [a, b] = [light(getComputedStyle(one).color), light(ground(one))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) poor.push(`${one.tagName} ${one.textContent.trim().slice(0, 30)} ${ratio.toFixed(2)}`);
  }
  return poor;
}
"""


@pytest.mark.parametrize("dark", [False, True])
def test_all_words_can_be_read_in_light_and_dark(dark, window):
    window.look_at(DESK, dark=dark)
    for path in ("/analytics/", QUESTION, f"{QUESTION}?seats=x", f"{QUESTION}?rules=ghostel&seats=4"):
        page = window.open(path)
        assert page.evaluate(CONTRASTS) == [], path
        picture(window, f"statistics-words-{'dark' if dark else 'light'}-{path.replace('/', '-').partition('?')[0]}-{len(path)}")


def test_a_page_is_read_by_ear_and_used_with_the_keyboard(window):
    page = window.open(QUESTION)
    assert page.locator("h1").count() == 1
    nameless = page.eval_on_selector_all(
        "main input, main select, main button, main a, main summary, main [tabindex='0'], main img",
        "all => all.filter(one => !(one.labels && one.labels.length) && !one.getAttribute('aria-label') && !one.alt"
        " && !one.textContent.trim()).map(one => one.outerHTML)",
    )
    assert nameless == []
    expect(page.get_by_role("table", name="Win rate by seat")).to_be_visible()
    heads = page.locator(".figures thead th").count()
    assert heads == len(REPORTS["win_rate_by_seat"].columns()) == page.locator(".figures dl dt").count()
    assert page.locator(".figures tbody tr").first.locator("th[scope=row]").count() == 3
    page.get_by_role("spinbutton", name="Seats").focus()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"seats=2"))
    expect(page.get_by_role("spinbutton", name="Seats")).to_have_value("2")


def test_the_drawing_library_is_our_own_copy(window):
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    page = window.open(QUESTION)
    expect(page.locator(".chart[data-drawn]")).to_be_visible()
    assert [url for url in asked if not url.startswith(window.server)] == []
    assert len([url for url in asked if "/vendor/vega" in url]) == 3
    assert "unsafe" not in page.request.get(window.server + QUESTION).headers["content-security-policy"]
