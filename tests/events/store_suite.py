"""What does the log do, whichever database keeps it?

StoreSuite is abstract: test_store.py runs it on the database of this run, with what is particular to that one.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from events import store
from events.hashing import event_hash, first_fault
from events.store import NewEvent, Statement, StoredEvent
from tests.store_fixtures import guards_off

MOVE = NewEvent(kind="choice.made", actor="bot:sensible", body=b'{"choice":{"type":"pass"},"seat":1}')
OTHER = NewEvent(kind="choice.made", actor="bot:sensible", body=b'{"choice":{"type":"bid"},"seat":1}')

# Everything that quoting, encoding or hashing could get wrong, with digests that both databases must arrive at.
VECTOR_STREAM = UUID("018f2f4e-0c5a-7d31-9b1e-5f0a3c2b1d00")
VECTOR_EVENTS = [
    NewEvent(kind="game.created", actor="018f2f4e-0000-7000-8000-000000000001", body=b'{"seats":3}'),
    NewEvent(kind="choice.made", actor="bot:a'b\"c\\d,{e} %s", body='{"text":"Grüße 👻 \\" \\\\ \\n %s {} \\u0000",\n\t"n":1}'.encode()),
    NewEvent(kind="seat.left", actor="系統", body=b"null"),
]
VECTOR_HASHES = [
    "f9feaa85936a627faca019725103951ff5a5e58587eefee65774e2c46a802054",
    "aa3b4957fb1aa0f49f37141d39c8aa107a24ea299e0bc3b94fa40256015dfa18",
    "197834fd0d21657d8710368426fcd6189b8c184f9fdbee2bda18d3387eb03a75",
]


def created(*events: NewEvent, command_id: str = "") -> UUID:
    """A new stream that begins with these events."""
    stream = uuid4()
    store.append(stream=stream, events=events or [MOVE], command_id=command_id, expected_version=0)
    return stream


def tampered(query: str, parameters: Sequence[object]) -> None:
    """Change the log as somebody could who owns the database."""
    with guards_off(), connection.cursor() as cursor:
        cursor.execute(query, parameters)


def key(stream: UUID) -> object:
    """The stream's id as raw SQL takes it."""
    return stream if connection.vendor == "postgresql" else stream.hex


@contextmanager
def refused() -> Iterator[None]:
    """The database itself must refuse what happens in the block, for the guards' reason."""
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        yield


