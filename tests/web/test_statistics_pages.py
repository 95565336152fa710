"""Do the pages of the statistics say what the figures are, and what to do where there are none?"""

from __future__ import annotations

import gzip
import html
import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from django.test import Client

from analytics.charts.drawing import GALLERY, Undrawn
from analytics.reports import REPORTS
from analytics.snapshots import reading
from analytics.web import pages
from gameplay.rules.catalogue import GAMES
from tests.analytics.charted import statistics_of_all_games

QUESTION = "/analytics/win_rate_by_seat"
VENDOR = Path(pages.__file__).with_name("static") / "analytics" / "vendor"


@pytest.fixture
def statistics(settings, db):
    settings.STATISTICS_DIR = statistics_of_all_games()
    return settings.STATISTICS_DIR


class Figures(HTMLParser):
    """The figures of the table, as the page holds them for programs."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.headings = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "tr":
            self.rows.append([])
        elif tag == "data":
            self.rows[-1].append(given["value"] or "")
        elif tag == "th" and given.get("scope") == "col":
            self.headings += 1


def text_of(answer) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_who_is_not_logged_in_is_asked_to_and_comes_back(db, statistics):
    for path in ("/analytics/", QUESTION, f"{QUESTION}.svg", f"{QUESTION}.json"):
        answer = Client().get(path)
        assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login?next={path}")


def test_the_address_without_a_slash_leads_to_the_questions(ada):
    assert ada.get("/analytics")["Location"] == "/analytics/"


def test_all_questions_are_listed_by_game(ada, statistics):
    page = ada.get("/analytics/").content.decode()
    for name, report in REPORTS.items():
        assert page.count(f'<a href="/analytics/{name}">{html.escape(report.question)}</a>') == max(1, len(report.games))
    for rules in {rules for report in REPORTS.values() for rules in report.games}:
        assert f"<h2>{GAMES[rules].title}</h2>" in page
    assert "Statistics 1" in page


@pytest.mark.parametrize("name", REPORTS)
def test_the_table_holds_the_figures_of_the_report(name, ada, statistics):
    answer = ada.get(f"/analytics/{name}")
    assert answer.status_code == 200
    with reading(statistics) as (_, connection):
        rows = REPORTS[name].run(connection, {})
    found = Figures(answer.content.decode())
    assert [row for row in found.rows if row] == [
        ["" if value is None else str(value) for value in msgspec.structs.astuple(row)] for row in rows
    ]
    if rows:
        assert found.headings == len(REPORTS[name].columns())
        assert f'<img src="/analytics/{name}.svg"' in answer.content.decode()
    assert REPORTS[name].question in text_of(answer)


def test_a_table_that_would_be_too_long_says_where_the_rest_is(ada, statistics, monkeypatch):
    whole = Figures(ada.get(QUESTION).content.decode()).rows
    assert "CSV, JSON and Parquet below have them all" not in text_of(ada.get(QUESTION))
    monkeypatch.setattr(pages, "MOST_ROWS", 5)
    answer = ada.get(QUESTION)
    assert Figures(answer.content.decode()).rows == whole[:6]  # with the row of headings
    assert f"The first 5 of {len(whole) - 1} rows" in text_of(answer)


def test_what_was_chosen_stays_in_the_form_the_chart_and_the_links(ada, statistics):
    page = ada.get(QUESTION, rules="ghostel", seats="3").content.decode()
    assert '<option value="ghostel" selected>Ghostel</option>' in page
    assert 'name="seats" value="3"' in page
    for form in ("svg", "csv", "json", "parquet", "vl"):
        assert f"{QUESTION}.{form}?rules=ghostel&amp;seats=3" in page
    assert {row[0] for row in Figures(page).rows if row} == {"ghostel"}


def test_a_field_left_empty_restricts_nothing(ada, statistics):
    everything = ada.get(QUESTION)
    assert Figures(ada.get(QUESTION, rules="", seats=" ").content.decode()).rows == Figures(everything.content.decode()).rows


@pytest.mark.parametrize(
    ("given", "field", "said"),
    [
        ({"seats": "many"}, "seats", "Expected an integer."),
        ({"seats": "0"}, "seats", ">= 1"),
        ({"rules": "chess"}, "rules", "The games are: "),
    ],
)
def test_a_wrong_parameter_is_shown_at_its_field(given, field, said, ada, statistics):
    answer = ada.get(QUESTION, **given)
    page = answer.content.decode()
    assert answer.status_code == 400
    found = re.search(rf'<span id="said-{field}" class="error">([^<]+)</span>', page)
    assert found is not None
    assert said in html.unescape(found[1])
    assert page.count('aria-invalid="true"') == 1
    assert "<figure" not in page
    assert "<table" not in page


def test_a_parameter_of_no_field_is_told_too(ada, statistics):
    answer = ada.get("/analytics/games_by_rules", seats="2")
    assert answer.status_code == 400
    assert "seats: This report has no such parameter." in text_of(answer)
    assert ada.get(QUESTION, nonsense="1").status_code == 400
    assert ada.client.get(f"{QUESTION}?seats=2&seats=3").status_code == 400
    assert ada.get(f"{QUESTION}.svg", seats="x").status_code == 400


@pytest.mark.parametrize("path", ["/analytics/luck", "/analytics/luck.svg", f"{QUESTION}.png", f"{QUESTION}/", "/analytics/a/b"])
def test_what_is_not_there_is_a_page_that_says_so(path, ada, statistics):
    answer = ada.get(path)
    assert answer.status_code == 404
    assert answer["Content-Type"].startswith("text/html")
    assert "not_found" in answer.content.decode()


def test_without_statistics_a_page_says_how_to_get_some(ada, settings, tmp_path):
    settings.STATISTICS_DIR = tmp_path
    answer = ada.get(QUESTION)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "There are no statistics yet" in text_of(answer)
    assert "manage.py export" in text_of(answer)
    index = ada.get("/analytics/")
    assert index.status_code == 200
    assert "There are no statistics yet" in text_of(index)
    assert ada.get(f"{QUESTION}.svg").status_code == 503


def test_without_such_games_a_page_says_how_to_get_some(ada, folder_without_games):
    text = text_of(ada.get("/analytics/die_use"))
    assert "No game of Ghostel is over yet" in text
    assert "manage.py simulate --rules ghostel" in text
    assert "manage.py simulate --rules" in text_of(ada.get("/analytics/game_length"))
    assert "<figure" not in ada.get("/analytics/die_use").content.decode()


@pytest.fixture
def folder_without_games(settings, tmp_path, db):
    from analytics.export import export

    settings.STATISTICS_DIR = tmp_path / "empty"
    export(settings.STATISTICS_DIR, publish_now=True)


def test_a_choice_that_no_game_fits_says_so_and_leads_back(ada, statistics):
    answer = ada.get(QUESTION, rules="ghostel", seats="4")
    assert answer.status_code == 200
    assert "No finished game fits what was chosen above" in text_of(answer)
    assert f'<a href="{QUESTION}">Show all of them</a>' in answer.content.decode()


def test_a_page_names_its_statistics_and_how_it_is_counted(ada, statistics):
    with reading(statistics) as (snapshot, _):
        number = snapshot.number
    text = text_of(ada.get(QUESTION))
    assert f"Statistics {number}, made" in text
    assert "what a rewind took back counts nowhere" in text
    assert "SELECT" in text
    sql = ada.get(f"{QUESTION}.sql")
    assert sql["Content-Type"] == "text/plain; charset=utf-8"
    assert sql.content.decode() in html.unescape(ada.get(QUESTION).content.decode())


def test_what_a_page_shows_is_kept_by_the_browser_as_long_as_it_is_true(ada, statistics):
    for form in ("svg", "vl", "csv", "json", "parquet"):
        first = ada.get(f"{QUESTION}.{form}")
        assert (first.status_code, first["Cache-Control"]) == (200, "private, no-cache"), form
        again = ada.client.get(f"{QUESTION}.{form}", HTTP_IF_NONE_MATCH=first["ETag"])
        assert (again.status_code, again.content) == (304, b"")


def test_a_picture_can_do_nothing_and_the_page_has_no_script_or_style_of_its_own(ada, statistics):
    assert ada.get(f"{QUESTION}.svg")["Content-Security-Policy"] == "default-src 'none'; sandbox"
    answer = ada.get(QUESTION)
    assert "unsafe" not in answer["Content-Security-Policy"]
    page = answer.content.decode()
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    assert "style=" not in page
    assert "<style" not in page


def test_where_a_chart_cannot_be_drawn_the_page_is_there_with_its_figures(ada, statistics, monkeypatch):
    def failing(key, plot):
        raise Undrawn

    GALLERY.end()
    monkeypatch.setattr(GALLERY, "picture", failing)
    assert ada.get(QUESTION).status_code == 200
    refused = ada.get(f"{QUESTION}.svg")
    assert refused.status_code == 503
    assert "chart_unavailable" in refused.content.decode()


def test_the_chart_to_play_with_shows_the_rows_of_the_table(ada, statistics):
    spec = ada.get(f"{QUESTION}.vl", rules="spooky_bar", seats="2").json()
    rows = ada.get(f"{QUESTION}.json", rules="spooky_bar", seats="2").json()["rows"]
    assert [(point["value"], point["low"], point["high"]) for point in spec["data"]["values"]] == [
        (row["win_rate"], row["win_rate_low"], row["win_rate_high"]) for row in rows
    ]
    assert ada.get(f"{QUESTION}.vl", rules="ghostel", seats="4").status_code == 404


@pytest.mark.parametrize("path", sorted(VENDOR.glob("*.js")), ids=lambda path: path.name)
def test_what_draws_the_charts_travels_compressed_and_is_fetched_once(path):
    url = f"/static/analytics/vendor/{path.name}"
    answer = Client().get(url, headers={"accept-encoding": "gzip"})
    packed = b"".join(answer)
    assert answer["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed) == path.read_bytes()
    assert len(packed) < path.stat().st_size / 2
    assert "immutable" in answer["Cache-Control"]
    assert "Accept-Encoding" in answer["Vary"]
    assert b"".join(Client().get(url)) == path.read_bytes()
