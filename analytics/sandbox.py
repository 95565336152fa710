"""How is SQL of strangers run without harm to anybody?

Settings of DuckDB are one wall; scalar functions pass them. So each query is run by a process of its own (`cell.py`) with
limits that the kernel keeps, and killed by the clock whatever it does.
"""

from __future__ import annotations

import selectors
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from signal import SIGKILL, SIGXCPU
from typing import Any, Final

import msgspec

from gameplay.api.errors import FieldError, Problem

CELL: Final = Path(__file__).parent / "cell.py"
_GRACE: Final = 1.0
"""Seconds between the end of the time that a query has and the kill."""
_LOOK_EVERY: Final = 0.25
_CHUNK: Final = 1 << 16
_REPORT: Final = 1 << 20
"""Bytes that the report may take beside the rows."""
_MASK: Final = "…"
_TEXTS: Final = ("json", "ndjson", "csv", "rows")
"""Forms in which a word can be replaced."""


class Missing(Exception):
    """There is no such snapshot any more."""


class Limits(msgspec.Struct, frozen=True):
    """How much one query may take."""

    seconds: float = 10
    rows: int = 10_000
    bytes: int = 8_000_000
    """Of the answer."""
    columns: int = 1000
    memory: int = 256_000_000
    """Bytes that DuckDB keeps to by itself."""
    address_space: int = 1_500_000_000
    """Bytes that the kernel lets the process have, libraries included."""


LIMITS: Final = Limits()


class Question(msgspec.Struct, frozen=True):
    """A query: `form` is json, ndjson, csv, parquet, arrow, or rows: as JSON, one a line."""

    sql: str
    parameters: list[Any] | dict[str, Any]
    """The values of `$1`, `$2` …, or of `$name`."""
    limit: int
    form: str


class Outcome(msgspec.Struct, frozen=True):
    """The rows, written in the form that was asked for."""

    columns: list[dict[str, str]]
    rows: int
    truncated: bool
    body: bytes


class _Report(msgspec.Struct):
    columns: list[dict[str, str]] = []
    rows: int = 0
    truncated: bool = False
    fault: str = ""
    message: str = ""
    position: int | None = None
    length: int = 0
    missing: list[str] = []
    unknown: list[str] = []


def run(snapshot: Path, question: Question, *, cancelled: Callable[[], bool], limits: Limits = LIMITS) -> Outcome:
    """What the snapshot answers. Raises Missing, or Problem: SQL that fails, a limit that was met, or it was cancelled."""
    order = {
        "file": snapshot.name,
        **msgspec.to_builtins(question),
        **{name: getattr(limits, name) for name in ("seconds", "bytes", "columns", "memory", "address_space")},
    }
    # In the session of the server: in one of its own, Linux would give it a fair share however nice it is.
    process = subprocess.Popen(
        [sys.executable, "-I", "-B", "-X", "utf8", CELL],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=snapshot.parent,
        env={},
    )
    try:
        output = _exchange(process, msgspec.json.encode(order), limits, cancelled)
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
    line, ended, body = output.partition(b"\n")
    if not ended:
        raise _broken(process.returncode, limits)
    report = msgspec.json.decode(line, type=_Report)
    if report.fault == "missing":
        raise Missing
    if report.fault:
        raise _refusal(report, question, limits, snapshot.parent)
    # Where the process could leave its folder behind, no path of it is left to tell; elsewhere DuckDB's own tables show it.
    for path in _paths(snapshot.parent) if question.form in _TEXTS else ():
        body = body.replace(path.encode(), _MASK.encode())
    return Outcome(report.columns, report.rows, report.truncated, body)


