"""Are readers answered at once while a newer snapshot is being opened, and from the newer one as soon as it is?"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from analytics import forms, standing
from analytics.export import export
from analytics.reports import REPORTS
from analytics.snapshots import Snapshot, _Wanted, pointer_read, reading
from tests.analytics.numbered import COUNT, Numbered, connected, files, made, process_of_its_own
from tests.analytics.playing import played, put

SOON = 60
"""Seconds after which a test takes something for never."""


@pytest.fixture(autouse=True)
def nothing_open(monkeypatch):
    with process_of_its_own(monkeypatch) as process:
        yield process


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as pool:
        yield pool


class Gate:
    """Openings wait here from when it is closed until it is opened."""

    def __init__(self, real: Callable[[Path], duckdb.DuckDBPyConnection]) -> None:
        self.real = real
        self.reached, self.free = threading.Event(), threading.Event()
        self.failure: Exception | None = None
        self.passed: list[str] = []
        self.free.set()

    def close(self) -> None:
        self.reached.clear()
        self.free.clear()

    def __call__(self, path: Path) -> duckdb.DuckDBPyConnection:
        self.reached.set()
        assert self.free.wait(SOON)
        if self.failure is not None:
            raise self.failure
        self.passed.append(path.name)
        return self.real(path)


@pytest.fixture
def gate(monkeypatch) -> Iterator[Gate]:
    gate = Gate(standing._behind_walls)
    monkeypatch.setattr(standing, "_behind_walls", gate)
    yield gate
    gate.free.set()


def asked(path: Path) -> int:
    """How many numbers are in this file, or in the one that answers in its place."""
    with standing.connected(path, Numbered.of(path), at_once=True) as (about, connection):
        [(found,)] = connection.execute(COUNT).fetchall()
        assert found == about.number
        return found


def until(true: Callable[[], bool]) -> None:
    ends = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.005)


def in_use(path: Path, threads: ThreadPoolExecutor) -> tuple[threading.Event, Future[int]]:
    """A reader that stays in this file until it is told to leave, and then finds what it found before."""
    entered, leave = threading.Event(), threading.Event()

    def read() -> int:
        with connected(path) as connection:
            entered.set()
            assert leave.wait(SOON)
            return connection.execute(COUNT).fetchall()[0][0]

    reader = threads.submit(read)
    assert entered.wait(SOON)
    return leave, reader


@pytest.fixture
def two(tmp_path) -> tuple[Path, Path]:
    return made(tmp_path / "stats-1.duckdb", 1), made(tmp_path / "stats-2.duckdb", 2)


def test_the_old_one_answers_until_the_new_one_is_open(two, gate, threads, tmp_path):
    old, new = two
    leave, reader = in_use(old, threads)
    gate.close()
    assert [threads.submit(asked, new).result(SOON) for _ in range(20)] == [1] * 20
    assert gate.reached.wait(SOON)
    old.unlink()
    assert asked(new) == 1
    gate.free.set()
    until(lambda: asked(new) == 2)
    assert asked(new) == 2
    leave.set()
    assert reader.result(SOON) == 1
    assert gate.passed == ["stats-1.duckdb", "stats-2.duckdb"]
    assert files(tmp_path) == ["stats-2.duckdb"]


def test_the_old_one_is_closed_at_once_if_nobody_is_in_it_any_more(two, gate, threads, tmp_path):
    old, new = two
    leave, reader = in_use(old, threads)
    gate.close()
    assert asked(new) == 1
    leave.set()
    assert reader.result(SOON) == 1
    assert files(tmp_path) == ["stats-1.duckdb"]
    gate.free.set()
    until(lambda: files(tmp_path) == ["stats-2.duckdb"])


def test_who_is_alone_waits_and_sees_what_is_new(two, gate):
    old, new = two
    assert asked(old) == 1
    assert asked(new) == 2


def test_nobody_is_alone_right_after_another(two, gate, threads, monkeypatch):
    """Twenty readers are seldom in at the same time."""
    old, new = two
    assert threads.submit(asked, old).result(SOON) == 1
    gate.close()
    assert asked(new) == 1
    gate.free.set()
    until(lambda: asked(new) == 2)
    newer = made(new.with_name("stats-3.duckdb"), 3)
    monkeypatch.setattr(standing, "_LATELY", 0)
    assert asked(newer) == 3


def test_who_comes_while_somebody_alone_opens_it_does_not_wait(two, gate, threads, monkeypatch):
    monkeypatch.setattr(standing, "_LATELY", 0)
    old, new = two
    assert asked(old) == 1
    gate.close()
    alone = threads.submit(asked, new)
    assert gate.reached.wait(SOON)
    assert threads.submit(asked, new).result(SOON) == 1
    assert not alone.done()
    gate.free.set()
    assert alone.result(SOON) == 2
    assert gate.passed == ["stats-1.duckdb", "stats-2.duckdb"]


def test_who_comes_late_with_an_older_pointer_is_given_the_newer(two, gate):
    old, new = two
    assert asked(new) == 2
    assert asked(old) == 2
    assert gate.passed == ["stats-2.duckdb"]


def test_a_pointer_that_stays_with_an_older_one_is_followed(two, monkeypatch):
    """As after a backup of the statistics was put back."""
    old, new = two
    assert asked(new) == 2
    monkeypatch.setattr(standing, "BEHIND", 0.05)
    time.sleep(0.06)
    assert [asked(old), asked(old)] == [1, 1]


def test_who_wants_just_this_one_waits_for_it(two, gate, threads):
    old, new = two
    leave, reader = in_use(old, threads)
    gate.close()
    exact = threads.submit(lambda: in_use(new, threads)[0].set())
    assert gate.reached.wait(SOON)
    assert asked(new) == 1
    assert not exact.done()
    gate.free.set()
    exact.result(SOON)
    assert asked(new) == 2
    leave.set()
    reader.result(SOON)


def test_the_old_one_does_not_answer_for_longer_than_it_may(two, gate, threads, monkeypatch):
    old, new = two
    leave, reader = in_use(old, threads)
    gate.close()
    assert asked(new) == 1
    monkeypatch.setattr(standing, "BEHIND", 0.05)
    time.sleep(0.06)
    late = threads.submit(asked, new)
    time.sleep(0.1)
    assert not late.done()
    gate.free.set()
    assert late.result(SOON) == 2
    leave.set()
    reader.result(SOON)


def test_one_that_nobody_has_asked_for_lately_answers_nobody(two, gate, threads, monkeypatch):
    old, new = two
    monkeypatch.setattr(standing, "BEHIND", 0.05)
    leave, reader = in_use(old, threads)
    time.sleep(0.06)
    assert asked(new) == 2
    leave.set()
    reader.result(SOON)


def test_an_opening_that_fails_is_told_to_those_who_come_next(two, gate, threads, tmp_path):
    old, new = two
    leave, reader = in_use(old, threads)
    gate.failure = duckdb.IOException("a disk that fails")
    assert asked(new) == 1
    until(lambda: not standing._process.opening.locked())
    for _ in range(2):
        with pytest.raises(duckdb.IOException, match="a disk that fails"):
            asked(new)
    gate.failure = None
    assert asked(new) == 2
    leave.set()
    assert reader.result(SOON) == 1
    assert files(tmp_path) == ["stats-2.duckdb"]


def test_without_a_thread_the_next_one_opens_it(two, gate, threads, monkeypatch):
    old, new = two
    leave, reader = in_use(old, threads)

    class NoThread(threading.Thread):
        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(standing.threading, "Thread", NoThread)
        assert asked(new) == 1
    assert asked(new) == 2
    leave.set()
    reader.result(SOON)


def test_twenty_readers_open_each_file_once_and_never_go_back(gate, tmp_path):
    """They ask without a pause for what is newest, while that changes eight times."""
    newest, stop = [made(tmp_path / "stats-1.duckdb", 1)], threading.Event()

    def read() -> list[int]:
        found = []
        while not stop.is_set():
            found.append(asked(newest[-1]))
        return [*found, asked(newest[-1])]

    with ThreadPoolExecutor(20) as pool:
        readers = [pool.submit(read) for _ in range(20)]
        for number in range(2, 10):
            newest.append(made(tmp_path / f"stats-{number}.duckdb", number))
            until(lambda: newest[-1].name in gate.passed)
        until(lambda: files(tmp_path) == ["stats-9.duckdb"])
        stop.set()
        answers = [reader.result(SOON) for reader in readers]
    assert gate.passed == [path.name for path in newest]
    for each in answers:
        assert each == sorted(each)
        assert each[-1] == 9


def test_a_fork_waits_until_an_opening_is_over(two, gate, threads):
    old, new = two
    leave, reader = in_use(old, threads)
    gate.close()
    assert asked(new) == 1
    assert gate.reached.wait(SOON)
    timer = threading.Timer(0.2, gate.free.set)
    timer.start()
    child = os.fork()
    if not child:
        os._exit(0 if not standing._process.open and asked(new) == 2 else 1)
    assert gate.free.is_set()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    leave.set()
    assert reader.result(SOON) == 1
    until(lambda: asked(new) == 2)


def test_a_process_can_end_in_the_middle_of_an_opening(two):
    """The end waits for it: DuckDB's part of it would not survive that its interpreter goes."""
    old, new = two
    code = """
import sys, time
from pathlib import Path
from analytics import standing
from tests.analytics.numbered import Numbered
old, new = map(Path, sys.argv[1:])
real = standing._behind_walls
with standing.connected(old, Numbered(1)):
    standing._behind_walls = lambda path: time.sleep(0.3) or real(path).execute("SELECT count(*) FROM range(20000000)")
    with standing.connected(new, Numbered(2), at_once=True) as (about, _):
        print(about.number)
"""
    ended = subprocess.run([sys.executable, "-c", code, old, new], capture_output=True, text=True, timeout=SOON)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "1\n", "")


