"""Which queries were asked of the statistics, by whom, and which of them are running?"""

from __future__ import annotations

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from uuid6 import uuid7

SLOTS: Final = 4
"""How many queries run at once, whoever asked them and wherever they run."""


class Query(models.Model):
    """A query. While it runs it has a slot: the database sees to it that no slot and no account has two."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    sql = models.TextField()
    parameters = models.JSONField(default=list)
    limit = models.PositiveIntegerField()
    snapshot = models.PositiveBigIntegerField()
    slot = models.PositiveSmallIntegerField(null=True)
    cancelled = models.BooleanField(default=False)
    status = models.CharField(max_length=10, default="running")
    code = models.CharField(max_length=40, default="")
    rows = models.PositiveIntegerField(null=True)
    milliseconds = models.PositiveIntegerField(null=True)
    asked_at = models.DateTimeField()

    class Meta:
        app_label = "analytics"
        db_table = "analytics_query"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["slot"], name="one_query_per_slot"),
            models.UniqueConstraint(fields=["user"], condition=models.Q(slot__isnull=False), name="one_running_query_per_user"),
        ]

    def __str__(self) -> str:
        return f"query {self.pk}"


class Saved(models.Model):
    """A query that an account keeps. Its link is made from the query itself, so the same query has the same link for everybody."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    link = models.UUIDField(editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    title = models.CharField(max_length=100)
    sql = models.TextField(editable=False)
    parameters = models.JSONField(default=list, editable=False)
    shared = models.BooleanField(default=False)
    saved_at = models.DateTimeField()

    class Meta:
        app_label = "analytics"
        db_table = "analytics_saved"
        constraints: ClassVar = [models.UniqueConstraint(fields=["link", "user"], name="one_link_per_user")]

    def __str__(self) -> str:
        return f"saved query {self.link}"
