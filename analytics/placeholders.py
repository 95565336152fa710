"""Which parameters stand in a text of SQL, in which order?

Read by its tokens and not by DuckDB: its parser runs strangers' texts in a process of their own only (`cell.py`).
"""

from __future__ import annotations

import re
from typing import Final

MOST: Final = 100
"""Parameters that a query can have."""

_TOKEN: Final = re.compile(
    r"""
      (?i:\be)'(?:[^'\\]|\\.|'')*(?:'|\Z)          # e'it\'s'
    | '(?:[^']|'')*(?:'|\Z)
    | "(?:[^"]|"")*(?:"|\Z)
    | --[^\n]*
    | (?P<comment>/\*)
    | \$(?P<tag>[^\W\d]\w*)?\$                     # $$ or $tag$ begins a text
    | \$\s*(?:(?P<number>\d+)|(?P<name>\w+)|"(?P<quoted>[^"]+)")
    | \?(?P<place>\d*)
    | [^\W\d][\w$]*                                # a word, which may hold a $
    """,
    re.VERBOSE | re.DOTALL,
)
_BRACKET: Final = re.compile(r"/\*|\*/")


def parameters_in(sql: str) -> list[str]:
    """The names without `$`, each once, in the order of the text; `1`, `2` … for those that go by their place."""
    found: dict[str, str] = {}
    at = 0
    while len(found) < MOST and (token := _TOKEN.search(sql, at)):
        at = token.end()
        if token["comment"]:
            at = _after_comment(sql, at)
        elif token[0].endswith("$") and token[0].startswith("$"):
            end = sql.find(token[0], at)
            at = len(sql) if end < 0 else end + len(token[0])
        elif (name := _name_of(token, len(found))) is not None:
            found.setdefault(name.lower(), name)
    return list(found.values())


def _name_of(token: re.Match[str], before: int) -> str | None:
    if token["number"] or token["place"]:
        return str(int(token["number"] or token["place"]))
    if token["place"] is not None:
        return str(before + 1)
    found: str | None = token["name"] or token["quoted"]
    return found


def _after_comment(sql: str, at: int) -> int:
    """Where the comment that began just before ends; one may stand within another."""
    depth = 1
    while depth and (bracket := _BRACKET.search(sql, at)):
        at = bracket.end()
        depth += 1 if bracket[0] == "/*" else -1
    return len(sql) if depth else at
