"""Which tables is the log made of?"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState

from events import postgres_schema, sqlite_schema


class CreateClusteredModel(migrations.CreateModel):
    """CreateModel, but WITHOUT ROWID on SQLite: rows lie in key order, and REPLACE has no rowid to hit one by."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.sql_create_table = "CREATE TABLE %(table)s (%(definition)s) WITHOUT ROWID"
        try:
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        finally:
            schema_editor.__dict__.pop("sql_create_table", None)


def install(_apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Put the guards on (and on PostgreSQL the function that appends)."""
    schema = postgres_schema if schema_editor.connection.vendor == "postgresql" else sqlite_schema
    schema.install(lambda text: schema_editor.execute(text, params=None))


def remove(_apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the guards off, before the tables go."""
    schema = postgres_schema if schema_editor.connection.vendor == "postgresql" else sqlite_schema
    schema.remove(lambda text: schema_editor.execute(text, params=None))


class Migration(migrations.Migration):
    initial = True
    dependencies = []

    operations = [
        CreateClusteredModel(
            name="Stream",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("version", models.BigIntegerField()),
                ("head_hash", models.BinaryField()),
            ],
        ),
        CreateClusteredModel(
            name="Event",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey("stream_id", "seq", blank=True, editable=False, primary_key=True, serialize=False),
                ),
                ("seq", models.BigIntegerField()),
                ("kind", models.TextField()),
                ("actor", models.TextField()),
                ("body", models.TextField()),
                ("recorded_at", models.BigIntegerField()),
                ("command_id", models.TextField(default="")),
                ("hash", models.BinaryField()),
                (
                    "stream",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to="events.stream"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["stream", "command_id"],
                        condition=models.Q(("command_id", ""), _negated=True),
                        name="events_event_command",
                    )
                ],
                "constraints": [models.CheckConstraint(condition=models.Q(("seq__gte", 1)), name="events_event_seq_from_1")],
            },
        ),
        migrations.RunPython(install, remove),
    ]
