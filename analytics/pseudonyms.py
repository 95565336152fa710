"""By which id is a person known in the statistics?

By one that means nothing elsewhere: a keyed hash of their id. The same key gives the same person the same id for ever, in every
game and export; without the key nobody can tell whose it is. Another key makes the warehouse anew.
"""

from __future__ import annotations

import hmac
from functools import lru_cache
from typing import Final
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

from gameplay import log

_SALT: Final = "analytics.pseudonyms"
_VERSION: Final = 0x8 << 76 | 0x2 << 62
_VERSION_BITS: Final = 0xF << 76 | 0x3 << 62


def key_of_settings() -> bytes:
    """The key: `REVENANT_PSEUDONYM_KEY` if it is set, otherwise one that follows from the secret key."""
    key: str = settings.PSEUDONYM_KEY
    return key.encode() if key else salted_hmac(_SALT, "", algorithm="sha256").digest()


def digest_of(key: bytes) -> str:
    """Tells keys apart and tells nothing else about them."""
    return hmac.digest(key, b"digest", "sha256").hex()


@lru_cache(maxsize=100_000)
def pseudonym(player: str, key: bytes) -> UUID:
    """The id in the statistics of the person with this id: the first 122 bits of HMAC-SHA256, as a UUID of version 8 (RFC 9562)."""
    hashed = int.from_bytes(hmac.digest(key, player.encode(), "sha256")[:16], "big")
    return UUID(int=hashed & ~_VERSION_BITS | _VERSION)


@lru_cache(maxsize=100_000)
def actor_shown(actor: str, key: bytes) -> str:
    """Who caused an event, as the statistics tell it: people by their pseudonym, all others as they are."""
    if actor in (log.DEALER_ACTOR, log.SYSTEM_ACTOR) or actor.startswith(log.BOT_ACTOR):
        return actor
    return str(pseudonym(actor, key))
