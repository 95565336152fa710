"""Which games are there, and what are their parts called?"""

from __future__ import annotations

from importlib import import_module

from .contract import Rules

NAMES: tuple[str, ...] = ("spooky_bar", "spirits_of_christmas", "ghostel", "bar_fight")
"""The games that can be played, in the order in which they are listed."""


def _load() -> dict[str, Rules]:
    found = {}
    for name in NAMES:
        rules = import_module(f"{__package__}.{name}").RULES
        if not isinstance(rules, Rules):
            raise TypeError(f"{name}.RULES is not a Rules")
        found[name] = rules
    return found


GAMES: dict[str, Rules] = _load()
