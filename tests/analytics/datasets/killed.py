"""What if the writer of the files dies here? A process that kills itself with SIGKILL at a named point."""

from __future__ import annotations

import importlib
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.analytics.forking import READY

POINTS = {
    "before the first file": ("analytics.parquet", "write", 1),
    "in the middle of a file": ("pyarrow.parquet.ParquetWriter", "write_table", 4),
    "with a file written but not named": ("pathlib.Path", "rename", 2),
    "between two files": ("analytics.parquet", "write", 6),
    "before the manifest": ("analytics.datasets._Writing", "closed", 1),
    "with the manifest written but not on the disk": ("analytics.datasets", "_sync", 1),
    "with all in place but nothing that leads there": ("analytics.datasets", "_switch", 1),
    "with the new pointer beside the old one": ("pathlib.Path", "replace", 1),
    "before old generations go": ("analytics.datasets", "_prune", 1),
    "while an old generation goes": ("shutil", "rmtree", 1),
}
"""Before which call of which function."""
NOWHERE = "nowhere"


def arm(point: str) -> None:
    """Make that call the last thing this process comes to."""
    path, name, which = POINTS[point]
    module, _, cls = path.rpartition(".")
    owner: Any = getattr(importlib.import_module(module), cls) if cls[:1].isupper() or cls[:2] == "_W" else importlib.import_module(path)
    original: Callable[..., Any] = getattr(owner, name)
    calls = 0

    def dying(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == which:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*args, **kwargs)

    setattr(owner, name, dying)


def main(line: Connection, folder: str, point: str) -> None:
    from analytics import datasets

    if point != NOWHERE:
        arm(point)
    line.send(READY)
    datasets.publish(Path(folder), wait=True, now=True)