@pytest.mark.django_db
class StoreSuite:
    forbidden: Sequence[str]
    """Statements, particular to the database, that the guards refuse."""

    # Append and read

    def test_what_is_appended_is_read_back(self) -> None:
        stream = uuid4()
        appended = store.append(stream=stream, events=VECTOR_EVENTS, command_id="k", expected_version=0)
        assert store.read(stream=stream) == appended.events
        assert [(e.kind, e.actor, e.body) for e in appended.events] == [(e.kind, e.actor, e.body) for e in VECTOR_EVENTS]
        assert {(e.stream, e.command_id) for e in appended.events} == {(stream, "k")}
        assert (appended.version, appended.head_hash, appended.replayed) == (3, appended.events[-1].hash, False)

    def test_events_are_numbered_from_1_without_a_gap(self) -> None:
        stream = created()
        for n in (1, 3, 2):
            store.append(stream=stream, events=[MOVE] * n)
        assert [event.seq for event in store.read(stream=stream)] == list(range(1, 8))

    def test_reading_goes_on_after_a_seq_and_stops_at_a_limit(self) -> None:
        stream = created(*[MOVE] * 5)
        assert [event.seq for event in store.read(stream=stream, after=2)] == [3, 4, 5]
        assert [event.seq for event in store.read(stream=stream, after=1, limit=2)] == [2, 3]
        assert store.read(stream=stream, after=5) == store.read(stream=uuid4()) == []

    def test_every_hash_follows_from_the_one_before(self) -> None:
        stream = created(*VECTOR_EVENTS)
        appended = store.append(stream=stream, events=[MOVE], command_id="k")
        events = store.read(stream=stream)
        previous = bytes(32)
        for event in events:
            assert event.hash == event_hash(previous, event)
            previous = event.hash
        assert previous == appended.head_hash

    def test_both_databases_arrive_at_the_same_hashes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store, "now_micros", lambda: 1_767_225_600_000_001)
        store.append(stream=VECTOR_STREAM, events=VECTOR_EVENTS[:1], command_id="a %s 'b' \\ 👻", expected_version=0)
        store.append(stream=VECTOR_STREAM, events=VECTOR_EVENTS[1:])
        assert [event.hash.hex() for event in store.read(stream=VECTOR_STREAM)] == VECTOR_HASHES

    def test_the_caller_may_say_what_time_it_is(self) -> None:
        stream = created()
        at = store.read(stream=stream)[0].recorded_at
        late = store.append(stream=stream, events=[MOVE], now=at + 5).events[0].recorded_at
        early = store.append(stream=stream, events=[MOVE], now=at - 5).events[0].recorded_at
        assert (late, early) == (at + 5, at + 5)

    def test_time_in_a_stream_never_runs_backward(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clock = iter([1000, 900, 1100])
        monkeypatch.setattr(store, "now_micros", lambda: next(clock))
        stream = created()
        store.append(stream=stream, events=[MOVE])
        store.append(stream=stream, events=[MOVE])
        assert [event.recorded_at for event in store.read(stream=stream)] == [1000, 1000, 1100]

    # Versions

    def test_only_expected_version_0_creates_a_stream(self) -> None:
        stream = uuid4()
        for expected in (None, 1):
            with pytest.raises(store.StreamMissing) as refusal:
                store.append(stream=stream, events=[MOVE], expected_version=expected)
            assert refusal.value.code == "stream_missing"
        assert store.head(stream=stream) is None
        assert store.append(stream=stream, events=[MOVE], expected_version=0).version == 1

    @pytest.mark.parametrize("expected", [0, 1, 3, -1])
    def test_another_version_than_expected_is_refused_and_the_current_one_named(self, expected: int) -> None:
        stream = created(MOVE, MOVE)
        with pytest.raises(store.VersionConflict) as refusal:
            store.append(stream=stream, events=[MOVE], expected_version=expected)
        assert (refusal.value.code, refusal.value.current) == ("version_conflict", 2)
        assert len(store.read(stream=stream)) == 2

    def test_the_expected_version_is_accepted(self) -> None:
        assert store.append(stream=created(MOVE, MOVE), events=[MOVE], expected_version=2).version == 3

    def test_a_listed_head_is_the_head_of_its_stream(self) -> None:
        streams = sorted(created(*[MOVE] * n) for n in (1, 2, 3))
        first = store.heads_listed(limit=2)
        listed = first + store.heads_listed(after_id=first[-1][0], limit=100)
        assert dict(listed) == {stream: store.head(stream=stream) for stream in streams}
        assert [stream for stream, _ in listed] == streams

    def test_heads_and_versions_tell_how_long_streams_are(self) -> None:
        lengths = {created(*[MOVE] * n): n for n in (3, 1, 2, 2)}
        assert store.heads(streams=[*lengths, uuid4()]) == lengths
        listed: list[tuple[UUID, int]] = []
        while page := store.versions(after_id=listed[-1][0] if listed else None, limit=3):
            listed += page
        assert listed == sorted(lengths.items())
        stream = min(lengths)
        assert store.head(stream=stream) == store.Head(lengths[stream], store.read(stream=stream)[-1].hash)

    # Commands

    def test_the_same_command_again_is_replayed_and_adds_nothing(self) -> None:
        stream = created()
        first = store.append(stream=stream, events=[MOVE, OTHER], command_id="k", expected_version=1)
        store.append(stream=stream, events=[MOVE])
        again = store.append(stream=stream, events=[MOVE], command_id="k", expected_version=1)
        assert (again.events, again.replayed) == (first.events, True)
        assert (again.version, len(store.read(stream=stream))) == (4, 4)

    def test_a_creation_sent_again_is_replayed(self) -> None:
        stream = created(MOVE, command_id="k")
        assert store.append(stream=stream, events=[MOVE], command_id="k", expected_version=0).replayed

    @pytest.mark.parametrize(
        "event",
        [OTHER, NewEvent(kind="seat.left", actor=MOVE.actor, body=MOVE.body), NewEvent(kind=MOVE.kind, actor="bot:other", body=MOVE.body)],
    )
    def test_a_command_id_used_for_something_else_is_refused(self, event: NewEvent) -> None:
        stream = created(MOVE, command_id="k")
        with pytest.raises(store.CommandConflict) as refusal:
            store.append(stream=stream, events=[event], command_id="k")
        assert refusal.value.code == "command_conflict"
        assert len(store.read(stream=stream)) == 1

    def test_command_ids_of_different_streams_never_meet(self) -> None:
        one, other = created(MOVE, command_id="k"), created(OTHER, command_id="k")
        assert [event.stream for event in store.command_find(stream=one, command_id="k")] == [one]
        assert [event.stream for event in store.command_find(stream=other, command_id="k")] == [other]

    def test_what_goes_alongside_takes_effect_with_the_events_only(self) -> None:
        """A table of the caller's own."""
        with connection.cursor() as cursor:
            cursor.execute("CREATE TEMPORARY TABLE beside (moves integer)")
            cursor.execute("INSERT INTO beside VALUES (0)")
            stream = created()
            count = Statement("UPDATE beside SET moves = moves + %s WHERE {appended}", [1])

            store.append(stream=stream, events=[MOVE, MOVE], command_id="a", alongside=[count])
            store.append(stream=stream, events=[MOVE, MOVE], command_id="a", alongside=[count])  # replayed
            with pytest.raises(store.CommandConflict):
                store.append(stream=stream, events=[OTHER], command_id="a", alongside=[count])
            with pytest.raises(store.VersionConflict):
                store.append(stream=stream, events=[MOVE], expected_version=7, alongside=[count])
            cursor.execute("SELECT moves FROM beside")
            assert cursor.fetchone()[0] == 1

    def test_events_are_not_stored_when_what_goes_alongside_fails(self) -> None:
        stream = created()
        broken = Statement("UPDATE events_stream SET version = NULL WHERE {appended}", [])
        with pytest.raises(DatabaseError), transaction.atomic():
            store.append(stream=stream, events=[MOVE], alongside=[broken])
        assert len(store.read(stream=stream)) == 1

    def test_events_without_a_command_id_are_no_command(self) -> None:
        stream = created(MOVE)
        assert not store.append(stream=stream, events=[MOVE]).replayed
        assert store.command_find(stream=stream, command_id="") == store.command_find(stream=stream, command_id="k") == []

    # What cannot be an event

    @pytest.mark.parametrize(
        "event",
        [
            NewEvent(kind="", actor="a", body=b"{}"),
            NewEvent(kind="k\n", actor="a", body=b"{}"),
            NewEvent(kind="k", actor="a\nb", body=b"{}"),
            NewEvent(kind="k", actor="\0", body=b"{}"),
            NewEvent(kind="k", actor="\ud800", body=b"{}"),
            NewEvent(kind="k", actor="a" * (store.NAME_LIMIT + 1), body=b"{}"),
            NewEvent(kind="k", actor="a", body=b""),
            NewEvent(kind="k", actor="a", body=b"{"),
            NewEvent(kind="k", actor="a", body=b'"\xff"'),
            NewEvent(kind="k", actor="a", body=b'"\0"'),
            NewEvent(kind="k", actor="a", body=b'"\xed\xa0\x80"'),
            NewEvent(kind="k", actor="a", body=b'"' + b"x" * store.BODY_LIMIT + b'"'),
        ],
    )
    def test_what_could_not_be_stored_or_hashed_is_refused(self, event: NewEvent) -> None:
        stream = created()
        with pytest.raises(store.BadEvent) as refusal:
            store.append(stream=stream, events=[MOVE, event])
        assert refusal.value.code == "bad_event"
        assert len(store.read(stream=stream)) == 1

    @pytest.mark.parametrize("command_id", ["a\nb", "\0", "\udfff", "k" * (store.COMMAND_LIMIT + 1)])
    def test_a_command_id_that_could_not_be_stored_is_refused(self, command_id: str) -> None:
        with pytest.raises(store.BadEvent):
            store.append(stream=created(), events=[MOVE], command_id=command_id)

    @pytest.mark.parametrize("n", [0, store.EVENTS_LIMIT + 1])
    def test_a_command_makes_at_least_one_event_and_not_too_many(self, n: int) -> None:
        with pytest.raises(store.BadEvent):
            store.append(stream=created(), events=[MOVE] * n)

    def test_the_largest_command_is_stored(self) -> None:
        stream = created()
        largest = NewEvent(kind="k" * store.NAME_LIMIT, actor="👻" * store.NAME_LIMIT, body=b'"' + b"x" * (store.BODY_LIMIT - 2) + b'"')
        store.append(stream=stream, events=[largest], command_id="👻" * store.COMMAND_LIMIT)
        assert store.append(stream=stream, events=[MOVE] * store.EVENTS_LIMIT).version == 2 + store.EVENTS_LIMIT
        assert store.verify(stream=stream).ok

    # Many streams at once

    @pytest.mark.parametrize("chunk", [1, 3, 4, 1000])
    def test_an_exporter_reads_each_stream_past_its_watermark(self, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store, "_CHUNK", chunk)
        streams = [created(*VECTOR_EVENTS, command_id="k"), created(*[MOVE] * 5), created(MOVE), created(MOVE, MOVE)]
        after = dict(zip(streams, (0, 2, 1, 0), strict=True)) | {uuid4(): 0}
        pieces = list(store.read_many(after=after))
        assert [(stream, *row) for stream, rows in pieces for row in rows] == [
            (e.stream, e.seq, e.kind, e.actor, e.body, e.recorded_at)
            for stream in sorted(streams)
            for e in store.read(stream=stream, after=after[stream])
        ]
        assert all(0 < len(rows) <= chunk for _, rows in pieces)

    def test_an_exporter_that_has_everything_reads_nothing(self) -> None:
        stream = created(MOVE, MOVE)
        assert list(store.read_many(after={stream: 2})) == list(store.read_many(after={stream: 9})) == list(store.read_many(after={})) == []

    # The guards

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE events_event SET body = '{}'",
            "UPDATE events_event SET seq = seq + 1",
            "DELETE FROM events_event",
            "DELETE FROM events_stream",
            "UPDATE events_stream SET version = version",
            "UPDATE events_stream SET version = version - 1",
            "UPDATE events_stream SET head_hash = '', version = 0",
        ],
    )
    def test_the_database_refuses_to_change_the_log(self, statement: str) -> None:
        stream = created(MOVE, MOVE)
        before = store.read(stream=stream)
        with refused(), connection.cursor() as cursor:
            cursor.execute(statement)
        assert store.read(stream=stream) == before
        assert store.verify(stream=stream).ok

    def test_the_database_refuses_its_own_ways_to_change_the_log(self) -> None:
        stream = created(MOVE, MOVE)
        before = store.read(stream=stream)
        connection.check_constraints()  # PostgreSQL truncates nothing while foreign keys wait for their check
        for statement in self.forbidden:
            with refused(), connection.cursor() as cursor:
                cursor.execute(statement)
        assert store.read(stream=stream) == before
        assert store.verify(stream=stream).ok

    # Verification

    def test_an_untouched_stream_verifies(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store, "_CHUNK", 2)
        stream = created(*VECTOR_EVENTS, *[MOVE] * 4)
        assert store.verify(stream=stream) == store.Verification(True, 7, None, "")

    @pytest.mark.parametrize("chunk", [2, 1000])
    @pytest.mark.parametrize("seq", [1, 2, 3, 5])
    @pytest.mark.parametrize(
        "change",
        [
            "body = replace(body, 'pass', 'pasS')",
            "kind = 'choice.madf'",
            "actor = 'bot:sensiblf'",
            "recorded_at = recorded_at + 1",
            "command_id = 'l'",
        ],
    )
    def test_one_changed_byte_is_found_and_its_event_named(
        self, change: str, seq: int, chunk: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(store, "_CHUNK", chunk)
        stream = created(*[MOVE] * 5, command_id="k")
        tampered(f"UPDATE events_event SET {change} WHERE stream_id = %s AND seq = %s", [key(stream), seq])
        assert store.verify(stream=stream) == store.Verification(False, seq - 1, seq, "the hash does not match the event")

    @pytest.mark.parametrize("seq", [1, 3, 5])
    def test_a_changed_hash_is_found_and_its_event_named(self, seq: int) -> None:
        stream = created(*[MOVE] * 5)
        tampered("UPDATE events_event SET hash = %s WHERE stream_id = %s AND seq = %s", [bytes(32), key(stream), seq])
        assert store.verify(stream=stream).first_bad == seq

    @pytest.mark.parametrize("seq", [1, 3, 5])
    def test_a_removed_event_is_found_and_named(self, seq: int) -> None:
        stream = created(*[MOVE] * 5)
        tampered("DELETE FROM events_event WHERE stream_id = %s AND seq = %s", [key(stream), seq])
        found = store.verify(stream=stream)
        assert (found.ok, found.checked, found.first_bad) == (False, seq - 1, seq)
        assert f"event {seq} is missing" in found.why

    def test_a_chain_rewritten_to_its_end_is_found_by_the_head(self) -> None:
        stream = created(*[MOVE] * 3)
        last = store.read(stream=stream)[-1]
        forged = StoredEvent(stream, 3, last.kind, last.actor, OTHER.body, last.recorded_at, "", b"")
        digest = event_hash(store.read(stream=stream)[1].hash, forged)
        tampered(
            "UPDATE events_event SET body = %s, hash = %s WHERE stream_id = %s AND seq = 3", [OTHER.body.decode(), digest, key(stream)]
        )
        assert store.verify(stream=stream) == store.Verification(False, 3, 3, "the hash of the last event is not the hash of the head")

    def test_events_beyond_the_head_are_found(self) -> None:
        stream = created(*[MOVE] * 3)
        first = store.read(stream=stream, limit=1)[0]
        tampered("UPDATE events_stream SET version = 1, head_hash = %s WHERE id = %s", [first.hash, key(stream)])
        assert store.verify(stream=stream) == store.Verification(False, 1, 2, "event 2 lies beyond the head")

    def test_a_stream_that_never_was_cannot_be_verified(self) -> None:
        with pytest.raises(store.StreamMissing):
            store.verify(stream=uuid4())

    @pytest.mark.parametrize(
        "change",
        [
            "DELETE FROM events_event WHERE seq = 3 AND stream_id = %s",
            "UPDATE events_event SET hash = '' WHERE seq = 3 AND stream_id = %s",
            "UPDATE events_stream SET head_hash = '' WHERE id = %s",
        ],
    )
    def test_a_stream_whose_end_was_changed_takes_no_more_events(self, change: str) -> None:
        stream = created(*[MOVE] * 3)
        tampered(change, [key(stream)])
        with pytest.raises(store.ChainFault) as refusal:
            store.append(stream=stream, events=[MOVE])
        assert (refusal.value.code, refusal.value.seq) == ("chain_fault", 3)

    def test_a_run_of_events_can_be_checked_without_the_database(self) -> None:
        events = store.read(stream=created(*[MOVE] * 4))
        assert first_fault(events) is None
        assert first_fault(events[2:], after=2, previous=events[1].hash) is None
        assert first_fault(events[1:], after=1, previous=events[2].hash) == (2, "the hash does not match the event")
