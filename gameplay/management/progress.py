"""How far has a long command come, and at which rate?

A bar on a terminal; where the output is not a terminal, nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Final, TextIO, TypeVar

T = TypeVar("T")
WIDTH: Final = 30
REDRAW: Final = 0.2
"""Seconds between two drawings."""


def watched(items: Iterable[T], total: int, what: str, out: TextIO) -> Iterator[T]:
    """The items, with a bar behind them that says how many of `total` are done."""
    if not out.isatty():
        yield from items
        return
    started, drawn = time.monotonic(), 0.0
    for done, item in enumerate(items, 1):
        yield item
        now = time.monotonic()
        if now - drawn >= REDRAW or done == total:
            drawn = now
            out.write("\r" + bar(done, total, what, now - started))
            out.flush()
    out.write("\n")


def bar(done: int, total: int, what: str, seconds: float) -> str:
    """`[#########---------------------] 300/1000 games, 1234 a minute`."""
    filled = WIDTH * done // max(total, 1)
    return f"[{'#' * filled}{'-' * (WIDTH - filled)}] {done}/{total} {what}, {60 * done / max(seconds, 1e-9):.0f} a minute"
