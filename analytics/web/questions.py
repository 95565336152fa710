"""What does a person ask in SQL: as a form, as a link, or as the history and saved queries have it?"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from typing import Annotated, Any, Final

import msgspec
from django.http import QueryDict
from msgspec import Meta

from analytics.placeholders import MOST, parameters_in
from analytics.shapes import QueryParameters
from gameplay.api.errors import Problem
from gameplay.api.parsing import is_plain_text

TEXT_MOST: Final = 20_000
"""Characters of a statement, as over REST."""
VALUE_MOST: Final = 2_000
LIMITS: Final = (100, 1000, 10_000)
LINK_MOST: Final = 6_000
"""Characters of a link that holds the statement: what browsers, proxies and chats pass on."""
PREFIX: Final = "p:"
"""Of the names of the fields that hold values."""
_INTEGER: Final = re.compile(r"-?[0-9]{1,38}")
_NUMBER: Final = re.compile(r"-?[0-9]{1,38}(\.[0-9]{1,38})?([eE][+-]?[0-9]{1,3})?")
_QUOTED: Final = re.compile(r"'(?:[^']|'')*'", re.DOTALL)

Packed = tuple[Annotated[str, Meta(max_length=TEXT_MOST)], QueryParameters]


class Field(msgspec.Struct, frozen=True):
    """A parameter of the statement, and what stands in its field."""

    name: str
    text: str


class Question(msgspec.Struct, frozen=True):
    """A statement, what stands in the fields of its parameters, and how many rows are wanted."""

    sql: str = ""
    texts: dict[str, str] = {}
    limit: int = 1000

    @property
    def fields(self) -> list[Field]:
        names = parameters_in(self.sql) if len(self.sql) <= TEXT_MOST else []
        return [Field(name, self.texts.get(name.lower(), "")) for name in names]

    @property
    def unfilled(self) -> bool:
        """Has the statement a parameter that there was no field for?"""
        return any(field.name.lower() not in self.texts for field in self.fields)

    @property
    def parameters(self) -> list[Any] | dict[str, Any]:
        """The values: a list if all go by their place."""
        values = {field.name: value_of(field.text) for field in self.fields}
        if all(name.isdecimal() for name in values):
            last = max(map(int, values), default=0)
            return [values.get(str(place)) for place in range(1, min(last, MOST) + 1)]
        return values


def value_of(text: str) -> Any:
    """What is meant: nothing, a truth value, a number, or text; in quotes it is text whatever it looks like."""
    match text:
        case "":
            return None
        case "true" | "false":
            return text == "true"
    if _INTEGER.fullmatch(text):
        return int(text)
    if _NUMBER.fullmatch(text):
        return float(text)
    return text[1:-1].replace("''", "'") if len(text) > 1 and _QUOTED.fullmatch(text) else text


def text_of(value: Any) -> str:
    """What to write into a field for this value."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case _:
            text = str(value)
            return text if value_of(text) == text else "'" + text.replace("'", "''") + "'"


def texts_of(parameters: list[Any] | dict[str, Any]) -> dict[str, str]:
    values = parameters if isinstance(parameters, dict) else {str(place): value for place, value in enumerate(parameters, 1)}
    return {name.lower(): text_of(value) for name, value in values.items()}


def from_form(form: QueryDict) -> Question:
    """The question of a form, line ends as a browser shows them."""
    texts = {name.removeprefix(PREFIX).lower(): str(text) for name, text in form.items() if name.startswith(PREFIX)}
    limit = form.get("limit", "")
    return Question(form.get("sql", "").replace("\r\n", "\n"), texts, int(limit) if limit in map(str, LIMITS) else Question().limit)


def check(question: Question) -> None:
    """Raises Problem if it is nothing that can be asked or kept."""
    if not question.sql.strip():
        raise Problem("invalid_request", "There is no statement.")
    if len(question.sql) > TEXT_MOST:
        raise Problem("invalid_request", f"The statement has more than {TEXT_MOST} characters.")
    if any(len(text) > VALUE_MOST for text in question.texts.values()):
        raise Problem("invalid_request", f"A parameter has more than {VALUE_MOST} characters.")
    if not all(map(is_plain_text, (question.sql, *question.texts.values()))):
        raise Problem("invalid_request", "There is a NUL in it.")


def packed(question: Question) -> str | None:
    """The question as a part of a link; None if it is too long for one."""
    content = json.dumps([question.sql, question.parameters], ensure_ascii=False, separators=(",", ":"))
    text = base64.urlsafe_b64encode(zlib.compress(content.encode(), 9)).decode().rstrip("=")
    return text if len(text) <= LINK_MOST else None


def unpacked(text: str) -> Question:
    """The question that a link holds. Raises Problem if it is not one that we have made."""
    try:
        if len(text) > LINK_MOST:
            raise ValueError
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True), 16 * TEXT_MOST)
        if unpacking.unconsumed_tail:
            raise ValueError
        sql, parameters = msgspec.json.decode(content, type=Packed)
    except (ValueError, binascii.Error, zlib.error, msgspec.MsgspecError):
        raise Problem("invalid_request", "This link is not whole. Was a part of it cut off?") from None
    return Question(sql, texts_of(parameters))
