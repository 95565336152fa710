"""What is the JSON Schema of a struct, and under which name does the document know it?

Schemas are read from the very structs that decode requests and encode answers. Every object has a name: members that
are objects, unions of a game and maps are components of their own, so that generated clients get classes with stable names.
"""

from __future__ import annotations

import enum
import inspect as python
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect as ms

from gameplay import documents
from gameplay.api import shapes
from gameplay.api.prose import member_docs
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Field, Form, Rules, tags

Schema = dict[str, Any]
Register = Callable[[str, Schema], None]
PREFIX: Final = "#/components/schemas/"

_SPELLED: Final[dict[type, str]] = {Field: "FormField"}
"""Names that differ from the name of the class."""

_TYPED: Final[dict[tuple[type, str], Schema]] = {
    (documents.GameShown, "view"): {"anyOf": [{"$ref": PREFIX + "View"}, {"type": "null"}]},
    (documents.GameShown, "options"): {"$ref": PREFIX + "Options"},
    (documents.ViewAt, "view"): {"anyOf": [{"$ref": PREFIX + "View"}, {"type": "null"}]},
    (documents.EntryShown, "choice"): {"anyOf": [{"$ref": PREFIX + "Answer"}, {"type": "null"}]},
    (documents.EntryShown, "facts"): {"type": "array", "items": {"$ref": PREFIX + "Fact"}},
    (documents.DecisionShown, "choices"): {"type": "array", "items": {"$ref": PREFIX + "Choice"}},
    (documents.DecisionShown, "forms"): {"type": "array", "items": {"$ref": PREFIX + "Form"}},
    (documents.RecordLine, "body"): {"$ref": PREFIX + "AnyMembers"},
    (shapes.ChoiceNew, "choice"): {"$ref": PREFIX + "Choice"},
    (shapes.GameNew, "options"): {"$ref": PREFIX + "Options"},
}
"""Members that hold structs of whichever game it is: at run time they are `Any`, in the document one of the named unions."""


_SCALARS: Final = {"string", "integer", "number", "boolean", "null"}

_WORDS: Final[dict[str, list[tuple[type, str]]]] = {
    "GameStatus": [(documents.GameShown, "status"), (documents.GameSummary, "status"), (documents.ViewAt, "status")],
    "Role": [(documents.ViewerShown, "role")],
}
"""Names for sets of words that the code uses without a name, and the members that hold one."""


def _aliases(package: str) -> Iterator[tuple[str, frozenset[Any]]]:
    """The names that the modules of a game give to sets of words, such as `Guest = Literal["worker", ...]`."""
    for module in sorted(name for name in sys.modules if name.startswith(package + ".")):
        for name, value in vars(sys.modules[module]).items():
            if get_origin(value) is Literal and not name.startswith("_"):
                yield name, frozenset(get_args(value))


def camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


