"""What is a report?

One SQL file of `sql/marts` and the struct of its rows. The figures of `reports/` are made of these.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar

import duckdb
import msgspec
from msgspec import Meta, inspect

from analytics import queries

Games: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "games"})]
Seats: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "seats of games"})]
Cards: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "cards"})]
Events: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "events"})]
Choices: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "choices of seats"})]
Share: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "share, from 0 to 1"})]
Mean: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "cards a seat and game"})]
Length: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "choices of seats"})]
Minutes: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "minutes"})]
Points: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "points of that game"})]
GameWins: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "games"})]

R = TypeVar("R", bound="Row")


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common settings of all rows; their members are the columns, in order."""


class Report(msgspec.Struct, Generic[R], frozen=True):
    """A question: its name is that of its SQL file, `parameters` are those that it takes."""

    name: str
    title: str
    question: str
    row: type[R]
    parameters: tuple[str, ...]
    games: tuple[str, ...] = ()
    """The games that it is about; empty for all."""

    def columns(self) -> list[Column]:
        """The columns of its rows, as the struct has them."""
        info = inspect.type_info(self.row)
        assert isinstance(info, inspect.StructType)
        return [_column(member) for member in info.fields]

    def run(self, connection: duckdb.DuckDBPyConnection, given: dict[str, Any]) -> list[R]:
        """The rows, for a snapshot and the parameters that were given; the others don't restrict it."""
        values = {name: given.get(name) for name in self.parameters}
        found = connection.execute(queries.mart(self.name), values)
        names = [column[0] for column in found.description]
        return [msgspec.convert(dict(zip(names, row, strict=True)), self.row) for row in found.fetchall()]


class Column(msgspec.Struct, frozen=True):
    """A column of a report."""

    name: str
    kind: Literal["integer", "number", "string"]
    unit: str
    """In what it is counted; empty for names and numbers of things."""
    null: bool
    """Can it be null? A rate of no tries is."""


_KINDS: Final[dict[type, Literal["integer", "number", "string"]]] = {
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def _column(member: inspect.Field) -> Column:
    kinds = member.type.types if isinstance(member.type, inspect.UnionType) else (member.type,)
    (kind,) = (each for each in kinds if not isinstance(each, inspect.NoneType))
    unit = ""
    if isinstance(kind, inspect.Metadata):
        unit = (kind.extra_json_schema or {}).get("x-unit", "")
        kind = kind.type
    return Column(member.encode_name, _KINDS[type(kind)], unit, len(kinds) > 1)


RULES: Final = "rules"
SEATS: Final = "seats"
CARD: Final = "card"
DECISION: Final = "decision"
ANSWERED_BY: Final = "answered_by"
SIMULATED: Final = "simulated"
