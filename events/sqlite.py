"""How does the log speak to SQLite?"""

import json
import time
from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from events.hashing import GENESIS, canonical, chained
from events.shapes import Answer, Command, Head, Row, Slice, StoredEvent

# Text is read as bytes, so that a stored byte that is no UTF-8 any more can be found and named instead of failing.
READ: Final = (
    "SELECT seq, CAST(kind AS BLOB), CAST(actor AS BLOB), CAST(body AS BLOB), recorded_at, CAST(command_id AS BLOB), "
    "hash FROM events_event WHERE stream_id = %s AND seq > %s ORDER BY seq LIMIT %s"
)
# Left to itself SQLite takes the primary key, which gives the order for nothing but walks the whole stream.
# NOT (…) stands word for word as in the index, else SQLite does not see that the index holds every answer.
FIND: Final = (
    "SELECT seq, CAST(kind AS BLOB), CAST(actor AS BLOB), CAST(body AS BLOB), recorded_at, CAST(command_id AS BLOB), "
    "hash FROM events_event INDEXED BY events_event_command WHERE stream_id = %s AND command_id = %s AND NOT (command_id = '') ORDER BY seq"
)
MINUTE: Final = 60_000_000
HEADS: Final = "SELECT id, version FROM events_stream WHERE id IN (SELECT value FROM json_each(%s))"


def key(stream: UUID) -> str:
    """The stream's id as this database takes it."""
    return stream.hex


def stream_id(stored: str) -> UUID:
    """The stream's id from what this database returns."""
    return UUID(stored)


def keys(streams: Iterable[UUID]) -> str:
    """Many ids as the one parameter of HEADS."""
    return json.dumps([stream.hex for stream in streams])


def event(stream: UUID, row: tuple[Any, ...]) -> StoredEvent:
    """An event from a row of READ or FIND."""
    seq, kind, actor, body, recorded_at, command_id, digest = row
    kind, actor, command_id = (text.decode(errors="surrogateescape") for text in (kind, actor, command_id))
    return StoredEvent(stream, seq, kind, actor, body, recorded_at, command_id, digest)


def append(connection: BaseDatabaseWrapper, command: Command) -> Answer:
    """Append in one transaction: the caller's, else one that begins with the write lock (BEGIN IMMEDIATE)."""
    if connection.in_atomic_block:
        return _append(connection, command)
    with transaction.atomic(using=connection.alias):
        return _append(connection, command)


def _append(connection: BaseDatabaseWrapper, command: Command) -> Answer:
    """As events_append does on PostgreSQL, step by step; the write lock is held from the first step."""
    stream = command.stream.hex
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, head_hash, changed_at FROM events_stream WHERE id = %s", [stream])
        found = cursor.fetchone()
        if not found and command.expected_version != 0:
            return Answer("stream_missing")
        version, head_hash, changed_at = found or (0, GENESIS, 0)

        if found and command.command_id:
            cursor.execute(FIND, [stream, command.command_id])
            if before := [event(command.stream, row) for row in cursor.fetchall()]:
                first = before[0]
                same = (first.kind, first.actor, first.body) == (
                    command.kinds[0],
                    command.actors[0],
                    command.bodies[0].encode(),
                )
                return Answer("replayed", version, head_hash, before) if same else Answer("command_conflict", version)

        if command.expected_version is not None and command.expected_version != version:
            return Answer("version_conflict", version)
        at = command.now
        if found:
            cursor.execute("SELECT recorded_at, hash FROM events_event WHERE stream_id = %s AND seq = %s", [stream, version])
            last = cursor.fetchone()
            if not last or last[1] != head_hash:
                return Answer("chain_fault", version)
            at = max(at, last[0])

        minute = clock(connection) // MINUTE * MINUTE
        events = []
        for kind, actor, text in zip(command.kinds, command.actors, command.bodies, strict=True):
            version += 1
            body = text.encode()
            head_hash = chained(
                head_hash,
                canonical(
                    stream=command.stream,
                    seq=version,
                    kind=kind,
                    actor=actor,
                    recorded_at=at,
                    command_id=command.command_id,
                    body=body,
                ),
            )
            events.append(StoredEvent(command.stream, version, kind, actor, body, at, command.command_id, head_hash))
        if not found:
            sql = "INSERT INTO events_stream (id, version, head_hash, changed_at) VALUES (%s, %s, %s, %s)"
            cursor.execute(sql, [stream, version, head_hash, minute])
        elif minute != changed_at:
            sql = "UPDATE events_stream SET version = %s, head_hash = %s, changed_at = %s WHERE id = %s"
            cursor.execute(sql, [version, head_hash, minute, stream])
        else:
            # A column that is set costs a write of its index, even if it stays what it was.
            cursor.execute("UPDATE events_stream SET version = %s, head_hash = %s WHERE id = %s", [version, head_hash, stream])
        cursor.executemany(
            "INSERT INTO events_event (stream_id, seq, kind, actor, body, recorded_at, command_id, hash) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
            [
                (stream, new.seq, new.kind, new.actor, text, at, command.command_id, new.hash)
                for new, text in zip(events, command.bodies, strict=True)
            ],
        )
        for each in command.alongside:
            cursor.execute(each.sql.format(appended="TRUE"), each.params)
    return Answer("appended", version, head_hash, events)


def clock(_connection: BaseDatabaseWrapper) -> int:
    """The clock that changed_at is of: that of this machine, since the file is on it."""
    return time.time_ns() // 1000


def lock(connection: BaseDatabaseWrapper, stream: UUID) -> Head | None:
    """The head; the transaction, being IMMEDIATE, already holds the lock of the whole database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, head_hash FROM events_stream WHERE id = %s", [stream.hex])
        row = cursor.fetchone()
    return Head(*row) if row else None


_ROWS: Final = (
    "SELECT seq, kind, actor, CAST(body AS BLOB), recorded_at FROM events_event "
    "WHERE stream_id = %s AND seq > %s AND seq <= %s ORDER BY seq"
)


def rows(connection: BaseDatabaseWrapper, slices: Sequence[Slice]) -> list[list[Row]]:
    """The events of each of these slices in their order."""
    found: list[list[Row]] = []
    with connection.cursor() as cursor:
        # One query a slice is a range of the primary key; all in one would sort what comes in order already.
        for each in slices:
            cursor.execute(_ROWS, [each.stream.hex, each.after, each.upto])
            found.append(cursor.fetchall())
    return found
