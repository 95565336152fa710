"""On what statistics do the tests of charts and pages stand? Games of every kind, exported once in a process and then only read."""

from __future__ import annotations

import atexit
import shutil
from pathlib import Path
from tempfile import mkdtemp

from analytics.export import export
from tests.analytics.playing import played, put

_made: list[Path] = []


def statistics_of_all_games() -> Path:
    """The folder of a warehouse with published statistics. The first call needs a database."""
    if not _made:
        folder = Path(mkdtemp(prefix="revenant-charts-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        for seed in range(4):
            for seats in (2, 3):
                put(played("spooky_bar", seats, seed))
                put(played("spirits_of_christmas", seats, seed, bot="sensible"))
            put(played("ghostel", 3, seed))
            put(played("bar_fight", 4, seed))
        export(folder)
        _made.append(folder)
    return _made[0]
