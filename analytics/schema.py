"""Which tables and columns does the warehouse have?

Four tables are the same for all games; each game adds three whose columns are made from its typed structs: what its
host may set (`options_<game>`), what its seats and dealer answered (`choices_<game>`) and what happened (`facts_<game>`).
The latter two are wide: one column for each field name of any of the structs, null in the rows of the others.

How a field becomes columns:
- `int`, `bool`, `str`, `float`, literals and enums of them, and lists (of lists) of one of these become one typed column;
- a field that may be a number or a word (`int | Literal["graveyard"]`) becomes two, `source` and `source_word`, of which
  one is null, so that numbers stay numbers;
- a field that is an object, or one of several, is laid flat: `series_games`, and `series_kind` for which object it is;
- a field called like a column that every row has (`type`, or `seat` of a choice) gets the table's kind before its name;
- a name has one type within a table. What fits none of this, a mapping or a list of objects, is refused when the schema is made.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

import msgspec
import pyarrow as pa
from msgspec import inspect as ms

from gameplay.rules.contract import Rules

FORM: Final = 1
"""Raised when rows get another meaning under the same columns: the warehouse is then made anew from the log."""

INTEGER: Final = "INTEGER"
BIGINT: Final = "BIGINT"
BOOLEAN: Final = "BOOLEAN"
VARCHAR: Final = "VARCHAR"
DOUBLE: Final = "DOUBLE"
UUID: Final = "UUID"
TIMESTAMP: Final = "TIMESTAMP"

ARROW: Final[dict[str, pa.DataType]] = {
    INTEGER: pa.int32(),
    BIGINT: pa.int64(),
    BOOLEAN: pa.bool_(),
    VARCHAR: pa.string(),
    DOUBLE: pa.float64(),
    UUID: pa.uuid(),
    TIMESTAMP: pa.timestamp("us"),
}

WHOLE: Final = "whole"
NUMBER: Final = "number"
WORD: Final = "word"
TAG: Final = "tag"


class Column(msgspec.Struct, frozen=True):
    """A column: its SQL type, what its values mean and in what they are counted. `null` says when it is null."""

    name: str
    sql: str
    meaning: str
    unit: str = ""
    null: str = ""

    @property
    def arrow(self) -> pa.DataType:
        return arrow_type(self.sql)


def arrow_type(sql: str) -> pa.DataType:
    """The Arrow type of an SQL type; a list's ends with `[]`, a list of lists' with `[][]`."""
    return pa.list_(arrow_type(sql[:-2])) if sql.endswith("[]") else ARROW[sql]


class Table(msgspec.Struct, frozen=True):
    """A table of the warehouse, and what one row of it is."""

    name: str
    meaning: str
    columns: tuple[Column, ...]

    @property
    def arrow(self) -> pa.Schema:
        return pa.schema([(column.name, column.arrow) for column in self.columns])

    @property
    def sql(self) -> str:
        """The statement that makes it."""
        columns = ", ".join(f'"{column.name}" {column.sql}' for column in self.columns)
        return f'CREATE TABLE "{self.name}" ({columns})'


class Place(msgspec.Struct, frozen=True):
    """Where a field of a struct, or a member of the object in it, goes."""

    column: str
    sql: str
    field: str
    path: tuple[str, ...]
    """The members to follow from there, through objects."""
    part: str
    """WHOLE, or the NUMBER or WORD of a value that may be either, or the TAG of an object."""
    enumerated: bool = False


GAME_ID: Final = Column("game_id", UUID, "the game")
SEQ: Final = Column("seq", INTEGER, "the number of the event in its game, from 1")
UNDONE: Final = Column("undone", BOOLEAN, "whether a rewind took it back; such rows are kept, and count in no statistic")

COMMON: Final = (
    Table(
        "games",
        "a game; one that is private appears when it is over",
        (
            GAME_ID,
            Column("rules", VARCHAR, "the name of the game that is played"),
            Column("rules_version", INTEGER, "the version of its rules"),
            Column("edition", VARCHAR, "the edition of its cards"),
            Column("seat_count", INTEGER, "how many seats it has", "seats"),
            Column("private", BOOLEAN, "whether it was open to invited people only"),
            Column("status", VARCHAR, "open, playing, finished or voided"),
            Column("events", INTEGER, "how many events are exported", "events"),
            Column("created_at", TIMESTAMP, "when it was created", "UTC"),
            Column("started_at", TIMESTAMP, "when it was started", "UTC", "it has not been"),
            Column("finished_at", TIMESTAMP, "when it ended", "UTC", "it has not"),
        ),
    ),
    Table(
        "seats",
        "a seat of a game, and who sits there now or sat there at its end",
        (
            GAME_ID,
            Column("seat", INTEGER, "the number of the seat, from 0"),
            Column("player", UUID, "the person, by an id that means nothing elsewhere", null="a bot or nobody"),
            Column("bot", VARCHAR, "the name of the built-in bot", null="a person or nobody"),
        ),
    ),
    Table(
        "events",
        "an event of the log",
        (
            GAME_ID,
            SEQ,
            Column("kind", VARCHAR, "the kind of event, such as choice.made"),
            Column("actor", VARCHAR, "who caused it: the id of a person, bot:<name>, dealer or system"),
            Column("seat", INTEGER, "the seat that it is about; -1 is the dealer", null="it is about the whole game"),
            Column("auto", BOOLEAN, "whether the service answered, since one answer was legal"),
            Column("recorded_at", TIMESTAMP, "when it was written", "UTC"),
            UNDONE,
        ),
    ),
    Table(
        "results",
        "what a participant of a finished game reached; one without a seat (an automaton) has the numbers after the seats",
        (
            GAME_ID,
            Column("seat", INTEGER, "the number of the participant, from 0"),
            Column("score", INTEGER, "points at the end", "points of that game"),
            Column("won", BOOLEAN, "whether it won, alone or with others"),
            Column("winners", INTEGER, "how many won this game", "participants"),
        ),
    ),
)

CHOICE_KEY: Final = (
    GAME_ID,
    SEQ,
    Column("seat", INTEGER, "the seat that answered; -1 is the dealer"),
    Column("type", VARCHAR, "which choice it is; it decides which of the columns below are filled"),
    Column("auto", BOOLEAN, "whether the service answered, since one answer was legal"),
    UNDONE,
)
FACT_KEY: Final = (
    GAME_ID,
    SEQ,
    Column("ordinal", INTEGER, "the number of the fact among those of its event, from 0"),
    Column("type", VARCHAR, "which fact it is; it decides which of the columns below are filled"),
    UNDONE,
)


class Schema:
    """All tables, and for each struct of a game the places of its fields."""

    def __init__(self, games: Mapping[str, Rules]) -> None:
        self.tables: dict[str, Table] = {table.name: table for table in COMMON}
        self.places: dict[tuple[str, type[msgspec.Struct]], tuple[Place, ...]] = {}
        """By table and struct."""
        self.types: dict[str, dict[str, pa.DataType]] = {}
        """By table and column."""
        for rules in games.values():
            self._add("options", rules, "what the host of a game has set", (GAME_ID,), (rules.options,))
            self._add(
                "choices",
                rules,
                "an answer of a seat or of the dealer; what only some may know appears when the game is over",
                CHOICE_KEY,
                (*rules.choices, *rules.answers),
            )
            self._add(
                "facts", rules, "something that happened; what only some may know appears when the game is over", FACT_KEY, rules.facts
            )

    @classmethod
    def of_catalogue(cls) -> Self:
        """The schema for the games that can be played."""
        from gameplay.rules.catalogue import GAMES

        return cls(GAMES)

    @property
    def fingerprint(self) -> str:
        """The same for two schemas exactly if their tables are."""
        return hashlib.sha256("\n".join([str(FORM), *(table.sql for table in self.tables.values())]).encode()).hexdigest()

    def _add(self, kind: str, rules: Rules, meaning: str, key: tuple[Column, ...], types: tuple[type[msgspec.Struct], ...]) -> None:
        name = f"{kind}_{rules.name}"
        found: dict[str, Column] = {}
        users: dict[str, list[str]] = {}
        for each in types:
            places = tuple(places_of(each, kind, {column.name for column in key}))
            self.places[name, each] = places
            for place in places:
                before = found.setdefault(place.column, Column(place.column, place.sql, ""))
                if before.sql != place.sql:
                    raise TypeError(f"{name}.{place.column} is {before.sql} and, in {each.__name__}, {place.sql}")
                users.setdefault(place.column, []).append(_tag(each))
        said = _said(rules)
        columns = [
            Column(
                column.name,
                column.sql,
                said.get(column.name) or f"as in {', '.join(users[column.name])}",
                null="" if kind == "options" else f"filled for {', '.join(users[column.name])}",
            )
            for column in found.values()
        ]
        table = Table(name, f"{rules.title}: {meaning}", (*key, *columns))
        self.tables[name] = table
        self.types[name] = {column.name: column.arrow for column in table.columns}


def places_of(struct: type[msgspec.Struct], kind: str, taken: set[str]) -> list[Place]:
    """The places of the struct's fields, in their order. Raises TypeError for a field that fits no typed column."""
    info = ms.type_info(struct)
    assert isinstance(info, ms.StructType)
    found: list[Place] = []
    for member in info.fields:
        column = f"{_singular(kind)}_{member.name}" if member.name in taken else member.name
        found += _places(member.type, column, member.name, (), f"{struct.__name__}.{member.name}")
    return found


