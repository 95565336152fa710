"""Do people get by with the pages in a real browser, at a desk and on a telephone?"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gameplay.rules.catalogue import GAMES
from tests.web.browser import WIDTHS, NoBrowser, Window, executable, started
from tests.web.conftest import Person, game_new, play

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


def picture(window: Window, name: str) -> None:
    if PICTURES:
        window.page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def test_a_disputed_move_is_set_right_and_the_players_page_moves_back(browser, live_server):
    ada, ben = Person("ada"), Person("ben")
    Person("ref", staff=True)
    game = game_new("spooky_bar", ada, ben)
    play(game, ada, ben, choices=6)
    player, office = Window(browser, live_server.url), Window(browser, live_server.url)

    # Ada chooses, and at once is sorry.
    table = player.log_in("ada")
    table.get_by_role("link", name="Spooky bar").click()
    while table.locator("#asked .choices button").count() == 0:
        play(game, ben, choices=1)
        table.reload()
    before = int(table.locator("#version").inner_text())
    seen_before = table.locator("#table").inner_text()
    table.locator("#asked .choices button").first.click()
    expect(table.locator("#version")).not_to_have_text(str(before))
    moved = before + 1
    table.get_by_role("link", name=f"Dispute event {moved}", exact=True).click()
    table.get_by_label("What is it about?").select_option("misclick")
    table.get_by_label("What is wrong with it?").fill("I clicked the wrong card.")
    picture(player, "play-dispute")
    table.get_by_role("button", name="Dispute it").click()
    expect(table.get_by_role("status")).to_contain_text(f"Event {moved} is disputed")
    picture(player, "play-disputed")

    # The referee claims it, goes through the game with the keys and looks with others' eyes.
    console = office.log_in("ref")
    console.get_by_role("link", name="Referee").click()
    picture(office, "queue")
    console.get_by_role("button", name="Claim it").click()
    expect(console.get_by_text("This dispute is yours now.")).to_be_visible()
    picture(office, "dispute")
    console.get_by_role("link", name=re.compile("Look at the game")).click()
    expect(console.locator("#at")).to_have_text(str(moved))
    console.wait_for_load_state()  # the keys work when the script is there
    console.keyboard.press("ArrowLeft")
    expect(console.locator("#at")).to_have_text(str(before))
    console.keyboard.press("Home")
    expect(console.locator("#at")).to_have_text("1")
    expect(console).to_have_url(re.compile(r"\?at=1&as=spectator$"))
    console.keyboard.press("End")
    expect(console.locator("#at")).not_to_have_text("1")
    office.open(f"/referee/games/{game}?at={before}&as=seat-0")
    expect(console.get_by_text("Until then you see what a spectator sees.")).to_be_visible()
    assert "Hand of" not in console.locator("section.table").inner_text()
    console.get_by_label("Why do you look at what is hidden?").fill("Dispute of a misclick")
    console.get_by_role("button", name="Look").nth(1).click()
    expect(console.locator("section.table")).to_contain_text("Hand of seat 0 (ada)")
    picture(office, "console-seat-0")

    # A preview, then the rewind itself.
    console.get_by_text("Rewind, to event").click()
    console.locator("#act-rewind").get_by_label("Back to event").fill(str(before))
    console.locator("#act-rewind").get_by_label("Why?").fill("A misclick that told nobody anything.")
    console.locator("#act-rewind").get_by_role("button", name="Preview").click()
    expect(console.get_by_role("heading", name=f"A rewind to event {before}")).to_be_visible()
    expect(console.get_by_role("heading", name="Undone")).to_be_visible()
    assert table.locator("#table").inner_text() != "" and int(table.locator("#version").inner_text()) > before
    picture(office, "preview")
    console.get_by_role("button", name=f"Rewind to event {before}").click()
    expect(console.get_by_text(f"the game stands as of event {before} again")).to_be_visible()
    picture(office, "rewound")

    # Without being touched, the player's page moves back, and the player may choose anew.
    expect(table.locator("#feed")).to_contain_text(f"back to event {before}")
    expect(table.locator("#feed .undone").first).to_be_visible()
    expect(table.locator("#asked .choices button").first).to_be_visible()
    after = table.locator("#table").inner_text()
    assert after.splitlines()[1:] == seen_before.splitlines()[1:]
    picture(player, "play-rewound")
    table.locator("#asked .choices button").last.click()
    expect(table.locator("#feed")).to_contain_text("Choice")
    assert (player.faults, office.faults) == ([], [])


@pytest.mark.parametrize("rules", sorted(GAMES))
def test_no_page_is_wider_than_its_window_and_none_breaks_the_policy(rules, browser, live_server):
    ada, ben, ref = Person("ada"), Person("ben"), Person("ref", staff=True)
    game = game_new(rules, ada, ben)
    play(game, ada, ben, choices=20)
    ref.post(f"/referee/games/{game}/why", reason="A look")
    player, office = Window(browser, live_server.url), Window(browser, live_server.url)
    player.is_of(ada)
    office.is_of(ref)
    wide = {}
    for window, name, path, shows in (
        (player, "play", f"/play/{game}", "Hand of" if rules != "spirits_of_christmas" else "The rondel"),
        (player, "dispute", f"/play/{game}?dispute=5", "Dispute event 5"),
        (office, "console", f"/referee/games/{game}?as=whole", "Hidden from the seats"),
        (office, "difference", f"/referee/games/{game}/difference?old=6&new=12&as=whole", "What is different at the table"),
        (office, "deliveries", f"/referee/games/{game}/deliveries", "Looks of referees"),
        (office, "verification", f"/referee/games/{game}/verification", "The record is whole"),
    ):
        page = window.open(path)
        expect(page.locator("main")).to_contain_text(shows)
        for width in WIDTHS:
            window.look_at(width, dark=width == WIDTHS[1])
            picture(window, f"{name}-{rules}-{width}")
            if window.overflow:
                wide[f"{name} at {width}"] = window.overflow
        window.look_at(WIDTHS[0])
    assert wide == {}
    assert (player.faults, office.faults) == ([], [])


def test_the_pages_of_lists_and_of_the_admin_keep_to_the_policy_too(browser, live_server):
    ada, ben, chief = Person("ada"), Person("ben"), Person("chief", staff=True, superuser=True)
    game = game_new("spooky_bar", ada, ben)
    window = Window(browser, live_server.url)
    for path in ("/accounts/login", "/play/", f"/play/{game}", "/referee/", "/referee/nowhere"):
        window.open(path)
        if path == "/accounts/login":
            window.is_of(chief)
        for width in WIDTHS:
            window.look_at(width)
            picture(window, f"list{path.replace('/', '-')}-{width}")
            assert window.overflow == 0, (path, width)
    window.look_at(WIDTHS[0])
    for path in ("", f"events/stream/{game}/change/", f"auth/user/{ada.user.pk}/change/", "gameplay/accesstoken/"):
        window.open(f"/admin/{path}")
        picture(window, f"admin-{path.replace('/', '-')}")
    assert [fault for fault in window.faults if "404" not in fault] == []


def test_a_page_is_used_with_the_keyboard_alone_and_every_field_has_a_name(browser, live_server):
    ada, ben, ref = Person("ada"), Person("ben"), Person("ref", staff=True)
    game = game_new("spooky_bar", ada, ben)
    window = Window(browser, live_server.url)
    window.is_of(ref)
    for path in ("/accounts/login", "/referee/", f"/referee/games/{game}", f"/referee/games/{game}/difference"):
        page = window.open(path)
        nameless = page.eval_on_selector_all(
            "input:not([type=hidden]), select, textarea, button, a, summary",
            "all => all.filter(one => !(one.labels && one.labels.length) && !one.getAttribute('aria-label')"
            " && !one.textContent.trim()).map(one => one.outerHTML)",
        )
        assert nameless == [], path
        assert page.locator("h1").count() == 1, path
        assert page.get_attribute("html", "lang") == "en"
    page = window.open(f"/referee/games/{game}")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the content"
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    expect(page.locator("#at")).to_have_text("1")
    page.get_by_label("Go to").focus()
    page.keyboard.press("ArrowRight")  # moves in the field, not through the game
    expect(page.locator("#at")).to_have_text("1")


def test_without_a_browser_the_tests_fail_and_say_how_to_get_one(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoBrowser, match="apt-get install -y --no-install-recommends chromium"):
        executable()
