"""How many rows a second go into Parquet files, and how many bytes does an event take there, its facts and answers included?

`python -m tests.perf.datasets [n]` exports n events of whole games and writes all of their files; then one more game, and those of
its month. The floor of the rows is the plain writing of the same rows, read from the snapshot at once and in no order.

    datasets_rows                of all tables
    datasets_events              events a second, with all that belongs to them
    datasets_kilobytes           bytes of a thousand events; the floor is what they take in the snapshot
    datasets_next                milliseconds for nothing but a look at what has changed; the floor is the whole
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tests.perf.measure import Measurement

EVENTS = 200_000


def plainly(folder: Path, tables: list[str]) -> float:
    """Seconds for all rows of these tables, one file each."""
    import pyarrow.parquet as pq

    from analytics.snapshots import reading

    started = time.perf_counter()
    with reading(folder) as (_, connection):
        for table in tables:
            pq.write_table(connection.sql(f'SELECT * FROM "{table}"').to_arrow_table(), folder / "plain.parquet", compression="zstd")
    return time.perf_counter() - started


def measure_datasets(n: int = EVENTS) -> Iterator[Measurement]:
    from analytics.datasets import publish
    from analytics.export import export
    from tests.perf.export import fill

    fill(n)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        exported = export(folder, publish_now=True, processes=os.cpu_count() or 1)
        done = publish(folder, now=True)
        assert done is not None
        assert exported.snapshot is not None
        rows, size = sum(file.rows for file in done.written), sum(file.bytes for file in done.written)
        floor = plainly(folder, [table.name for table in done.manifest.tables])
        yield Measurement("datasets_rows", rows / done.seconds, "rows/s", rows / floor)
        yield Measurement("datasets_events", exported.events / done.seconds, "events/s", exported.events / floor)
        snapshot = (folder / exported.snapshot.name).stat().st_size
        yield Measurement("datasets_kilobytes", 1000 * size / exported.events, "B", 1000 * snapshot / exported.events)
        started = time.perf_counter()
        assert publish(folder, now=True) is None
        yield Measurement("datasets_next", 1000 * (time.perf_counter() - started), "ms", 1000 * done.seconds)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    for measured in measure_datasets(*map(int, islice(sys.argv, 1, 2))):
        print(measured.line(), flush=True)
