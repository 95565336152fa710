"""Is SQL of analysts answered in every form, refused with its place, and remembered as it is documented?"""

from __future__ import annotations

import csv
import io
import json
import re

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from django.utils import timezone

from analytics import asked, sandbox
from analytics.models import SLOTS, Query
from analytics.shapes import QueryNew
from api_docs.pages import GUIDE
from gameplay.api.errors import KINDS
from gameplay.api.tokens import Scope
from tests.api.asking import ENDLESS, ROOT, ask, three_games_exported_before
from tests.api.conftest import with_scopes
from tests.api.contract import document


@pytest.fixture
def statistics(settings, tmp_path, db):
    """Three finished games of Spooky Bar."""
    settings.STATISTICS_DIR = tmp_path / "statistics"
    return three_games_exported_before(settings.STATISTICS_DIR)


def test_a_select_answers_rows_with_their_columns(ada, statistics):
    answer = ask(ada, "SELECT rules, count(*) AS games FROM games GROUP BY ALL")
    assert answer.status == 200
    assert answer.json["rows"] == [["spooky_bar", 3]]
    assert answer.json["columns"] == [{"name": "rules", "type": "VARCHAR"}, {"name": "games", "type": "BIGINT"}]
    assert answer.json["truncated"] is False
    assert answer.json["snapshot"]["number"] == 1
    assert answer.headers["Query-Id"] == answer.json["id"]


def test_parameters_take_their_places(ada):
    answer = ask(ada, "SELECT $2 || $1, $3 IS NULL", parameters=["b", "a", None])
    assert answer.json["rows"] == [["ab", True]]


def test_more_rows_than_the_limit_are_cut_and_it_is_said(ada):
    cut = ask(ada, "SELECT range FROM range(6)", limit=5)
    assert (cut.json["rows"], cut.json["truncated"], cut.headers["Query-Truncated"]) == ([[0], [1], [2], [3], [4]], True, "true")
    whole = ask(ada, "SELECT range FROM range(5)", limit=5)
    assert (len(whole.json["rows"]), whole.json["truncated"], whole.headers["Query-Truncated"]) == (5, False, "false")


def test_values_keep_their_digits_and_what_json_does_not_know_is_text(ada):
    answer = ask(
        ada,
        "SELECT 170141183460469231731687303715884105727, 1.50::DECIMAL(5,2), TIMESTAMP '2026-01-02 03:04:05.000006',"
        " TIMESTAMPTZ '2026-01-02 03:04:05+02', DATE '2026-01-02', 'nan'::DOUBLE, 'ab'::BLOB, [1, NULL], {'a': 1}, NULL, 0.1::DOUBLE,"
        " uuid '00000000-0000-0000-0000-000000000001', 'ä' || chr(10)",
    )
    assert json.loads(answer.body)["rows"] == [
        [
            170141183460469231731687303715884105727,
            "1.50",
            "2026-01-02T03:04:05.000006Z",
            "2026-01-02T01:04:05.000000Z",
            "2026-01-02",
            "nan",
            "6162",
            [1, None],
            {"a": 1},
            None,
            0.1,
            "00000000-0000-0000-0000-000000000001",
            "ä\n",
        ]
    ]


def test_each_form_says_the_same(ada):
    sql = "SELECT range AS n, 'a,\"' || chr(10) || range AS text, NULL AS nothing FROM range(3)"
    rows = ask(ada, sql).json["rows"]
    lines = ask(ada, sql, headers={"Accept": "application/x-ndjson"})
    assert lines.headers["Content-Type"] == "application/x-ndjson"
    assert [list(json.loads(line).values()) for line in lines.body.decode().splitlines()] == rows
    table = ask(ada, sql, headers={"Accept": "text/csv"})
    assert table.headers["Content-Type"].startswith("text/csv")
    read = list(csv.reader(io.StringIO(table.body.decode(), newline="")))
    assert read == [["n", "text", "nothing"], *([str(n), text, ""] for n, text, _ in rows)]


ARROW = "application/vnd.apache.arrow.stream"
PARQUET = "application/vnd.apache.parquet"


def table_of(answer) -> pa.Table:
    source = io.BytesIO(answer.body)
    return pq.read_table(source) if answer.headers["Content-Type"] == PARQUET else pa.ipc.open_stream(source).read_all()


@pytest.mark.parametrize("media", [ARROW, PARQUET])
def test_typed_forms_say_the_same_with_their_types(ada, statistics, media):
    answer = ask(ada, "SELECT rules, seat_count, created_at FROM games ORDER BY ALL", headers={"Accept": media})
    table = table_of(answer)
    assert answer.headers["Content-Type"] == media
    assert [str(kind) for kind in table.schema.types] == ["string", "int32", "timestamp[us]"]
    rows = ask(ada, "SELECT rules, seat_count, created_at FROM games ORDER BY ALL").json["rows"]
    assert [
        [row["rules"], row["seat_count"], row["created_at"].isoformat(timespec="microseconds") + "Z"] for row in table.to_pylist()
    ] == rows


