"""What does one query of an analyst answer?

A program of its own, for one query, that is thrown away after it. It reads an order from its standard input, builds the
walls around itself, runs the statement and writes a line of report, then the rows. It imports nothing of the project: what
it does not know it can't tell.
"""

from __future__ import annotations

import csv
import ctypes
import datetime as dt
import decimal
import io
import json
import math
import os
import resource
import sys
import threading
import uuid
import zoneinfo
from collections.abc import Callable, Iterator
from typing import Any, Final

import duckdb

_MEGABYTE: Final = 1_000_000
_DESCRIPTORS: Final = 24
_NEW_USER: Final = 0x10000000
_NEW_NETWORK: Final = 0x40000000
_DIE_WITH_PARENT: Final = 1
_NO_NEW_PRIVILEGES: Final = 38
_KILL: Final = 9
_LAZY: Final = (decimal.Decimal, uuid.UUID, zoneinfo.ZoneInfo("UTC"))
"""What DuckDB's values need, loaded while files can still be read."""
_BATCH: Final = 256
_NICE: Final = 10
"""A tenth of the share of a processor that the server gets beside it."""


class Fault(Exception):
    """Why there is no answer: which kind of fault, and what to say about it."""

    def __init__(self, kind: str, message: str = "", position: int | None = None) -> None:
        super().__init__(message)
        self.report = {"fault": kind, "message": message, "position": position}


def confine(order: dict[str, Any]) -> None:
    """Leave behind what the query must not reach: the network, other files, memory and time of others."""
    system = ctypes.CDLL(None, use_errno=True)
    if sys.platform == "linux":
        system.prctl(_DIE_WITH_PARENT, _KILL, 0, 0, 0)
        system.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        # Whoever may, takes only the network; others can do so in a namespace of users of their own, where that is allowed.
        if system.unshare(_NEW_NETWORK) != 0:
            system.unshare(_NEW_USER | _NEW_NETWORK)
    try:
        os.chroot(".")
        os.chdir("/")
    except OSError:
        # Not allowed here: then the settings below alone keep files away.
        pass
    os.nice(_NICE)
    seconds = math.ceil(order["seconds"]) + 2
    for kind, most in (
        (resource.RLIMIT_AS, order["address_space"]),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def opened(order: dict[str, Any]) -> duckdb.DuckDBPyConnection:
    """The snapshot, to be read; then every way out is closed, and the door to reopen it."""
    config: dict[str, Any] = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    connection = duckdb.connect(order["file"], read_only=True, config=config)
    for setting in (
        "SET errors_as_json = true",
        "SET TimeZone = 'UTC'",
        "SET temp_directory = ''",
        f"SET memory_limit = '{order['memory'] // _MEGABYTE}MB'",
        "SET threads = 1",
        f"SET max_execution_time = {int(order['seconds'] * 1000)}",
        # A name in SQL is never a variable of this program.
        "SET python_enable_replacements = false",
        "SET enable_external_access = false",
        "SET allow_community_extensions = false",
        "SET lock_configuration = true",
    ):
        connection.execute(setting)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_DESCRIPTORS, _DESCRIPTORS))
    return connection


def statement_of(connection: duckdb.DuckDBPyConnection, sql: str) -> duckdb.Statement:
    """The one statement of this text, if it is one that reads."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise Fault("statements", f"This is {len(statements)} statements.")
    [statement] = statements
    if statement.type not in (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN):
        raise Fault("statements", f"This is a statement of the kind {statement.type.name}.")
    return statement


def rows_of(connection: duckdb.DuckDBPyConnection, limit: int) -> Iterator[tuple[Any, ...]]:
    """At most one row more than the limit: it tells that there are more."""
    left = limit + 1
    while left > 0:
        batch = connection.fetchmany(min(left, _BATCH))
        if not batch:
            return
        left -= len(batch)
        yield from batch


def plain(value: Any) -> Any:
    """A value as JSON has it: numbers keep all their digits, what JSON does not know becomes text."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case dt.datetime():
            moment = value.astimezone(dt.UTC).replace(tzinfo=None) if value.tzinfo else value
            return moment.isoformat(timespec="microseconds") + "Z"
        case dt.date() | dt.time():
            return value.isoformat()
        case bytes() | bytearray() | memoryview():
            return bytes(value).hex()
        case list() | tuple():
            return [plain(each) for each in value]
        case dict():
            return {str(name): plain(each) for name, each in value.items()}
        case _:
            return str(value)


def written(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


def _cell(value: Any) -> str:
    shown = plain(value)
    if shown is None:
        return ""
    return shown if isinstance(shown, str) else written(shown).decode()


def _line(cells: list[str]) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out).writerow(cells)
    return out.getvalue().encode("utf-8", "backslashreplace")


def _different(names: list[str]) -> list[str]:
    """The names, each once: a second `a` becomes `a_2`."""
    found: list[str] = []
    for name in names:
        unlike, number = name, 2
        while unlike in found:
            unlike, number = f"{name}_{number}", number + 1
        found.append(unlike)
    return found


