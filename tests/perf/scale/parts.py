"""How fast is the way from a large log to the answers? The measurements that need no other database.

`python -m tests.perf.scale.parts <part> [arguments]`, with the settings' database filled; each prints its lines. The floor of a line is
the target where there is one.

    export <processes>     events a second of a whole run of `manage.py export` into an empty warehouse, with the start of Python
                           and the publishing; what an event takes in the log, the warehouse and the snapshot; how long publishing took;
                           and how many events so many processes could read and fold in a second if they noted and wrote nothing
    next <name>            milliseconds of a run of the exporter that finds one more finished game; median of some, without a snapshot
    reports                milliseconds of each report with no restriction, the snapshot opened each time as the service does
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, Final

from tests.perf.measure import Measurement

EXPORT_TARGET: Final = 70_000
"""Of two cores; decision 0027 says why not 100,000."""
REPORT_TARGET: Final = 1000
FOLDED: Final = 1000
"""Games of which the least is measured."""
NEXT: Final = 15
RUNS: Final = 5
_BYTES: Final = "bytes/event"


def say(name: str, value: float, unit: str, floor: float = 0) -> None:
    print(Measurement(f"scale_{name}", value, unit, floor).line(), flush=True)


def export(processes: str) -> None:
    """Run the command as anybody would, and weigh what it made."""
    from django.conf import settings
    from django.db import connection

    from analytics.snapshots import folder_of_settings, pointer_read
    from analytics.warehouse import FILE

    folder = folder_of_settings()
    started = time.perf_counter()
    subprocess.run([sys.executable, "manage.py", "export", "--processes", processes], check=True, stdout=sys.stderr, cwd=settings.BASE_DIR)
    passed = time.perf_counter() - started
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(version) FROM events_stream")
        events = int(cursor.fetchone()[0])
    published = pointer_read(folder)
    assert published is not None
    say("export", events / passed, "events/s", EXPORT_TARGET)
    say("folding", folding() * int(processes), "events/s", events / passed)
    say("publish", 1000 * published.seconds, "ms")
    say("size_log", _log_bytes() / events, _BYTES)
    say("size_warehouse", (folder / FILE).stat().st_size / events, _BYTES)
    say("size_snapshot", (folder / published.name).stat().st_size / events, _BYTES)


def folding() -> float:
    """Events a second that one process reads and folds, which is the least that an export has to do."""
    from analytics.folding import Due, games_read
    from events import store
    from gameplay.rules import kernel
    from gameplay.table import Table

    due = {game: Due(game, length, b"") for game, length in store.versions(limit=FOLDED)}
    done, started = 0, time.process_time()
    for game, events in games_read(due):
        table = Table(game)
        for event in events:
            table.apply(event, kernel.ignore)
        done += len(events)
    return done / (time.process_time() - started)


def _log_bytes() -> int:
    from django.db import connection

    if connection.vendor == "sqlite":
        return Path(connection.settings_dict["NAME"]).stat().st_size
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size('events_event') + pg_total_relation_size('events_stream')")
        return int(cursor.fetchone()[0])


def next_games(name: str) -> None:
    """One more game, again and again; only the runs of the exporter are timed, the first of which opens what it needs."""
    from analytics import warehouse
    from analytics.export import export as exported
    from analytics.snapshots import folder_of_settings
    from tests.analytics.playing import played, put

    warehouse.PATIENCE = 10**9  # snapshots are for readers, and cost what the whole warehouse weighs
    took = []
    game = played("spooky_bar", 3, 1)
    for _ in range(NEXT + 1):
        put(game)
        started = time.perf_counter()
        done = exported(folder_of_settings())
        took.append(time.perf_counter() - started)
        assert done.events == len(game), done
    say(f"next_{name}", 1000 * median(took[1:]), "ms")


def reports() -> None:
    """Every report, some times each."""
    from analytics.reports import REPORTS
    from analytics.snapshots import folder_of_settings, reading

    medians = {}
    slowest = 0.0
    for report in REPORTS.values():
        took = []
        for _ in range(RUNS):
            started = time.perf_counter()
            with reading(folder_of_settings()) as (_, connection):
                report.run(connection, {})
            took.append(1000 * (time.perf_counter() - started))
        medians[report.name] = median(took)
        slowest = max(slowest, *took)
        say(f"report_{report.name}", medians[report.name], "ms", REPORT_TARGET)
    say("reports_median", median(medians.values()), "ms", REPORT_TARGET)
    say("reports_worst", slowest, "ms", REPORT_TARGET)


PARTS: Final[dict[str, Callable[..., Any]]] = {"export": export, "next": next_games, "reports": reports}


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    PARTS[sys.argv[1]](*sys.argv[2:])
