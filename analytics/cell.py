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
import re
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
_NODE: Final = re.compile(r'"query_location":(\d+),"query_location_length":(\d+)')
_EXPLAIN: Final = re.compile(r"\s*EXPLAIN(\s+ANALYZE)?(?=\s)", re.IGNORECASE)
_NAMED: Final = re.compile(r"""["']([^"'\n]+)["']""")
_OF_VALUES: Final = ("Conversion", "Invalid Input", "Out of Range")
"""Kinds of faults that a value brings about: its message quotes the value, which may stand in a row and not in the text."""
_OF_DUCKDB: Final = re.compile(r'\n?Did you mean "(?:\w+\.)*(?:pg_|duckdb_|sqlite_|pragma_|information_schema)[^"]*"\?')
"""A guess of DuckDB that leads to its own tables."""


class Fault(Exception):
    """Why there is no answer: which kind of fault, what to say about it, and where it is, in bytes."""

    def __init__(self, kind: str, message: str = "", position: int | None = None, length: int = 0, **more: Any) -> None:
        super().__init__(message)
        self.report = {"fault": kind, "message": message, "position": position, "length": length, **more}


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
    try:
        connection = duckdb.connect(order["file"], read_only=True, config=config)
    except duckdb.Error:
        # It was dropped since it was the newest, or is being restored.
        raise Fault("missing") from None
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


def parameters_of(statement: duckdb.Statement, given: list[Any] | dict[str, Any]) -> list[Any] | dict[str, Any] | None:
    """The values as DuckDB takes them, each for a parameter of the statement. Case does not tell two names apart, as in SQL."""
    wanted = {name.lower(): name for name in statement.named_parameters}
    values = given if isinstance(given, dict) else {str(number): value for number, value in enumerate(given, 1)}
    found = {name.lower(): name for name in values}
    missing = sorted(wanted[name] for name in wanted.keys() - found.keys())
    unknown = sorted(found[name] for name in found.keys() - wanted.keys())
    unknown += sorted(values.keys() - set(found.values()))
    if missing or unknown:
        raise Fault("parameters", missing=missing, unknown=unknown)
    return given or None


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
        case "rows":
            return b"", lambda row: written([plain(value) for value in row]), b"\n"
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
    try:
        statement = statement_of(connection, order["sql"])
    except duckdb.Error as error:
        raise placed(fault_of(error), None, order["sql"]) from None
    parameters = parameters_of(statement, order["parameters"])
    timer = threading.Timer(order["seconds"], connection.interrupt)
    timer.daemon = True
    timer.start()
    try:
        return rows_written(connection, statement, parameters, order, arrow)
    except duckdb.Error as error:
        raise placed(fault_of(error), connection, order["sql"]) from None


def rows_written(
    connection: duckdb.DuckDBPyConnection, statement: duckdb.Statement, parameters: Any, order: dict[str, Any], arrow: Any
) -> tuple[dict[str, Any], list[bytes]]:
    """Run the statement and write what it answers."""
    # A relation hands out batches as they are made; what `execute` has made it would first collect, all of it.
    result: Any
    if arrow is None:
        result = connection.execute(statement, parameters)
    else:
        try:
            result = connection.sql(statement, params=parameters)
        except duckdb.Error:
            # A relation does not tell where the fault is. It is found before anything runs, so it is found again at once.
            connection.execute(statement, parameters)
            raise
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
        return Fault("sql", "It is nested too deep.", name="", of_a_value=False)
    if not isinstance(error, duckdb.Error):
        return Fault("sql", "A value can't be written in this form: cast its column to VARCHAR.", name="", of_a_value=False)
    try:
        told = json.loads(str(error)[str(error).index("{") :])
        kind, message = told["exception_type"], told["exception_message"]
    except (ValueError, KeyError, TypeError):
        told, kind, message = {}, "", str(error)
    # What follows is about the source of DuckDB, with paths of this machine.
    message = _OF_DUCKDB.sub("", message.partition("\n\nStack Trace")[0].partition("\n\nLINE ")[0])
    if kind == "Out of Memory" or isinstance(error, duckdb.OutOfMemoryException) or "bad_alloc" in message:
        return Fault("memory")
    if kind.upper() == "INTERRUPT" or isinstance(error, duckdb.InterruptException):
        return Fault("seconds")
    if kind.upper() in ("INTERNAL", "FATAL"):
        return Fault("sql", "DuckDB failed at this query.", name="", of_a_value=False)
    name = str(told.get("name", ""))
    if found := re.fullmatch(r"\[(\d{1,9}),(\d{1,9})\]", str(told.get("location"))):
        return Fault("sql", message, int(found[1]), int(found[2]), name=name, of_a_value=kind in _OF_VALUES)
    return Fault("sql", message, name=name, of_a_value=kind in _OF_VALUES)


def placed(fault: Fault, connection: duckdb.DuckDBPyConnection | None, sql: str) -> Fault:
    """The fault with its place in this text, or without one.

    The place that DuckDB tells may be one in the text of a view, of a macro or of `query('…')`: it counts if this text has a
    part that stands just there. Where none is told, or none of ours, it is the place of what the message names, if that
    stands in the text once; of a value, if it stands there in quotes. Without a `connection` the text could not be read at all: then it is the text's for sure.
    """
    report = fault.report
    if report["fault"] != "sql":
        return fault
    place, length = report["position"], report["length"]
    if place is not None and connection is not None:
        parts = parts_of(connection, sql)
        if (place, length) not in parts and (length or place not in {start for start, _ in parts}):
            place = None
    if place is None:
        names = [report["name"], *_NAMED.findall(report["message"].partition("\n")[0])]
        place, length = named_in(sql, names if report["name"] or not report["of_a_value"] else [f"'{each}'" for each in names])
    return Fault("sql", report["message"], place, length)


def parts_of(connection: duckdb.DuckDBPyConnection, sql: str) -> set[tuple[int, int]]:
    """Where the parts of a statement begin and how long they are; none if DuckDB can't tell."""
    text = _EXPLAIN.sub(lambda word: " " * len(word[0]), sql, count=1)
    try:
        [(tree,)] = connection.execute("SELECT json_serialize_sql($1)", [text]).fetchall()
    except (duckdb.Error, MemoryError):
        return set()
    return {(int(start), int(length)) for start, length in _NODE.findall(tree)}


def named_in(sql: str, names: list[str]) -> tuple[int | None, int]:
    """Where the first of these names stands in the text that stands there just once."""
    for name in filter(None, names):
        found = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", sql)]
        if len(found) == 1:
            return len(sql[: found[0]].encode()), len(name.encode())
    return None, 0


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
