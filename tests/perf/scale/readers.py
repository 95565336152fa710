"""Do readers notice when the published statistics are switched?

`python -m tests.perf.scale.readers`: 20 readers ask a report of the newest snapshot, each about twice a second, as the web server does:
every answer is from what the pointer names, or while that is being opened from the one before. Meanwhile another process exports one more game and publishes, some times over.

    readers_errors       answers that failed; the floor is how many there were
    readers_before       milliseconds within which 99 of 100 answers came while nothing was published
    readers_during       the same from the start of each export until a second after its switch; the floor is the time before
    readers_switches     how many snapshots the readers have seen; the floor is how many were published
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from typing import Final, NamedTuple

from tests.perf.scale.parts import say

READERS: Final = 20
PAUSE: Final = 1.0
"""Seconds between two answers of a reader, at most; half of it in the middle."""
QUIET: Final = 20.0
SWITCHES: Final = 3
AFTER: Final = 1.0
REPORT: Final = "games_by_rules"
"""The report that the index of the pages shows; what is measured is the switch and not a large question."""


class Answered(NamedTuple):
    """When an answer was asked for, how long it took, and from which snapshot it came; 0 for an error."""

    at: float
    seconds: float
    number: int


def publish() -> None:
    """In a process of its own, as the worker does: one more game, exported and published."""
    from analytics.export import export
    from analytics.snapshots import folder_of_settings
    from tests.analytics.playing import played, put

    put(played("spooky_bar", 3, 1))
    done = export(folder_of_settings(), publish_now=True)
    assert done.snapshot is not None


def read_on(until: threading.Event, answers: list[Answered], seed: int) -> None:
    """Ask until it is enough."""
    import duckdb

    from analytics.reports import REPORTS
    from analytics.snapshots import Unpublished, folder_of_settings, reading

    pause = random.Random(seed)
    while not until.wait(pause.uniform(0, PAUSE)):
        started = time.perf_counter()
        number = 0
        try:
            with reading(folder_of_settings(), at_once=True) as (snapshot, connection):
                REPORTS[REPORT].run(connection, {})
                number = snapshot.number
        except (duckdb.Error, OSError, Unpublished) as error:
            print(f"# a reader failed: {type(error).__name__}: {error}", file=sys.stderr)
        answers.append(Answered(started, time.perf_counter() - started, number))


def within(answers: list[Answered], share: float = 0.99) -> float:
    """Milliseconds within which this share of the answers came."""
    took = sorted(answer.seconds for answer in answers)
    return 1000 * took[min(len(took) - 1, int(share * len(took)))]


def main() -> None:
    enough = threading.Event()
    answers: list[Answered] = []
    readers = [threading.Thread(target=read_on, args=(enough, answers, seed)) for seed in range(READERS)]
    for reader in readers:
        reader.start()
    time.sleep(QUIET)
    switches = []
    for _ in range(SWITCHES):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "tests.perf.scale.readers", "publish"], check=True)
        time.sleep(AFTER)
        switches.append((started, time.perf_counter()))
    time.sleep(AFTER)
    enough.set()
    for reader in readers:
        reader.join()
    first = switches[0][0]
    before = [answer for answer in answers if answer.at < first]
    during = [answer for answer in answers if any(start <= answer.at + answer.seconds and answer.at <= end for start, end in switches)]
    say("readers_errors", sum(not answer.number for answer in answers), "answers", len(answers))
    say("readers_before", within(before), "ms")
    say("readers_during", within(during), "ms", within(before))
    say("readers_switches", len({answer.number for answer in answers if answer.number}) - 1, "snapshots", SWITCHES)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if sys.argv[1:] == ["publish"]:
        publish()
    else:
        main()
