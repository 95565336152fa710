"""Do readers and the writer leave each other alone?"""

from __future__ import annotations

import re
import threading
from pathlib import Path

import duckdb
import pytest

from analytics import snapshots
from analytics import warehouse as warehouses
from analytics.export import export
from analytics.schema import Schema
from analytics.snapshots import Unpublished, pointer_read, reading
from analytics.warehouse import opened
from tests.analytics.playing import played, put

ROOT = Path(__file__).resolve().parents[2]
COUNT = "SELECT count(*) FROM games"


@pytest.fixture
def one_game(folder, db) -> Path:
    put(played("spooky_bar", 2, 1))
    export(folder, publish_now=True)
    return folder


def count(folder: Path) -> int:
    with reading(folder) as (_, connection):
        return connection.execute(COUNT).fetchall()[0][0]


def test_before_the_first_snapshot_there_is_nothing_to_read(folder):
    with pytest.raises(Unpublished), reading(folder):
        pytest.fail("something was read")


def test_a_snapshot_is_read_while_the_writer_is_in_the_middle_of_a_transaction(one_game):
    with opened(one_game, Schema.of_catalogue(), wait=True) as warehouse:
        warehouse._connection.begin()
        warehouse._connection.execute("DELETE FROM games")
        assert count(one_game) == 1
        warehouse._connection.rollback()


def test_a_reader_keeps_its_snapshot_while_newer_ones_are_published(one_game):
    with reading(one_game) as (first, connection):
        for seed in range(2, 7):
            put(played("spooky_bar", 2, seed))
            export(one_game, publish_now=True)
            assert count(one_game) == seed
        assert connection.execute(COUNT).fetchall() == [(1,)]
    assert pointer_read(one_game).number == first.number + 5


def test_readers_never_wait_and_never_miss_a_snapshot(one_game):
    """Four readers ask as fast as they can while six snapshots follow each other."""
    stop, failures, seen = threading.Event(), [], set()

    def read() -> None:
        while not stop.is_set():
            try:
                seen.add(count(one_game))
            except Exception as failure:  # noqa: BLE001 - any is a failure of the test
                failures.append(failure)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for seed in range(2, 8):
        put(played("spooky_bar", 2, seed))
        export(one_game, publish_now=True)
    stop.set()
    for reader in readers:
        reader.join()
    assert failures == []
    assert seen <= set(range(1, 8))
    assert count(one_game) == 7


def test_only_the_last_few_snapshots_are_kept(one_game):
    for seed in range(2, 8):
        put(played("spooky_bar", 2, seed))
        export(one_game, publish_now=True)
    kept = sorted(path.name for path in one_game.glob("stats-*.duckdb"))
    assert kept == ["stats-5.duckdb", "stats-6.duckdb", "stats-7.duckdb"]
    others = {path.name for path in one_game.iterdir() if path.name not in kept}
    assert others == {"current.json", "lock", "status.json", "warehouse.duckdb"}


def test_a_snapshot_holds_only_what_may_be_seen_and_cannot_be_changed(one_game):
    with reading(one_game) as (snapshot, connection):
        schemas = connection.execute("SELECT DISTINCT schema_name FROM duckdb_tables()").fetchall()
        assert schemas == [("main",)]
        with pytest.raises(duckdb.Error):
            connection.execute("DELETE FROM games")
        with pytest.raises(duckdb.Error):
            connection.execute("SELECT * FROM read_text('/etc/hostname')")
        with pytest.raises(duckdb.Error):
            connection.execute("SET enable_external_access = true")
    assert (one_game / snapshot.name).stat().st_mode & 0o777 == 0o444


def test_a_reader_whose_snapshot_was_dropped_meanwhile_gets_a_newer_one(one_game, monkeypatch):
    old = pointer_read(one_game)
    put(played("spooky_bar", 2, 2))
    export(one_game, publish_now=True)
    (one_game / old.name).unlink()
    new = pointer_read(one_game)
    answers = iter([old, new])
    monkeypatch.setattr(snapshots, "pointer_read", lambda folder: next(answers))
    assert count(one_game) == 2


def test_a_snapshot_with_other_tables_than_this_release_reads_is_not_read(one_game, monkeypatch):
    monkeypatch.setattr(snapshots.queries, "staging", lambda: ["CREATE VIEW stg_other AS SELECT 1"])
    with pytest.raises(Unpublished), reading(one_game):
        pytest.fail("something was read")
    assert export(one_game).snapshot.number == 2
    with reading(one_game) as (_, connection):
        assert connection.execute("SELECT * FROM stg_other").fetchall() == [(1,)]


def test_a_snapshot_is_not_made_more_often_than_its_cost_allows(one_game, monkeypatch):
    monkeypatch.setattr(warehouses, "PATIENCE", 1_000_000)
    put(played("spooky_bar", 2, 2))
    assert export(one_game).snapshot is None
    assert count(one_game) == 1
    monkeypatch.setattr(warehouses, "PATIENCE", 0)
    assert export(one_game).snapshot.number == 2
    assert count(one_game) == 2


def test_only_one_file_opens_duckdb_for_writing():
    opening = {
        path.relative_to(ROOT).as_posix()
        for folder in ("analytics", "config", "events", "gameplay", "api_docs")
        for path in (ROOT / folder).rglob("*.py")
        for line in path.read_text().splitlines()
        if re.search(r"duckdb\.connect\(", line) and "read_only=True" not in line and '":memory:"' not in line
    }
    assert opening == {"analytics/warehouse.py"}
