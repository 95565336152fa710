"""How are the values of a report's columns said to people?"""

from __future__ import annotations

from typing import Any

from gameplay.rules.catalogue import GAMES


def named(column: str, value: Any) -> str:
    """A name or a number of a thing, such that it can stand alone."""
    match column:
        case "rules" if value in GAMES:
            return GAMES[value].title
        case "seat_count" | "seats" if isinstance(value, int):
            return "1 seat" if value == 1 else f"{value} seats"
        case "seat" | "chapter" | "edition":
            return f"{column} {value}"
        case "sides":
            return f"{value}-sided dice"
        case "mode":
            return spaced(value).capitalize()
    return "none" if value is None else spaced(str(value))


def spaced(name: str) -> str:
    return name.replace("_", " ")


def is_share(unit: str) -> bool:
    return unit.startswith("share")


def figure(value: Any, unit: str, *, exact: bool = False) -> str:
    """A figure as people read it: shares in per cent, numbers with three figures; `exact` with a figure more."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if is_share(unit):
        return f"{100 * value:.{1 if exact or 0 < value < 0.01 else 0}f}%"
    if isinstance(value, int):
        return _grouped(f"{value:,}")
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return _grouped(f"{value:,.{digits + exact}f}")


def _grouped(number: str) -> str:
    return number.replace(",", "\N{NARROW NO-BREAK SPACE}")
