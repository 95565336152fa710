"""When was each token last used?

A read must not write, so uses are gathered in memory and written down by a thread, every second and when the process ends.
A process that is killed loses the last second of them.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import connection

from .models import AccessToken

log = logging.getLogger(__name__)

_lock = threading.Lock()
_used: dict[UUID, datetime] = {}
_thread: threading.Thread | None = None


def use_note(token: UUID, at: datetime) -> None:
    """Note that a valid token was used. Touches no database."""
    with _lock:
        _used[token] = at
    _wake()


def _wake() -> None:
    global _thread
    if not settings.LEDGER_SECONDS or (_thread is not None and _thread.is_alive()):
        return
    with _lock:
        if _thread is None or not _thread.is_alive():  # a worker that was forked has none of its parent's threads
            _thread = threading.Thread(target=_write_for_ever, daemon=True, name="token-uses")
            _thread.start()
            atexit.register(_write_quietly)


def _write_for_ever() -> None:
    while True:
        time.sleep(settings.LEDGER_SECONDS)
        _write_quietly()


def _write_quietly() -> None:
    try:
        uses_write()
    except Exception as error:  # noqa: BLE001 - the database may be away; what waits is written the next time
        log.warning("the last uses of tokens wait: %s", type(error).__name__)
    finally:
        connection.close()


def uses_write() -> int:
    """Write down what has gathered. Returns the number of tokens. If it fails, what was to be written still waits."""
    with _lock:
        taken = dict(_used)
        _used.clear()
    try:
        for token, at in taken.items():
            AccessToken.objects.filter(pk=token).update(last_used_at=at)
    except BaseException:
        with _lock:
            _used.update({token: at for token, at in taken.items() if token not in _used})
        raise
    return len(taken)


def forget() -> None:
    """Drop what this process has gathered and not written; for tests."""
    with _lock:
        _used.clear()
