"""Does the database of this run keep the log as the suites demand, and refuse its own ways around it?"""

import pytest
from django.db import connection

from events import store
from tests.events.changes_suite import ChangesSuite
from tests.events.concurrency_suite import ConcurrencySuite
from tests.events.store_suite import MOVE, StoreSuite, created, key, tampered

if connection.vendor == "postgresql":

    class TestStoreOnPostgreSQL(StoreSuite):
        forbidden = (
            "TRUNCATE events_event",
            "TRUNCATE events_stream CASCADE",
            "TRUNCATE events_stream, events_event",
            "UPDATE events_event SET body = body WHERE false",
            "WITH gone AS (DELETE FROM events_event RETURNING *) SELECT * FROM gone",
            "INSERT INTO events_event SELECT * FROM events_event ON CONFLICT (stream_id, seq) DO UPDATE SET body = '{}'",
            "INSERT INTO events_stream SELECT * FROM events_stream ON CONFLICT (id) DO UPDATE SET version = 0",
            "MERGE INTO events_event e USING events_stream s ON e.stream_id = s.id WHEN MATCHED THEN DELETE",
        )

        def test_the_guards_hold_for_replicated_changes_too(self) -> None:
            created()
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL session_replication_role = replica")
            self.test_the_database_refuses_its_own_ways_to_change_the_log()

        def test_an_append_is_one_round_trip(self, django_assert_num_queries: pytest.FixtureRequest) -> None:
            stream = created()
            with django_assert_num_queries(1):  # type: ignore[operator]
                store.append(stream=stream, events=[MOVE, MOVE, MOVE], command_id="k", expected_version=1)

    class TestConcurrencyOnPostgreSQL(ConcurrencySuite):
        pass

    class TestChangesOnPostgreSQL(ChangesSuite):
        pass

else:

    class TestStoreOnSQLite(StoreSuite):
        forbidden = (
            "INSERT OR REPLACE INTO events_event SELECT * FROM events_event",
            "REPLACE INTO events_event SELECT * FROM events_event LIMIT 1",
            "INSERT OR IGNORE INTO events_event SELECT * FROM events_event",
            "UPDATE OR REPLACE events_event SET seq = 1",
            "UPDATE OR IGNORE events_event SET body = '{}'",
            "INSERT OR REPLACE INTO events_stream SELECT * FROM events_stream",
            "UPDATE OR REPLACE events_stream SET id = 'x', version = version + 1",
            "INSERT INTO events_event SELECT * FROM events_event WHERE true ON CONFLICT DO UPDATE SET body = '{}'",
            "INSERT INTO events_stream SELECT * FROM events_stream WHERE true ON CONFLICT DO UPDATE SET version = 0",
        )

        def test_no_row_can_be_hit_by_a_rowid(self) -> None:
            with connection.cursor() as cursor:
                cursor.execute("SELECT name, wr FROM pragma_table_list WHERE name LIKE 'events!_%%' ESCAPE '!' AND type = 'table'", [])
                assert dict(cursor.fetchall()) == {"events_event": 1, "events_stream": 1}

        @pytest.mark.parametrize("column", ["body", "kind", "actor", "command_id"])
        def test_a_byte_that_is_no_text_any_more_is_found_and_named(self, column: str) -> None:
            stream = created(MOVE, MOVE, MOVE, command_id="k")
            tampered(f"UPDATE events_event SET {column} = CAST(X'7BFF7D' AS TEXT) WHERE stream_id = %s AND seq = 2", [key(stream)])
            assert store.verify(stream=stream) == store.Verification(False, 1, 2, "the hash does not match the event")

    class TestConcurrencyOnSQLite(ConcurrencySuite):
        pass

    class TestChangesOnSQLite(ChangesSuite):
        pass
