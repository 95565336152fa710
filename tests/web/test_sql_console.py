"""Can somebody ask in SQL without a script, and does the page show nothing but what was asked for?"""

from __future__ import annotations

import csv
import html
import io
import re
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from django.test import Client
from django.utils import timezone

from analytics import asked, sandbox
from analytics.models import Query, Saved
from analytics.reports import REPORTS
from analytics.snapshots import reading
from analytics.web import questions, results
from analytics.web.examples import EXAMPLES
from analytics.web.questions import Question, packed, text_of, unpacked, value_of
from gameplay.api.errors import Problem
from gameplay.web.middleware import POLICY
from tests.api.asking import three_games_exported_before

ROOT = "/analytics/sql"
SCRIPT = "<script>document.title='stolen'</script>"


@pytest.fixture
def statistics(settings, tmp_path, db):
    """Three finished games of Spooky Bar."""
    settings.STATISTICS_DIR = tmp_path / "statistics"
    return three_games_exported_before(settings.STATISTICS_DIR)


def text(response) -> str:
    return response.content.decode()


def run(person, sql, act="run", **form):
    return person.post(ROOT, sql=sql, act=act, **form)


def rows(response) -> list[list[str]]:
    """The cells of the table."""
    body = re.search(r"<tbody>(.*?)</tbody>", text(response), re.DOTALL)[1]
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)]
    return [[html.unescape(re.sub("<[^>]*>", "", cell)) for cell in row] for row in cells]


def statement(response) -> str:
    return html.unescape(re.search(r"<textarea[^>]*>\n(.*?)</textarea>", text(response), re.DOTALL)[1])


def fields(response) -> dict[str, str]:
    found = re.findall(r'name="p:([^"]*)" value="([^"]*)"', text(response))
    return {html.unescape(name): html.unescape(value) for name, value in found}


def headings(response) -> list[tuple[str, str]]:
    found = re.findall(r"<th [^>]*>(.*?)<small>(.*?)</small></th>", text(response))
    return [(html.unescape(name), html.unescape(kind)) for name, kind in found]


# Ask


def test_a_statement_is_answered_with_types_and_units(ada, statistics):
    page = run(ada, "SELECT rules, seat_count, status = 'finished' AS over, NULL AS none FROM games LIMIT 1")
    assert page.status_code == 200
    assert rows(page) == [["spooky_bar", "2", "true", "null"]]
    assert headings(page) == [("rules", "VARCHAR"), ("seat_count", "INTEGER, seats"), ("over", "BOOLEAN"), ("none", "NULL")]
    assert "1 row<" in text(page)
    assert statement(page).startswith("SELECT rules, seat_count")


def test_a_unit_is_told_only_where_all_tables_of_the_statement_agree():
    assert results.units_in("SELECT seat_count FROM games")["seat_count"] == "seats"
    assert results.units_in("SELECT thinking_ms FROM decisions")["thinking_ms"] == "milliseconds"
    assert "seat_count" not in results.units_in("SELECT 1 AS seat_count")


def test_rows_over_the_limit_are_cut_and_the_page_says_so(ada, statistics):
    page = run(ada, "SELECT * FROM range(500)", limit="100")
    assert len(rows(page)) == 100
    assert "100 rows, and there are more" in text(page)
    assert "Cut off after 100 rows" in text(page)
    assert "Cut off" not in text(run(ada, "SELECT * FROM range(100)", limit="100"))


def test_a_page_shows_so_many_values_and_a_value_so_many_signs(ada, statistics, monkeypatch):
    monkeypatch.setattr(results, "CELLS", 20)
    page = run(ada, "SELECT range AS a, range + 1 AS b, repeat('x', 5000) AS c, [range] AS d, range / 2 AS e FROM range(50)")
    assert [row[:2] + row[3:] for row in rows(page)] == [[str(n), str(n + 1), f"[{n}]", str(n / 2)] for n in range(4)]
    assert "The first 4 are shown" in text(page)
    assert {len(row[2]) for row in rows(page)} == {results.TEXT + 1}


