"""Since when has a stream not changed? The head tells, so that an exporter need not compare all of them."""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from events import postgres_schema, sqlite_schema

# By hand, because Django would alter SQLite's table by making another, which has neither triggers nor the order of its key.
COLUMN = "ALTER TABLE events_stream ADD COLUMN changed_at bigint NOT NULL DEFAULT 0"
FILL = (
    "UPDATE events_stream SET changed_at = coalesce((SELECT e.recorded_at FROM events_event e "
    "WHERE e.stream_id = events_stream.id AND e.seq = events_stream.version), 0)"
)
INDEX = "CREATE INDEX events_stream_changed ON events_stream (changed_at)"


def add(_apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Add the column, fill it from each stream's last event while the guards are off, and put them on again."""
    schema = postgres_schema if schema_editor.connection.vendor == "postgresql" else sqlite_schema

    def execute(text: str) -> None:
        schema_editor.execute(text, params=None)

    execute(COLUMN)
    schema.remove(execute)
    execute(FILL)
    schema.install(execute)
    execute(INDEX)


def drop(_apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the column away; the release before this one installs its own function that appends."""
    schema_editor.execute("DROP INDEX events_stream_changed", params=None)
    schema_editor.execute("ALTER TABLE events_stream DROP COLUMN changed_at", params=None)


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add, drop)],
            state_operations=[
                migrations.AddField("stream", "changed_at", models.BigIntegerField(db_default=0)),
                migrations.AddIndex("stream", models.Index(fields=["changed_at"], name="events_stream_changed")),
            ],
        ),
    ]
