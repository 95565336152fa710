"""Is it noticed, before a request is served, that the database would not keep the log safe?"""

from collections.abc import Iterator

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from events import checks, keeper, postgres_schema, sqlite_schema, store
from tests.events.store_suite import MOVE, created
from tests.store_fixtures import guards_off

# The owner of the tables runs the tests, perhaps in a cluster that saves itself the disk.
WARNINGS = {"events.W001", "events.W002"}
ON_POSTGRESQL = connection.vendor == "postgresql"
SCHEMA = postgres_schema if ON_POSTGRESQL else sqlite_schema

pytestmark = pytest.mark.django_db


def found() -> set[str]:
    return {str(message.id) for message in checks.log_check(databases=["default"])}


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_database_as_we_make_it_has_no_error() -> None:
    assert found() <= WARNINGS
    assert {message.id for message in checks.demand()} <= WARNINGS
    call_command("check", databases=["default"], fail_level="ERROR")


def test_a_database_that_is_not_asked_about_is_not_touched(django_assert_num_queries: pytest.FixtureRequest) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert checks.log_check(databases=None) == checks.log_check(databases=["other"]) == []


@pytest.mark.parametrize("name", SCHEMA.TRIGGERS)
def test_each_missing_guard_is_named(name: str) -> None:
    execute(f"DROP TRIGGER {name}" + (f" ON {postgres_schema.table_of(name)}" if ON_POSTGRESQL else ""))
    (error,) = [message for message in checks.log_check(databases=["default"]) if message.id == "events.E005"]
    assert name in error.msg
    with pytest.raises(ImproperlyConfigured, match=name):
        checks.demand()


def test_a_server_does_not_start_before_the_log_is_migrated() -> None:
    execute("DELETE FROM django_migrations WHERE app = 'events'")
    with pytest.raises(ImproperlyConfigured, match="migrate"):
        checks.demand()


def test_missing_guards_do_not_stop_the_migration_that_installs_them() -> None:
    with guards_off():
        assert "events.E005" in found()
        execute("DELETE FROM django_migrations WHERE app = 'events'")
        assert found() <= WARNINGS


if ON_POSTGRESQL:

    @pytest.mark.parametrize("name", SCHEMA.TRIGGERS)
    def test_a_disabled_guard_is_named(name: str) -> None:
        execute(f"ALTER TABLE {postgres_schema.table_of(name)} DISABLE TRIGGER {name}")
        assert "events.E005" in found()

    def test_another_function_than_ours_is_noticed() -> None:
        execute(postgres_schema.APPEND.replace("greatest(p_now, last_at)", "p_now"))
        assert "events.E008" in found()
        execute("DROP FUNCTION events_append")
        assert "events.E008" in found()

    def test_commits_that_do_not_wait_for_the_disk_are_noticed() -> None:
        execute("SET LOCAL synchronous_commit = off")
        assert "events.E002" in found()

    @pytest.fixture
    def served_as_a_role_that_may_only_add() -> Iterator[None]:
        execute("CREATE ROLE only_adds")
        execute("GRANT SELECT, INSERT ON events_event TO only_adds")
        execute("GRANT SELECT, INSERT, UPDATE ON events_stream TO only_adds")
        execute("GRANT SELECT ON django_migrations TO only_adds")
        execute("SET LOCAL ROLE only_adds")
        yield
        execute("RESET ROLE")

    def test_a_role_that_may_change_events_is_warned_about() -> None:
        assert "events.W001" in found()

    @pytest.mark.usefixtures("served_as_a_role_that_may_only_add")
    def test_a_role_that_may_only_add_can_do_all_the_log_needs() -> None:
        assert {message.id for message in checks.demand()} <= {"events.W002"}
        stream = created(MOVE, command_id="k")
        store.append(stream=stream, events=[MOVE])
        assert store.append(stream=stream, events=[MOVE], command_id="k").replayed
        assert store.lock(stream=stream) == store.head(stream=stream)
        assert store.verify(stream=stream).ok
        for statement in ("UPDATE events_event SET body = '{}'", "DELETE FROM events_event", "TRUNCATE events_event"):
            with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
                execute(statement)

else:

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize(
        ("pragma", "error"),
        [("journal_mode = DELETE", "events.E001"), ("synchronous = NORMAL", "events.E002"), ("busy_timeout = 0", "events.E003")],
    )
    def test_each_setting_that_would_lose_or_refuse_writes_is_noticed(pragma: str, error: str) -> None:
        connection.ensure_connection()
        keeper.let_go()
        try:
            execute(f"PRAGMA {pragma}")
            assert found() == {error}
            with pytest.raises(ImproperlyConfigured, match=error):
                checks.demand()
        finally:
            connection.close()  # the next connection is made with the right settings

    def test_transactions_that_begin_without_the_write_lock_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "transaction_mode", "DEFERRED")
        assert found() == {"events.E004"}

    def test_another_guard_than_ours_is_noticed() -> None:
        execute("DROP TRIGGER events_event_no_delete")
        execute("CREATE TRIGGER events_event_no_delete BEFORE DELETE ON events_event WHEN OLD.seq > 5 BEGIN SELECT RAISE(ABORT, 'no'); END")
        assert found() == {"events.E005"}
