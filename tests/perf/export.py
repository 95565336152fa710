"""How many events a second does the export bring from a filled log into the warehouse, snapshot included?

`python -m tests.perf.export [n]` fills the database that the settings name with n events of whole games and exports them
into an empty warehouse. The floor is the typed decoding of the same log, once it is read, by one process.

    export_<database>            every process the machine has cores for, as `manage.py export` does
    export_one_<database>        in one process
    export_next_<database>       games a second when one more finished game is exported at a time, no snapshot made; the
                                 floor is the same into an empty warehouse
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tests.perf.measure import Measurement

EVENTS = 400_000
NEXT = 20
SEEDS = 60


def fill(n: int) -> int:
    """Append whole games until there are n events, the same few dozen games again and again under other ids."""
    from django.db import transaction

    from tests.analytics.playing import played, put

    games = [played("spooky_bar", seats, seed) for seed in range(SEEDS) for seats in (2, 3, 4)]
    done = 0
    while done < n:
        with transaction.atomic():
            for game in games:
                put(game)
                done += len(game)
    return done


def decoding() -> float:
    """Bodies a second that are decoded to their types."""
    from events import store
    from gameplay import log

    streams = {stream: 0 for stream, _ in store.versions(limit=500)}
    rows = [row for _, found in store.read_many(after=streams) for row in found]
    codec = log.codec("spooky_bar")
    decoders: dict[str, Any] = {log.CHOICE_MADE: codec.choice_made, log.DEALER_ANSWERED: codec.dealer_answered}
    started = time.perf_counter()
    for _, kind, _, body, _ in rows:
        decoder = decoders.get(kind)
        if decoder is None:
            log.decode(kind, body)
        else:
            decoder(body)
    return len(rows) / (time.perf_counter() - started)


def exporting(processes: int) -> float:
    """Events a second into an empty warehouse."""
    from analytics.export import export

    with tempfile.TemporaryDirectory() as folder:
        done = export(Path(folder), processes=processes)
    return done.events / done.seconds


def next_games(folder: Path) -> float:
    """Games a second, exported one by one as they are finished; only the runs of the exporter are timed."""
    from analytics import warehouse
    from analytics.export import export
    from tests.analytics.playing import played, put

    warehouse.PATIENCE = 10**9  # snapshots are for readers, and cost what the whole warehouse weighs
    passed = 0.0
    for seed in range(NEXT):
        put(played("spooky_bar", 3, seed))
        passed += export(folder).seconds
    return NEXT / passed


def measure_export(n: int = EVENTS) -> Iterator[Measurement]:
    from django.db import connection

    from analytics.export import export

    database = connection.vendor
    with tempfile.TemporaryDirectory() as empty:
        export(Path(empty), publish_now=True)
        before = next_games(Path(empty))
    fill(n)
    floor = decoding()
    yield Measurement(f"export_{database}", exporting(os.cpu_count() or 1), "events/s", floor)
    yield Measurement(f"export_one_{database}", exporting(1), "events/s", floor)
    with tempfile.TemporaryDirectory() as full:
        export(Path(full), publish_now=True, processes=os.cpu_count() or 1)
        yield Measurement(f"export_next_{database}", next_games(Path(full)), "games/s", before)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for measured in measure_export(*map(int, islice(sys.argv, 1, 2))):
        print(measured.line(), flush=True)
