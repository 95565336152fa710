"""Which bytes of an event are hashed, and does a run of events hang together?

The function events_append of the PostgreSQL schema makes the same bytes; tests pin both to the same digests.
"""

from collections.abc import Iterable
from hashlib import sha256
from uuid import UUID

from events.shapes import StoredEvent

GENESIS = bytes(32)


def canonical(*, stream: UUID, seq: int, kind: str, actor: str, recorded_at: int, command_id: str, body: bytes) -> bytes:
    """The hashed form: seven parts by newline, the body last because only it may contain newlines itself.

    Text that a tamperer made invalid UTF-8 is read with surrogate escapes and hashed as the raw bytes it was.
    """
    front = f"{stream}\n{seq}\n{kind}\n{actor}\n{recorded_at}\n{command_id}\n"
    return front.encode("utf-8", "surrogateescape") + body


def chained(previous: bytes, event_bytes: bytes) -> bytes:
    """SHA-256 over the previous hash (32 zero bytes before the first event) and the canonical bytes."""
    return sha256(previous + event_bytes).digest()


def event_hash(previous: bytes, event: StoredEvent) -> bytes:
    """The hash that `event` must carry if it follows an event with hash `previous`."""
    return chained(
        previous,
        canonical(
            stream=event.stream,
            seq=event.seq,
            kind=event.kind,
            actor=event.actor,
            recorded_at=event.recorded_at,
            command_id=event.command_id,
            body=event.body,
        ),
    )


def first_fault(events: Iterable[StoredEvent], *, after: int = 0, previous: bytes = GENESIS) -> tuple[int, str] | None:
    """The first seq at which the run after event `after` (with hash `previous`) breaks, and why; None if it holds."""
    for event in events:
        after += 1
        if event.seq != after:
            return after, f"event {after} is missing, event {event.seq} follows"
        previous = event_hash(previous, event)
        if event.hash != previous:
            return after, "the hash does not match the event"
    return None
