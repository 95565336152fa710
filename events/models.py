"""Which two tables are the log?

Only events/store.py reads and writes them; the triggers that guard them are in sqlite_schema.py and postgres_schema.py.
"""

from django.db import models
from django.db.models import Q


class Stream(models.Model):
    """One row a game: how many events it has and the hash of the last; `changed_at` is the minute of the last append, in µs."""

    id = models.UUIDField(primary_key=True, editable=False)
    version = models.BigIntegerField()
    head_hash = models.BinaryField()
    changed_at = models.BigIntegerField(db_default=0)

    class Meta:
        # What has changed lately is found without a look at all that has not.
        indexes = (models.Index(fields=["changed_at"], name="events_stream_changed"),)

    def __str__(self) -> str:
        return f"{self.id} at {self.version}"


class Event(models.Model):
    """One row an event; seq counts from 1 within the stream, there is no order between streams."""

    pk = models.CompositePrimaryKey("stream_id", "seq")
    # The primary key already begins with stream_id: an index of its own would only cost writes.
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, db_index=False)
    seq = models.BigIntegerField()
    kind = models.TextField()
    actor = models.TextField()
    body = models.TextField()
    recorded_at = models.BigIntegerField()
    command_id = models.TextField(default="")
    hash = models.BinaryField()

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(seq__gte=1), name="events_event_seq_from_1"),)
        # Not unique: one command may make several events.
        indexes = (models.Index(fields=["stream", "command_id"], condition=~Q(command_id=""), name="events_event_command"),)

    def __str__(self) -> str:
        return f"{self.stream_id}/{self.seq} {self.kind}"