def test_parameters_become_fields_that_are_asked_for_before_anything_runs(ada, statistics):
    sql = "SELECT count(*) FROM games WHERE rules = $rules AND seat_count >= $seats"
    asked_for = run(ada, sql)
    assert fields(asked_for) == {"rules": "", "seats": ""}
    assert "Fill in the parameters" in text(asked_for)
    assert not Query.objects.exists()
    page = run(ada, sql, **{"p:rules": "spooky_bar", "p:seats": "2"})
    assert rows(page) == [["3"]]
    assert fields(page) == {"rules": "spooky_bar", "seats": "2"}
    assert Query.objects.get().parameters == {"rules": "spooky_bar", "seats": 2}
    assert rows(run(ada, "SELECT $1 || $2", **{"p:1": "a", "p:2": "b"})) == [["ab"]]
    assert fields(ada.post(f"{ROOT}/fields", sql=sql, **{"p:seats": "2"})) == {"rules": "", "seats": "2"}


@pytest.mark.parametrize(
    ("value", "written"),
    [(None, ""), (True, "true"), (7, "7"), (-2.5, "-2.5"), (1e30, "1e+30"), ("a", "a"), ("7", "'7'"), ("true", "'true'"), ("", "''")],
)
def test_a_value_and_what_stands_in_its_field_are_the_same(value, written):
    assert text_of(value) == written
    assert value_of(written) == value
    assert type(value_of(written)) is type(value)


@pytest.mark.parametrize("value", ["it's", "'quoted'", "''", "null", " 7 ", "7a", "1e", "ä\n", "'", "0x1", "٣"])
def test_a_text_of_any_form_comes_back_from_its_field(value):
    assert value_of(text_of(value)) == value


def test_a_fault_is_marked_at_its_line_and_column(ada, statistics):
    page = run(ada, "SELECT\r\n  'ä',\r\n  colour\r\nFROM games")
    assert page.status_code == 422
    assert "Line 3, column 3:" in text(page)
    assert "<mark>colour</mark>" in text(page)
    assert 'data-start="16" data-length="6"' in text(page)
    assert statement(page) == "SELECT\n  'ä',\n  colour\nFROM games"


@pytest.mark.parametrize(
    ("sql", "status", "code"),
    [
        ("SELECT 1; SELECT 2", 422, "query_not_one_select"),
        ("DROP TABLE games", 422, "query_not_one_select"),
        ("SELECT repeat('x', 2000000000)", 413, "query_too_large"),
        ("", 400, "invalid_request"),
        ("SELECT 'x' -- " + "x" * 20_000, 400, "invalid_request"),
        ("SELECT '\0'", 400, "invalid_request"),
    ],
)
def test_a_refusal_stands_on_the_page_with_the_statement(ada, statistics, sql, status, code):
    page = run(ada, sql)
    assert (page.status_code, f"<code>{code}</code>" in text(page)) == (status, True)
    assert statement(page) == sql.replace("\0", "\N{REPLACEMENT CHARACTER}") or "\0" in sql


def test_without_statistics_the_page_says_when_to_come_back(ada, settings, tmp_path):
    settings.STATISTICS_DIR = tmp_path / "none"
    assert "No statistics are published yet" in text(ada.get(ROOT))
    page = run(ada, "SELECT 1")
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert "statistics_unavailable" in text(page)


def test_a_query_that_runs_elsewhere_is_stopped_and_refuses_a_second(ada, ben, statistics):
    running = Query.objects.create(user=ada.user, slot=0, sql="SELECT 1", limit=1, snapshot=1, asked_at=timezone.now())
    page = run(ada, "SELECT 1")
    assert (page.status_code, "queries_busy" in text(page)) == (429, True)
    assert ben.post(f"{ROOT}/cancel").status_code == 404
    assert not Query.objects.get(pk=running.pk).cancelled
    assert ada.post(f"{ROOT}/cancel").status_code == 204
    assert Query.objects.get(pk=running.pk).cancelled


