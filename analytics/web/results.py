"""How is the answer to a query shown: its rows as a table with types and units, and its fault in the statement?"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from analytics.answering import Answered
from analytics.dictionary import dictionary
from gameplay.api.errors import KINDS, RULES_REFUSAL, Problem
from gameplay.documents import rfc3339

CELLS: Final = 20_000
"""Values on a page. All rows are in what is downloaded."""
TEXT: Final = 300
"""Characters of a value on a page."""
ADVICE: Final = {
    "invalid_request": "",
    "query_failed": "",
    "query_parameters": "",
    "query_cancelled": "",
    "query_timeout": "Ask for less: fewer rows, or no join of everything with all.",
    "query_too_large": "Ask for fewer rows or columns, or sum up within the statement.",
    "query_not_one_select": "One statement that reads is run: SELECT, WITH … SELECT, FROM …, DESCRIBE or EXPLAIN.",
    "queries_busy": "One runs for each account, and four in all. Wait a moment, or stop the one that is running.",
    "too_many_saved": "Delete one that you no longer need.",
    "statistics_unavailable": "They are made from the log every few seconds. Run it again in a moment.",
}
"""What a person can do about it, where the advice to authors of clients is not the same."""
_AROUND: Final = 2
"""Lines that are shown before and after the one at fault."""
_WORD: Final = re.compile(r"\w+|\S")
_NUMBERS: Final = re.compile(r"(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|UINTEGER|DOUBLE|FLOAT|DECIMAL\(.*\)|BIGNUM)$")


class ColumnShown(msgspec.Struct, frozen=True):
    name: str
    type: str
    unit: str
    number: bool


class Result(msgspec.Struct, frozen=True):
    """An answer, as far as a page shows it."""

    id: str
    columns: list[ColumnShown]
    rows: int
    shown: int
    truncated: bool
    milliseconds: int
    snapshot: int
    made_at: str
    cells: SafeString
    """The rows of the table."""


class LineShown(msgspec.Struct, frozen=True):
    """A line of the statement; what is at fault stands between `before` and `after`."""

    number: int
    before: str
    fault: str = ""
    after: str = ""


class FaultShown(msgspec.Struct, frozen=True):
    """Why there is no answer, and where in the statement that is."""

    title: str
    detail: str
    advice: str
    code: str
    line: int | None = None
    column: int | None = None
    start: int = 0
    """Characters of the statement before it."""
    length: int = 0
    lines: list[LineShown] = []


def result_of(found: Answered, sql: str) -> Result:
    """The answer to a question in the form `rows`."""
    outcome = found.outcome
    units = units_in(sql)
    columns = [
        ColumnShown(
            each["name"],
            each["type"].replace('"NULL"', "NULL")[:TEXT],
            units.get(each["name"].lower(), ""),
            bool(_NUMBERS.match(each["type"])),
        )
        for each in outcome.columns
    ]
    shown = min(outcome.rows, max(1, CELLS // max(1, len(columns))))
    lines = outcome.body.split(b"\n", shown)[:shown] if outcome.rows else []
    return Result(
        id=str(found.id),
        columns=columns,
        rows=outcome.rows,
        shown=shown,
        truncated=outcome.truncated,
        milliseconds=found.milliseconds,
        snapshot=found.snapshot.number,
        made_at=rfc3339(found.snapshot.made_at)[:19].replace("T", " "),
        cells=format_html_join("", "<tr>{}</tr>", ((_row(msgspec.json.decode(line), columns),) for line in lines)),
    )


def _row(values: list[Any], columns: list[ColumnShown]) -> SafeString:
    cells = ((' class="number"' if column.number else "", value) for column, value in zip(columns, values, strict=True))
    return format_html_join("", "<td{}>{}</td>", ((SafeString(kind), _cell(value)) for kind, value in cells))


def _cell(value: Any) -> str | SafeString:
    match value:
        case None:
            return format_html('<span class="null">{}</span>', "null")
        case bool():
            return "true" if value else "false"
        case str():
            text = value
        case int() | float():
            return str(value)
        case _:
            text = msgspec.json.encode(value).decode()
    return text if len(text) <= TEXT else text[:TEXT] + "…"


def units_in(sql: str) -> dict[str, str]:
    """The unit of each name that is a column of the tables in the text, and counted the same way in all of them."""
    words = {word.lower() for word in re.findall(r"\w+", sql)}
    found: dict[str, set[str]] = {}
    for table in dictionary():
        if table.name in words:
            for column in table.columns:
                found.setdefault(column.name.lower(), set()).add(column.unit)
    return {name: min(units) for name, units in found.items() if len(units) == 1}


def fault_of(problem: Problem, sql: str) -> FaultShown:
    """A refusal, with its place marked in the statement if it has one."""
    kind = KINDS.get(problem.code, RULES_REFUSAL)
    line, column = problem.extra.get("line"), problem.extra.get("column")
    advice = ADVICE.get(problem.code, kind.advice)
    told = FaultShown(title=kind.title, detail=problem.detail or kind.title, advice=advice, code=problem.code)
    if line is None or column is None:
        return told
    texts = sql.split("\n")
    if line > len(texts):
        return told
    at = column - 1
    length = problem.extra.get("length") or _length_at(texts[line - 1], at)
    start = sum(len(text) + 1 for text in texts[: line - 1]) + at
    lines = []
    for number in range(max(1, line - _AROUND), min(len(texts), line + _AROUND) + 1):
        text = texts[number - 1]
        if number == line:
            lines.append(LineShown(number, text[:at], text[at : at + length] or " ", text[at + length :]))
        else:
            lines.append(LineShown(number, text))
    return msgspec.structs.replace(told, line=line, column=column, start=start, length=length, lines=lines)


def _length_at(text: str, at: int) -> int:
    """Of the word that begins there."""
    word = _WORD.match(text, at)
    return len(word[0]) if word else 1
