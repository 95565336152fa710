"""What is remembered of a referee's acts that must not be in the log: who, and why in their own words."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from uuid6 import uuid7

ACTS = ("rewind", "take_back", "pause", "resume", "void", "adjudicate")


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
