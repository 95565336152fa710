"""Whose request is this, and what may it do?

A token is `rv_pat_` + 32 random letters and digits + a checksum of 6, so that a mistyped one is refused without a query
and a leaked one can be recognised by scanners.
"""

from __future__ import annotations

import hashlib
import secrets
import zlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import Any, Final
from uuid import UUID

import msgspec
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from .models import AccessToken
from .uses import use_note

PREFIX: Final = "rv_pat_"
_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_RANDOM, _CHECK = 32, 6
_LENGTH: Final = len(PREFIX) + _RANDOM + _CHECK
_NOTE_EVERY: Final = timedelta(minutes=1)


class Scope(StrEnum):
    """What a token may do."""

    GAMES_READ = "games:read"
    GAMES_PLAY = "games:play"
    GAMES_CREATE = "games:create"
    DISPUTES_WRITE = "disputes:write"
    REFEREE_READ = "referee:read"
    REFEREE_ACT = "referee:act"
    ANALYTICS_READ = "analytics:read"
    ANALYTICS_QUERY = "analytics:query"
    WEBHOOKS_MANAGE = "webhooks:manage"
    TOKENS_MANAGE = "tokens:manage"


SCOPES: Final[dict[Scope, str]] = {
    Scope.GAMES_READ: "Read games as the seat you hold in them, or as a spectator.",
    Scope.GAMES_PLAY: "Take and leave seats, and answer when you are asked.",
    Scope.GAMES_CREATE: "Create games, start them and seat bots in them.",
    Scope.DISPUTES_WRITE: "Dispute an event of a game you sit in.",
    Scope.REFEREE_READ: "Staff: see games as a referee.",
    Scope.REFEREE_ACT: "Staff: act as a referee.",
    Scope.ANALYTICS_READ: "Read reports.",
    Scope.ANALYTICS_QUERY: "Run queries on the published statistics.",
    Scope.WEBHOOKS_MANAGE: "Manage your webhooks.",
    Scope.TOKENS_MANAGE: "List, make and revoke your own tokens.",
}
"""Every scope, with what it allows."""


class Caller(msgspec.Struct, frozen=True):
    """Who sent this request. An anonymous caller has user 0 and no scope."""

    user_id: int = 0
    player: UUID | None = None
    """As the log knows this account; None until it first does something in a game."""
    is_staff: bool = False
    scopes: frozenset[str] = frozenset()

    @property
    def is_anonymous(self) -> bool:
        return not self.user_id


ANONYMOUS: Final = Caller()


def _checksum(body: str) -> str:
    number = zlib.crc32(body.encode())
    digits = ""
    for _ in range(_CHECK):
        number, digit = divmod(number, 62)
        digits = _ALPHABET[digit] + digits
    return digits


def secret_new() -> str:
    """A fresh secret: 190 bits from the operating system."""
    body = "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM))
    return PREFIX + body + _checksum(body)


def is_well_formed(secret: str) -> bool:
    """Could this be one of our tokens? Costs no query."""
    return (
        len(secret) == _LENGTH
        and secret.startswith(PREFIX)
        and secret.isascii()
        and _checksum(secret[len(PREFIX) : -_CHECK]) == secret[-_CHECK:]
    )


def digest_of(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def token_issue(*, user: Any, name: str, scopes: Iterable[str], expires_at: datetime | None = None) -> tuple[AccessToken, str]:
    """A new token and its secret, which is not kept and can't be shown again."""
    granted = sorted({Scope(scope) for scope in scopes})
    secret = secret_new()
    token = AccessToken.objects.create(
        user=user,
        name=name,
        digest=digest_of(secret),
        scopes=" ".join(granted),
        created_at=timezone.now(),
        expires_at=expires_at,
    )
    return token, secret


@cache
def _find() -> str:
    """The one query of every request. Plain SQL: building the same query set anew cost more than running it."""
    token, user, player = (model._meta.db_table for model in (AccessToken, get_user_model(), apps.get_model("gameplay", "Player")))
    return (
        "SELECT t.id, t.user_id, p.id, t.scopes, t.expires_at, t.last_used_at, u.is_staff"  # noqa: S608 - names of tables
        f' FROM "{token}" t JOIN "{user}" u ON u.id = t.user_id LEFT JOIN "{player}" p ON p.user_id = u.id'
        " WHERE t.digest = %s AND t.revoked_at IS NULL AND u.is_active"
    )


def caller_find(*, secret: str) -> Caller | None:
    """The caller with this secret, by one query; None for a token that is unknown, expired or revoked."""
    if not is_well_formed(secret):
        return None
    with connection.cursor() as cursor:
        cursor.execute(_find(), [digest_of(secret)])
        row = cursor.fetchone()
    if row is None:
        return None
    token_id, user_id, player, scopes, expires_at, last_used_at, is_staff = row
    now = timezone.now()
    if (expires := _aware(expires_at)) is not None and expires <= now:
        return None
    if (used := _aware(last_used_at)) is None or now - used >= _NOTE_EVERY:
        use_note(UUID(token_id) if isinstance(token_id, str) else token_id, now)
    return Caller(user_id=user_id, player=_uuid(player), is_staff=bool(is_staff), scopes=_scope_set(scopes))


def _uuid(value: Any) -> UUID | None:
    """An id as a plain cursor returns it: SQLite keeps it as 32 hexadecimal digits."""
    return UUID(value) if isinstance(value, str) else value


def _aware(value: Any) -> datetime | None:
    """A time as a plain cursor returns it: PostgreSQL gives aware times, SQLite naive UTC ones or text."""
    if value is None:
        return None
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    found: datetime = value
    return found if found.tzinfo else timezone.make_aware(found)


_SETS: dict[str, frozenset[str]] = {}


def _scope_set(scopes: str) -> frozenset[str]:
    if len(_SETS) > 1000:
        _SETS.clear()
    return _SETS.setdefault(scopes, frozenset(scopes.split()))


def token_list(*, user_id: int) -> list[AccessToken]:
    """The user's tokens that can still be used, newest first."""
    return list(AccessToken.objects.filter(user_id=user_id, revoked_at=None).order_by("-id"))


def token_revoke(*, user_id: int, token_id: UUID) -> bool:
    """Revoke at once. False if this user has no such token."""
    return bool(AccessToken.objects.filter(pk=token_id, user_id=user_id, revoked_at=None).update(revoked_at=timezone.now()))
