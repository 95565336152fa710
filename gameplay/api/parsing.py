"""Is this body exactly what was asked for, and if not: where does it differ?

msgspec decodes and is strict about types and members. Left to us is what it lets pass: duplicate members, NUL
characters and deep nesting.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, TypeVar

import msgspec
from django.http import HttpRequest, QueryDict
from django.http.request import RawPostDataException, UnreadablePostError
from msgspec import inspect

from .errors import FieldError, Problem

MAX_BODY: Final = 64 * 1024
MAX_DEPTH: Final = 32
_QUOTED: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?')
_AT: Final = re.compile(r" - at `\$(.*)`$", re.DOTALL)
_KEY_OF: Final = re.compile(r"^Object (?:contains unknown|missing required) field `(.*)`$", re.DOTALL)
_INTEGER: Final = re.compile(r"-?[0-9]{1,18}")
_PART: Final = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")

S = TypeVar("S", bound=msgspec.Struct)
_DECODERS: dict[type[msgspec.Struct], msgspec.json.Decoder[Any]] = {}


class _Twice(dict[str, Any]):
    """An object in which this member stands more than once."""

    member = ""


def body_read(request: HttpRequest) -> bytes:
    """The body, at most 64 kB of it, whether or not its length was announced."""
    announced = request.META.get("CONTENT_LENGTH") or ""
    if announced.isdigit() and int(announced[:20]) > MAX_BODY:
        raise Problem("body_too_large", f"The body has {announced[:20]} bytes; {MAX_BODY} are allowed.")
    try:
        body = request.body
    except (UnreadablePostError, RawPostDataException) as exc:
        raise Problem("malformed_request", "The body broke off.") from exc
    if len(body) > MAX_BODY:
        raise Problem("body_too_large", f"The body has more than {MAX_BODY} bytes.")
    return body


def media_type_check(request: HttpRequest) -> None:
    """Refuse what does not call itself JSON in UTF-8."""
    media, _, parameters = request.META.get("CONTENT_TYPE", "").partition(";")
    charset = parameters.strip().lower().replace('"', "")
    if media.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
        raise Problem("unsupported_media_type", headers={"Accept-Post": "application/json"})


def body_decode(body: bytes, shape: type[S]) -> S:
    """The body as this shape, or a 400 with a pointer to what is wrong."""
    strictness_check(body)
    decoder = _DECODERS.get(shape)
    if decoder is None:
        decoder = _DECODERS.setdefault(shape, msgspec.json.Decoder(shape))
    try:
        found: S = decoder.decode(body)
    except msgspec.ValidationError as exc:
        raise Problem("invalid_request", errors=(field_error(exc, shape),)) from exc
    except (msgspec.DecodeError, RecursionError) as exc:
        raise Problem("malformed_json", str(exc)) from exc
    return found


def strictness_check(body: bytes) -> None:
    """Refuse what no JSON of ours may have, wherever it stands."""
    if body.count(b"{") + body.count(b"[") > MAX_DEPTH and depth_of(body) > MAX_DEPTH:
        raise Problem("malformed_json", f"The body is nested more than {MAX_DEPTH} deep.")
    twice: list[_Twice] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        seen: set[str] = set()
        marked = _Twice(found)
        for name, _ in pairs:
            if name in seen:
                marked.member = name
            seen.add(name)
        twice.append(marked)
        return marked

    try:
        tree = json.loads(body.decode(), object_pairs_hook=members, parse_constant=_no_constant)
    except (ValueError, RecursionError) as exc:
        raise Problem("malformed_json", f"The body is not JSON: {_printable(str(exc))}.") from exc
    if twice:
        pointer = next((at + "/" + _escape(twice[0].member) for at, node in _walk(tree, "") if node is twice[0]), "")
        raise Problem(
            "invalid_request",
            errors=(FieldError(pointer=_printable(pointer), code="duplicate_member", detail="This member stands twice."),),
        )
    if b"\\u" in body:
        for at, node in _walk(tree, ""):
            if isinstance(node, str) and not is_plain_text(node):
                raise Problem(
                    "malformed_json",
                    "A text holds NUL or half of a surrogate pair.",
                    errors=(FieldError(pointer=_printable(at), code="invalid_text", detail="NUL and lone surrogates are refused."),),
                )


def depth_of(body: bytes) -> int:
    """How deep arrays and objects are nested; brackets inside strings don't count."""
    deepest = depth = 0
    for byte in _QUOTED.sub(b"", body):
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def is_plain_text(text: str) -> bool:
    """Can this text be stored and sent: no NUL and no lone surrogate?"""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON value")


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()[:300]


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _walk(node: Any, at: str) -> Iterator[tuple[str, Any]]:
    yield at, node
    if isinstance(node, dict):
        for name, value in node.items():
            yield at, name
            yield from _walk(value, f"{at}/{_escape(name)}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _walk(value, f"{at}/{index}")


def field_error(exc: msgspec.ValidationError, shape: type[msgspec.Struct]) -> FieldError:
    """msgspec's sentence, with its path as a JSON Pointer; where a word was wanted, with the words, sorted, that `shape` allows there."""
    text = str(exc)
    parts: list[str] = []
    if where := _AT.search(text):
        text = text[: where.start()]
        parts = [name or index for name, index in _PART.findall(where[1])]
    at = "".join(f"/{_escape(part)}" for part in parts)
    code = "invalid_value"
    if text.startswith("Invalid enum value") and (words := list(_words(inspect.type_info(shape), parts))):
        text = f"Expected one of {', '.join(words)}"
    if member := _KEY_OF.match(text):
        at += f"/{_escape(member[1])}"
        code = "unknown_member" if "unknown" in text else "missing_member"
    return FieldError(pointer=_printable(at), code=code, detail=_printable(text) + ".")


def _words(kind: inspect.Type, parts: Sequence[str]) -> Iterator[str]:
    """The words that may stand at this path of what has this type."""
    match kind:
        case inspect.UnionType(types=types):
            for each in types:
                yield from _words(each, parts)
        case inspect.LiteralType(values=values) if not parts:
            yield from (str(value) for value in values)
        case inspect.StructType(fields=fields) if parts:
            for member in fields:
                if member.encode_name == parts[0]:
                    yield from _words(member.type, parts[1:])
        case inspect.ListType(item_type=item) if parts:
            yield from _words(item, parts[1:])


def query_decode(query: QueryDict, shape: type[S] | None) -> S | None:
    """The query as this shape, or a 400 with the name of the parameter that is wrong. Without a shape none is allowed."""
    given: dict[str, str] = {}
    for name, values in query.lists():
        if len(values) > 1:
            raise _bad_parameter(name, "duplicate_parameter", "This parameter is given twice.")
        given[name] = str(values[0])
        if not is_plain_text(given[name]):
            raise _bad_parameter(name, "invalid_text", "NUL and lone surrogates are refused.")
    if shape is None:
        if given:
            raise _bad_parameter(next(iter(given)), "unknown_parameter", "This operation has no such parameter.")
        return None
    for name in _integers(shape):
        if name in given and not _INTEGER.fullmatch(given[name]):
            raise _bad_parameter(name, "invalid_value", "Expected an integer.")
    try:
        return msgspec.convert(given, shape, strict=False)
    except msgspec.ValidationError as exc:
        error = field_error(exc, shape)
        raise _bad_parameter(
            error.pointer.lstrip("/").replace("~1", "/").replace("~0", "~"), error.code.replace("member", "parameter"), error.detail
        ) from exc


@cache
def _integers(shape: type[msgspec.Struct]) -> frozenset[str]:
    """The members that are integers: msgspec would take `1.0` and `1e1` for one when it reads text."""
    members = (member for member in inspect.type_info(shape).fields)  # type: ignore[attr-defined]
    return frozenset(member.encode_name for member in members if _is_integer(member.type))


def _is_integer(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.UnionType):
        return any(_is_integer(part) for part in kind.types)
    return isinstance(kind, inspect.IntType)


def _bad_parameter(name: str, code: str, detail: str) -> Problem:
    return Problem("invalid_request", errors=(FieldError(pointer="?" + _printable(name), code=code, detail=detail),))
