"""Are the parameters that we find in a text those that DuckDB finds?"""

from __future__ import annotations

import time

import duckdb
import pytest

from analytics.placeholders import MOST, parameters_in

TEXTS = {
    "SELECT $seats": ["seats"],
    "SELECT $b, $a, $b, $B": ["b", "a"],
    "SELECT $1, $2, $1, $01": ["1", "2"],
    "SELECT ?, ? + ?": ["1", "2", "3"],
    "SELECT ?1, ?2": ["1", "2"],
    "SELECT $1, ?": ["1", "2"],
    'SELECT \'$a\', "$b" FROM (SELECT 1 AS "$b") -- $c\n WHERE $d': ["d"],
    "SELECT 'it''s $a' || $b": ["b"],
    "SELECT e'\\'$a', $b": ["b"],
    "SELECT E'a\\'', $b -- '": ["b"],
    "SELECT 1 AS e, '$a', $b": ["b"],
    "SELECT $$ $a $$, $_$ $b $$ $_$, $c": ["c"],
    "SELECT $a$ x $a$ , $b": ["b"],
    "SELECT /* $a /* $b */ $c */ $d /* $e": ["d"],
    "SELECT 1 AS x$1, $2": ["2"],
    "SELECT $x::INT - $y": ["x", "y"],
    "SELECT $ x": ["x"],
    'SELECT $"a name"': ["a name"],
    "SELECT $äb, $_x, $x9": ["äb", "_x", "x9"],
    "SELECT {'a': $v}, [$w]": ["v", "w"],
    "SELECT a ->> '$.x', a -> '$[0]' FROM t WHERE b = $b": ["b"],
    "EXPLAIN SELECT $a": ["a"],
    "WITH t AS (SELECT $q AS q) FROM t": ["q"],
    "SELECT $select": ["select"],
    "": [],
    "$": [],
    "SELECT '$a": [],
    "SELECT $$ $a": [],
}


@pytest.mark.parametrize("sql", TEXTS)
def test_parameters_are_found_in_the_order_of_the_text(sql):
    assert parameters_in(sql) == TEXTS[sql]


@pytest.mark.parametrize("sql", TEXTS)
def test_duckdb_finds_the_same(sql):
    with duckdb.connect(":memory:") as connection:
        try:
            statements = connection.extract_statements(sql)
        except duckdb.ParserException:
            assert parameters_in(sql) in ([], ["d"])  # it is not SQL
            return
    assert set().union(*(statement.named_parameters for statement in statements)) == set(parameters_in(sql))


@pytest.mark.parametrize("piece", ["$a ", "'", "/*", "$$", "$a$", "e'\\", "((", "-- ", '"', "? ", "a$"])
def test_a_text_of_any_form_is_read_in_no_time(piece):
    started = time.monotonic()
    parameters_in(piece * (20_000 // len(piece)))
    assert time.monotonic() - started < 1


def test_no_more_parameters_are_found_than_a_query_can_have():
    assert len(parameters_in(", ".join(f"$p{n}" for n in range(2 * MOST)))) == MOST