@pytest.mark.parametrize("media", [ARROW, PARQUET])
@pytest.mark.parametrize(
    ("rows", "limit", "truncated"), [(0, 5, "false"), (5, 5, "false"), (6, 5, "true"), (1000, 300, "true"), (10**9, 256, "true")]
)
def test_typed_forms_are_cut_at_the_limit(ada, media, rows, limit, truncated):
    answer = ask(ada, f"SELECT range AS n FROM range({rows})", limit=limit, headers={"Accept": media})
    assert answer.headers["Query-Truncated"] == truncated
    assert table_of(answer).column("n").to_pylist() == list(range(min(rows, limit)))


def test_a_typed_form_that_is_too_large_is_refused_by_the_same_limit(ada):
    answer = ask(
        ada,
        "SELECT hash(range), md5(range::VARCHAR) AS a, sha256(range::VARCHAR) AS b FROM range(9000)",
        limit=10,
        headers={"Accept": ARROW},
    )
    assert answer.status == 200
    large = ask(ada, "SELECT repeat('x', 1000000) || range FROM range(9)", headers={"Accept": ARROW})
    assert (large.status, large.json["limit"]) == (413, "bytes")


def test_two_columns_of_one_name_are_both_there(ada):
    answer = ask(ada, "SELECT 1 AS a, 2 AS a", headers={"Accept": "application/x-ndjson"})
    assert json.loads(answer.body) == {"a": 1, "a_2": 2}


@pytest.mark.parametrize("sql", ["EXPLAIN SELECT * FROM games", "FROM games", "SELECT 1;", "/* ; */ SELECT 1 -- ;", "VALUES (1)"])
def test_what_reads_is_accepted(ada, sql):
    assert ask(ada, sql).status == 200


@pytest.mark.parametrize(
    ("sql", "line", "column"),
    [
        ("SELECT 1 FORM games x", 1, 15),
        ("SELECT\n  ä, colour\nFROM games", 2, 3),
        ("SELECT 'ä', colour FROM games", 1, 13),
        ("SELECT *\nFROM nowhere", 2, 6),
    ],
)
def test_sql_that_fails_is_refused_with_its_place(ada, sql, line, column):
    answer = ask(ada, sql)
    assert (answer.status, answer.code) == (422, "query_failed")
    assert (answer.json["line"], answer.json["column"]) == (line, column)
    assert answer.json["errors"][0]["pointer"] == "/sql"


@pytest.mark.parametrize(
    "sql", ["SELECT 1; SELECT 2", "", " ", "-- nothing", "CREATE TABLE t (a INT)", "DELETE FROM games", "SET threads = 8"]
)
def test_what_is_not_one_select_is_refused(ada, sql):
    answer = ask(ada, sql)
    assert (answer.status, answer.code) == ((422, "query_not_one_select") if sql else (400, "invalid_request"))


def test_a_query_over_its_time_is_408_and_says_the_limit(ada, monkeypatch):
    monkeypatch.setattr(sandbox.run, "__kwdefaults__", {"limits": sandbox.Limits(seconds=1)})
    answer = ask(ada, ENDLESS)
    assert (answer.status, answer.code, answer.json["limit"], answer.json["most"]) == (408, "query_timeout", "seconds", 1)


@pytest.mark.parametrize(
    ("sql", "limit"),
    [
        ("SELECT repeat('x', 2000000000)", "memory"),
        ("SELECT repeat('x', 9000000)", "bytes"),
        ("SELECT " + ", ".join(["1"] * 1001), "columns"),
    ],
)
def test_a_query_that_is_too_large_is_413_and_says_the_limit(ada, sql, limit):
    answer = ask(ada, sql)
    assert (answer.status, answer.code, answer.json["limit"]) == (413, "query_too_large", limit)
    assert answer.json["most"] == getattr(sandbox.LIMITS, limit)


def test_before_the_first_publication_the_answer_says_when_to_come_back(ada, settings, tmp_path):
    settings.STATISTICS_DIR = tmp_path / "none"
    answer = ask(ada, "SELECT 1")
    assert (answer.status, answer.code, answer.headers["Retry-After"]) == (503, "statistics_unavailable", "5")
    assert not Query.objects.exists()


def test_neither_answer_nor_error_tells_a_path(ada, statistics):
    for sql in (
        "SELECT path FROM duckdb_databases()",
        "SELECT reverse(path) FROM duckdb_databases()",
        "SELECT value FROM duckdb_settings()",
        "SELECT * FROM read_csv('nowhere.csv')",
        "SELECT * FROM duckdb_extensions()",
        "SELECT * FROM pragma_database_list()",
    ):
        answer = ask(ada, sql)
        for path in (str(statistics), str(statistics)[::-1], str(sandbox.CELL.parent.parent)):
            assert path not in answer.body.decode(), sql


