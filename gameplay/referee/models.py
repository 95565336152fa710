"""What is remembered beside the log of who ruled, who complained, who looked and what was delivered to whom?

The log holds that something was done, by opaque ids; what people wrote about it, and reads, are rows here.
"""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models
from uuid6 import uuid7

ACTS = ("rewind", "take_back", "pause", "resume", "void", "adjudicate", "vacate", "clock")
STATUSES: Final = ("open", "claimed", "needs_info", "decided", "appealed", "closed")
LOOKS: Final = ("position", "difference", "preview", "case_file")
DELIVERIES: Final = ("view", "decisions", "feed", "at", "record")


class Ruling(models.Model):
    """One act of a referee, or a take-back of a player: the log names it by its id."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    game = models.UUIDField(db_index=True)
    act = models.CharField(max_length=20, choices=[(act, act) for act in ACTS])
    player = models.UUIDField()
    """Id of the Player who decided it."""
    reason = models.TextField()
    evidence = models.JSONField(default=list)
    """seqs of events of the game."""
    seq = models.PositiveIntegerField()
    """Of the event that carried it out."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "gameplay"
        ordering: ClassVar = ["seq"]

    def __str__(self) -> str:
        return f"{self.act} of {self.game} at event {self.seq}"


class Dispute(models.Model):
    """A seat, or several, say that something is wrong with an event. Times are in microseconds since 1970, UTC."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    game = models.UUIDField(db_index=True)
    seq = models.PositiveIntegerField()
    """Of the event."""
    category = models.CharField(max_length=20)
    status = models.CharField(max_length=12, choices=[(status, status) for status in STATUSES], db_index=True)
    referee = models.UUIDField(null=True)
    """Id of the Player who works on it."""
    decided_by = models.UUIDField(null=True)
    """Who decided it first; an appeal goes to another one."""
    outcome = models.CharField(max_length=12, default="", blank=True)
    ruling = models.UUIDField(null=True)
    """Id of the Ruling by which it was set right."""
    appealed = models.BooleanField(default=False)
    opened_at = models.BigIntegerField()
    changed_at = models.BigIntegerField()

    class Meta:
        app_label = "gameplay"

    def __str__(self) -> str:
        return f"{self.category} at event {self.seq} of {self.game}: {self.status}"


class DisputeNote(models.Model):
    """What somebody said at a step of a dispute."""

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="notes")
    step = models.CharField(max_length=12)
    player = models.UUIDField()
    seat = models.PositiveSmallIntegerField(null=True)
    """Null for a referee."""
    text = models.TextField()
    at = models.BigIntegerField()

    class Meta:
        app_label = "gameplay"
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.step}: {self.dispute_id}"


class AccessRecord(models.Model):
    """A referee looked at what others may not see, and said why. Written before the answer goes out."""

    game = models.UUIDField(db_index=True)
    player = models.UUIDField()
    what = models.CharField(max_length=12, choices=[(look, look) for look in LOOKS])
    seq = models.PositiveIntegerField()
    """Of the newest event that was shown."""
    seen_as = models.SmallIntegerField()
    """A seat, or REFEREE for all of it."""
    reason = models.TextField()
    at = models.BigIntegerField()

    class Meta:
        app_label = "gameplay"
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.what} of {self.game} by {self.player}"


class Delivery(models.Model):
    """What was sent to whom: of a feed the events after `after` up to `upto`, of a view the position as of event `upto`."""

    game = models.UUIDField()
    player = models.UUIDField(null=True)
    """Null for whoever did not say who they are."""
    seen_as = models.SmallIntegerField()
    """The seat with whose eyes, or SPECTATOR or REFEREE."""
    what = models.CharField(max_length=10, choices=[(kind, kind) for kind in DELIVERIES])
    after = models.PositiveIntegerField()
    upto = models.PositiveIntegerField()
    first_at = models.BigIntegerField()
    last_at = models.BigIntegerField()
    """Several in a row within a second are one row."""

    class Meta:
        app_label = "gameplay"
        indexes: ClassVar = [models.Index(fields=["game", "seen_as", "upto"], name="delivery_by_game_and_seat")]

    def __str__(self) -> str:
        return f"{self.what} of {self.game} to {self.player}"


class TakeBack(models.Model):
    """A seat asks the others whether it may take back its last choice."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    game = models.UUIDField(db_index=True)
    seat = models.PositiveSmallIntegerField()
    player = models.UUIDField()
    seq = models.PositiveIntegerField()
    """Of the choice."""
    status = models.CharField(max_length=10)
    """`asked`, then `done`, `refused` or `overtaken` by another choice of the same seat or a rewind."""
    consents = models.JSONField(default=list)
    """Seats that have agreed."""
    asked_at = models.BigIntegerField()

    class Meta:
        app_label = "gameplay"

    def __str__(self) -> str:
        return f"event {self.seq} of {self.game}: {self.status}"
