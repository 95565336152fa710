"""With which codes do the rules of the games refuse a choice?

Read from the calls of `Illegal` in the source of the rules, so that no list of codes can grow old beside them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from gameplay.rules.catalogue import GAMES

_CLAUSE: Final = re.compile(r"[A-Z]{2,4}-[0-9.]+[a-z]?")


class Refusal(NamedTuple):
    """One place in the rules that refuses: the clause is empty where it depends on the choice."""

    game: str
    clause: str
    detail: str


@cache
def refusals() -> dict[str, list[Refusal]]:
    """code -> where it is used, in the order of games and clauses."""
    found: dict[str, set[Refusal]] = {}
    for name, rules in GAMES.items():
        package = import_module(rules.state.__module__.rpartition(".")[0])
        for path in sorted(Path(str(package.__file__)).parent.glob("*.py")):
            for code, clause, detail in _calls(ast.parse(path.read_text())):
                found.setdefault(code, set()).add(Refusal(name, clause, detail))
    return {code: sorted(places) for code, places in sorted(found.items())}


def _calls(tree: ast.AST) -> Iterator[tuple[str, str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Illegal":
            parts = node.args[:3]
        elif isinstance(node, ast.Tuple) and len(node.elts) == 3 and _CLAUSE.fullmatch(_text(node.elts[1])):
            parts = node.elts  # what becomes a refusal later: `Illegal(*clue)`
        else:
            continue
        code, clause, detail = (_text(part) for part in (*parts, *[ast.Constant("")] * 3)[:3])
        if code:
            yield code, clause, detail


def _text(part: ast.AST) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else ""
