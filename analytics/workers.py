"""How do several processes fold a large backlog, or play many games?

Who asks folds too, whenever no other process has an answer ready. Each of the others is a fresh interpreter that reads
batches from its standard input, folds them with a database connection of its own, or plays them without one, and answers with Arrow
tables; it ends when the input does, so none outlives who asked. Fresh, because a fork of a process with threads and open connections
is no safe thing, and Celery's own workers may not fork at all.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import IO, Final, TypeAlias
from uuid import UUID

import msgspec
import pyarrow as pa

from analytics import playing
from analytics.folding import Due, Folded, Mark, fold
from analytics.playing import Play
from analytics.pseudonyms import key_of_settings
from analytics.schema import Schema

_LENGTH: Final = 8
_NICE: Final = 5
"""The service comes before its statistics."""

Batch: TypeAlias = list[Due] | Play
"""Games of the log to be folded, or games to be played."""


class FoldingEnded(RuntimeError):
    """A process that folds for the export is gone."""


class Answer(msgspec.Struct, frozen=True):
    """A Folded on its way between processes: its tables as Arrow streams."""

    tables: dict[str, bytes]
    marks: list[Mark]
    events: int
    again: list[UUID]


class Task(msgspec.Struct, frozen=True):
    """A batch, and the database to read it from."""

    database: str
    key: bytes
    """Of the pseudonyms."""
    batch: Batch


def folded(batches: Iterable[Batch], schema: Schema, *, processes: int, ahead: int = 2) -> Iterator[Folded]:
    """The batches, folded, in any order, by so many processes, this one among them.

    `ahead`: how many batches each of the others is given at a time; enough to be busy while this one does something else.
    """
    if processes <= 1:
        for batch in batches:
            yield _fold_here(batch, schema)
        return
    idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
    running: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(processes - 1):
            running.append(_start())
            idle.put(running[-1])
        with ThreadPoolExecutor(processes - 1) as threads:
            yield from _shared(batches, schema, threads, idle, ahead=ahead * (processes - 1))
    finally:
        for process in running:
            _end(process)


def _shared(
    batches: Iterable[Batch], schema: Schema, threads: ThreadPoolExecutor, idle: SimpleQueue[subprocess.Popen[bytes]], *, ahead: int
) -> Iterator[Folded]:
    """Folded batches, at most `ahead` of them given to other processes; while none of these is done, one is folded here.

    At the end those that were given and not begun are taken back, the last first, so that nobody is left to wait for the others.
    """
    pending: dict[Future[Folded], Batch] = {}
    source = iter(batches)
    more = True
    while pending or more:
        for future in [future for future in pending if future.done()]:
            del pending[future]
            yield future.result()
        while len(pending) < ahead and (batch := next(source, None)) is not None:
            pending[threads.submit(_ask, idle, batch)] = batch
        batch = next(source, None)
        more = batch is not None
        if batch is None:
            batch = next((pending.pop(future) for future in reversed([*pending]) if future.cancel()), None)
        if batch is not None:
            yield _fold_here(batch, schema)
        elif pending:
            wait(pending, return_when=FIRST_COMPLETED)


def _fold_here(batch: Batch, schema: Schema) -> Folded:
    with _garbage_kept():
        return _made(batch, schema, key_of_settings())


def _made(batch: Batch, schema: Schema, key: bytes) -> Folded:
    return playing.folded(batch, schema) if isinstance(batch, Play) else fold(batch, schema, key)


def _ask(idle: SimpleQueue[subprocess.Popen[bytes]], batch: Batch) -> Folded:
    from django.db import connection

    process = idle.get()
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        _send(process.stdin, msgspec.msgpack.encode(Task(str(connection.settings_dict["NAME"]), key_of_settings(), batch)))
        raw = _receive(process.stdout)
    finally:
        idle.put(process)
    if raw is None:
        raise FoldingEnded("a process that folds for the export ended early")
    answer = msgspec.msgpack.decode(raw, type=Answer)
    tables = {name: pa.ipc.open_stream(stream).read_all() for name, stream in answer.tables.items()}
    return Folded(tables, answer.marks, answer.events, answer.again)


def _start() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "analytics.workers"]
    # A group of its own, so that a Ctrl-C reaches who asked and nobody else: it decides what is still to be done.
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0)


def _end(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        # One that died left a message in the pipe that can't be flushed any more.
        with suppress(BrokenPipeError):
            if stream is not None:
                stream.close()
    process.wait()


def _send(stream: IO[bytes], message: bytes) -> None:
    stream.write(len(message).to_bytes(_LENGTH, "big"))
    stream.write(message)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes | None:
    length = stream.read(_LENGTH)
    return stream.read(int.from_bytes(length, "big")) if len(length) == _LENGTH else None


@contextmanager
def _garbage_kept() -> Iterator[None]:
    """Without rounds of the cycle collector, which finds nothing among the hundred thousands of facts and looks at each."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _stream(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def main() -> None:
    """Fold or play what comes in until nothing more does."""
    import django

    os.nice(_NICE)
    django.setup()
    from django.db import connection

    schema = Schema.of_catalogue()
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print must not get among the answers
    gc.freeze()
    gc.disable()
    while (raw := _receive(incoming)) is not None:
        task = msgspec.msgpack.decode(raw, type=Task)
        connection.settings_dict["NAME"] = task.database
        done = _made(task.batch, schema, task.key)
        tables = {name: _stream(table) for name, table in done.tables.items()}
        _send(outgoing, msgspec.msgpack.encode(Answer(tables, done.marks, done.events, done.again)))
        gc.collect()


if __name__ == "__main__":
    main()
