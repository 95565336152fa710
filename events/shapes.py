"""What does an event look like on its way in, in the log, and on its way out?"""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from msgspec import Struct

# (seq, kind, actor, body, recorded_at): what an exporter reads by the million.
Row = tuple[int, str, str, bytes, int]


class NewEvent(Struct, frozen=True):
    """An event to be appended; `body` is JSON that the caller has already put into canonical form."""

    kind: str
    actor: str
    body: bytes


class StoredEvent(Struct, frozen=True):
    """An event of the log; `recorded_at` in µs since the epoch (UTC), `command_id` "" if there was none."""

    stream: UUID
    seq: int
    kind: str
    actor: str
    body: bytes
    recorded_at: int
    command_id: str
    hash: bytes


class Head(Struct, frozen=True):
    """How long a stream is and the hash of its last event."""

    version: int
    head_hash: bytes


class Appended(Struct, frozen=True):
    """The events of a command and the stream's head after it; `replayed` if they were there before."""

    events: list[StoredEvent]
    version: int
    head_hash: bytes
    replayed: bool


class Verification(Struct, frozen=True):
    """Whether a stream's chain holds; if not, the first bad seq and why."""

    ok: bool
    checked: int
    first_bad: int | None
    why: str


class Statement(NamedTuple):
    """One INSERT, UPDATE or DELETE that takes effect with an append or not at all.

    `sql` must hold `{appended}`, the condition that the events were appended now, not replayed or refused.
    """

    sql: str
    params: list[Any]


class Command(Struct, frozen=True):
    """One append as the databases get it: checked, decoded, with the time it is to carry."""

    stream: UUID
    command_id: str
    expected_version: int | None
    now: int
    kinds: list[str]
    actors: list[str]
    bodies: list[str]
    alongside: Sequence[Statement] = ()


class Answer(Struct, frozen=True):
    """What a database says to a command. Refusals are answers, so they never abort the caller's transaction.

    `word` is "appended", "replayed" or the code of a StoreError.
    """

    word: str
    version: int = 0
    head_hash: bytes = b""
    events: list[StoredEvent] = []


class Slice(Struct, frozen=True):
    """The events of one stream after seq `after`, up to and including `upto`."""

    stream: UUID
    after: int
    upto: int
