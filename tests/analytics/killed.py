"""What if the exporter dies here? A process that exports and kills itself with SIGKILL at a named point, or waits to be killed.

With `--changed` it exports once, waits for a word, and dies in a second run, which asks only for what has changed.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.analytics.forking import READY

POINTS = {
    "before there are tables": ("duckdb.DuckDBPyConnection.commit", "before", 1),
    "before the first row": ("analytics.warehouse.Warehouse.write", "before", 1),
    "between two tables": ("analytics.warehouse._insert", "before", 5),
    "with rows inserted but not committed": ("duckdb.DuckDBPyConnection.commit", "before", 2),
    "between two tables of the second batch": ("analytics.warehouse._insert", "before", 80),
    "with the second batch inserted but not committed": ("duckdb.DuckDBPyConnection.commit", "before", 3),
    "between two stages of a batch": ("analytics.warehouse.Warehouse.write", "after", 1),
    "after the first commit": ("duckdb.DuckDBPyConnection.commit", "after", 2),
    "after the second commit": ("duckdb.DuckDBPyConnection.commit", "after", 3),
    "before games are rated": ("analytics.warehouse.Warehouse.rate", "before", 1),
    "with ratings written but not committed": ("analytics.ratings.update", "after", 1),
    "before the snapshot is copied": ("analytics.warehouse.copied", "before", 1),
    "with the copy as it is": ("analytics.warehouse._make_readable", "before", 1),
    "with the copy ready but without its name": ("analytics.warehouse._make_readable", "after", 1),
    "with the snapshot named but not pointed to": ("analytics.warehouse.pointer_write", "before", 1),
    "before old snapshots are dropped": ("analytics.warehouse.drop_old", "before", 1),
    "before it notes how far it looked": ("analytics.warehouse.Warehouse.remember", "before", 1),
    "after it noted how far it looked": ("analytics.warehouse.Warehouse.remember", "after", 1),
    "before it leaves word of its success": ("analytics.status.success_note", "before", 1),
    "changed, before the first row": ("analytics.warehouse.Warehouse.write", "before", 1),
    "changed, with rows inserted but not committed": ("duckdb.DuckDBPyConnection.commit", "before", 1),
    "changed, after the first commit": ("analytics.warehouse.Warehouse.write", "after", 1),
    "changed, before it notes how far it looked": ("analytics.warehouse.Warehouse.remember", "before", 1),
    "changed, after it noted how far it looked": ("analytics.warehouse.Warehouse.remember", "after", 1),
    "rebuild, before the first row": ("analytics.warehouse.Warehouse.write", "before", 1),
    "rebuild, before the second transaction": ("analytics.warehouse.Warehouse.write", "before", 2),
    "rebuild, before all of it is in the file": ("analytics.warehouse.Warehouse.complete", "before", 1),
    "rebuild, before it is put into place": ("analytics.export.replaced", "before", 1),
    "rebuild, between the old log and the new file": ("analytics.warehouse.sync", "before", 1),
    "rebuild, after it was put into place": ("analytics.export.replaced", "after", 1),
}
"""Which function, whether before or after it, and at which of its calls."""
NOWHERE = "nowhere"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def arm(point: str) -> None:
    """Make that call of a function the last thing this process does."""
    import importlib

    path, when, which = POINTS[point]
    owner_path, name = path.rpartition(".")[::2]
    try:
        owner: Any = importlib.import_module(owner_path)
    except ModuleNotFoundError:
        module, cls = owner_path.rpartition(".")[::2]
        owner = getattr(importlib.import_module(module), cls)
    original: Callable[..., Any] = getattr(owner, name)
    calls = 0

    def dying(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == which and when != "after":
            die()
        result = original(*args, **kwargs)
        if calls == which:
            die()
        return result

    setattr(owner, name, dying)


def main(line: Connection, database: str, folder: str, point: str, how: str = "") -> None:
    from django.db import connection

    from analytics import export

    connection.settings_dict["NAME"] = database
    export.PIECE, export.STAGE, export.BATCH = 100, 150, 300
    if how == "--changed":
        export.export(Path(folder), wait=True)
        line.send(READY)
        line.recv()
        export._heads = die  # type: ignore[assignment] - a run that compares everything would not be the one that is meant
    if point != NOWHERE:
        arm(point)
    line.send(READY)
    export.export(Path(folder), wait=True, publish_now=True, rebuild=how == "--rebuild")