def _places(kind: ms.Type, column: str, field: str, path: tuple[str, ...], where: str) -> list[Place]:
    """The places of one field or member."""
    alternatives = _alternatives(kind)
    objects = [each for each in alternatives if isinstance(each, ms.StructType)]
    if objects:
        if len(objects) < len(alternatives):
            raise TypeError(f"{where} may be an object or something else: no column can hold it")
        return _members(objects, column, field, path, where)
    sqls = sorted({sql for each in alternatives for sql in _sqls(each, where)})
    enumerated = any(isinstance(each, ms.EnumType) for each in alternatives)
    if len(sqls) == 1:
        return [Place(column, sqls[0], field, path, WHOLE, enumerated)]
    if sqls == [INTEGER, VARCHAR]:
        return [Place(column, INTEGER, field, path, NUMBER), Place(f"{column}_word", VARCHAR, field, path, WORD)]
    raise TypeError(f"{where} is {' or '.join(sqls) or 'nothing'}: no column can hold it")


def _members(objects: list[ms.StructType], column: str, field: str, path: tuple[str, ...], where: str) -> list[Place]:
    """The places of all members of an object that is one of these; a member that several have is one place."""
    found: dict[str, Place] = {}
    for each in objects:
        if each.tag_field is not None:
            place = Place(f"{column}_{each.tag_field}", VARCHAR, field, path, TAG)
            found.setdefault(place.column, place)
        for member in each.fields:
            for place in _places(member.type, f"{column}_{member.name}", field, (*path, member.name), f"{where}.{member.name}"):
                if found.setdefault(place.column, place) != place:
                    raise TypeError(f"{where}: {place.column} is not of one type in all its objects")
    return list(found.values())


