"""How does a test ask the statistics in SQL?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from analytics.export import export
from tests.analytics.playing import played, put
from tests.api.conftest import Answer, Api

ROOT = "/analytics/queries"
ENDLESS = "WITH RECURSIVE t AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM t) SELECT sum(a) FROM t"


def ask(api: Api, sql: str, *, headers: dict[str, str] | None = None, **body: Any) -> Answer:
    """The answer to a query; `body` are its other members."""
    return api.post(ROOT, {"sql": sql, **body}, **(headers or {}))


def three_games(folder: Path) -> Path:
    """Statistics of three finished games of Spooky Bar, published in this folder."""
    for seed in range(3):
        put(played("spooky_bar", 2, seed))
    export(folder)
    return folder
