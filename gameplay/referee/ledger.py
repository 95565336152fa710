"""What was delivered to whom, and who could have known an event when?

A read must not write, so deliveries are gathered in memory and written down by a thread, every second and when the process
ends. A process that is killed loses the last second of them. Built-in bots get nothing delivered and are not in the ledger.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections import OrderedDict
from typing import Final, Literal
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import connection

from events import store
from gameplay.documents import Shown, rfc3339
from gameplay.referee.models import AccessRecord, Delivery
from gameplay.rules.contract import REFEREE

What = Literal["view", "decisions", "feed", "at", "record"]
Key = tuple[UUID, UUID | None, int, What]
REMEMBERED: Final = 50_000
"""So many viewers' newest deliveries are remembered, so that a repeated poll makes no second row."""
PENDING_MOST: Final = 200_000
"""Deliveries that wait to be written at most; a database that is away for long costs the oldest."""

log = logging.getLogger(__name__)


class Span(msgspec.Struct):
    """Events after `after` up to `upto`, delivered from `first_at` to `last_at` (microseconds since 1970, UTC)."""

    after: int
    upto: int
    first_at: int
    last_at: int


_lock = threading.Lock()
_last: OrderedDict[Key, Span] = OrderedDict()
_pending: list[tuple[Key, Span]] = []
_open: dict[Key, Span] = {}
"""Spans of `_pending` that may still grow."""
_thread: threading.Thread | None = None


def delivered(*, game: UUID, player: UUID | None, seen_as: int, what: What, after: int, upto: int) -> None:
    """Note that this was sent. A view is `after=upto`: the position as of event `upto`. Touches no database."""
    if upto < 1:
        return
    key: Key = (game, player, seen_as, what)
    now = store.now_micros()
    with _lock:
        known = _last.get(key)
        if known is not None and known.after <= after and upto <= known.upto:
            return
        growing = _open.get(key)
        if growing is not None and what == "feed" and after == growing.upto:
            growing.upto, growing.last_at = upto, now
            span = growing
        else:
            span = Span(after, upto, now, now)
            _pending.append((key, span))
            _open[key] = span
            del _pending[:-PENDING_MOST]
        _last[key] = span
        _last.move_to_end(key)
        if len(_last) > REMEMBERED:
            _last.popitem(last=False)
    _wake()


def _wake() -> None:
    global _thread
    if settings.LEDGER_SECONDS and (_thread is None or not _thread.is_alive()):
        with _lock:
            if _thread is None or not _thread.is_alive():
                _thread = threading.Thread(target=_write_for_ever, daemon=True, name="delivery-ledger")
                _thread.start()
                atexit.register(_write_at_end)


def _write_for_ever() -> None:
    while settings.LEDGER_SECONDS:
        time.sleep(settings.LEDGER_SECONDS)
        try:
            flush()
        except Exception as error:  # noqa: BLE001 - the database may be away; what waits is written the next time
            log.warning("the ledger of deliveries waits: %s", type(error).__name__)
        finally:
            connection.close()


def _write_at_end() -> None:
    try:
        flush()
    except Exception as error:  # noqa: BLE001 - the process ends
        log.warning("the last deliveries were not written down: %s", type(error).__name__)


def flush() -> int:
    """Write down what has gathered. Returns the number of rows. If it fails, what was to be written still waits."""
    with _lock:
        taken = _pending[:]
        _pending.clear()
        _open.clear()
    rows = [
        Delivery(
            game=game,
            player=player,
            seen_as=seen_as,
            what=what,
            after=span.after,
            upto=span.upto,
            first_at=span.first_at,
            last_at=span.last_at,
        )
        for (game, player, seen_as, what), span in taken
    ]
    if not rows:
        return 0
    try:
        Delivery.objects.bulk_create(rows, batch_size=500)
    except BaseException:
        with _lock:
            _pending[:0] = taken
            del _pending[:-PENDING_MOST]
        raise
    return len(rows)


def forget() -> None:
    """Drop what this process remembers and has not written; for tests."""
    with _lock:
        _pending.clear()
        _open.clear()
        _last.clear()


def has_seen_whole(*, game: UUID, player: UUID) -> bool:
    """Did this player ever look at this game with a referee's eyes?"""
    with _lock:
        if any(key[:3] == (game, player, REFEREE) for key, _ in _pending):
            return True
    seen = Delivery.objects.filter(game=game, player=player, seen_as=REFEREE).exists()
    return seen or AccessRecord.objects.filter(game=game, player=player).exists()


class DeliveryShown(Shown, frozen=True):
    """One delivery: of a feed or a record the events after `after` up to `upto`, of a view the position as of `upto`."""

    player: str | None
    """Null for whoever did not say who they are."""
    role: Literal["seat", "spectator", "referee"]
    seat: int | None
    what: What
    after: int
    upto: int
    first_at: str
    last_at: str


def deliveries_of(
    *, game: UUID, seat: int | None = None, seq: int | None = None, after: int = 0, limit: int = 200
) -> list[tuple[int, DeliveryShown]]:
    """Deliveries of a game in the order of their rows, each with the row's number: to one seat only, or only what holds event `seq`.

    A view as of event n holds what all events up to n led to; a piece of a feed holds its own events.
    """
    rows = Delivery.objects.filter(game=game, id__gt=after).order_by("id")
    if seat is not None:
        rows = rows.filter(seen_as=seat)
    if seq is not None:
        rows = rows.filter(upto__gte=seq).exclude(what="feed", after__gte=seq)
    return [(row.id, delivery_shown(row)) for row in rows[:limit]]


def delivery_shown(row: Delivery) -> DeliveryShown:
    return DeliveryShown(
        player=str(row.player) if row.player else None,
        role="seat" if row.seen_as >= 0 else "referee" if row.seen_as == REFEREE else "spectator",
        seat=row.seen_as if row.seen_as >= 0 else None,
        what=row.what,  # type: ignore[arg-type]
        after=row.after,
        upto=row.upto,
        first_at=rfc3339(row.first_at),
        last_at=rfc3339(row.last_at),
    )
