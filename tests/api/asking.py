"""How does a test ask the statistics in SQL?"""

from __future__ import annotations

import atexit
import shutil
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from analytics.export import export
from tests.analytics.playing import played, put
from tests.api.conftest import Answer, Api

ROOT = "/analytics/queries"
ENDLESS = "WITH RECURSIVE t AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM t) SELECT sum(a) FROM t"

_made: list[Path] = []
"""Where this process has the statistics that its tests copy."""


def ask(api: Api, sql: str, *, headers: dict[str, str] | None = None, **body: Any) -> Answer:
    """The answer to a query; `body` are its other members."""
    return api.post(ROOT, {"sql": sql, **body}, **(headers or {}))


def three_games(folder: Path) -> Path:
    """Statistics of three finished games of Spooky Bar, published in this folder."""
    for seed in range(3):
        put(played("spooky_bar", 2, seed))
    export(folder)
    return folder


def three_games_exported_before(folder: Path) -> Path:
    """The same statistics without the games in the log: exported once for all tests of this process. The first call needs a database."""
    if not _made:
        made = Path(mkdtemp(prefix="revenant-three-games-"))
        atexit.register(shutil.rmtree, made, ignore_errors=True)
        _made.append(three_games(made))
    shutil.copytree(_made[0], folder)
    return folder
