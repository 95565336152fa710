"""How does a field of a struct become typed columns?

- `int`, `bool`, `str`, `float`, literals and enums of them, and lists of one of these become one typed column;
- a field that may be a number or a word (`int | Literal["graveyard"]`) becomes two, `source` and `source_word`, of which
  one is null, so that numbers stay numbers;
- a field that is an object, or one of several, is laid flat: `series_games`, and `series_kind` for which object it is;
- a list of objects becomes one column, a list of STRUCTs of the same members;
- a field called like a column that every row has (`type`, or `seat` of a choice) gets the table's kind before its name;
- a member called `text` is what a person wrote in their own words: it is left out, statistics have no use for it.

Anything else, such as a mapping, is refused when the schema is made.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pyarrow as pa
from msgspec import inspect as ms
from msgspec import structs

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

OBJECTS: Final[dict[str, pa.DataType]] = {}
"""The Arrow types of the objects that stand in lists, by their SQL."""

FREE_TEXT: Final = "text"

WHOLE: Final = "whole"
NUMBER: Final = "number"
WORD: Final = "word"
TAG: Final = "tag"


def arrow_type(sql: str) -> pa.DataType:
    """The Arrow type of an SQL type; a list's ends with `[]`, a list of lists' with `[][]`."""
    if sql.endswith("[]"):
        return pa.list_(arrow_type(sql[:-2]))
    return ARROW[sql] if sql in ARROW else OBJECTS[sql]


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
    items: tuple[Place, ...] = ()
    """For a list of objects: the places of their members."""
    null: str = ""
    """When the column is null, though there is a struct; empty if it never is."""


def places_of(struct: type[msgspec.Struct], prefix: str, taken: set[str]) -> list[Place]:
    """The places of the struct's fields, in their order; `prefix` goes before names that are `taken`.

    Raises TypeError for a field that fits no typed column.
    """
    info = ms.type_info(struct)
    assert isinstance(info, ms.StructType)
    found: list[Place] = []
    for member in info.fields:
        if member.name != FREE_TEXT:
            column = f"{prefix}_{member.name}" if member.name in taken else member.name
            found += _places(member.type, column, member.name, (), f"{struct.__name__}.{member.name}")
    return found


def _places(kind: ms.Type, column: str, field: str, path: tuple[str, ...], where: str) -> list[Place]:
    """The places of one field or member."""
    alternatives = _alternatives(kind)
    none = "there is none" if _may_be_none(kind) else ""
    objects = [each for each in alternatives if isinstance(each, ms.StructType)]
    if objects:
        if len(objects) < len(alternatives):
            raise TypeError(f"{where} may be an object or something else: no column can hold it")
        return _members(objects, column, field, path, where, none)
    if items := _objects_in_lists(alternatives, where):
        members = tuple(_members(items, "", "", (), where, ""))
        described = ", ".join(f'"{member.column}" {member.sql}' for member in members)
        sql = f"STRUCT({described})"
        OBJECTS[sql] = pa.struct([(member.column, arrow_type(member.sql)) for member in members])
        return [Place(column, f"{sql}[]", field, path, WHOLE, items=members, null=none)]
    sqls = sorted({sql for each in alternatives for sql in _sqls(each, where)})
    enumerated = any(isinstance(each, ms.EnumType) for each in alternatives)
    if len(sqls) == 1:
        return [Place(column, sqls[0], field, path, WHOLE, enumerated, null=none)]
    if sqls == [INTEGER, VARCHAR]:
        both = (Place(column, INTEGER, field, path, NUMBER), Place(f"{column}_word", VARCHAR, field, path, WORD))
        return [
            structs.replace(place, null=f"it is a {other}{f', or {none}' if none else ''}")
            for place, other in zip(both, (WORD, NUMBER), strict=True)
        ]
    raise TypeError(f"{where} is {' or '.join(sqls) or 'nothing'}: no column can hold it")


def _members(objects: list[ms.StructType], column: str, field: str, path: tuple[str, ...], where: str, none: str) -> list[Place]:
    """The places of all members of an object that is one of these; a member that several have is one place."""
    found: dict[str, Place] = {}
    nulls: dict[str, list[str]] = {}
    before = f"{column}_" if column else ""
    for each in objects:
        places = [] if each.tag_field is None else [Place(f"{before}{each.tag_field}", VARCHAR, field, path, TAG)]
        for member in each.fields:
            if member.name != FREE_TEXT:
                places += _places(member.type, f"{before}{member.name}", field, (*path, member.name), f"{where}.{member.name}")
        for place in places:
            bare = structs.replace(place, null="")
            if found.setdefault(place.column, bare) != bare:
                raise TypeError(f"{where}: {place.column} is not of one type in all its objects")
            nulls.setdefault(place.column, []).append(place.null)
    missing = {name: "it has no such member" for name, those in nulls.items() if len(those) < len(objects)}
    return [structs.replace(place, null=none or missing.get(name) or max(nulls[name])) for name, place in found.items()]


def _objects_in_lists(alternatives: list[ms.Type], where: str) -> list[ms.StructType]:
    """What the objects in a list may be; nothing if it is no list of objects."""
    items = [item for each in alternatives if isinstance(each, ms.CollectionType) for item in _alternatives(each.item_type)]
    objects = [item for item in items if isinstance(item, ms.StructType)]
    if objects and (len(objects) < len(items) or len(alternatives) > 1):
        raise TypeError(f"{where} may be a list of objects or something else: no column can hold it")
    return objects


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


def _may_be_none(kind: ms.Type) -> bool:
    match kind:
        case ms.Metadata():
            return _may_be_none(kind.type)
        case ms.UnionType():
            return any(map(_may_be_none, kind.types))
        case ms.LiteralType():
            return None in kind.values
    return isinstance(kind, ms.NoneType)


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
    values = followed(place, values)
    if place.items:
        return [None if value is None else [_object(place.items, each) for each in value] for value in values]
    if place.part == TAG:
        return [None if value is None else tag_of(type(value)) for value in values]
    if place.part == NUMBER:
        return [None if isinstance(value, str) else value for value in values]
    if place.part == WORD:
        return [value if isinstance(value, str) else None for value in values]
    if place.enumerated:
        return [value.value if isinstance(value, enum.Enum) else value for value in values]
    return values


def followed(place: Place, values: Sequence[Any]) -> Sequence[Any]:
    """What the objects in a field hold, or the values themselves if they are no objects."""
    for member in place.path:
        values = [getattr(value, member, None) for value in values]
    return values


def _object(members: tuple[Place, ...], value: Any) -> dict[str, Any]:
    """An object of a list, by the columns of its members."""
    return {member.column: plain(member, [value])[0] for member in members}


def tag_of(struct: type[msgspec.Struct]) -> str:
    """The value of the member that says which of several objects it is."""
    return str(struct.__struct_config__.tag)
