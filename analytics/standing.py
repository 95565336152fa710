"""How does a snapshot stay open from one reader to the next?

To open one takes longer than most questions to it: hundreds of tables and views are read. So a process keeps the one that was asked last,
and each reader gets a connection of its own to it. A file is known by what the disk says of it, not by its name alone, so that
what was made anew under an old name is never taken for the old. What is open: the last one, and those that have readers.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import duckdb

_SETTINGS: Final[dict[str, str | bool | int | float | list[str]]] = {
    "memory_limit": "512MB",
    "threads": "2",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
_WALLS: Final = ("SET temp_directory = ''", "SET enable_external_access = false", "SET lock_configuration = true")
"""In this order: each forbids what the next ones need no more."""


class Replaced(Exception):
    """The file has another content than when it was opened, and somebody still reads the old: DuckDB would give the old to everybody."""


class _Known(NamedTuple):
    """What tells a file from every other that had or will have its name."""

    path: Path
    device: int
    inode: int
    changed: int
    size: int


class _Open:
    """An open file, and how many read it."""

    def __init__(self, path: Path) -> None:
        self.connection: Final = _behind_walls(path)
        self.readers = 0


class _Process:
    """What is open in one process. A fork has copies of the files, without the threads that work on them: it starts with none."""

    def __init__(self) -> None:
        self.lock: Final = threading.Lock()
        self.open: Final[dict[_Known, _Open]] = {}

    def enter(self, path: Path) -> tuple[_Known, duckdb.DuckDBPyConnection]:
        """Raises OSError, duckdb.Error or Replaced if the file can't be read."""
        with self.lock:
            known = _known(path)
            found = self.open.get(known)
            if found is None:
                self.tidy()
                if any(other.path == path for other in self.open):
                    raise Replaced
                found = _Open(path)
                if _known(path) != known:
                    found.connection.close()
                    raise Replaced
            # The last of the dictionary is the one that stays.
            self.open.pop(known, None)
            self.open[known] = found
            connection = found.connection.cursor()
            found.readers += 1
            self.tidy()
            return known, connection

    def leave(self, known: _Known) -> None:
        with self.lock:
            found = self.open[known]
            found.readers -= 1
            if not found.readers and known != next(reversed(self.open)):
                self.open.pop(known).connection.close()

    def tidy(self) -> None:
        """Close what nobody reads."""
        for known, each in list(self.open.items()):
            if not each.readers:
                self.open.pop(known).connection.close()


_process = _Process()
_left_behind: Final[list[_Process]] = []
"""Those that were in use when this process was forked off: to close them would wait for threads that are not here."""


@contextmanager
def connected(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The file, read-only and behind walls, for one reader. Raises OSError, duckdb.Error or Replaced."""
    process = _process
    known, connection = process.enter(path)
    try:
        yield connection
    finally:
        connection.close()
        process.leave(known)


def _known(path: Path) -> _Known:
    found = path.stat()
    return _Known(path, found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size)


def _behind_walls(path: Path) -> duckdb.DuckDBPyConnection:
    """Connections of one process to one file share its settings, so the walls of the first are those of all."""
    connection = duckdb.connect(path, read_only=True, config=_SETTINGS)
    [(locked,)] = connection.execute("SELECT current_setting('lock_configuration')").fetchall()
    for wall in () if locked else _WALLS:
        connection.execute(wall)
    return connection


def _before_fork() -> None:
    _process.lock.acquire()
    _process.tidy()


def _after_fork_here() -> None:
    _process.lock.release()


def _after_fork_there() -> None:
    global _process
    if _process.open:
        _left_behind.append(_process)
    _process = _Process()


os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_here, after_in_child=_after_fork_there)
