"""How are the values of a report's columns said to people?"""

from __future__ import annotations

import re
from typing import Any, Final

from gameplay.rules.catalogue import GAMES

_PSEUDONYM: Final = re.compile(r"([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


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
        case "participant" | "opponent":
            return participant(str(value))
    return "none" if value is None else spaced(str(value))


def participant(value: str) -> str:
    """Who plays: a person by the beginning of the pseudonym, a bot, or what a group plays against."""
    if found := _PSEUDONYM.fullmatch(value):
        return f"person {found[1]}"
    match value.split(":"):
        case ["bot", name]:
            return f"bot {spaced(name)}"
        case ["mode", mode, seats]:
            return f"{spaced(mode)}, {named('seat_count', int(seats)) if seats.isdecimal() else seats}"
    return value


def spaced(name: str) -> str:
    return name.replace("_", " ")


def is_share(unit: str) -> bool:
    return unit.startswith("share")


def is_difference(unit: str) -> bool:
    return unit.startswith("difference of shares")


def said_unit(unit: str) -> str:
    """The unit in which `figure` says a value."""
    return "%" if is_share(unit) else "percentage points" if is_difference(unit) else unit


def figure(value: Any, unit: str, *, exact: bool = False) -> str:
    """A figure as people read it: shares in per cent, their differences in percentage points, numbers with three figures; `exact` with a figure more."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if is_share(unit):
        return f"{100 * value:.{1 if exact or 0 < value < 0.01 else 0}f}%"
    if is_difference(unit):
        return f"{100 * value:+.1f} pp" if exact else f"{100 * value:+.0f}"
    if isinstance(value, int):
        return _grouped(f"{value:,}")
    if value == 0:
        return "0"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return _grouped(f"{value:,.{digits + exact}f}")


def _grouped(number: str) -> str:
    return number.replace(",", "\N{NARROW NO-BREAK SPACE}")
