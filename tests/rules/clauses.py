"""Which clauses do the rules and their tests name?

A clause is named by writing its id in a docstring: of a function or class of the rules, or of a test.
`python -m tests.rules.clauses <game>` prints the index for the game's README.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Rules

PACKAGE = Path(__file__).parents[2] / "gameplay" / "rules"
TESTS = Path(__file__).parent


def clauses(rules: Rules, text: str) -> set[str]:
    """The ids in a text."""
    return set(re.findall(rf"{rules.prefix}\d+\.\d+", text))


def specified(rules: Rules) -> set[str]:
    """The ids that the specification defines: those that open a point in bold type."""
    return set(re.findall(rf"\*\*({rules.prefix}\d+\.\d+)", rules.text))


def docstrings(folder: Path) -> list[tuple[str, str]]:
    """(module.name, docstring) of all functions and classes below a folder, in the order of the files."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for outer in [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]:
            for node in outer.body:
                if isinstance(node, ast.FunctionDef | ast.ClassDef):
                    within = f"{outer.name}." if isinstance(outer, ast.ClassDef) else ""
                    found.append((f"{path.stem}.{within}{node.name}", ast.get_docstring(node) or ""))
    return found


def named(rules: Rules, folder: Path) -> dict[str, list[str]]:
    """Each clause with the functions and classes whose docstring names it."""
    found: dict[str, list[str]] = {}
    for place, text in docstrings(folder / rules.name):
        for clause in clauses(rules, text):
            found.setdefault(clause, []).append(place)
    return found


def index(rules: Rules) -> str:
    """The table of the game's README: clause, and where it is carried out."""
    places = named(rules, PACKAGE)
    ids = sorted(places, key=lambda clause: [int(part) for part in re.findall(r"\d+", clause)])
    rows = [f"| {clause} | {', '.join(f'`{place}`' for place in places[clause])} |" for clause in ids]
    return "\n".join(["| clause | where |", "| --- | --- |", *rows])


if __name__ == "__main__":
    print(index(GAMES[sys.argv[1]]))
