"""Which columns do the structs of a game become, and which structs are refused?"""

from __future__ import annotations

import enum
import re
from dataclasses import replace
from typing import Literal

import duckdb
import pytest

from analytics.columns import plain
from analytics.schema import Schema
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Choice, Fact, GameOptions
from tests.rules import toy


class Colour(enum.Enum):
    RED = "red"


class One(Fact, tag="one", frozen=True):
    seat: int
    source: int | Literal["graveyard"]
    cards: list[int]
    colour: Colour | None


class Other(Fact, tag="other", frozen=True):
    seat: int
    guest: Literal["witch", "worker"]


def columns(table: str, /, **parts) -> dict[str, str]:
    schema = Schema({"toy": replace(toy.RULES, **parts)})
    return {column.name: column.sql for column in (schema.tables | schema.views)[table].columns}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_catalogue_fits_into_typed_columns(name):
    schema = Schema({name: GAMES[name]})
    for table in schema.tables.values():
        for column in table.columns:
            words = set(re.findall(r"(?<!\")\b[A-Z]+\b(?!\")", column.sql))
            assert words <= {"INTEGER", "BIGINT", "BOOLEAN", "VARCHAR", "DOUBLE", "UUID", "TIMESTAMP", "STRUCT"}


def test_every_column_says_what_it_means():
    for table in Schema.of_catalogue().tables.values():
        assert table.meaning
        assert all(column.meaning for column in table.columns), table.name


def test_a_type_of_fact_and_a_type_of_answer_has_a_table_of_its_own():
    assert list(columns("toy_one", facts=(One, Other))) == [
        *("game_id", "seq", "ordinal", "undone"),
        *("seat", "source", "source_word", "cards", "colour"),
    ]
    assert list(columns("toy_other", facts=(One, Other))) == ["game_id", "seq", "ordinal", "undone", "seat", "guest"]
    assert list(columns("toy_chose_take")) == ["game_id", "seq", "seat", "auto", "undone", "count"]
    assert list(columns("toy_chose_shuffle")) == ["game_id", "seq", "seat", "auto", "undone", "row"]


def test_a_wide_view_has_the_fields_of_all_structs():
    found = columns("facts_toy", facts=(One, Other))
    assert list(found) == [
        *("game_id", "seq", "ordinal", "type", "undone"),
        *("seat", "source", "source_word", "cards", "colour", "guest"),
    ]
    assert found["cards"] == "INTEGER[]"
    assert found["colour"] == found["guest"] == "VARCHAR"


def test_a_field_that_is_a_number_or_a_word_becomes_two_columns_of_which_one_is_null():
    schema = Schema({"toy": replace(toy.RULES, facts=(One,))})
    number, word = [place for place in schema.sources[One].places if place.field == "source"]
    assert (number.column, number.sql, word.column, word.sql) == ("source", "INTEGER", "source_word", "VARCHAR")
    assert list(plain(number, [3, "graveyard"])) == [3, None]
    assert list(plain(word, [3, "graveyard"])) == [None, "graveyard"]


def test_an_enumerated_value_is_stored_as_its_value():
    schema = Schema({"toy": replace(toy.RULES, facts=(One,))})
    place = schema.sources[One].places[-1]
    assert list(plain(place, [Colour.RED, None])) == ["red", None]


def test_an_object_is_laid_flat_and_says_which_object_it_is():
    found = columns("options_spooky_bar_like", name="spooky_bar_like", options=GAMES["spooky_bar"].options)
    assert {name: sql for name, sql in found.items() if name.startswith("series")} == {
        "series_kind": "VARCHAR",
        "series_games": "INTEGER",
        "series_coins": "INTEGER",
    }


def test_a_field_called_like_a_column_of_every_row_gets_the_tables_kind_before_its_name():
    assert list(columns("toy_chose_blame")) == ["game_id", "seq", "seat", "auto", "undone", "choice_seat"]
    assert columns("toy_chose_blame")["seat"] == "INTEGER"


class Said(Fact, tag="said", frozen=True):
    seat: int
    text: str
    parts: list[One | Other]


