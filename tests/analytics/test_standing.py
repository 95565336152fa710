"""Does a snapshot stay open for the next reader, and never longer than it may?"""

from __future__ import annotations

import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from analytics import standing
from analytics.export import export
from analytics.snapshots import Unpublished, pointer_read, reading
from analytics.standing import Replaced
from tests.analytics.numbered import COUNT, connected, count, files, made, process_of_its_own
from tests.analytics.playing import played, put


@pytest.fixture(autouse=True)
def nothing_open(monkeypatch):
    with process_of_its_own(monkeypatch) as process:
        yield process


def test_readers_share_one_open_file_and_it_stays(tmp_path, monkeypatch):
    path = made(tmp_path / "stats-1.duckdb", 3)
    opened = []
    real = standing._behind_walls
    monkeypatch.setattr(standing, "_behind_walls", lambda path: opened.append(path) or real(path))
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(count, [path] * 200)) == {3}
    assert opened == [path]
    assert files(tmp_path) == ["stats-1.duckdb"]


def test_the_older_is_closed_when_its_last_reader_leaves(tmp_path):
    old, new = made(tmp_path / "stats-1.duckdb", 1), made(tmp_path / "stats-2.duckdb", 2)
    with connected(old) as first, connected(old) as second:
        assert count(new) == 2
        assert files(tmp_path) == ["stats-1.duckdb", "stats-2.duckdb"]
        first.execute(COUNT)
        assert second.execute(COUNT).fetchall() == [(1,)]
    assert files(tmp_path) == ["stats-2.duckdb"]


def test_who_comes_late_with_an_older_pointer_leaves_one_open(tmp_path):
    old, new = made(tmp_path / "stats-1.duckdb", 1), made(tmp_path / "stats-2.duckdb", 2)
    with connected(old):
        assert count(new) == 2
        assert count(old) == 1
    assert files(tmp_path) == ["stats-1.duckdb"]
    assert count(new) == 2
    assert files(tmp_path) == ["stats-2.duckdb"]


def test_an_idle_older_one_is_closed_when_a_newer_one_is_read(tmp_path):
    for number in range(1, 6):
        assert count(made(tmp_path / f"stats-{number}.duckdb", number)) == number
    assert files(tmp_path) == ["stats-5.duckdb"]


def test_what_was_made_anew_under_the_same_name_is_read_anew(tmp_path):
    path = tmp_path / "stats-1.duckdb"
    for numbers in (1, 2, 3):
        assert count(made(path, numbers)) == numbers
    path.unlink()
    with pytest.raises(FileNotFoundError):
        count(path)
    assert count(made(path, 4)) == 4
    assert files(tmp_path) == ["stats-1.duckdb"]


def test_the_old_content_is_given_to_nobody_else(tmp_path):
    path = made(tmp_path / "stats-1.duckdb", 1)
    with connected(path) as connection:
        made(path, 2)
        with pytest.raises(Replaced):
            count(path)
        assert connection.execute(COUNT).fetchall() == [(1,)]
    assert count(path) == 2


def test_what_cannot_be_opened_is_not_kept(tmp_path, nothing_open):
    path = tmp_path / "stats-1.duckdb"
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(duckdb.Error):
        count(path)
    assert not nothing_open.open
    assert count(made(path, 2)) == 2


def test_each_reader_stands_behind_the_walls(tmp_path):
    path = made(tmp_path / "stats-1.duckdb", 1)
    for _ in range(2):
        with connected(path) as connection:
            connection.execute("CREATE TEMP TABLE mine AS SELECT 1")
            for refused in ("SET memory_limit = '4GB'", "SET enable_external_access = true", "FROM read_text('/etc/hostname')"):
                with pytest.raises(duckdb.Error):
                    connection.execute(refused)


@pytest.mark.parametrize("in_use", [False, True])
def test_a_fork_opens_its_own(tmp_path, in_use):
    path = made(tmp_path / "stats-1.duckdb", 7)
    left, entered = threading.Event(), threading.Event()

    def read() -> None:
        with connected(path) as connection:
            entered.set()
            left.wait(60)
            assert connection.execute(COUNT).fetchall() == [(7,)]

    assert count(path) == 7
    with ThreadPoolExecutor(1) as pool:
        if in_use:
            reader = pool.submit(read)
            assert entered.wait(60)
        child = os.fork()
        if not child:
            os._exit(0 if not standing._process.open and _alone(made(tmp_path / "stats-2.duckdb", 5)) else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        left.set()
        if in_use:
            reader.result(60)
    assert count(path) == 7


def _alone(path: Path) -> bool:
    return count(path) == 5 and standing._process.open.keys() == {standing._known(path)}


def test_statistics_made_anew_in_the_same_folder_are_never_the_old(folder, db):
    put(played("spooky_bar", 2, 1))
    for games in (1, 2):
        export(folder, publish_now=True)
        assert pointer_read(folder).name == "stats-1.duckdb"
        with reading(folder) as (_, connection):
            assert connection.execute("SELECT count(*) FROM games").fetchall() == [(games,)]
            shutil.rmtree(folder)
            put(played("spooky_bar", 2, games + 1))
            export(folder, publish_now=True)
            with pytest.raises(Unpublished), reading(folder):
                pytest.fail("the old one was read")
        shutil.rmtree(folder)
    assert pointer_read(folder) is None
