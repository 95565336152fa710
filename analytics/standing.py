"""How does a snapshot stay open from one reader to the next?

To open one takes longer than most questions to it: hundreds of tables and views are read. So a process keeps the one that was asked last,
and each reader gets a connection of its own to it. A file is known by what the disk says of it, not by its name alone, so that
what was made anew under an old name is never taken for the old. What is open: the last one, and those that have readers.

A reader that is not alone need not wait for an opening: the last one answers it, and the one that it asked for is opened beside.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, Self, TypeVar

import duckdb

BEHIND: Final = 2.0
"""Seconds for which the last file may answer in place of another one, counted from when it was last asked for itself."""
_LATELY: Final = 1.0
"""Seconds: who comes within them after a reader of another thread is not alone."""
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


class About(Protocol):
    """What readers know of a file."""

    def follows(self, other: Self, /) -> bool:
        """Is it a later state of the same?"""


class _Open:
    """An open file, what its readers know of it, and how many they are."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, about: About) -> None:
        self.connection: Final = connection
        self.about: Final[Any] = about
        self.readers = 0
        self.asked_at = -math.inf
        """When somebody asked for just this one, in seconds of the monotonic clock."""


class _Entered(NamedTuple):
    """A reader's way in, and back."""

    known: _Known
    found: _Open
    connection: duckdb.DuckDBPyConnection


class _Process:
    """What is open in one process. A fork has copies of the files, without the threads that work on them: it starts with none."""

    def __init__(self) -> None:
        self.opening: Final = threading.Lock()
        """Held while a file is opened: one at a time. Nobody waits for it who holds `lock`."""
        self.lock: Final = threading.Lock()
        """Of everything below, and never held for long."""
        self.open: Final[dict[_Known, _Open]] = {}
        """The last of them is the one that stays."""
        self.came: Final[deque[tuple[int, float]]] = deque(maxlen=32)
        """Threads of the last readers, and when they came."""

    def enter(self, path: Path, about: About, *, at_once: bool) -> _Entered:
        """Raises OSError, duckdb.Error or Replaced if the file can't be read."""
        to_open = False
        with self.lock:
            entered = self.without_opening(path, about, at_once=at_once)
            if entered is None and at_once and self.may_answer(about):
                entered = self.admitted(next(reversed(self.open)))
                to_open = self.opening.acquire(blocking=False)
        if entered is None:
            with self.opening:
                return self.opened(path, about, at_once=at_once)
        if to_open:
            self.open_beside(path, about, entered)
        return entered

    def without_opening(self, path: Path, about: About, *, at_once: bool) -> _Entered | None:
        """A way into the last one if that is later and will do, or into the one that was asked for if it is open."""
        last = self.lately_asked()
        if at_once and last is not None and last.about.follows(about):
            return self.admitted(next(reversed(self.open)))
        known = _known(path)
        return self.taken(known) if known in self.open else None

    def may_answer(self, about: About) -> bool:
        """May the last one, in place of a later one that is not open yet? Whoever is alone rather waits, and sees what is new."""
        last = self.lately_asked()
        if last is None or not about.follows(last.about):
            return False
        here, since = threading.get_ident(), time.monotonic() - _LATELY
        return last.readers > 0 or self.opening.locked() or any(thread != here and at > since for thread, at in self.came)

    def lately_asked(self) -> _Open | None:
        """The last one, if it may be taken for what is newest, or for what just was."""
        last = next(reversed(self.open.values()), None)
        return None if last is None or time.monotonic() - last.asked_at > BEHIND else last

    def taken(self, known: _Known) -> _Entered:
        """A way into the one that was asked for; it is the one that stays."""
        self.open[known] = found = self.open.pop(known)
        found.asked_at = time.monotonic()
        entered = self.admitted(known)
        self.tidy(known)
        return entered

    def admitted(self, known: _Known) -> _Entered:
        found = self.open[known]
        connection = found.connection.cursor()
        found.readers += 1
        self.came.append((threading.get_ident(), time.monotonic()))
        return _Entered(known, found, connection)

    def open_beside(self, path: Path, about: About, last: _Entered) -> None:
        """Open this file while `last` answers. The thread is no daemon: the process ends after it, not in the middle of it."""
        try:
            threading.Thread(target=self.beside, args=(path, about, last.found), name=f"opens {path.name}").start()
        except RuntimeError:
            # No thread can be started: those who come now open it themselves.
            last.found.asked_at = -math.inf
            self.opening.release()

    def beside(self, path: Path, about: About, last: _Open) -> None:
        try:
            self.leave(self.opened(path, about, at_once=True))
        except (OSError, duckdb.Error, Replaced):
            # Those who come now try it themselves, and hear what is the matter.
            last.asked_at = -math.inf
        finally:
            self.opening.release()

    def opened(self, path: Path, about: About, *, at_once: bool) -> _Entered:
        """For who holds `opening`: it may have been opened meanwhile. Raises OSError, duckdb.Error or Replaced."""
        with self.lock:
            entered = self.without_opening(path, about, at_once=at_once)
            if entered is not None:
                return entered
            for other in [other for other in self.open if other.path == path]:
                if self.open[other].readers:
                    raise Replaced
                self.open.pop(other).connection.close()
        known = _known(path)
        connection = _behind_walls(path)
        if _known(path) != known:
            connection.close()
            raise Replaced
        with self.lock:
            self.open[known] = _Open(connection, about)
            return self.taken(known)

    def leave(self, entered: _Entered) -> None:
        entered.connection.close()
        with self.lock:
            entered.found.readers -= 1
            if not entered.found.readers and entered.known != next(reversed(self.open)):
                self.open.pop(entered.known).connection.close()

    def tidy(self, stays: _Known | None = None) -> None:
        """Close what nobody reads, but for the one that stays."""
        for known, each in list(self.open.items()):
            if not each.readers and known != stays:
                self.open.pop(known).connection.close()


_process = _Process()
_left_behind: Final[list[_Process]] = []
"""Those that were in use when this process was forked off: to close them would wait for threads that are not here."""
T = TypeVar("T", bound=About)


@contextmanager
def connected(path: Path, about: T, *, at_once: bool = False) -> Iterator[tuple[T, duckdb.DuckDBPyConnection]]:
    """The file, read-only and behind walls, for one reader. Raises OSError, duckdb.Error or Replaced.

    `about` is what the reader knows of it. With `at_once` the last one may be given, with what is known of that, if it was asked for within
    `BEHIND` seconds: it follows this one; or this one follows it, is not open yet, and the reader is not alone.
    """
    process = _process
    entered = process.enter(path, about, at_once=at_once)
    try:
        yield entered.found.about, entered.connection
    finally:
        process.leave(entered)


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
    _process.opening.acquire()
    _process.lock.acquire()
    _process.tidy()


def _after_fork_here() -> None:
    _process.lock.release()
    _process.opening.release()


def _after_fork_there() -> None:
    global _process
    if _process.open:
        _left_behind.append(_process)
    _process = _Process()


os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_here, after_in_child=_after_fork_there)