class Components:
    """Schemas on their way into one document."""

    def __init__(self, register: Register) -> None:
        self._register = register
        self._done: dict[str, Schema] = {}
        self._structs: dict[str, type] = {}
        self._names: dict[type, str] = dict(_SPELLED)
        self._words: dict[frozenset[Any], str] = {
            frozenset(get_args(get_type_hints(kind)[member])): name for name, places in _WORDS.items() for kind, member in places
        }
        for rules in GAMES.values():
            self._name_game(rules)

    def _name_game(self, rules: Rules) -> None:
        game = camel(rules.name)
        for kind, types in (("Choice", rules.choices), ("Answer", rules.answers), ("Fact", rules.facts)):
            for each in types:
                self._names[each] = game + each.__name__.removesuffix(kind) + kind
        for alias, values in _aliases(rules.state.__module__.rpartition(".")[0]):
            self._words.setdefault(values, game + alias)
        self._names[rules.view_type] = game + "View"
        self._names[rules.options] = game + "Options"

    def name_of(self, kind: type) -> str:
        """The stable name of a struct or an enumeration."""
        found = self._names.get(kind)
        if found is None:
            parts = kind.__module__.split(".")
            game = camel(parts[2]) if parts[:2] == ["gameplay", "rules"] and len(parts) > 3 else ""
            found = game + kind.__name__.removesuffix("Shown").removesuffix("Body")
            if found in self._names.values():
                raise ValueError(f"two components are called {found}")
            self._names[kind] = found
        return found

    def games(self) -> None:
        """Register what differs from game to game: a union per game, and a union over all games."""
        self.ref(Form)
        self._put("AnyMembers", {"type": "object", "additionalProperties": True, "description": "Any members."})
        for rules in GAMES.values():
            game = camel(rules.name)
            self._union(game + "Choice", rules.choices)
            self._union(game + "Answer", (*rules.choices, *rules.answers))
            self._union(game + "Fact", rules.facts)
            self.ref(rules.view_type)
            self.ref(rules.options)
        prefixes = [camel(name) for name in GAMES]
        described = {
            "Choice": "A choice of any game.",
            "Answer": "A choice of a seat, or an answer of the dealer, in any game.",
            "Fact": "Something that happened, in any game.",
            "View": "What one viewer may see of a position, in any game.",
            "Options": "What the host of a game may set; every member has a default.",
        }
        for kind, description in described.items():
            members = [{"$ref": f"{PREFIX}{prefix}{kind}"} for prefix in prefixes]
            self._put(kind, {"description": description, ("anyOf" if kind == "Options" else "oneOf"): members})

    def answer(self, operation: str, kind: Any) -> Schema:
        """The schema of what an operation answers; one of several structs gets a name from the operation."""
        parts = get_args(kind)
        if not parts:
            return self.ref(kind)
        name = camel(operation) + "Answer"
        self._union(name, parts)
        return {"$ref": PREFIX + name}

    def _union(self, name: str, types: Sequence[type[msgspec.Struct]]) -> None:
        by_tag = tags(types)
        refs = {tag: self.ref(each) for tag, each in by_tag.items()}
        self._put(
            name,
            {
                "oneOf": list(refs.values()),
                "discriminator": {
                    "propertyName": types[0].__struct_config__.tag_field,
                    "mapping": {tag: ref["$ref"] for tag, ref in refs.items()},
                },
            },
        )

    def _put(self, name: str, schema: Schema) -> Schema:
        if name not in self._done:
            self._done[name] = schema
            self._register(name, schema)
        elif self._done[name] != schema:
            raise ValueError(f"two types want to be the component {name}: rename one of them")
        return {"$ref": PREFIX + name}

    def ref(self, kind: Any) -> Schema:
        """The schema of any type, as a reference where it has a name."""
        return self._schema(ms.type_info(kind))

    def line(self, kind: Any) -> str:
        """The name of what stands on each line of NDJSON; it becomes a component too."""
        return str(self.ref(kind)["$ref"]).removeprefix(PREFIX)

    def _schema(self, info: ms.Type) -> Schema:
        match info:
            case ms.Metadata():
                return {**self._schema(info.type), **(info.extra_json_schema or {})}
            case ms.StructType():
                return self._struct(info)
            case ms.EnumType():
                name = self.name_of(info.cls)
                values = [member.value for member in info.cls]
                return self._put(name, {"type": _json_type(values), "enum": values, **_described(info.cls)})
            case ms.LiteralType():
                return self._literal(list(info.values))
            case ms.UnionType():
                parts = [self._schema(part) for part in info.types]
                return {"anyOf": parts}
            case ms.CollectionType():
                return {"type": "array", "items": self._schema(info.item_type), **_bounds(info, "Items")}
            case ms.TupleType():
                items = [self._schema(item) for item in info.item_types]
                return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
            case ms.DictType():
                return self._map(info)
            case ms.StrType():
                pattern = {"pattern": info.pattern} if info.pattern else {}
                return {"type": "string", **_bounds(info, "Length"), **pattern}
            case ms.IntType() | ms.FloatType():
                return _number(info)
            case ms.BoolType():
                return {"type": "boolean"}
            case ms.NoneType():
                return {"type": "null"}
            case ms.UUIDType():
                return {"type": "string", "format": "uuid"}
            case ms.DateTimeType():
                return {"type": "string", "format": "date-time"}
            case ms.AnyType() | ms.RawType():
                return {}
            case _:
                raise TypeError(f"no schema for {info}")

    def _literal(self, values: list[Any]) -> Schema:
        """One of some values, under the name that the code gives them, if it gives one."""
        texts = [value for value in values if isinstance(value, str)]
        if texts and len(texts) < len(values):
            numbers = [value for value in values if not isinstance(value, str)]
            return {"anyOf": [self._literal(numbers), self._literal(texts)]}
        schema = {"type": _json_type(values), "enum": values}
        name = self._words.get(frozenset(values))
        return schema if name is None else self._put(name, schema)

    def _map(self, info: ms.DictType) -> Schema:
        values = self._schema(info.value_type)
        if not values:
            return {"$ref": PREFIX + "AnyMembers"}
        if "$ref" in values:
            label = values["$ref"].removeprefix(PREFIX)
        elif "anyOf" in values:
            kinds = [str(part.get("type", part.get("$ref", "")).removeprefix(PREFIX)) for part in values["anyOf"]]
            label = "Value" if set(kinds) >= _SCALARS else "Or".join(kind[:1].upper() + kind[1:] for kind in kinds)
        elif values["type"] == "array":
            items = values["items"]
            label = "ListOf" + (items["$ref"].removeprefix(PREFIX) if "$ref" in items else items["type"].capitalize())
        else:
            label = values["type"].capitalize()
        return self._put(f"MapOf{label}", {"type": "object", "additionalProperties": values, **_bounds(info, "Properties")})

    def _struct(self, info: ms.StructType) -> Schema:
        name = self.name_of(info.cls)
        if self._structs.get(name) is info.cls:
            return {"$ref": PREFIX + name}
        self._structs[name] = info.cls
        schema: Schema = {"type": "object", **_described(info.cls), "properties": {}, "required": []}
        self._put(name, schema)
        if info.tag_field is not None:
            # Only a tag is `const`: in a union with numbers generators read an enumeration of one right, a const wrong.
            schema["properties"][info.tag_field] = {"type": _json_type([info.tag]), "const": info.tag}
            schema["required"].append(info.tag_field)
        prose = member_docs(info.cls)
        for member in info.fields:
            typed = _TYPED.get((info.cls, member.name)) or self._schema(member.type)
            typed = dict(typed)
            if member.name in prose:
                typed["description"] = prose[member.name]
            if member.required:
                schema["required"].append(member.encode_name)
            elif (default := _default(member)) is not None:
                typed["default"] = default
            schema["properties"][member.encode_name] = typed
        schema["additionalProperties"] = False
        if not schema["required"]:
            del schema["required"]
        return {"$ref": PREFIX + name}


def _default(member: ms.Field) -> Any:
    """The default, if it is a plain value: generators can't make anything of a whole object."""
    found = None if member.default is msgspec.NODEFAULT else msgspec.to_builtins(member.default)
    return None if isinstance(found, dict | list) else found


def _json_type(values: list[Any]) -> str:
    return "integer" if all(isinstance(value, int) for value in values) else "string"


def _number(info: ms.IntType | ms.FloatType) -> Schema:
    schema: Schema = {"type": "integer" if isinstance(info, ms.IntType) else "number"}
    for ours, theirs in (("ge", "minimum"), ("gt", "exclusiveMinimum"), ("le", "maximum"), ("lt", "exclusiveMaximum")):
        if (bound := getattr(info, ours)) is not None:
            schema[theirs] = bound
    return schema


def _bounds(info: Any, what: str) -> Schema:
    found: Schema = {}
    if info.min_length:
        found[f"min{what}"] = info.min_length
    if info.max_length is not None:
        found[f"max{what}"] = info.max_length
    return found


def _described(kind: type) -> Schema:
    text = kind.__dict__.get("__doc__")
    if not text or (issubclass(kind, enum.Enum) and text == enum.Enum.__doc__):
        return {}
    return {"description": python.cleandoc(text)}