def _exchange(process: subprocess.Popen[bytes], order: bytes, limits: Limits, cancelled: Callable[[], bool]) -> bytes:
    """All that the process has to say, as long as it keeps to the limits."""
    assert process.stdin is not None
    assert process.stdout is not None
    ends = time.monotonic() + limits.seconds + _GRACE
    try:
        process.stdin.write(order)
        process.stdin.close()
    except BrokenPipeError:
        return b""
    parts, size = list[bytes](), 0
    looked = time.monotonic()
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while (now := time.monotonic()) < ends:
            if now - looked >= _LOOK_EVERY:
                looked = now
                if cancelled():
                    raise Problem("query_cancelled")
            if not selector.select(min(_LOOK_EVERY, ends - now)):
                continue
            part = process.stdout.read1(_CHUNK)  # type: ignore[attr-defined]
            if not part:
                # It has said all, or is gone: its end comes by itself, unless it hangs.
                try:
                    process.wait(max(0.0, ends - time.monotonic()))
                except subprocess.TimeoutExpired:
                    break
                return b"".join(parts)
            parts.append(part)
            size += len(part)
            if size > limits.bytes + _REPORT:
                raise _over("bytes", limits)
    raise _over("seconds", limits)


def _over(name: str, limits: Limits) -> Problem:
    most = int(getattr(limits, name))
    if name == "seconds":
        return Problem("query_timeout", f"It was stopped after {most} seconds.", limit=name, most=most)
    detail = {
        "memory": f"It needs more than {most} bytes of memory.",
        "bytes": f"The answer has more than {most} bytes.",
        "columns": f"The answer has more than {most} columns.",
    }[name]
    return Problem("query_too_large", detail, limit=name, most=most)


def _broken(code: int, limits: Limits) -> Problem:
    """The process ended without a word: the kernel ended it."""
    if code in (-SIGXCPU, -SIGKILL):
        return _over("seconds", limits)
    return _over("memory", limits)


def _refusal(report: _Report, question: Question, limits: Limits, folder: Path) -> Problem:
    if report.fault == "statements":
        return Problem("query_not_one_select", report.message)
    if report.fault == "parameters":
        return _misfits(report, isinstance(question.parameters, list))
    if report.fault != "sql":
        return _over(report.fault, limits)
    message = masked(report.message, folder)[:1000]
    if report.position is None:
        return Problem("query_failed", message, errors=(FieldError(pointer="/sql", code="sql_error", detail=message),))
    line, column = place_of(question.sql, report.position)
    error = FieldError(pointer="/sql", code="sql_error", detail=f"Line {line}, column {column}: {message}")
    length = len(question.sql.encode()[report.position : report.position + report.length].decode(errors="ignore"))
    return Problem("query_failed", message, errors=(error,), line=line, column=column, length=length)


def _misfits(report: _Report, in_a_list: bool) -> Problem:
    """The parameters that have no value, and the values that have no parameter."""
    told = [(name, "missing_parameter", f"${name} has no value.") for name in report.missing]
    told += [(name, "unknown_parameter", f"${name} does not stand in the SQL.") for name in report.unknown]
    errors = []
    for name, code, detail in told[:100]:
        # The first value of a list is that of `$1`.
        at = str(int(name) - 1) if in_a_list and name.isdecimal() else name.replace("~", "~0").replace("/", "~1")
        errors.append(FieldError(pointer=f"/parameters/{at}", code=code, detail=detail))
    return Problem("query_parameters", " ".join(error.detail for error in errors)[:1000], errors=tuple(errors))


def place_of(sql: str, position: int) -> tuple[int, int]:
    """Line and column, in characters and from 1, of a byte of the text."""
    before = sql.encode()[:position].decode(errors="ignore")
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def masked(text: str, folder: Path) -> str:
    """The text without paths of this machine."""
    for path in _paths(folder):
        text = text.replace(path, _MASK)
    return text


def _paths(folder: Path) -> list[str]:
    known = {str(folder), str(folder.resolve()), sys.prefix, sys.base_prefix, str(CELL.parent.parent)}
    # A path as short as /usr tells nothing, and stands in many a text.
    return sorted((path for path in known if path.count("/") > 1), key=len, reverse=True)
