"""May this caller send one more request now, and how many are left?

Token buckets: one holds `burst` tokens and gets `rate` new ones a second. Taking one is a single atomic statement, so a
limit holds whatever runs at the same time: in a small SQLite file for all processes of one machine, or in Redis for
several machines. Losing a bucket loses nothing that matters, so nothing here waits for a disk.
"""

from __future__ import annotations

import logging
import math
import sqlite3
import threading
import time
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
import redis
from django.conf import settings

log = logging.getLogger(__name__)


class Policy(msgspec.Struct, frozen=True):
    """How much of one kind of request a caller may send."""

    name: str
    burst: int
    rate: float
    """Tokens a second."""

    @property
    def window(self) -> int:
        """Seconds in which an empty bucket fills."""
        return math.ceil(self.burst / self.rate)


class Taken(msgspec.Struct, frozen=True):
    """The outcome: was there a token, how many are left, and in how many seconds there is the next one."""

    allowed: bool
    left: int
    wait: int


class Buckets(Protocol):
    def take(self, caller: str, policy: Policy) -> Taken:
        """Take one token of this caller's bucket if there is one."""
        ...


DEFAULTS: Final = {
    "reads": Policy(name="reads", burst=600, rate=60),
    "writes": Policy(name="writes", burst=120, rate=5),
    "choices": Policy(name="choices", burst=300, rate=50),
}
"""Choices have a bucket of their own for each account, so that no other load, one's own included, can keep a due one out."""

_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS bucket (name TEXT PRIMARY KEY, tokens REAL NOT NULL, at REAL NOT NULL) WITHOUT ROWID"
_FILLED: Final = "min(:burst, tokens + max(0, :now - at) * :rate)"
# ruff: noqa: S608 - the statements are put together from constants
_TAKE: Final = f"""
INSERT INTO bucket VALUES (:name, :burst - 1, :now)
ON CONFLICT (name) DO UPDATE SET tokens = {_FILLED} - 1, at = max(at, :now) WHERE {_FILLED} >= 1
RETURNING tokens
"""
_LOOK: Final = f"SELECT {_FILLED} FROM bucket WHERE name = :name"
_SWEEP: Final = "DELETE FROM bucket WHERE at < ?"
_SWEEP_EVERY: Final = 4096
_SWEEP_AGE: Final = 3600.0
_OPEN_TRIES: Final = 100


class FileBuckets:
    """Buckets in a SQLite file that all processes of this machine share. A take was measured at 15 µs."""

    def __init__(self, path: Path | str) -> None:
        self._lock = threading.Lock()
        self._takes = 0
        self._file = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
        self._file.execute("PRAGMA synchronous=OFF")
        # The first to come changes the file's mode; SQLite does not wait for that as it waits for a lock.
        for _ in range(_OPEN_TRIES):
            try:
                self._file.execute("PRAGMA journal_mode=WAL")
                self._file.execute(_SCHEMA)
                return
            except sqlite3.OperationalError:
                time.sleep(0.02)
        raise sqlite3.OperationalError(f"the file of the limits can't be opened: {path}")

    def take(self, caller: str, policy: Policy) -> Taken:
        now = time.time()
        bucket = {"name": f"{policy.name}:{caller}", "burst": policy.burst, "rate": policy.rate, "now": now}
        with self._lock:
            self._takes += 1
            if self._takes % _SWEEP_EVERY == 0:
                self._file.execute(_SWEEP, [now - _SWEEP_AGE])
            row = self._file.execute(_TAKE, bucket).fetchone()
            if row is not None:
                return _taken(True, row[0], policy)
            (tokens,) = self._file.execute(_LOOK, bucket).fetchone()
        return _taken(False, tokens, policy)


_REST: Final = 5.0
"""Seconds."""
_SCRIPT: Final = """
local now = redis.call('TIME')
local at = now[1] + now[2] / 1e6
local burst, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = burst
if kept[1] then tokens = math.min(burst, tonumber(kept[1]) + math.max(0, at - tonumber(kept[2])) * rate) end
local allowed = 0
if tokens >= 1 then
  allowed = 1
  tokens = tokens - 1
end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', tostring(at))
redis.call('EXPIRE', KEYS[1], math.ceil(burst / rate) + 1)
return {allowed, tostring(tokens)}
"""


class RedisBuckets:
    """Buckets in Redis, for web processes on several machines.

    While Redis can't be reached nobody is refused: a limit is not worth a lost move. It is asked again after a pause.
    """

    def __init__(self, url: str) -> None:
        self._script: Any = redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1).register_script(_SCRIPT)
        self._rests_until = 0.0

    def take(self, caller: str, policy: Policy) -> Taken:
        if time.monotonic() >= self._rests_until:
            try:
                allowed, tokens = self._script(keys=[f"revenant:bucket:{policy.name}:{caller}"], args=[policy.burst, policy.rate])
                return _taken(bool(allowed), float(tokens), policy)
            except redis.RedisError as error:
                self._rests_until = time.monotonic() + _REST
                log.warning("no limits for %s s, Redis can't be reached: %s", _REST, type(error).__name__)
        return _taken(True, policy.burst, policy)


def _taken(allowed: bool, tokens: float, policy: Policy) -> Taken:
    left = int(tokens)
    return Taken(allowed=allowed, left=left, wait=max(1, math.ceil((left + 1 - tokens) / policy.rate)))


@cache
def buckets() -> Buckets:
    """The buckets of this process, opened on first use (that is, after the server has forked)."""
    place = str(settings.API_BUCKETS)
    return RedisBuckets(place) if place.startswith(("redis:", "rediss:")) else FileBuckets(place)


@cache
def policies() -> dict[str, Policy]:
    """The policies in force: `API_RATES` may say, for each, `burst:rate`, as in `choices=200:20,reads=300:30`."""
    found = dict(DEFAULTS)
    for part in filter(None, str(settings.API_RATES).split(",")):
        name, _, numbers = part.partition("=")
        burst, _, rate = numbers.partition(":")
        if name not in DEFAULTS or int(burst) < 1 or float(rate) <= 0:
            raise ValueError(f"API_RATES: {part!r} is not policy=burst:rate")
        found[name] = Policy(name=name, burst=int(burst), rate=float(rate))
    return found


def headers_of(policy: Policy, taken: Taken) -> dict[str, str]:
    """`RateLimit-Policy` and `RateLimit` as the IETF draft 11 writes them."""
    return {
        "RateLimit-Policy": f'"{policy.name}";q={policy.burst};w={policy.window}',
        "RateLimit": f'"{policy.name}";r={taken.left};t={taken.wait}',
    }
