"""Where does the SQL of the statistics stand?

`sql/staging/` holds macros and views that rename and select, one source each; they are made in every published snapshot.
What belongs to one game lies in a folder named after it; `united/` has what is made of several games. What a report could not
count in time is a table there: counted once for each snapshot. `sql/marts/` holds one question a file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from analytics.decks import deck_view
from gameplay.rules.catalogue import GAMES

FOLDER: Final = Path(__file__).parent / "sql"


def staging() -> list[str]:
    """The statements that make the macros, the views and the counts: first those that are made from the rules, then those of the
    files, in the order of their names."""
    together = ", ".join(f"'{name}'" for name, rules in GAMES.items() if rules.cooperative)
    folders = [FOLDER / "staging", *(FOLDER / "staging" / name for name in (*GAMES, "united"))]
    macro = f"CREATE MACRO wins_together(name) AS list_contains([{together}]::VARCHAR[], name)"
    return [macro, deck_view(), *(_read(path) for folder in folders for path in sorted(folder.glob("*.sql")))]


def mart(name: str) -> str:
    """The query that answers one question."""
    return _read(FOLDER / "marts" / f"{name}.sql")


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