@pytest.mark.parametrize(
    ("folder", "warehouse", "form", "number", "does"),
    [
        ("here", "w", "f", 6, True),
        ("there", "w", "f", 6, False),
        ("here", "anew", "f", 6, False),
        ("here", "w", "other", 6, False),
        ("here", "w", "f", 7, False),
        ("here", "w", "f", 8, False),
    ],
)
def test_only_an_older_state_of_the_same_warehouse_answers_instead(folder, warehouse, form, number, does):
    def of(number: int, warehouse: str, form: str) -> Snapshot:
        return Snapshot(number, f"stats-{number}.duckdb", warehouse, number, form, 0, 0.0)

    wanted = _Wanted(Path("here"), of(7, "w", "f"))
    assert wanted.follows(_Wanted(Path(folder), of(number, warehouse, form))) is does


def test_a_report_does_not_wait_for_an_opening_and_names_what_it_is_from(folder, db, gate, threads):
    wanted = forms.Asked(REPORTS["games_by_rules"], {}, "json")

    def answered() -> tuple[int, int]:
        found = forms.answered(wanted)
        return found.snapshot.number, sum(row.games_finished for row in found.rows)

    for seed in (1, 2):
        put(played("spooky_bar", 2, seed))
        export(folder, publish_now=True)
        assert answered() == (seed, seed), "a reader that is alone reads what was just published"
    with connected(folder / pointer_read(folder).name):
        assert answered() == (2, 2)
        put(played("spooky_bar", 2, 3))
        export(folder, publish_now=True)
        standing._process.open[standing._known(folder / "stats-2.duckdb")].asked_at = time.monotonic()  # the export may have taken long
        gate.close()
        assert [threads.submit(answered).result(SOON) for _ in range(5)] == [(2, 2)] * 5
        assert gate.reached.wait(SOON)
        gate.free.set()
        with reading(folder) as (snapshot, _):
            assert snapshot.number == 3
        assert answered() == (3, 3)
