"""Do twenty readers notice that published statistics are switched under them?"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from analytics.export import export
from analytics.snapshots import pointer_read
from tests.analytics.playing import played, put
from tests.analytics.reader import Seen, read_on

pytestmark = pytest.mark.django_db(transaction=True)

PROCESSES, THREADS = 3, 5
SWITCHES = 4


def test_twenty_readers_in_four_processes_notice_no_switch(folder):
    """Each asks reports all the time. None fails, and what an answer says fits together, and is that of the snapshot it names."""
    games = 1
    put(played("spooky_bar", 2, games))
    export(folder, publish_now=True)
    held = {pointer_read(folder).number: games}
    with reading_processes(folder) as processes, reading_threads(folder) as here:
        for _ in range(SWITCHES):
            games += 1
            put(played("spooky_bar", 2, games))
            number = export(folder, publish_now=True).snapshot.number
            held[number] = games
        until(lambda: all(number in each.answers or each.failures for each in here))
        elsewhere = [each for process in processes for each in stopped(process)]
    seen = [*here, *elsewhere]
    assert len(seen) == (PROCESSES + 1) * THREADS == 20
    for each in seen:
        assert each.failures == []
        assert each.answers.items() <= held.items()
        assert len(each.answers) > 0
    assert len({number for each in seen for number in each.answers}) > 1
    assert held[pointer_read(folder).number] == SWITCHES + 1


@contextmanager
def reading_processes(folder: Path) -> Iterator[list[subprocess.Popen]]:
    """Readers that are ready and at it; whatever happens, none outlives the test."""
    command = [sys.executable, "-m", "tests.analytics.reader", str(folder), str(THREADS)]
    processes = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(PROCESSES)]
    try:
        for process in processes:
            assert process.stdout.readline() == "ready\n"
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()


@contextmanager
def reading_threads(folder: Path) -> Iterator[list[Seen]]:
    stop, seen = threading.Event(), [Seen() for _ in range(THREADS)]
    threads = [threading.Thread(target=read_on, args=(folder, stop, each), daemon=True) for each in seen]
    for thread in threads:
        thread.start()
    try:
        yield seen
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def stopped(process: subprocess.Popen) -> list[Seen]:
    """What the threads of a process have seen."""
    said, _ = process.communicate("stop\n", timeout=60)
    return [Seen(each["failures"], {int(number): games for number, games in each["answers"].items()}) for each in json.loads(said)]


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.05)


def test_a_reader_of_the_test_tells_a_mixed_answer():
    seen = Seen()
    seen.add(1, {5})
    seen.add(1, {5, 6})
    seen.add(1, {6})
    assert seen.answers == {1: 5}
    assert len(seen.failures) == 2
