"""Which tables does each game add to the warehouse?

One for what its host may set (`options_<game>`), one for each type of fact (`<game>_<type>`) and one for each type of answer
(`<game>_chose_<type>`), with columns made from the fields of the struct, as columns.py says. Two views of a game put all its
facts and all its answers one under another (`facts_<game>`, `choices_<game>`): `type` says which it is, and a column is null
in the rows of the types that have no such field. So a name has one type within a game, or the schema is refused.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Mapping
from itertools import takewhile
from typing import ClassVar, Final, Self

import msgspec
import pyarrow as pa

from analytics.columns import BOOLEAN, INTEGER, VARCHAR, Place, places_of, tag_of
from analytics.tables import COMMON, GAME_ID, SEQ, UNDONE, Column, Table
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Rules

FORM: Final = 3
"""Raised when rows get another meaning under the same columns: the warehouse is then made anew from the log."""

OPTIONS: Final = "options"
CHOICES: Final = "choices"
FACTS: Final = "facts"

KEYS: Final[dict[str, tuple[Column, ...]]] = {
    OPTIONS: (GAME_ID,),
    CHOICES: (
        GAME_ID,
        SEQ,
        Column("seat", INTEGER, "the seat that answered; -1 is the dealer"),
        Column("auto", BOOLEAN, "whether the service answered, since one answer was legal"),
        UNDONE,
    ),
    FACTS: (
        GAME_ID,
        SEQ,
        Column("ordinal", INTEGER, "the number of the fact among those of its event, from 0"),
        UNDONE,
    ),
}
"""The columns that every row of a kind has, before those of its struct."""
_LATE: Final = "what only some may know appears when the game is over"
_ALL: Final = {CHOICES: "an answer of a seat or of the dealer", FACTS: "something that happened"}
_ONE: Final = {CHOICES: "an answer", FACTS: "a fact"}
_FIELD: Final = {
    OPTIONS: "the option of that name",
    CHOICES: "what the answer says under that name",
    FACTS: "what the fact says under that name",
}
_CLAUSE: Final = re.compile(r"[A-Z]+-[0-9.]+")
_TYPE: Final = Column("type", VARCHAR, "which of the tables the row is from")
_BEFORE_TYPE: Final = 3


class Source(msgspec.Struct, frozen=True):
    """Where the values of one type of struct go."""

    table: str
    places: tuple[Place, ...]
    types: tuple[pa.DataType, ...]
    """Of the columns of the places."""


class Wide(msgspec.Struct, frozen=True):
    """A view of all facts, or of all answers, of a game."""

    name: str
    meaning: str
    columns: tuple[Column, ...]
    tables: tuple[tuple[str, Table], ...]
    """Those that it unites, by type."""

    @property
    def sql(self) -> str:
        """The statement that makes it."""
        return f'CREATE VIEW "{self.name}" AS\n' + "\nUNION ALL BY NAME\n".join(_typed(*each) for each in self.tables)


def _typed(kind: str, table: Table) -> str:
    """All rows of a table, with their type."""
    names = [f'"{column.name}"' for column in table.columns]
    names.insert(_BEFORE_TYPE, f"'{kind}' AS {_TYPE.name}")
    return f'SELECT {", ".join(names)} FROM "{table.name}"'  # noqa: S608 - names are those of the schema


class Schema:
    """All tables and wide views, and for each struct of a game where its values go."""

    _made: ClassVar[dict[tuple[int, ...], Self]] = {}

    def __init__(self, games: Mapping[str, Rules]) -> None:
        self.games = dict(games)
        """Held, so that no other rules can get the identity of these."""
        self.tables: dict[str, Table] = {table.name: table for table in COMMON}
        self.views: dict[str, Wide] = {}
        self.sources: dict[type[msgspec.Struct], Source] = {}
        for rules in games.values():
            self._add_table(OPTIONS, rules, f"options_{rules.name}", "options: what the host of a game has set", rules.options)
            self._add_view(FACTS, rules, {f"{rules.name}_{tag_of(each)}": each for each in rules.facts})
            self._add_view(CHOICES, rules, {f"{rules.name}_chose_{tag_of(each)}": each for each in (*rules.choices, *rules.answers)})

    @classmethod
    def of_catalogue(cls) -> Self:
        """The schema for the games that can be played; made once, as long as they stay the same."""
        rules = tuple(GAMES.values())
        made = cls._made.get(tuple(map(id, rules)))
        if made is None:
            made = cls(GAMES)
            cls._made = {tuple(map(id, rules)): made}
        return made

    @property
    def fingerprint(self) -> str:
        """The same for two schemas exactly if their tables and views are."""
        return hashlib.sha256("\n".join([str(FORM), *self.statements()]).encode()).hexdigest()

    def statements(self) -> list[str]:
        """What makes all tables, then all wide views."""
        return [*(table.sql for table in self.tables.values()), *(view.sql for view in self.views.values())]

    def _add_view(self, kind: str, rules: Rules, structs: Mapping[str, type[msgspec.Struct]]) -> None:
        name = f"{kind}_{rules.name}"
        tables: list[tuple[str, Table]] = []
        found: dict[str, Column] = {}
        users: dict[str, list[str]] = {}
        for table_name, struct in structs.items():
            tag = tag_of(struct)
            table = self._add_table(kind, rules, table_name, _meaning(kind, struct), struct)
            tables.append((tag, table))
            for column in table.columns[len(KEYS[kind]) :]:
                before = found.setdefault(column.name, column)
                if before.sql != column.sql:
                    raise TypeError(f"{name}.{column.name} is {before.sql} and, in {struct.__name__}, {column.sql}")
                users.setdefault(column.name, []).append(tag)
        key = list(KEYS[kind])
        key.insert(_BEFORE_TYPE, _TYPE)
        filled = [msgspec.structs.replace(column, null=f"filled for {', '.join(users[column.name])}") for column in found.values()]
        meaning = f"{rules.title}, all {kind}: {_ALL[kind]}; {_LATE}; one table for each type has the same rows and is quicker"
        self.views[name] = Wide(name, meaning, (*key, *filled), tuple(tables))

    def _add_table(self, kind: str, rules: Rules, name: str, meaning: str, struct: type[msgspec.Struct]) -> Table:
        if name in self.tables or struct in self.sources:
            raise TypeError(f"{rules.name}: there is a table {name} already, or one of {struct.__name__}")
        key = KEYS[kind]
        taken = {column.name for column in key} | ({_TYPE.name} if len(key) > 1 else set())
        places = tuple(places_of(struct, kind.removesuffix("s"), taken))
        said = _said(rules)
        columns = [Column(place.column, place.sql, said.get(place.column) or _FIELD[kind], null=place.null) for place in places]
        table = Table(name, f"{rules.title}, {meaning}", (*key, *columns), len(key))
        self.tables[name] = table
        self.sources[struct] = Source(name, places, tuple(column.arrow for column in columns))
        return table


def _meaning(kind: str, struct: type[msgspec.Struct]) -> str:
    """What the rows of one type are, in the words of the rules if they have any, with the clauses at the end."""
    words = (struct.__dict__.get("__doc__") or tag_of(struct)).split()
    clauses = list(takewhile(_CLAUSE.fullmatch, words))
    said = " ".join(words[len(clauses) :]).removesuffix(".")
    return f"{_ONE[kind]}: {said}" + (f" ({', '.join(clauses)})" if clauses else "")


def _said(rules: Rules) -> dict[str, str]:
    """What the module of a game's facts says about their fields, in its `FIELDS`."""
    said: dict[str, str] = getattr(sys.modules[rules.facts[0].__module__], "FIELDS", {})
    return said
