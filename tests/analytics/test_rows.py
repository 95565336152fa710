"""Do values of structs become the Arrow columns that Arrow itself would make of them, faster?"""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Literal

import pyarrow as pa
import pytest

from analytics.columns import plain
from analytics.rows import GAME, Placed, column, column_of, place, words
from analytics.schema import Schema
from gameplay.rules.contract import Fact
from tests.rules import toy


class Inner(Fact, tag="inner", frozen=True):
    name: str
    cards: list[int] | None = None


class Outer(Fact, tag="outer", frozen=True):
    word: str


class Whole(Fact, tag="whole", frozen=True):
    parts: list[Inner | Outer] | None
    rows: list[list[str]]
    source: int | Literal["graveyard"] | None


VALUES = [
    Whole(parts=[Inner(name="a", cards=[1, 2]), Outer(word="b"), Inner(name="c")], rows=[["x"], [], ["y", "z"]], source=3),
    Whole(parts=None, rows=[], source="graveyard"),
    Whole(parts=[], rows=[[]], source=None),
]


@pytest.mark.parametrize("values", [VALUES, VALUES[1:], []], ids=["all kinds", "nulls first", "none"])
def test_a_column_is_what_arrow_makes_of_the_plain_values(values):
    source = Schema({"toy": replace(toy.RULES, facts=(Whole,))}).sources[Whole]
    assert len(source.places) == 4
    for where, kind in zip(source.places, source.types, strict=True):
        fields = [getattr(value, where.field) for value in values]
        assert column(where, kind, fields).equals(pa.array(plain(where, fields), kind)), where.column


def test_lists_may_be_missing():
    kind = pa.list_(pa.list_(pa.int32()))
    values = [None, [[1], None], [], [[]], None]
    assert column_of(kind, values).equals(pa.array(values, kind))


def test_a_column_of_few_different_values_reads_as_they_were():
    values = ["b", "a", "b", "b", "c"]
    assert words(values, pa.string()).to_pylist() == values
    assert words(values, pa.string(), str.upper).to_pylist() == [value.upper() for value in values]
    sets = [frozenset("ab"), frozenset("c"), frozenset("ab")]
    assert words(sets, pa.list_(pa.string()), sorted).to_pylist() == [["a", "b"], ["c"], ["a", "b"]]


def test_places_are_taken_apart_and_undone_ones_marked():
    """Game 3 had events 2 to 4 taken back, and 7."""
    rows = [(0, 2, 0), (3, 1, 0), (3, 2, 0), (3, 4, 0), (3, 4, 1), (3, 5, 0), (3, 7, 65_535), (70_000, 16_000_000, 9)]
    places = array("q", [place(game, seq) + ordinal for game, seq, ordinal in rows])
    where = Placed([array("q"), places, places[2:4]], {3: [(2, 4), (7, 7)], 5: [(1, 9)]})
    found = where.columns(1, ordinal=True)
    assert list(zip(*(found[name].to_pylist() for name in (GAME, "seq", "ordinal")), strict=True)) == rows
    assert found["undone"].to_pylist() == [False, False, True, True, True, False, True, False]
    assert where.columns(2)["undone"].to_pylist() == [True, True]
    assert where.columns(0)["seq"].to_pylist() == []
    assert list(where.columns(1, seq=False)) == [GAME]
    assert Placed([places], {}).columns(0)["undone"].to_pylist() == [False] * len(rows)
