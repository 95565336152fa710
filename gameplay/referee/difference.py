"""What changed between two documents?

Pure: JSON values in, the changes out, each with a JSON Pointer (RFC 6901). Applied in their order, as a JSON Patch, they turn
the one document into the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One place that changed. `old` and `new` are JSON values; null where there is none."""

    op: Literal["add", "remove", "replace"]
    pointer: str
    old: Any
    new: Any


def changes(old: Any, new: Any, at: str = "") -> Iterator[Change]:
    """The changes from one JSON value to another, nothing where they are equal."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in old:
            if name in new:
                yield from changes(old[name], new[name], f"{at}/{escaped(name)}")
            else:
                yield Change("remove", f"{at}/{escaped(name)}", old[name], None)
        for name in new:
            if name not in old:
                yield Change("add", f"{at}/{escaped(name)}", None, new[name])
    elif isinstance(old, list) and isinstance(new, list):
        yield from _list_changes(old, new, at)
    elif type(old) is not type(new) or old != new:
        yield Change("replace", at, old, new)


def _list_changes(old: list[Any], new: list[Any], at: str) -> Iterator[Change]:
    """Between the equal beginnings and ends of two lists: places that differ, then those too many, or too few."""
    start = 0
    while start < min(len(old), len(new)) and _same(old[start], new[start]):
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and _same(old[-1 - end], new[-1 - end]):
        end += 1
    both = min(len(old), len(new)) - end
    for index in range(start, both):
        yield from changes(old[index], new[index], f"{at}/{index}")
    for index in range(len(old) - end - 1, both - 1, -1):
        yield Change("remove", f"{at}/{index}", old[index], None)
    for index in range(both, len(new) - end):
        yield Change("add", f"{at}/{index}", None, new[index])


def _same(old: Any, new: Any) -> bool:
    """Equal as JSON: true is not 1."""
    return next(changes(old, new), None) is None


def escaped(name: str) -> str:
    """A name as a part of a JSON Pointer."""
    return str(name).replace("~", "~0").replace("/", "~1")
