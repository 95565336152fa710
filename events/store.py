"""How is something put into the log, read from it and proved unchanged?

The only door to the two tables. The same behaviour on SQLite and PostgreSQL; what differs is in sqlite.py and
postgres.py. Every function uses Django's default connection and joins the caller's transaction if there is one.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from uuid import UUID

import msgspec
from django.db import connection, transaction

from events import postgres, sqlite
from events.errors import BadEvent, ChainFault, CommandConflict, StoreError, StreamMissing, VersionConflict
from events.hashing import GENESIS, first_fault
from events.shapes import Answer, Appended, Command, Head, NewEvent, Row, Slice, Statement, StoredEvent, Verification

__all__ = [
    "BODY_LIMIT", "COMMAND_LIMIT", "EVENTS_LIMIT", "NAME_LIMIT",
    "Appended", "BadEvent", "ChainFault", "CommandConflict", "Head", "NewEvent", "Row", "Statement", "StoreError", "StoredEvent",
    "StreamMissing", "Verification", "VersionConflict",
    "append", "changed", "clock", "command_find", "events_since", "head", "heads", "heads_listed", "lock", "now_micros", "read",
    "read_many", "verify", "versions",
]  # fmt: skip

BODY_LIMIT = 256 * 1024  # bytes of one body: four times the largest request
NAME_LIMIT = 128  # characters of a kind or an actor
COMMAND_LIMIT = 255  # characters of a command id: the longest Idempotency-Key
EVENTS_LIMIT = 1000  # events of one append

_NO_LIMIT = 2**62
_MINUTE = 60_000_000  # µs: a head tells when it changed by the minute, so that its index is seldom written
_CHUNK = 10_000  # rows that read_many and verify hold at a time


def append(
    *,
    stream: UUID,
    events: Sequence[NewEvent],
    command_id: str = "",
    expected_version: int | None = None,
    alongside: Sequence[Statement] = (),
    now: int | None = None,
) -> Appended:
    """Append `events` as one command, all or none; `expected_version=0` creates the stream.

    `alongside` are statements on the caller's own tables: they take effect with the events or not at all, and cost no
    round trip and no transaction of their own. `now`, in µs since the epoch, is the time to record; never before that of
    the stream's last event.

    A command id that the stream already knows is replayed (the stored events are returned) if the first event is the
    same, else CommandConflict. Raises StreamMissing, VersionConflict, BadEvent, ChainFault; none of them aborts the
    caller's transaction. When this returns outside of a transaction, the events are durable.
    """
    command = Command(
        stream=stream,
        command_id=_line(command_id, COMMAND_LIMIT, "command id"),
        expected_version=expected_version,
        now=now_micros() if now is None else now,
        kinds=[_line(event.kind, NAME_LIMIT, "kind", empty=False) for event in events],
        actors=[_line(event.actor, NAME_LIMIT, "actor", empty=False) for event in events],
        bodies=[_body(event.body) for event in events],
        alongside=alongside,
    )
    if not 1 <= len(events) <= EVENTS_LIMIT:
        raise BadEvent(f"A command makes 1 to {EVENTS_LIMIT} events, not {len(events)}.")
    answer: Answer = _database().append(connection, command)
    if answer.word in ("appended", "replayed"):
        return Appended(answer.events, answer.version, answer.head_hash, answer.word == "replayed")
    raise _refusal(answer, command)


def lock(*, stream: UUID) -> Head | None:
    """The head, and nobody else appends to this stream until the caller's transaction ends; None if there is none."""
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("A stream can be locked only inside a transaction.")
    locked: Head | None = _database().lock(connection, stream)
    return locked


def read(*, stream: UUID, after: int = 0, limit: int | None = None) -> list[StoredEvent]:
    """The events with seq > `after`, in order, `limit` at most; empty if there is no such stream."""
    return _select(_database().READ, stream, after, _NO_LIMIT if limit is None else limit)


def command_find(*, stream: UUID, command_id: str) -> list[StoredEvent]:
    """The events that this command made in this stream; empty if it made none."""
    return _select(_database().FIND, stream, command_id)


def read_many(*, after: Mapping[UUID, int]) -> Iterator[tuple[UUID, list[Row]]]:
    """The events of these streams past each one's watermark, for an exporter: some thousand rows are held at a time.

    Each stream with plain tuples (seq, kind, actor, body, recorded_at), by stream, then seq; a long one comes in several
    pieces that follow each other. Reaches up to the heads of the moment it is called; needs no transaction and no open
    cursor between pieces.
    """
    database = _database()
    newest = heads(streams=after)
    taken: list[Slice] = []
    room = _CHUNK
    for stream in sorted(newest):
        start, end = after[stream], newest[stream]
        while start < end:
            upto = min(end, start + room)
            taken.append(Slice(stream, start, upto))
            room -= upto - start
            start = upto
            if not room:
                yield from zip((each.stream for each in taken), database.rows(connection, taken), strict=True)
                taken, room = [], _CHUNK
    yield from zip((each.stream for each in taken), database.rows(connection, taken) if taken else (), strict=True)


