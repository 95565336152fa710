"""Does the console for SQL work in a real browser: with a script and without, at a desk, on a telephone, and against stolen markup?"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from analytics.models import Query, Saved
from tests.api.asking import ENDLESS, three_games_exported_before
from tests.web.browser import WIDTHS, Window, started
from tests.web.conftest import Person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.own_server]
PICTURES = os.environ.get("REVENANT_PICTURES", "")
"""A folder for pictures of the pages, for who wants to look at them."""
ROOT = "/analytics/sql"


@pytest.fixture(scope="module")
def browser():
    with pytest.MonkeyPatch.context() as patch:
        # Playwright's own loop runs in the thread of the tests, where Django would refuse to touch the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        with started() as found:
            yield found


@pytest.fixture
def window(browser, live_server, settings, tmp_path):
    """Ada's, before statistics of three games."""
    settings.STATISTICS_DIR = tmp_path / "statistics"
    three_games_exported_before(settings.STATISTICS_DIR)
    found = Window(browser, live_server.url)
    found.is_of(Person("ada"))
    yield found
    found.context.close()


def picture(window: Window, name: str) -> None:
    for width in WIDTHS:
        for dark in (False, True):
            window.look_at(width, dark=dark)
            assert window.overflow == 0, (name, width)
            if PICTURES:
                window.page.screenshot(path=Path(PICTURES) / f"sql-{name}-{width}{'-dark' if dark else ''}.png", full_page=True)
    window.look_at(WIDTHS[0])


def refusals(window: Window) -> list[str]:
    """What went wrong in the window, but for answers that the test has asked for."""
    return [fault for fault in window.faults if "Failed to load resource" not in fault]


def test_a_question_is_written_run_corrected_kept_and_opened_again(window):
    page = window.open(ROOT)
    picture(window, "empty")

    # Parameters become fields while one types.
    page.get_by_label("Statement").fill(
        "SELECT rules, count(*) AS games, avg(events) AS mean_events\nFROM games\nWHERE seat_count = $seats\nGROUP BY 1"
    )
    page.get_by_label("$seats").fill("2")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#result tbody td").first).to_have_text("spooky_bar")
    expect(page.locator("#result h2")).to_have_text("1 row")
    expect(page.locator("#result th").nth(1)).to_contain_text("BIGINT")
    assert page.url.endswith(ROOT)  # the page was not left
    picture(window, "answer")

    # A fault is marked, and selected in the text, at its own place.
    page.get_by_label("Statement").fill("SELECT '🎲🎲', -- two dice\n  colour\nFROM games")
    expect(page.get_by_label("$seats")).to_have_count(0)
    page.get_by_label("Statement").press("Control+Enter")
    expect(page.locator("#result mark")).to_have_text("colour")
    expect(page.locator("#result")).to_contain_text("Line 2, column 3")
    chosen = "document.getElementById('statement').value.slice(document.getElementById('statement').selectionStart, document.getElementById('statement').selectionEnd)"
    assert page.evaluate(chosen) == "colour"
    picture(window, "fault")
    page.keyboard.type("rules")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#result tbody td").first).to_have_text("🎲🎲")

    # Kept, and opened by another value in the address.
    page.get_by_label("Statement").fill("SELECT count(*) FROM games WHERE seat_count = $seats")
    page.get_by_label("$seats").fill("3")
    page.get_by_text("Save and share").click()
    page.get_by_label("Title").fill("How many games?")
    page.get_by_label(re.compile("Shared")).check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="How many games?")).to_be_visible()
    link = f"{ROOT}/{Saved.objects.get().link}"
    assert page.url.endswith(link)
    picture(window, "saved")
    page = window.open(f"{link}?seats=2")
    expect(page.get_by_label("$seats")).to_have_value("2")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#result tbody td").first).to_have_text("3")

    # The history opens it again, and a link holds a question by itself.
    page.get_by_text("What you asked lately").click()
    expect(page.locator("#history li")).to_have_count(4)
    page.locator("#history a").nth(1).click()
    expect(page.get_by_label("Statement")).to_have_value(re.compile("🎲🎲"))
    page.get_by_role("button", name="Run").click()
    page.get_by_role("link", name="Link to this question").click()
    expect(page.get_by_label("Statement")).to_have_value(re.compile("^SELECT '🎲🎲', -- two dice\n  rules\nFROM games$"))
    assert refusals(window) == []


def test_a_query_that_runs_is_stopped(window):
    page = window.open(ROOT)
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    page.get_by_label("Statement").fill(ENDLESS)
    page.get_by_role("button", name="Run").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#result")).to_contain_text("query_cancelled", timeout=9_000)
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    assert Query.objects.get().status == "cancelled"
    assert refusals(window) == []