def forms(form: str, names: list[str]) -> tuple[bytes, Callable[[tuple[Any, ...]], bytes], bytes]:
    """What stands before the rows, how a row is written, and what stands between two."""
    match form:
        case "csv":
            return _line(names), lambda row: _line([_cell(value) for value in row]), b""
        case "ndjson":
            return b"", lambda row: written({name: plain(value) for name, value in zip(names, row, strict=True)}) + b"\n", b""
        case _:
            return b"", lambda row: written([plain(value) for value in row]), b","


def batches(result: Any, order: dict[str, Any], arrow: Any) -> tuple[int, bool, bytes]:
    """How many rows there are, whether there would be more, and the rows as a Parquet file or a stream of Arrow."""
    arrow.set_cpu_count(1)
    reader = result.to_arrow_reader(_BATCH)
    out = io.BytesIO()
    new = arrow.parquet.ParquetWriter if order["form"] == "parquet" else arrow.ipc.new_stream
    count, truncated = 0, False
    with new(out, reader.schema) as writer:
        for batch in reader:
            kept = batch.slice(0, order["limit"] - count)
            truncated = kept.num_rows < batch.num_rows
            writer.write_batch(kept)
            count += kept.num_rows
            if out.tell() > order["bytes"]:
                raise Fault("bytes")
            if truncated:
                break
    if out.tell() > order["bytes"]:
        raise Fault("bytes")
    return count, truncated, out.getvalue()


def answer(order: dict[str, Any], arrow: Any) -> tuple[dict[str, Any], list[bytes]]:
    """The report and the parts of the body."""
    connection = opened(order)
    statement = statement_of(connection, order["sql"])
    timer = threading.Timer(order["seconds"], connection.interrupt)
    timer.daemon = True
    timer.start()
    # A relation hands out batches as they are made; what `execute` has made it would first collect, all of it.
    parameters = order["parameters"] or None
    result = connection.execute(statement, parameters) if arrow is None else connection.sql(statement, params=parameters)
    described = result.description or []
    if len(described) > order["columns"]:
        raise Fault("columns", f"It has {len(described)} columns.")
    names = _different([str(column[0]) for column in described])
    columns = [{"name": name, "type": str(column[1])} for name, column in zip(names, described, strict=True)]
    if arrow is not None:
        rows, truncated, body = batches(result, order, arrow)
        return {"columns": columns, "rows": rows, "truncated": truncated}, [body]
    head, write, between = forms(order["form"], names)
    parts = [head]
    size = len(head) + sum(len(written(column)) for column in columns)
    count = 0
    for row in rows_of(connection, order["limit"]):
        if count == order["limit"]:
            return {"columns": columns, "rows": count, "truncated": True}, parts
        part = (between if count else b"") + write(row)
        size += len(part)
        if size > order["bytes"]:
            raise Fault("bytes")
        parts.append(part)
        count += 1
    return {"columns": columns, "rows": count, "truncated": False}, parts


def fault_of(error: BaseException) -> Fault:
    """What an exception of DuckDB or of Python means for whoever asked."""
    if isinstance(error, Fault):
        return error
    if isinstance(error, MemoryError):
        return Fault("memory")
    if isinstance(error, RecursionError):
        return Fault("sql", "It is nested too deep.")
    try:
        told = json.loads(str(error)[str(error).index("{") :])
        kind, message = told["exception_type"], told["exception_message"]
    except (ValueError, KeyError, TypeError):
        told, kind, message = {}, "", str(error)
    # What follows is about the source of DuckDB, with paths of this machine.
    message = message.partition("\n\nStack Trace")[0].partition("\n\nLINE ")[0]
    if kind == "Out of Memory" or isinstance(error, duckdb.OutOfMemoryException) or "bad_alloc" in message:
        return Fault("memory")
    if kind.upper() == "INTERRUPT" or isinstance(error, duckdb.InterruptException):
        return Fault("seconds")
    if kind.upper() in ("INTERNAL", "FATAL"):
        return Fault("sql", "DuckDB failed at this query.")
    position = told.get("position")
    return Fault("sql", message, int(position) if isinstance(position, str) and position.isdigit() else None)


def arrow_for(form: str) -> Any:
    """The library that writes this form, if it needs one: it takes half a second to load, and files that are soon out of reach."""
    if form not in ("parquet", "arrow"):
        return None
    import pyarrow as pa
    import pyarrow.parquet

    return pa


def main() -> None:
    order = json.loads(sys.stdin.buffer.read())
    arrow = arrow_for(order["form"])
    try:
        confine(order)
        report, parts = answer(order, arrow)
    except Exception as error:  # noqa: BLE001 - whatever it is, the answer says so
        report, parts = dict(fault_of(error).report), []
    out = sys.stdout.buffer
    out.write(written(report) + b"\n")
    for part in parts:
        out.write(part)
    out.flush()
    # Not by way of destructors: a database that was denied memory may hang in them.
    os._exit(0)


if __name__ == "__main__":
    main()
