"""What does a reader see that asks reports all the time? Used by threads of a test, and run as a process with some threads of its own.

python -m tests.analytics.reader <folder> <threads>      prints `ready`; reads until a line comes; prints what each thread has seen
"""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

PAUSE = 0.2
"""Seconds between two answers of a reader, so that twenty of them leave something of the machine to the exporter."""


@dataclass
class Seen:
    """What went wrong, and how many finished games the snapshots had, by number."""

    failures: list[str] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)

    def add(self, number: int, games: set[int]) -> None:
        """An answer of the snapshot of this number, in which so many games were counted, in several ways."""
        if len(games) != 1 or self.answers.setdefault(number, min(games)) not in games:
            self.failures.append(f"snapshot {number} has {sorted(games)} games, and had {self.answers.get(number)}")


def read_on(folder: Path, stop: threading.Event, seen: Seen) -> None:
    """Ask three questions of one opened snapshot, again and again; the answers have to be of the same games."""
    from analytics.reports import REPORTS
    from analytics.snapshots import reading

    while not stop.wait(PAUSE):
        try:
            with reading(folder, at_once=True) as (snapshot, connection):
                by_rules = REPORTS["games_by_rules"].run(connection, {})
                by_seat = REPORTS["win_rate_by_seat"].run(connection, {})
                [(counted,)] = connection.execute("SELECT count(DISTINCT game_id) FROM events").fetchall()
            seen.add(snapshot.number, {sum(row.games_finished for row in by_rules), by_seat[0].games, counted})
        except Exception as failure:  # noqa: BLE001 - any is a failure of the test
            seen.failures.append(repr(failure))


def main(folder: str, threads: str) -> None:
    import json

    import django

    django.setup()
    stop, seen = threading.Event(), [Seen() for _ in range(int(threads))]
    running = [threading.Thread(target=read_on, args=(Path(folder), stop, each), daemon=True) for each in seen]
    for thread in running:
        thread.start()
    print("ready", flush=True)
    sys.stdin.readline()
    stop.set()
    for thread in running:
        thread.join()
    print(json.dumps([{"failures": each.failures, "answers": each.answers} for each in seen]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
