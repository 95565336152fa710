"""Which tables and columns does the warehouse have?

Four tables are the same for all games; each game adds three whose columns are made from its typed structs, as columns.py
says: what its host may set (`options_<game>`), what its seats and dealer answered (`choices_<game>`) and what happened
(`facts_<game>`). The latter two are wide: one column for each field name of any of the structs, null in the rows of the
others; so a name has one type within a table, or the schema is refused.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from typing import ClassVar, Final, Self

import msgspec
import pyarrow as pa

from analytics.columns import BOOLEAN, INTEGER, TIMESTAMP, UUID, VARCHAR, Place, arrow_type, places_of, tag_of
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Rules

FORM: Final = 1
"""Raised when rows get another meaning under the same columns: the warehouse is then made anew from the log."""


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

    _made: ClassVar[dict[tuple[int, ...], Self]] = {}

    def __init__(self, games: Mapping[str, Rules]) -> None:
        self.games = dict(games)
        """Held, so that no other rules can get the identity of these."""
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
        """The schema for the games that can be played; made once, as long as they stay the same."""
        rules = tuple(GAMES.values())
        made = cls._made.get(tuple(map(id, rules)))
        if made is None:
            made = cls(GAMES)
            cls._made = {tuple(map(id, rules)): made}
        return made

    @property
    def fingerprint(self) -> str:
        """The same for two schemas exactly if their tables are."""
        return hashlib.sha256("\n".join([str(FORM), *(table.sql for table in self.tables.values())]).encode()).hexdigest()

    def _add(self, kind: str, rules: Rules, meaning: str, key: tuple[Column, ...], types: tuple[type[msgspec.Struct], ...]) -> None:
        name = f"{kind}_{rules.name}"
        found: dict[str, Column] = {}
        users: dict[str, list[str]] = {}
        for each in types:
            places = tuple(places_of(each, kind.removesuffix("s"), {column.name for column in key}))
            self.places[name, each] = places
            for place in places:
                before = found.setdefault(place.column, Column(place.column, place.sql, ""))
                if before.sql != place.sql:
                    raise TypeError(f"{name}.{place.column} is {before.sql} and, in {each.__name__}, {place.sql}")
                users.setdefault(place.column, []).append(tag_of(each))
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


def _said(rules: Rules) -> dict[str, str]:
    """What the module of a game's facts says about their fields, in its `FIELDS`."""
    said: dict[str, str] = getattr(sys.modules[rules.facts[0].__module__], "FIELDS", {})
    return said