def head(*, stream: UUID) -> Head | None:
    """Version and hash of the stream's last event; None if there is no such stream."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, head_hash FROM events_stream WHERE id = %s", [_database().key(stream)])
        row = cursor.fetchone()
    return Head(row[0], bytes(row[1])) if row else None


def heads(*, streams: Iterable[UUID]) -> dict[UUID, int]:
    """The version of each of these streams that exists."""
    database = _database()
    with connection.cursor() as cursor:
        cursor.execute(database.HEADS, [database.keys(streams)])
        return {database.stream_id(stream): version for stream, version in cursor.fetchall()}


def versions(*, after_id: UUID | None = None, limit: int) -> list[tuple[UUID, int]]:
    """The next `limit` streams after `after_id`, by id, with their versions."""
    database = _database()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, version FROM events_stream WHERE id > %s ORDER BY id LIMIT %s"
            if after_id
            else "SELECT id, version FROM events_stream ORDER BY id LIMIT %s",
            [database.key(after_id), limit] if after_id else [limit],
        )
        return [(database.stream_id(stream), version) for stream, version in cursor.fetchall()]


def heads_listed(*, after_id: UUID | None = None, limit: int) -> list[tuple[UUID, Head]]:
    """The next `limit` streams after `after_id`, by id, with their heads: for whoever must notice that a log was replaced."""
    database = _database()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, version, head_hash FROM events_stream WHERE id > %s ORDER BY id LIMIT %s"
            if after_id
            else "SELECT id, version, head_hash FROM events_stream ORDER BY id LIMIT %s",
            [database.key(after_id), limit] if after_id else [limit],
        )
        return [(database.stream_id(stream), Head(version, bytes(digest))) for stream, version, digest in cursor.fetchall()]


def clock() -> int:
    """What the clock says that `changed` goes by, in µs since the epoch: the database's, one for all who append."""
    micros: int = _database().clock(connection)
    return micros


def changed(*, since: int) -> list[tuple[UUID, Head]]:
    """The streams that were appended to at `since` or later, by id, with their heads; also some of the minute before.

    A head tells the minute of its last append, not of the commit: who looks again and again must look back further than
    any transaction is open.
    """
    database = _database()
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, version, head_hash FROM events_stream WHERE changed_at >= %s ORDER BY id", [since - _MINUTE])
        return [(database.stream_id(stream), Head(version, bytes(digest))) for stream, version, digest in cursor.fetchall()]


def events_since(*, since: int, limit: int) -> int:
    """How many events were recorded at `since` or later; counts to `limit` and no further, in streams that have changed since."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM (SELECT 1 FROM events_stream s JOIN events_event e ON e.stream_id = s.id "
            "WHERE s.changed_at >= %s AND e.recorded_at >= %s LIMIT %s) newer",
            [since - _MINUTE, since, limit],
        )
        count: int = cursor.fetchone()[0]
    return count


def verify(*, stream: UUID) -> Verification:
    """Recompute the whole chain and compare it with the head; raises StreamMissing if there is no trace of it."""
    top = head(stream=stream) or Head(0, GENESIS)
    seq, last = 0, GENESIS
    while events := read(stream=stream, after=seq, limit=min(_CHUNK, top.version - seq)):
        if fault := first_fault(events, after=seq, previous=last):
            return Verification(False, fault[0] - 1, *fault)
        seq, last = events[-1].seq, events[-1].hash
    if seq < top.version:
        return Verification(False, seq, seq + 1, f"event {seq + 1} is missing, the head says there are {top.version}")
    if last != top.head_hash:
        return Verification(False, seq, seq, "the hash of the last event is not the hash of the head")
    if beyond := _beyond_head(stream):
        return Verification(False, seq, beyond, f"event {beyond} lies beyond the head")
    if not seq:
        raise StreamMissing(stream)
    return Verification(True, seq, None, "")


def _database() -> ModuleType:
    return postgres if connection.vendor == "postgresql" else sqlite


def now_micros() -> int:
    """Microseconds since the epoch."""
    return time.time_ns() // 1000


def _select(query: str, stream: UUID, *parameters: str | int) -> list[StoredEvent]:
    database = _database()
    with connection.cursor() as cursor:
        cursor.execute(query, [database.key(stream), *parameters])
        return [database.event(stream, row) for row in cursor.fetchall()]


def _beyond_head(stream: UUID) -> int | None:
    """The first event past the head, seen in one statement so that an append meanwhile is no fault."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT min(e.seq) FROM events_event e LEFT JOIN events_stream s ON s.id = e.stream_id "
            "WHERE e.stream_id = %s AND e.seq > coalesce(s.version, 0)",
            [_database().key(stream)],
        )
        seq: int | None = cursor.fetchone()[0]
    return seq


def _refusal(answer: Answer, command: Command) -> StoreError:
    match answer.word:
        case "stream_missing":
            return StreamMissing(command.stream)
        case "version_conflict":
            return VersionConflict(command.stream, command.expected_version, answer.version)
        case "command_conflict":
            return CommandConflict(command.stream, command.command_id)
        case "chain_fault":
            why = "the last event is missing or its hash is not the hash of the head"
            return ChainFault(command.stream, answer.version, why)
        case word:
            raise AssertionError(word)


def _line(text: str, limit: int, what: str, *, empty: bool = True) -> str:
    """Text that may stand between newlines in the hashed form and in a text column of both databases."""
    if len(text) > limit or not (text or empty):
        raise BadEvent(f"A {what} has {0 if empty else 1} to {limit} characters, not {len(text)}.")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise BadEvent(f"The {what} {text!r} is not valid Unicode.") from None
    if "\n" in text or "\0" in text:
        raise BadEvent(f"The {what} {text!r} contains a newline or NUL.")
    return text


def _body(body: bytes) -> str:
    """The body as text: JSON in UTF-8, and small enough."""
    if len(body) > BODY_LIMIT:
        raise BadEvent(f"A body has at most {BODY_LIMIT} bytes, not {len(body)}.")
    try:
        msgspec.json.decode(body, type=msgspec.Raw)
        return body.decode()
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadEvent(f"The body is not JSON: {error}") from None
