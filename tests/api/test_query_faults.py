"""Does a query that fails say which parameter, which place or which limit, in the asker's own text and in nobody else's words?"""

from __future__ import annotations

import json

import pytest

from analytics import answering, sandbox
from analytics.models import Query
from analytics.snapshots import newest
from tests.api.asking import ROOT, ask, three_games_exported_before

ARROW = "application/vnd.apache.arrow.stream"
PARQUET = "application/vnd.apache.parquet"


@pytest.fixture
def statistics(settings, tmp_path, db):
    """Three finished games of Spooky Bar."""
    settings.STATISTICS_DIR = tmp_path / "statistics"
    return three_games_exported_before(settings.STATISTICS_DIR)


def pointed(answer) -> str:
    """What stands in the text where the answer points to: the word that begins there."""
    line = answer.sql.split("\n")[answer.json["line"] - 1]
    return line[answer.json["column"] - 1 :]


def failed(api, sql, **more):
    answer = ask(api, sql, **more)
    assert (answer.status, answer.code) == (422, "query_failed")
    answer.sql = sql
    return answer


# Parameters


def test_a_parameter_has_a_name(ada, statistics):
    sql = "SELECT count(*) FROM games WHERE rules = $rules AND seat_count >= $seats"
    assert ask(ada, sql, parameters={"rules": "spooky_bar", "seats": 2}).json["rows"] == [[3]]
    assert ask(ada, sql, parameters={"seats": 3, "rules": "spooky_bar"}).json["rows"] == [[0]]


@pytest.mark.parametrize("value", [None, True, 7, 1.5, "", "a'b", "; DROP TABLE games", "$b", "ä\n"])
def test_a_named_value_comes_back_as_it_was(ada, value):
    assert ask(ada, "SELECT $a", parameters={"a": value}).json["rows"] == [[value]]


@pytest.mark.parametrize("accept", ["application/json", "text/csv", ARROW, PARQUET])
def test_every_form_takes_named_parameters(ada, accept):
    assert ask(ada, "SELECT $a || $b AS c", parameters={"a": "x", "b": "y"}, headers={"Accept": accept}).status == 200


def test_case_does_not_tell_two_names_apart(ada):
    assert ask(ada, "SELECT $Seats + $seats", parameters={"sEATS": 2}).json["rows"] == [[4]]


@pytest.mark.parametrize("accept", ["application/json", ARROW])
@pytest.mark.parametrize(
    ("sql", "parameters", "errors"),
    [
        ("SELECT $a, $b", {"a": 1}, [("/parameters/b", "missing_parameter")]),
        ("SELECT $a", {"a": 1, "z/": 2}, [("/parameters/z~1", "unknown_parameter")]),
        ("SELECT $a", {"b": 1}, [("/parameters/a", "missing_parameter"), ("/parameters/b", "unknown_parameter")]),
        ("SELECT $a", [], [("/parameters/a", "missing_parameter")]),
        ("SELECT $a", {"a": 1, "A": 2}, [("/parameters/a", "unknown_parameter")]),
        ("SELECT 1", {"a": 1}, [("/parameters/a", "unknown_parameter")]),
        ("SELECT $1, $2", [1], [("/parameters/1", "missing_parameter")]),
        ("SELECT ?", [1, 2], [("/parameters/1", "unknown_parameter")]),
    ],
)
def test_a_parameter_that_does_not_fit_is_named(ada, sql, parameters, errors, accept):
    answer = ask(ada, sql, parameters=parameters, headers={"Accept": accept})
    assert (answer.status, answer.code) == (422, "query_parameters")
    assert [(error["pointer"], error["code"]) for error in answer.json["errors"]] == errors
    assert all("$" in error["detail"] for error in answer.json["errors"])


@pytest.mark.parametrize(
    ("parameters", "pointer"),
    [
        ({"a": []}, "/parameters/..."),
        ({"a": {}}, "/parameters/..."),
        ({f"p{n}": 1 for n in range(101)}, "/parameters"),
        ("a", "/parameters"),
    ],
)
def test_parameters_of_another_form_are_refused(ada, parameters, pointer):
    answer = ask(ada, "SELECT $a", parameters=parameters)
    assert (answer.status, answer.json["errors"][0]["pointer"]) == (400, pointer)


def test_the_history_keeps_named_values(ada):
    asked = ask(ada, "SELECT $a", parameters={"a": 1}).json["id"]
    assert ada.get(f"{ROOT}/{asked}").json["parameters"] == {"a": 1}


# Places


