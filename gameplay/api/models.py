"""What does the API itself have to remember: which tokens exist, and which answers it has given?"""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from uuid6 import uuid7

KEPT: Final = timedelta(days=7)
"""How long the answer to an `Idempotency-Key` is kept."""


class AccessToken(models.Model):
    """A personal token. Only the SHA-256 of the secret is kept, so the table opens nothing to whoever reads it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="access_tokens")
    name = models.CharField(max_length=80)
    digest = models.BinaryField(max_length=32, unique=True)
    scopes = models.CharField(max_length=400)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "gameplay"
        db_table = "gameplay_access_token"

    def __str__(self) -> str:
        return f"token {self.pk}"


class IdempotencyRecord(models.Model):
    """The first answer to a command that carried an `Idempotency-Key`, written in the command's own transaction."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    operation = models.CharField(max_length=200)
    key = models.CharField(max_length=255)
    digest = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = models.BinaryField()
    created_at = models.DateTimeField()

    class Meta:
        app_label = "gameplay"
        db_table = "gameplay_idempotency_record"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "operation", "key"], name="one_answer_per_key"),
        ]

    def __str__(self) -> str:
        return f"{self.operation} {self.key}"
