"""When did the games end that the tests put into files? On days of their own, whenever the tests run."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from uuid6 import uuid7

from events import store
from events.store import NewEvent
from gameplay import log
from tests.analytics.playing import played


def micros(day: str) -> int:
    """Noon of that day, UTC."""
    return int(datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=UTC).timestamp()) * 1_000_000


def add(game: UUID, day: str, kind: str, body: Any, actor: str = log.SYSTEM_ACTOR) -> None:
    """One more event of a game, on that day."""
    store.append(stream=game, events=[NewEvent(kind=kind, actor=actor, body=msgspec.json.encode(body))], now=micros(day))


def put_on(day: str, events: list[NewEvent]) -> UUID:
    """A game of these events, all on that day."""
    game = uuid7()
    for start in range(0, len(events), store.EVENTS_LIMIT):
        part = events[start : start + store.EVENTS_LIMIT]
        store.append(stream=game, events=part, expected_version=start, now=micros(day))
    return game


def ended(day: str, rules: str = "spooky_bar", seed: int = 1, seats: int = 3, **how: Any) -> UUID:
    """A game that was played from its beginning to its end on that day."""
    return put_on(day, played(rules, seats, seed, **how))