# Take along


def test_downloads_hold_all_rows_in_every_form(ada, statistics):
    sql = "SELECT range AS n, 'a,b' AS t FROM range(1500)"
    expected = [{"n": n, "t": "a,b"} for n in range(1500)]
    table = run(ada, sql, act="csv", limit="100")
    assert table["Content-Type"].startswith("text/csv")
    assert re.fullmatch(r'attachment; filename="query-[0-9a-f]{12}\.csv"', table["Content-Disposition"])
    assert [{"n": int(row["n"]), "t": row["t"]} for row in csv.DictReader(io.StringIO(text(table)))] == expected
    assert pq.read_table(io.BytesIO(run(ada, sql, act="parquet").content)).to_pylist() == expected
    assert pa.ipc.open_stream(run(ada, sql, act="arrow").content).read_all().to_pylist() == expected
    assert text(run(ada, sql, act="ndjson")).splitlines()[7] == '{"n":7,"t":"a,b"}'


def test_a_download_that_is_cut_off_says_so_in_its_name(ada, statistics):
    cut = run(ada, "SELECT * FROM range(10001)", act="csv")
    assert "-first-10000-rows.csv" in cut["Content-Disposition"]
    assert len(text(cut).splitlines()) == 10_001


def test_a_download_that_fails_is_a_page_that_says_why(ada, statistics):
    page = run(ada, "SELECT colour FROM games", act="parquet")
    assert (page.status_code, "<mark>colour</mark>" in text(page)) == (422, True)


# Keep and pass on


def test_a_saved_query_opens_under_its_link_with_the_values_of_the_address(ada, ben, statistics):
    form = {"title": "How many?", "p:seats": "2", "shared": "yes"}
    made = run(ada, "SELECT count(*) FROM games WHERE seat_count = $seats", act="save", **form)
    link = made["Location"]
    assert made.status_code == 302
    assert link == f"{ROOT}/{Saved.objects.get().link}"
    page = ben.get(link)
    assert "How many?" in text(page)
    assert statement(page) == "SELECT count(*) FROM games WHERE seat_count = $seats"
    assert fields(page) == {"seats": "2"}
    other = ben.get(link, seats="3", nothing="1")
    assert fields(other) == {"seats": "3"}
    assert "no parameter that is called so: nothing" in text(other)
    assert not Query.objects.exists()


def test_saving_again_leads_to_the_same_link_and_an_edit_to_another(ada, ben, statistics):
    first = run(ada, "SELECT 1", act="save", title="One")["Location"]
    assert run(ada, "SELECT 1 ;\r\n", act="save", title="One, shared", shared="yes")["Location"] == first
    assert run(ben, "SELECT 1", act="save", title="Mine")["Location"] == first
    assert run(ada, "SELECT 2", act="save", title="One")["Location"] != first
    assert statement(ada.get(first)) == "SELECT 1"


def test_what_is_private_does_not_exist_for_others_and_only_its_owner_deletes(ada, ben, statistics):
    link = run(ada, "SELECT 1", act="save", title="Private matter")["Location"]
    assert ben.get(link).status_code == ben.post(f"{link}/delete").status_code == 404
    assert "Private matter" not in text(ben.get(ROOT))
    run(ada, "SELECT 1", act="save", title="Public matter", shared="yes")
    assert "Public matter" in text(ben.get(ROOT))
    assert ben.post(f"{link}/delete").status_code == 403
    assert ada.post(f"{link}/delete")["Location"] == ROOT
    assert ada.get(link).status_code == 404


def test_a_title_is_needed(ada, statistics):
    for title in ("", "   ", "x" * 101):
        page = run(ada, "SELECT 1", act="save", title=title)
        assert (page.status_code, statement(page)) == (400, "SELECT 1")
    assert not Saved.objects.exists()


