"""Which rows stand beside the log?

`Game` and `Seat` are read rows: made again from the log by `manage.py rebuild`. `DealerSecret` and `Invitation` hold what
must not be in the log. `Player` maps an opaque id of the log to an account.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from uuid6 import uuid7

from gameplay.api.models import AccessToken, IdempotencyRecord
from gameplay.referee.models import AccessRecord, Delivery, Dispute, DisputeNote, Ruling, TakeBack
from gameplay.table import FINISHED, OPEN, PLAYING, VOIDED

__all__ = [
    "AccessRecord",
    "AccessToken",
    "DealerSecret",
    "Delivery",
    "Dispute",
    "DisputeNote",
    "Game",
    "IdempotencyRecord",
    "Invitation",
    "Player",
    "Ruling",
    "Seat",
    "StandingAnswer",
    "TakeBack",
]


class Player(models.Model):
    """A person as the log knows them. Erasing the account leaves the id, the games and the chains."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="player")

    def __str__(self) -> str:
        return str(self.id)


class Game(models.Model):
    """Read row of a game: what lists are made of."""

    STATUS: ClassVar = [(status, status) for status in (OPEN, PLAYING, FINISHED, VOIDED)]

    id = models.UUIDField(primary_key=True, editable=False)
    rules = models.CharField(max_length=40)
    edition = models.CharField(max_length=60)
    options = models.JSONField()
    seat_count = models.PositiveSmallIntegerField()
    private = models.BooleanField(default=False)
    creator = models.CharField(max_length=60)
    status = models.CharField(max_length=10, choices=STATUS)
    version = models.PositiveIntegerField()
    created_at = models.BigIntegerField()
    """Microseconds since 1970, UTC, of the first event."""
    updated_at = models.BigIntegerField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["rules", "status"], name="game_by_rules_and_status")]

    def __str__(self) -> str:
        return f"{self.rules} {self.id}"


class Seat(models.Model):
    """Read row of a seat: who sits there and whether it is asked."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.UUIDField(null=True)
    """Id of the Player that sits here. No foreign key: it is a value of the log."""
    bot = models.CharField(max_length=40, default="", blank=True)
    awaiting = models.BooleanField(default=False)
    score = models.IntegerField(null=True)
    deadline = models.BigIntegerField(null=True)
    """When the seat's time is over, in microseconds since 1970, UTC; null while it has no clock running."""
    attend_at = models.BigIntegerField(null=True)
    """When the sweep has to look at the clock: to warn, or because the time is over."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "index"], name="one_row_a_seat")]
        indexes: ClassVar = [
            models.Index(fields=["player", "awaiting"], name="seat_by_player"),
            models.Index(fields=["attend_at"], condition=models.Q(attend_at__isnull=False), name="seat_on_the_clock"),
            models.Index(fields=["bot"], condition=models.Q(awaiting=True) & ~models.Q(bot=""), name="seat_of_awaited_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.index}"


class DealerSecret(models.Model):
    """The secret of one epoch of a game, 32 bytes, kept apart from the log until the game is over."""

    game = models.UUIDField()
    epoch = models.PositiveSmallIntegerField()
    secret = models.BinaryField(max_length=32)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "epoch"], name="one_secret_an_epoch")]

    def __str__(self) -> str:
        return f"{self.game} epoch {self.epoch}"


class Invitation(models.Model):
    """Lets whoever holds the token see a private game and take a seat in it. Only the token's SHA-256 is kept."""

    game = models.UUIDField(db_index=True)
    token_hash = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return str(self.game)


class StandingAnswer(models.Model):
    """What the service is to answer for a person in a game until something happens; nobody else may know of it."""

    game = models.UUIDField()
    player = models.UUIDField()
    """Id of the Player; no foreign key, as for seats."""
    until = models.CharField(max_length=40)
    """Which of the standing answers of the game's rules."""
    mark = models.CharField(max_length=100)
    """The mark of the rules when it was left: once it is another one, this answer stands no longer."""
    token = models.CharField(max_length=32)
    """Random, so that the ids of its commands can't be told from those of a client's."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "player"], name="one_standing_answer_a_person")]

    def __str__(self) -> str:
        return f"{self.game} {self.until}"