def test_a_list_of_objects_is_one_column_of_typed_structs():
    found = columns("toy_said", facts=(Said,))
    members = (
        '"type" VARCHAR, "seat" INTEGER, "source" INTEGER, "source_word" VARCHAR, "cards" INTEGER[], "colour" VARCHAR, "guest" VARCHAR'
    )
    assert found["parts"] == f"STRUCT({members})[]"
    schema = Schema({"toy": replace(toy.RULES, facts=(Said,))})
    place = schema.sources[Said].places[-1]
    both = [One(seat=1, source="graveyard", cards=[2], colour=Colour.RED), Other(seat=2, guest="witch")]
    empty = {"source": None, "source_word": None, "cards": None, "colour": None, "guest": None}
    assert list(plain(place, [both])) == [
        [
            {**empty, "type": "one", "seat": 1, "source_word": "graveyard", "cards": [2], "colour": "red"},
            {**empty, "type": "other", "seat": 2, "guest": "witch"},
        ]
    ]


def test_what_a_person_wrote_in_their_own_words_is_left_out():
    assert "text" not in columns("toy_said", facts=(Said,))


class Series(Fact, tag="series", frozen=True):
    seats: list[int] | None
    source: int | Literal["graveyard"] | None
    cause: Literal["cards"] | None
    of: One | Other


def test_a_column_that_can_be_null_says_when():
    table = Schema({"toy": replace(toy.RULES, facts=(Series,))}).tables["toy_series"]
    assert {column.name: column.null for column in table.columns if column.null} == {
        "seats": "there is none",
        "source": "it is a word, or there is none",
        "source_word": "it is a number, or there is none",
        "cause": "there is none",
        "of_source": "it has no such member",
        "of_source_word": "it has no such member",
        "of_cards": "it has no such member",
        "of_colour": "it has no such member",
        "of_guest": "it has no such member",
    }


def test_a_wide_view_gives_each_row_its_type():
    schema = Schema({"toy": replace(toy.RULES, facts=(One, Other))})
    with duckdb.connect(":memory:") as connection:
        for made in schema.statements():
            connection.execute(made)
        connection.execute("INSERT INTO toy_one (seq, ordinal, seat, cards) VALUES (5, 0, 1, [7])")
        connection.execute("INSERT INTO toy_other (seq, ordinal, seat, guest) VALUES (6, 1, 2, 'witch')")
        found = connection.execute("SELECT seq, ordinal, type, seat, cards, guest FROM facts_toy ORDER BY seq").fetchall()
        told = [(name, kind) for name, kind, *_ in connection.execute("DESCRIBE facts_toy").fetchall()]
    assert found == [(5, 0, "one", 1, [7], None), (6, 1, "other", 2, None, "witch")]
    assert told == [(column.name, column.sql) for column in schema.views["facts_toy"].columns]


class ChoseTake(Fact, tag="chose_take", frozen=True):
    pass


class Text(Fact, tag="text", frozen=True):
    guest: int


class Map(Fact, tag="map", frozen=True):
    coins: dict[str, int]


class Lists(Fact, tag="lists", frozen=True):
    rows: list[One | int]


class Mixed(Choice, tag="mixed", frozen=True):
    what: list[int] | int


class Options(GameOptions, frozen=True):
    what: One | int = 0


@pytest.mark.parametrize(
    "parts",
    [
        {"facts": (Other, Text)},
        {"facts": (ChoseTake,)},
        {"facts": (Map,)},
        {"facts": (Lists,)},
        {"choices": (Mixed,)},
        {"options": Options},
    ],
    ids=[
        "one name, two types",
        "a fact named like an answer",
        "mapping",
        "list of objects and numbers",
        "list or number",
        "object or number",
    ],
)
def test_what_no_typed_column_can_hold_is_refused(parts):
    with pytest.raises(TypeError):
        Schema({"toy": replace(toy.RULES, **parts)})


def test_the_fingerprint_changes_with_the_columns_only():
    before = Schema({"toy": toy.RULES})
    assert Schema({"toy": replace(toy.RULES, title="Hedge again")}).fingerprint == before.fingerprint
    assert Schema({"toy": replace(toy.RULES, facts=(*toy.RULES.facts, Other))}).fingerprint != before.fingerprint


def test_the_schema_of_the_catalogue_follows_the_catalogue(toy_rules):
    assert "toy_looked" in Schema.of_catalogue().tables
    assert Schema.of_catalogue() is Schema.of_catalogue()


def test_a_game_that_is_gone_from_the_catalogue_is_gone_from_the_schema():
    assert "toy_looked" not in Schema.of_catalogue().tables
