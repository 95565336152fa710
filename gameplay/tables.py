"""How does a process get the folded table of a game without folding it again each time?

A `Borrowed` history is taken out of the cache, caught up from the log, and used by one thread alone; it is put back only
when what was applied to it is in the log for good. Whatever else happens, it is dropped and folded again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from events import store
from gameplay.errors import CODES, GameplayError
from gameplay.table import History, Table, history

KEPT = 500
"""Games a process keeps folded; a game of some hundred events takes about 100 kB."""

_cache: OrderedDict[UUID, History] = OrderedDict()
_lock = threading.Lock()


def _take(game: UUID) -> History | None:
    with _lock:
        return _cache.pop(game, None)


def _put(found: History) -> None:
    if found.table.fault is not None:
        return
    with _lock:
        there = _cache.get(found.table.game)
        if there is None or there.table.version <= found.table.version:
            _cache[found.table.game] = found
            _cache.move_to_end(found.table.game)
        while len(_cache) > KEPT:
            _cache.popitem(last=False)


def forget() -> None:
    """Drop every folded table of this process."""
    with _lock:
        _cache.clear()


def caught_up(game: UUID) -> History:
    """The game folded up to the newest event of the log. Raises GameplayError `game_not_found`."""
    found = _take(game)
    if found is None:
        events = store.read(stream=game)
        if not events:
            raise GameplayError("game_not_found", CODES["game_not_found"])
        return history(game, events)
    for event in store.read(stream=game, after=found.table.version):
        try:
            found.apply(event)
        except Exception:  # noqa: BLE001 - whatever went wrong, folding from the first event names the event at fault
            return history(game, store.read(stream=game))
    return found


@contextmanager
def borrowed(game: UUID) -> Iterator[History]:
    """The caught-up game, for this thread alone; kept for the next one when the surrounding transaction commits."""
    found = caught_up(game)
    yield found
    transaction.on_commit(lambda: _put(found))


def table_at(game: UUID, seq: int) -> Table:
    """The game as of event `seq`, to be read only. Raises GameplayError `game_not_found`; the event must exist and be sound."""
    with borrowed(game) as found:
        return found.at(seq)