def _alternatives(kind: ms.Type) -> list[ms.Type]:
    """What a value may be, None left out."""
    match kind:
        case ms.Metadata():
            return _alternatives(kind.type)
        case ms.UnionType():
            return [each for part in kind.types for each in _alternatives(part)]
        case ms.NoneType():
            return []
    return [kind]


def _sqls(kind: ms.Type, where: str) -> set[str]:
    """The SQL types that the values of a type need."""
    match kind:
        case ms.BoolType():
            return {BOOLEAN}
        case ms.IntType():
            return {INTEGER}
        case ms.FloatType():
            return {DOUBLE}
        case ms.StrType():
            return {VARCHAR}
        case ms.LiteralType():
            return {INTEGER if isinstance(value, int) else VARCHAR for value in kind.values if value is not None}
        case ms.EnumType():
            return {INTEGER if isinstance(member.value, int) else VARCHAR for member in kind.cls}
        case ms.CollectionType():
            items = {sql for each in _alternatives(kind.item_type) for sql in _sqls(each, where)}
            if len(items) == 1:
                return {f"{items.pop()}[]"}
    raise TypeError(f"{where}: {type(kind).__name__} has no typed column")


def plain(place: Place, values: Sequence[Any]) -> Sequence[Any]:
    """The values of a struct's field, as the column holds them; most fields hold them so already."""
    for member in place.path:
        values = [getattr(value, member, None) for value in values]
    if place.part == TAG:
        return [None if value is None else _tag(type(value)) for value in values]
    if place.part == NUMBER:
        return [None if isinstance(value, str) else value for value in values]
    if place.part == WORD:
        return [value if isinstance(value, str) else None for value in values]
    if place.enumerated:
        return [value.value if isinstance(value, enum.Enum) else value for value in values]
    return values


def _singular(kind: str) -> str:
    return kind.removesuffix("s")


def _tag(struct: type[msgspec.Struct]) -> str:
    return str(struct.__struct_config__.tag)


def _said(rules: Rules) -> dict[str, str]:
    """What the module of a game's facts says about their fields, in its `FIELDS`."""
    import sys

    said: dict[str, str] = getattr(sys.modules[rules.facts[0].__module__], "FIELDS", {})
    return said