def test_a_link_holds_the_question_itself(ada, statistics):
    sql = "SELECT $a || 'ä',\n  $b"
    page = run(ada, sql, **{"p:a": "x", "p:b": "7"})
    link = html.unescape(re.search(r'href="([^"]*)">Link to this question', text(page))[1])
    found = ada.client.get(link)
    assert (statement(found), fields(found)) == (sql, {"a": "x", "b": "7"})
    assert Query.objects.count() == 1


@pytest.mark.parametrize("link", ["", "x", "A" * 7000, "!!!", "eJw", "\0"])
def test_a_link_that_is_not_whole_is_refused(ada, statistics, link):
    assert ada.get(ROOT, q=link).status_code == 400


def test_a_link_that_would_unfold_without_end_is_refused_and_a_long_text_gets_none():
    import base64
    import zlib

    bomb = base64.urlsafe_b64encode(zlib.compress(b"x" * 3_000_000, 9)).decode().rstrip("=")
    assert len(bomb) < questions.LINK_MOST
    with pytest.raises(Problem):
        unpacked(bomb)
    assert packed(Question("SELECT '" + str(list(map(hash, map(str, range(3000))))) + "'")) is None


def test_the_history_opens_what_was_asked_and_is_nobody_elses(ada, ben, statistics):
    run(ada, "SELECT $a + 40", **{"p:a": "2"})
    page = ada.get(ROOT)
    link = html.unescape(re.search(r'href="(/analytics/sql\?of=[^"]*)"', text(page))[1])
    opened = ada.client.get(link)
    assert (statement(opened), fields(opened)) == ("SELECT $a + 40", {"a": "2"})
    assert ben.client.get(link).status_code == 404
    assert "$a + 40" not in text(ben.get(ROOT))
    assert ada.get(ROOT, of="nonsense").status_code == ada.get(ROOT, of=str(uuid4())).status_code == 404


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_answered_whatever_was_played(ada, statistics, name):
    page = ada.get(ROOT, example=name)
    answer = run(ada, statement(page), **{f"p:{field}": value for field, value in fields(page).items()})
    assert (answer.status_code, 'class="card figures"' in text(answer)) == (200, True)
    assert EXAMPLES[name].title in html.unescape(text(page))
    assert ada.get(ROOT, example="nonsense").status_code == 404


def test_every_report_opens_in_the_console_and_is_answered_as_it_is(ada, statistics):
    for name, report in REPORTS.items():
        page = ada.get(ROOT, report=name, rules="spooky_bar")
        assert set(fields(page)) == set(report.parameters)
        assert fields(page).get("rules", "spooky_bar") == "spooky_bar"
        answer = run(ada, statement(page), act="ndjson", **{f"p:{field}": value for field, value in fields(page).items()})
        with reading(statistics) as (_, connection):
            rows_of_report = report.run(connection, {"rules": "spooky_bar"} if "rules" in report.parameters else {})
        assert (answer.status_code, len(text(answer).splitlines())) == (200, len(rows_of_report)), name
    assert ada.get(ROOT, report="nonsense").status_code == 404


# Tables


def test_every_table_is_listed_and_its_columns_are_a_page(ada, statistics):
    from analytics.dictionary import dictionary

    page = text(ada.get(ROOT))
    for table in dictionary():
        assert f">{table.name}<" in page, table.name
    for name in ("games", "spooky_bar_card_resolved", "stg_finished_games"):
        shown = text(ada.get(f"{ROOT}/tables/{name}"))
        table = next(each for each in dictionary() if each.name == name)
        for column in table.columns:
            assert f"<code>{column.name}</code>" in shown
    assert ada.get(f"{ROOT}/tables/nothing").status_code == 404


# Walls


