"""Why does a process keep one idle connection to its SQLite file?

Requests open and close connections of their own. Whoever closes the last one writes the whole write-ahead log back into the
file: a third of the time of a choice. While an idle connection stays open, that happens now and then instead of each time.
"""

import os
import sqlite3
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

_kept: dict[tuple[int, str], sqlite3.Connection] = {}


def keep_open(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Called for each new connection of Django: hold one more open for as long as this process lives."""
    if connection.vendor != "sqlite":
        return
    path = str(connection.settings_dict["NAME"])
    key = (os.getpid(), path)
    if key in _kept or path == ":memory:" or path.startswith("file:"):
        return
    _kept.clear()  # of a parent process: not ours to use
    kept = sqlite3.connect(path, check_same_thread=False)
    kept.execute("PRAGMA schema_version").fetchone()  # it is a reader of the log only once it has read
    _kept[key] = kept


def let_go() -> None:
    """Close what is kept, for whoever needs the file alone, such as to change its journal."""
    while _kept:
        _kept.popitem()[1].close()