def test_whoever_was_logged_out_meanwhile_keeps_what_they_wrote(window):
    page = window.open(ROOT)
    page.get_by_label("Statement").fill("SELECT 42 AS answer")
    cookies = window.context.cookies()
    window.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#result")).to_contain_text("You are not logged in any more")
    expect(page.get_by_label("Statement")).to_have_value("SELECT 42 AS answer")
    window.context.add_cookies(cookies)
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#result tbody td").first).to_have_text("42")


def test_what_is_downloaded_comes_as_a_file_and_leaves_the_page_alone(window):
    page = window.open(ROOT)
    page.get_by_label("Statement").fill("SELECT range AS n FROM range(3)")
    page.get_by_text("Download all rows").click()
    with page.expect_download() as waited:
        page.get_by_role("button", name="CSV").click()
    assert re.fullmatch(r"query-[0-9a-f]{12}\.csv", waited.value.suggested_filename)
    assert Path(waited.value.path()).read_text().split() == ["n", "0", "1", "2"]
    expect(page.get_by_label("Statement")).to_have_value("SELECT range AS n FROM range(3)")


def test_tables_open_where_they_stand(window):
    page = window.open(ROOT)
    page.locator("aside summary", has_text="games").first.click()
    expect(page.locator("aside details.table").first).to_contain_text("how many seats it has")
    page.locator("aside details.group > summary", has_text="Spooky Bar").click()
    link = page.get_by_role("link", name="spooky_bar_card_resolved", exact=True)
    link.click()
    expect(page.locator("aside .group .columns-of")).to_contain_text("game_id")
    picture(window, "tables")
    link.click()
    expect(page.locator("aside .group .columns-of")).to_have_count(0)
    assert refusals(window) == []


def test_markup_in_a_value_a_column_a_title_or_a_fault_does_nothing(window, live_server, browser):
    markup = """<img src=x onerror="document.title='stolen'"><script>document.title='stolen'</script>"""
    sql = markup.replace("'", "''")
    column = markup.replace('"', '""')
    page = window.open(ROOT)
    page.get_by_label("Statement").fill(f"SELECT '{sql}' AS \"{column}\", $p AS p, '{sql}'::ENUM('{sql}') AS e")
    page.get_by_label("$p").fill(markup)
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#result tbody td").first).to_have_text(markup)
    expect(page.locator("#result tbody td").nth(1)).to_have_text(markup)
    expect(page.locator("#result th").first).to_contain_text(markup)
    page.get_by_text("Save and share").click()
    page.get_by_label("Title").fill(markup)
    page.get_by_label(re.compile("Shared")).check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name=markup)).to_be_visible()
    page.get_by_label("Statement").fill(f'SELECT "{column}" FROM games')
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#result mark")).to_contain_text("<img src=x")
    other = Window(browser, live_server.url)
    other.is_of(Person("ben"))
    for shown in (window, other):
        page = shown.open(ROOT)
        for summary in page.get_by_text("Saved queries").all():
            summary.click()
        expect(page.get_by_role("link", name=markup)).to_be_visible()
        page.get_by_role("link", name=markup).click()
        expect(page.get_by_role("heading", name=markup)).to_be_visible()
        assert page.title() != "stolen"
        assert page.locator("main img, main script").count() == 0
        assert refusals(shown) == []
    other.context.close()


def test_without_a_script_it_is_a_form_that_answers(browser, live_server, window):
    plain = browser.new_context(java_script_enabled=False)
    plain.add_cookies(window.context.cookies())
    page = plain.new_page()
    page.goto(live_server.url + ROOT)
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    page.get_by_label("Statement").fill("SELECT $a || 'b' AS c")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_text("Fill in the parameters, then run it.")).to_be_visible()
    page.get_by_label("$a").fill("a")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#result tbody td").first).to_have_text("ab")
    page.get_by_label("Statement").fill("SELECT colour\nFROM games")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#result mark")).to_have_text("colour")
    expect(page.get_by_label("Statement")).to_have_value("SELECT colour\nFROM games")
    plain.close()


def test_every_field_has_a_name_and_the_keyboard_is_enough(window):
    page = window.open(f"{ROOT}?example=lengths")
    nameless = page.eval_on_selector_all(
        "input:not([type=hidden]), select, textarea, button, a, summary",
        "all => all.filter(one => !(one.labels && one.labels.length) && !one.getAttribute('aria-label')"
        " && !one.textContent.trim()).map(one => one.outerHTML)",
    )
    assert nameless == []
    assert page.locator("h1").count() == 1
    page.get_by_label("Statement").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "p:seats"
    page.keyboard.press("Enter")
    expect(page.locator("#result h2")).to_have_text("1 row")
    picture(window, "example")
    assert refusals(window) == []