@pytest.mark.parametrize("accept", ["application/json", ARROW])
@pytest.mark.parametrize(
    ("sql", "at"),
    [
        # the parser
        ("SELECT 1 FORM games x", "games x"),
        ("SELECT (\n", "("),
        ("SELECT\n 'abc", "'abc"),
        ("SELECT max(1) OVER win FROM games", "win FROM games"),
        # names that there are not
        ("SELECT 'ä', /* ä */ colour FROM games", "colour FROM games"),
        ("  -- ;\n; SELECT\r\n\tcolour FROM games;", "colour FROM games;"),
        ("SELECT *\nFROM nowhere", "nowhere"),
        ("SELECT nothing(1)", "nothing(1)"),
        ("EXPLAIN SELECT colour FROM games", "colour FROM games"),
        ("WITH t AS (SELECT\n  colour FROM games) FROM t", "colour FROM games) FROM t"),
        ("DESCRIBE nowhere", "nowhere"),
        ("SELECT * EXCLUDE (colour) FROM games", "colour) FROM games"),
        # types
        ("SELECT rules +\n  1 FROM games", "+"),
        ("SELECT game_id FROM games\nWHERE seat_count = 'two'", "'two'"),
        ("SELECT *\nFROM games LIMIT -1", "-1"),
        # values
        ("SELECT\n  rules::INT FROM games", "::INT FROM games"),
        ("SELECT DATE '2026-13-45'", "DATE '2026-13-45'"),
        ("SELECT\n strptime('soon', '%Y')", "'soon', '%Y')"),
    ],
)
def test_the_place_is_one_of_the_text_that_was_sent(ada, statistics, sql, at, accept):
    assert pointed(failed(ada, sql, headers={"Accept": accept})) == at


@pytest.mark.parametrize("sql", ["FROM query('SELECT 1,\n\n colour')", "SELECT 1, 2, 3 FROM query_table('nowhere')"])
def test_a_place_in_another_text_is_not_told_as_one_of_this(ada, sql):
    answer = failed(ada, sql)
    assert "line" not in answer.json or pointed(answer).startswith(("colour", "nowhere"))


def test_a_place_within_a_view_is_not_told_as_one_of_the_question(tmp_path):
    import duckdb

    with duckdb.connect(tmp_path / "stats-1.duckdb") as connection:
        connection.execute("CREATE TABLE t AS SELECT 'x' AS a")
        connection.execute("CREATE VIEW broken AS SELECT a::INT AS b FROM t")
    for sql in ("SELECT 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, sum(b) FROM broken", "SELECT sum(x.b) FROM broken x"):
        with pytest.raises(sandbox.Problem) as refused:
            sandbox.run(tmp_path / "stats-1.duckdb", sandbox.Question(sql, [], 1, "json"), cancelled=lambda: False)
        assert refused.value.code == "query_failed"
        assert "line" not in refused.value.extra, sql


def test_a_fault_of_a_value_that_has_no_place_has_no_line(ada):
    answer = failed(ada, "SELECT 9223372036854775807::BIGINT + 1")
    assert "line" not in answer.json
    assert "Overflow" in answer.json["detail"]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM duckdb_table",
        "SELECT * FROM pg_clas",
        "SELECT INTERVAL 100000000 years",
        "SELECT error('Stack Trace\n\nLINE 1')",
        "SELECT * FROM read_csv('x')",
        "ATTACH 'x'",
        "FROM nowhere",
    ],
)
@pytest.mark.parametrize("accept", ["application/json", PARQUET])
def test_what_is_said_names_nothing_of_the_server(ada, statistics, sql, accept):
    told = ask(ada, sql, headers={"Accept": accept}).body.decode().replace(json.dumps(sql)[1:-1], "")
    for word in (str(statistics), str(sandbox.CELL.parent), "duckdb_tables", "pg_class", "Traceback", "Python", ".py", ".cpp", "Error:"):
        assert word not in told, told


def test_a_value_that_a_form_cannot_hold_is_told_with_a_way_out(ada):
    answer = failed(ada, "SELECT INTERVAL 1 month", headers={"Accept": PARQUET})
    assert "cast its column to VARCHAR" in answer.json["detail"]
    assert ask(ada, "SELECT (INTERVAL 1 month)::VARCHAR", headers={"Accept": PARQUET}).status == 200


# No statistics


def test_a_snapshot_that_was_dropped_meanwhile_is_passed_over_for_the_newest(ada, statistics, monkeypatch):
    right = newest(statistics)
    stale = sandbox.msgspec.structs.replace(right, number=7, name="stats-7.duckdb")
    found = iter([stale, right])
    monkeypatch.setattr(answering, "newest", lambda folder: next(found))
    answer = ask(ada, "SELECT count(*) FROM games")
    assert (answer.status, answer.json["rows"], answer.json["snapshot"]["number"]) == (200, [[3]], right.number)
    assert Query.objects.get().snapshot == right.number


def test_while_the_statistics_are_made_anew_the_answer_says_when_to_come_back(ada, statistics):
    (statistics / newest(statistics).name).write_bytes(b"half of a file")
    answer = ask(ada, "SELECT 1")
    assert (answer.status, answer.code, answer.headers["Retry-After"]) == (503, "statistics_unavailable", "5")
    assert str(statistics) not in answer.body.decode()
    assert [(row.status, row.code) for row in Query.objects.all()] == [("failed", "statistics_unavailable")]