def test_only_who_is_logged_in_may_ask_and_a_form_needs_its_token(ada, statistics):
    for path in (ROOT, f"{ROOT}/fields", f"{ROOT}/cancel", f"{ROOT}/{uuid4()}", f"{ROOT}/tables/games", f"{ROOT}/{uuid4()}/delete"):
        for method in ("get", "post"):
            response = getattr(Client(), method)(path, {"sql": "SELECT 1"})
            assert response.status_code in (302, 405), path
            assert response.status_code == 405 or response["Location"].startswith("/accounts/login?next=")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada.user)
    for path in (ROOT, f"{ROOT}/cancel", f"{ROOT}/fields", f"{ROOT}/{uuid4()}/delete"):
        assert strict.post(path, {"sql": "SELECT 1", "act": "run"}).status_code == 403
    assert not Query.objects.exists()


def test_to_open_a_page_runs_nothing_and_writes_nothing(ada, statistics, django_assert_max_num_queries):
    link = run(ada, "SELECT 1", act="save", title="One")["Location"]
    query = packed(Question("SELECT 1"))
    with django_assert_max_num_queries(24):
        for path in (ROOT, link, f"{ROOT}?q={query}", f"{ROOT}?example=games"):
            ada.client.get(path)
            assert not Query.objects.exists()


def test_every_answer_has_the_strict_policy_and_no_script_of_its_own(ada, statistics):
    for page in (ada.get(ROOT), run(ada, "SELECT 1"), run(ada, "SELECT"), ada.get(f"{ROOT}/tables/games")):
        assert page["Content-Security-Policy"] == POLICY
        assert not re.search(r"<script(?![^>]* src=)|<[^>]* (style|on\w+)=|<style", text(page))


def test_script_in_a_text_a_title_a_column_a_type_a_value_or_a_fault_stays_text(ada, ben, statistics):
    quoted = SCRIPT.replace("'", "''")
    answer = run(
        ada, f"SELECT '{quoted}' AS \"{SCRIPT}\", ['{quoted}'] AS l, '{quoted}'::ENUM('{quoted}') AS e, $p AS p", **{"p:p": SCRIPT}
    )
    assert rows(answer)[0][0] == rows(answer)[0][3] == SCRIPT
    assert headings(answer)[0][0] == SCRIPT
    assert "ENUM(" in headings(answer)[2][1]
    faults = [
        run(ada, f'SELECT "{SCRIPT}" FROM games'),
        run(ada, f"SELECT\n{SCRIPT}"),
        run(ada, f"SELECT error('{quoted}')"),
        run(ada, "SELECT $a", **{f"p:{SCRIPT}": SCRIPT}),
    ]
    link = run(ada, f"SELECT '{quoted}'", act="save", title=SCRIPT, shared="yes")["Location"]
    opened = ben.client.get(f"{link}?{SCRIPT}={SCRIPT}")
    assert html.escape(SCRIPT).replace("&#x27;", "&#39;") in text(opened).replace("&#x27;", "&#39;")
    for page in (answer, *faults, opened, ada.get(ROOT), ben.get(ROOT), ada.get(ROOT, q="<script>"), ada.get(f"{ROOT}/tables/<script>")):
        assert "<script>" not in text(page)


def test_the_page_asks_on_the_same_way_as_the_api(ada, statistics, monkeypatch):
    """Its questions are entries of the history, have a slot, and run in the sandbox with its limits."""
    seen = []

    def spied(snapshot, question, **given):
        seen.append((question.form, Query.objects.get(slot__isnull=False).user_id, given.keys()))
        return sandbox.Outcome([], 0, False, b"")

    monkeypatch.setattr(sandbox, "run", spied)
    for act in ("run", "csv", "parquet"):
        assert run(ada, "SELECT 1", act=act).status_code == 200
    assert seen == [(form, ada.user.pk, {"cancelled": 0}.keys()) for form in ("rows", "csv", "parquet")]
    assert [row.status for row in asked.query_list(user_id=ada.user.pk, status=None, before=None, limit=9)] == ["answered"] * 3
