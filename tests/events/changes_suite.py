"""Does the log tell an exporter which streams have changed, whichever database keeps it?

ChangesSuite is abstract: test_store.py runs it on the database of this run.
"""

from uuid import uuid4

import pytest
from django.db import connection, transaction

from events import store
from tests.events.store_suite import MOVE, created, key, tampered


@pytest.mark.django_db
class ChangesSuite:
    def test_what_was_appended_since_a_moment_is_told_with_its_head(self) -> None:
        streams = sorted(created(*[MOVE] * n) for n in (1, 2))
        assert store.changed(since=store.clock() - 1_000_000) == [(stream, store.head(stream=stream)) for stream in streams]
        assert store.changed(since=store.clock() + 61_000_000) == []

    def test_a_stream_counts_as_changed_whatever_time_its_events_were_to_carry(self) -> None:
        stream = uuid4()
        store.append(stream=stream, events=[MOVE], expected_version=0, now=1_000)
        assert [changed for changed, _ in store.changed(since=store.clock())] == [stream]

    def test_every_append_makes_a_stream_one_that_has_changed(self) -> None:
        stream = created()
        tampered("UPDATE events_stream SET changed_at = 0 WHERE id = %s", [key(stream)])
        assert store.changed(since=store.clock()) == []
        store.append(stream=stream, events=[MOVE])
        assert store.changed(since=store.clock()) == [(stream, store.head(stream=stream))]

    def test_what_has_changed_is_found_by_an_index(self) -> None:
        explain = "EXPLAIN " if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN "
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET LOCAL enable_seqscan = off")  # a table of no rows is read whole
            cursor.execute(f"{explain}SELECT id, version, head_hash FROM events_stream WHERE changed_at >= %s", [5])
            assert "events_stream_changed" in str(cursor.fetchall())

    def test_the_events_since_a_moment_are_counted_up_to_a_limit(self) -> None:
        created(MOVE, MOVE)
        stream = created(MOVE)
        at = max(event.recorded_at for event in store.read(stream=stream)) + 5
        store.append(stream=stream, events=[MOVE] * 4, now=at)
        assert store.events_since(since=at, limit=100) == 4
        assert store.events_since(since=at, limit=3) == 3
        assert store.events_since(since=at + 1, limit=100) == 0
