"""Does the database keep what the log promises?

The checks run with `manage.py check --database default` and before every migration; a server calls demand() when it
starts. Guards are looked at only once the log's migrations are applied, else `migrate` could never install them.
"""

from collections.abc import Sequence
from typing import Any

from django.core import checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from events import postgres_schema, sqlite_schema

SYNCHRONOUS_FULL = 2


@checks.register(checks.Tags.database)
def log_check(databases: Sequence[str] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """The system check: settings always, guards if the log's tables are there."""
    if DEFAULT_DB_ALIAS not in (databases or ()):
        return []
    connection = connections[DEFAULT_DB_ALIAS]
    return _settings(connection) + (_guards(connection) if _migrated(connection) else [])


def demand() -> list[checks.CheckMessage]:
    """What a server asks before it accepts a request: the warnings; raises ImproperlyConfigured if the log is unsafe."""
    connection = connections[DEFAULT_DB_ALIAS]
    if not _migrated(connection):
        raise ImproperlyConfigured("The log's tables are not migrated: run manage.py migrate.")
    found = _settings(connection) + _guards(connection)
    if errors := [str(message) for message in found if message.level >= checks.ERROR]:
        raise ImproperlyConfigured("The database does not keep the log safe:\n" + "\n".join(errors))
    return found


def _migrated(connection: BaseDatabaseWrapper) -> bool:
    executor = MigrationExecutor(connection)
    leaves = [node for node in executor.loader.graph.leaf_nodes() if node[0] == "events"]
    return not executor.migration_plan(leaves)


def _settings(connection: BaseDatabaseWrapper) -> list[checks.CheckMessage]:
    return _postgres_settings(connection) if connection.vendor == "postgresql" else _sqlite_settings(connection)


def _guards(connection: BaseDatabaseWrapper) -> list[checks.CheckMessage]:
    return _postgres_guards(connection) if connection.vendor == "postgresql" else _sqlite_guards(connection)


def _sqlite_settings(connection: BaseDatabaseWrapper) -> list[checks.CheckMessage]:
    found: list[checks.CheckMessage] = []
    mode = str(_value(connection, "PRAGMA journal_mode")).lower()
    if mode != "wal":
        found.append(checks.Error(f"SQLite's journal_mode is {mode}, not wal: readers would block writers.", id="events.E001"))
    synchronous = _value(connection, "PRAGMA synchronous")
    if synchronous < SYNCHRONOUS_FULL:
        found.append(
            checks.Error(
                f"SQLite's synchronous is {synchronous}, not FULL: a power cut could lose what was acknowledged.", id="events.E002"
            )
        )
    if _value(connection, "PRAGMA busy_timeout") <= 0:
        found.append(checks.Error("SQLite's busy timeout is 0: a second writer would fail at once.", id="events.E003"))
    options = connection.settings_dict.get("OPTIONS", {})
    if str(options.get("transaction_mode", "")).upper() not in ("IMMEDIATE", "EXCLUSIVE"):
        found.append(
            checks.Error("SQLite's transaction_mode is not IMMEDIATE: two writers could both read, then one would fail.", id="events.E004")
        )
    return found


def _sqlite_guards(connection: BaseDatabaseWrapper) -> list[checks.CheckMessage]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        installed = dict(cursor.fetchall())
    return [_unguarded(name) for name, text in sqlite_schema.TRIGGERS.items() if installed.get(name) != text]


def _postgres_settings(connection: BaseDatabaseWrapper) -> list[checks.CheckMessage]:
    found: list[checks.CheckMessage] = []
    version = int(_value(connection, "SHOW server_version_num"))
    if version < 150000:
        found.append(checks.Error(f"PostgreSQL is version {version // 10000}, the log needs 15 or newer.", id="events.E006"))
    encoding = _value(connection, "SHOW server_encoding")
    if encoding != "UTF8":
        found.append(checks.Error(f"The database's encoding is {encoding}, not UTF8: hashes would differ.", id="events.E007"))
    if _value(connection, "SHOW synchronous_commit") == "off":
        found.append(checks.Error("synchronous_commit is off: a crash could lose what was acknowledged.", id="events.E002"))
    if off := [name for name in ("fsync", "full_page_writes") if _value(connection, f"SHOW {name}") == "off"]:
        found.append(
            checks.Warning(f"PostgreSQL runs with {' and '.join(off)} off: a power cut could lose what was acknowledged.", id="events.W002")
        )
    return found


def _postgres_guards(connection: BaseDatabaseWrapper) -> list[checks.CheckMessage]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname FROM pg_trigger WHERE tgenabled = 'A' AND tgrelid IN ('events_event'::regclass, 'events_stream'::regclass)"
        )
        enabled = {name for (name,) in cursor.fetchall()}
        cursor.execute("SELECT prosrc FROM pg_proc WHERE oid = to_regproc('events_append')")
        function = cursor.fetchone()
        cursor.execute("SELECT has_table_privilege('events_event', 'UPDATE') OR has_table_privilege('events_event', 'DELETE')")
        (may_change,) = cursor.fetchone()
    found: list[checks.CheckMessage] = [_unguarded(name) for name in postgres_schema.TRIGGERS if name not in enabled]
    if not function or function[0] != postgres_schema.APPEND_SOURCE:
        found.append(
            checks.Error("The function events_append is missing or not this version's.", hint="Run manage.py migrate.", id="events.E008")
        )
    if may_change:
        found.append(
            checks.Warning(
                "This role may UPDATE or DELETE events: only the triggers stop it, and an owner can drop those.",
                hint="Serve with a role that has only SELECT and INSERT on events_event.",
                id="events.W001",
            )
        )
    return found


def _unguarded(name: str) -> checks.CheckMessage:
    return checks.Error(
        f"The trigger {name} is missing, disabled or not this version's: the log could be changed.",
        hint="Find out who removed it, verify every stream, then install it again.",
        id="events.E005",
    )


def _value(connection: BaseDatabaseWrapper, query: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0]