def test_the_history_tells_who_asked_what_and_what_became_of_it(ada, ben):
    good = ask(ada, "SELECT range FROM range(3)", parameters=[], limit=2).json["id"]
    ask(ada, "SELECT colour FROM games")
    items = ada.get(ROOT).json["items"]
    assert [(item["sql"], item["status"], item["code"], item["rows"]) for item in items] == [
        ("SELECT colour FROM games", "failed", "query_failed", None),
        ("SELECT range FROM range(3)", "answered", None, 2),
    ]
    assert all(item["milliseconds"] > 0 for item in items)
    assert ada.get(f"{ROOT}/{good}").json == items[1]
    assert [item["id"] for item in ada.get(ROOT, query="status=failed").json["items"]] == [items[0]["id"]]
    assert ben.get(ROOT).json["items"] == []
    assert ben.get(f"{ROOT}/{good}").status == ben.delete(f"{ROOT}/{good}").status == 404


def test_the_pages_of_the_history_are_the_whole_of_it(ada):
    rows = [Query(user=ada.user, sql=f"SELECT {n}", limit=1, snapshot=1, status="answered", asked_at=timezone.now()) for n in range(5)]
    for row in rows:
        row.save()
    seen, query = [], "limit=2"
    while query:
        page = ada.get(ROOT, query=query).json
        seen += [item["sql"] for item in page["items"]]
        query = f"limit=2&cursor={page['next_cursor']}" if page["has_more"] else ""
    assert seen == [f"SELECT {n}" for n in reversed(range(5))]
    assert ada.get(ROOT, query="cursor=made-up").code == "invalid_cursor"


def test_only_so_many_queries_are_remembered(ada, monkeypatch):
    monkeypatch.setattr(asked, "KEPT", 2)
    for n in range(4):
        ask(ada, f"SELECT {n}")
    assert [item["sql"] for item in ada.get(ROOT).json["items"]] == ["SELECT 3", "SELECT 2"]


def test_to_read_reports_is_not_to_ask_in_sql(ada):
    assert ask(with_scopes(ada, [Scope.ANALYTICS_READ]), "SELECT 1").status == 403


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"sql": "SELECT 1", "limit": 0}, "/limit"),
        ({"sql": "SELECT 1", "limit": 10_001}, "/limit"),
        ({"sql": "x" * 20_001}, "/sql"),
        ({"sql": "SELECT 1", "parameters": [[]]}, "/parameters/0"),
        ({"sql": "SELECT 1", "parameters": [0] * 101}, "/parameters"),
        ({"limit": 1}, "/sql"),
        ({"sql": "SELECT 1", "timeout": 99}, "/timeout"),
    ],
)
def test_a_body_of_another_form_is_refused(ada, body, pointer):
    answer = ada.post(ROOT, body)
    assert (answer.status, answer.json["errors"][0]["pointer"]) == (400, pointer)


def test_the_limits_of_the_guide_are_those_of_the_code():
    page = (GUIDE / "sql.md").read_text()
    limits = sandbox.LIMITS
    for row in (
        f"| time | {limits.seconds:.0f} seconds |",
        f"| memory | {limits.memory // 10**6} MB |",
        f"| answer | {limits.bytes // 10**6} MB, {limits.columns} columns |",
        f"| rows | {limits.rows} |",
        f"| running at once | 1 for each account, {SLOTS} in all |",
    ):
        assert row in page
    told = document()["paths"]["/api/v1/analytics/queries"]["post"]["description"]
    assert re.findall(r"\d+", told) == [f"{limits.seconds:.0f}", str(limits.memory // 10**6), str(limits.bytes // 10**6)]
    most = next(meta for meta in msgspec.inspect.type_info(QueryNew).fields if meta.name == "limit").type.le
    assert most == limits.rows
    for code in re.findall(r"`(quer\w+_\w+|statistics_unavailable)`", page):
        assert code in KINDS or code == "query_id", code


def blocks(language: str) -> list[str]:
    """What the guide shows in this language."""
    return re.findall(rf"```{language}\n(.*?)```", (GUIDE / "sql.md").read_text(), re.DOTALL)


def test_the_requests_of_the_guide_are_answered(ada, statistics):
    named, placed, kept = map(json.loads, blocks("json"))
    assert ada.post(ROOT, named).json["rows"] == [["spooky_bar", 3]]
    assert ada.post(ROOT, placed).json["rows"] == [[0]]
    made = ada.post("/analytics/saved", kept)
    assert made.status == 201
    assert ask(ada, made.json["sql"], parameters=made.json["parameters"]).json["rows"][0][0] == "spooky_bar"


def test_the_statements_of_the_guide_are_answered_as_it_says(ada, statistics):
    fails, *questions = blocks("sql")
    refused = ask(ada, fails)
    assert refused.code == "query_failed"
    assert f'"line": {refused.json["line"]}, "column": {refused.json["column"]}' in (GUIDE / "sql.md").read_text()
    assert len(questions) == 3
    for sql in questions:
        assert ask(ada, sql).status == 200, sql
