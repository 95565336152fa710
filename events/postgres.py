"""How does the log speak to PostgreSQL?"""

from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from django.db.backends.base.base import BaseDatabaseWrapper

from events.shapes import Answer, Command, Head, Row, Slice, StoredEvent

READ: Final = (
    "SELECT seq, kind, actor, body, recorded_at, command_id, hash FROM events_event WHERE stream_id = %s AND seq > %s ORDER BY seq LIMIT %s"
)
FIND: Final = (
    "SELECT seq, kind, actor, body, recorded_at, command_id, hash FROM events_event "
    "WHERE stream_id = %s AND command_id = %s AND NOT (command_id = '') ORDER BY seq"
)
HEADS: Final = "SELECT id, version FROM events_stream WHERE id = ANY(%s)"
ARGUMENTS: Final = "%s::uuid, %s, %s::bigint, %s::bigint, %s::text[], %s::text[], %s::text[]"
APPENDED: Final = "(SELECT word FROM answer) = 'appended'"


def key(stream: UUID) -> UUID:
    """The stream's id as this database takes it."""
    return stream


def stream_id(stored: UUID) -> UUID:
    """The stream's id from what this database returns."""
    return stored


def keys(streams: Iterable[UUID]) -> list[UUID]:
    """Many ids as the one parameter of HEADS."""
    return list(streams)


def event(stream: UUID, row: tuple[Any, ...]) -> StoredEvent:
    """An event from a row of READ or FIND."""
    seq, kind, actor, body, recorded_at, command_id, digest = row
    return StoredEvent(stream, seq, kind, actor, body.encode(), recorded_at, command_id, digest)


def append(connection: BaseDatabaseWrapper, command: Command) -> Answer:
    """The whole append in one call of events_append, hence in one round trip and one transaction.

    What goes alongside is part of the same statement; it looks at the answer, so it comes after the append.
    """
    also = "".join(f", also{i} AS ({each.sql.format(appended=APPENDED)})" for i, each in enumerate(command.alongside))
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH answer AS MATERIALIZED (SELECT * FROM events_append({ARGUMENTS})){also} "
            "SELECT word, version, head_hash, seqs, times, hashes, kinds, actors, bodies FROM answer",
            [
                command.stream,
                command.command_id,
                command.expected_version,
                command.now,
                command.kinds,
                command.actors,
                command.bodies,
                *(param for each in command.alongside for param in each.params),
            ],
        )
        word, version, head_hash, seqs, times, hashes, kinds, actors, bodies = cursor.fetchone()
    if word == "appended":
        kinds, actors, bodies = command.kinds, command.actors, command.bodies
    elif word != "replayed":
        return Answer(word, version or 0)
    events = [
        StoredEvent(command.stream, seq, kind, actor, body.encode(), at, command.command_id, digest)
        for seq, kind, actor, body, at, digest in zip(seqs, kinds, actors, bodies, times, hashes, strict=True)
    ]
    return Answer(word, version, head_hash, events)


def clock(connection: BaseDatabaseWrapper) -> int:
    """The clock that changed_at is of: one for all machines that write."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
        (micros,) = cursor.fetchone()
    return int(micros)


def lock(connection: BaseDatabaseWrapper, stream: UUID) -> Head | None:
    """The head, with the row locked until the caller's transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, head_hash FROM events_stream WHERE id = %s FOR UPDATE", [stream])
        row = cursor.fetchone()
    return Head(row[0], bytes(row[1])) if row else None


def rows(connection: BaseDatabaseWrapper, slices: Sequence[Slice]) -> list[list[Row]]:
    """The events of each of these slices in their order.

    LATERAL with its own ORDER BY keeps the planner to one range of the primary key a slice; as a plain join it chose
    to scan the whole table. A slice's place instead of its UUID spares psycopg the making of one UUID a row.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT w.place, e.* FROM unnest(%s::uuid[], %s::bigint[], %s::bigint[]) WITH ORDINALITY w (stream, after, upto, place) "
            "CROSS JOIN LATERAL (SELECT seq, kind, actor, body, recorded_at FROM events_event "
            "WHERE stream_id = w.stream AND seq > w.after AND seq <= w.upto ORDER BY seq) e ORDER BY w.place, e.seq",
            [[s.stream for s in slices], [s.after for s in slices], [s.upto for s in slices]],
        )
        found: list[list[Row]] = [[] for _ in slices]
        for place, seq, kind, actor, body, at in cursor.fetchall():
            found[place - 1].append((seq, kind, actor, body.encode(), at))
        return found
