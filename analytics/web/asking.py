"""How is a report asked for on a page: which fields has its form, and what was given?"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from django.http import QueryDict
from msgspec import inspect

from analytics.charts.kinds import Theme, Width
from analytics.charts.words import named, spaced
from analytics.parameters import Parameters, Refused, checked
from analytics.report import RULES, Report
from gameplay.api.errors import Problem
from gameplay.api.parsing import query_decode
from gameplay.api.prose import member_docs
from gameplay.rules.catalogue import GAMES


class PageQuery(Parameters, frozen=True):
    """What can stand in the address of a report, and of its chart."""

    theme: Theme = "light"
    width: Width = "wide"


_SAID: Final = {"exclude": "left out", "only": "no others", "include": "counted too"}
"""How some values are said."""
_BY_DEFAULT: Final = {"simulated": "exclude", "by": "day", "answered_by": "person"}
"""What a parameter is where it is not given, if that is not all there are."""
_MORE: Final = re.compile(r"[;:,] [^;:,]* if it is not given|;.*")


class Field(msgspec.Struct):
    """A field of the form."""

    name: str
    label: str
    meaning: str
    value: str
    options: list[tuple[str, str]] = []
    """Values and how they are said; empty for what is written."""
    by_default: str = ""
    """The option that holds if none is chosen; without one all do."""
    number: bool = False
    least: int | None = None
    most: int | None = None
    error: str = ""


class Wanted(msgspec.Struct, frozen=True):
    """What a page was asked for."""

    given: dict[str, Any]
    query: PageQuery
    fields: list[Field]
    refused: bool
    """Is something wrong with it? Then the field says what."""
    wrong: str = ""
    """What is wrong that is of no field."""


def wanted(report: Report[Any], asked: QueryDict) -> Wanted:
    """The parameters of an address, and the form with their values. A field that was left empty is one not given."""
    filled = asked.copy()
    for name in [name for name, value in asked.items() if not str(value).strip()]:
        del filled[name]
    fields = [_field(name, report, filled.get(name, "")) for name in report.parameters]
    try:
        query = query_decode(filled, PageQuery)
        assert query is not None
        return Wanted(checked(report, query), query, fields, refused=False)
    except Refused as refused:
        name, detail = refused.name, refused.detail
    except Problem as problem:
        name, detail = problem.errors[0].pointer.removeprefix("?"), problem.errors[0].detail
    of_field = [field for field in fields if field.name == name]
    for field in of_field:
        field.error = detail
    return Wanted({}, PageQuery(), fields, refused=True, wrong="" if of_field else f"{name}: {detail}")


def _field(name: str, report: Report[Any], value: str) -> Field:
    info = inspect.type_info(Parameters)
    assert isinstance(info, inspect.StructType)
    kind = next(field.type for field in info.fields if field.encode_name == name)
    if isinstance(kind, inspect.UnionType):
        kind = next(each for each in kind.types if not isinstance(each, inspect.NoneType))
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    meaning = _MORE.sub("", member_docs(Parameters)[name]).replace("`", "").rstrip(".") + "."
    field = Field(name, spaced(name).capitalize(), meaning, value)
    if name == RULES:
        field.label = "Game"
        field.options = [(rules, GAMES[rules].title) for rules in report.games or GAMES]
    elif isinstance(kind, inspect.LiteralType):
        field.by_default = _BY_DEFAULT.get(name, "")
        field.value = value or field.by_default
        field.options = [(str(each), _SAID.get(str(each)) or named(name, each)) for each in kind.values]
    elif isinstance(kind, inspect.BoolType):
        field.options = [("true", "yes"), ("false", "no")]
    elif isinstance(kind, inspect.IntType):
        field.number, field.least, field.most = True, kind.ge, kind.le
    return field
