"""Is every finished game in the Parquet files, nothing else, and always in the same bytes?"""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path
from typing import Any
from uuid import UUID

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analytics import datasets, manifest, parquet
from analytics.datasets import COMMON, EACH, FOLDER, publish
from analytics.export import export
from analytics.manifest import Manifest, manifest_read
from analytics.snapshots import Unpublished, reading
from gameplay import log
from gameplay.rules.catalogue import GAMES
from tests.analytics.dated import add, ended, put_on
from tests.analytics.playing import played
from tests.analytics.test_export import shorten

pytestmark = pytest.mark.django_db

SEPTEMBER, OCTOBER, NOVEMBER = "2025-09-15", "2025-10-15", "2025-11-15"


def bring(folder: Path, **how: Any) -> datasets.Published | None:
    """The log into the warehouse, and that into files."""
    export(folder, publish_now=True, everything=True)
    return publish(folder, now=True, **how)


def root(folder: Path) -> Path:
    return folder / FOLDER


def named(folder: Path) -> Manifest:
    found = manifest_read(root(folder))
    assert found is not None
    return found


def hashes(folder: Path) -> dict[str, str]:
    """What the manifest says of each file; each is there, and as it says."""
    found = {}
    for file in named(folder).files:
        content = (root(folder) / manifest.CURRENT / file.path).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (file.bytes, file.sha256)
        found[file.path] = file.sha256
    return found


def written(done: datasets.Published | None) -> set[tuple[str, str]]:
    """The games and months that files were written for."""
    return {(file.rules, file.month) for file in done.written} if done else set()


def table_of(folder: Path, file: manifest.DatasetFile) -> pa.Table:
    return pq.read_table(root(folder) / manifest.CURRENT / file.path, partitioning=None)


@pytest.fixture
def few(monkeypatch) -> None:
    """Three tables stand for all of them, where it is not about tables."""
    monkeypatch.setattr(datasets, "COMMON", ("games", "events"))
    monkeypatch.setattr(datasets, "EACH", {"facts": EACH["facts"]})


@pytest.fixture
def some(folder) -> dict[str, UUID]:
    """Two games of a month, one of the next, one of another kind, all finished."""
    games = {
        "first": ended(SEPTEMBER, seed=1),
        "second": ended("2025-09-30", seed=2),
        "third": ended(OCTOBER, seed=3),
        "other": ended(OCTOBER, "ghostel", seed=1),
    }
    bring(folder)
    return games


def test_each_table_has_a_file_for_each_game_and_month(folder, some):
    months = [("ghostel", "2025-10"), ("spooky_bar", "2025-09"), ("spooky_bar", "2025-10")]
    found = {(file.table, file.rules, file.month): file for file in named(folder).files}
    expected = {(name, *month) for name in COMMON for month in months}
    expected |= {(f"{kind}_{month[0]}", *month) for kind in EACH for month in months}
    assert set(found) == expected
    assert [(month.rules, month.month, month.games) for month in named(folder).months] == [
        (*month, 2 if "09" in month[1] else 1) for month in months
    ]
    for (table, rules, month), file in found.items():
        assert file.path.startswith(f"{table}/rules={rules}/month={month}/part-{file.sha256[:16]}")
        assert "T12:00:00.000000Z" in file.first_finished_at
        assert (file.first_finished_at[:7], file.last_finished_at[:7]) == (month, month)
    assert found["games", "spooky_bar", "2025-09"].last_finished_at == "2025-09-30T12:00:00.000000Z"


def test_the_rows_are_those_of_the_snapshot(folder, some):
    with reading(folder) as (_, snapshot), duckdb.connect(":memory:") as stranger:
        stranger.execute("SET TimeZone = 'UTC'")
        for table in named(folder).tables:
            files = f"{root(folder)}/current/{table.name}/**/*.parquet"
            if not any(file.table == table.name for file in named(folder).files):
                continue
            names = [column.name for column in table.columns]
            ours = snapshot.execute(f'SELECT COLUMNS(*)::VARCHAR FROM "{table.name}" ORDER BY ALL')
            columns = [column[0] for column in ours.description]
            kept = sorted(tuple(map(str, (row[columns.index(name)] for name in names))) for row in ours.fetchall())
            picked = ", ".join(f'"{c.name}"{"::TIMESTAMP" if c.type.startswith("timestamp") else ""}::VARCHAR' for c in table.columns)
            theirs = stranger.execute(f"SELECT {picked} FROM read_parquet('{files}', hive_partitioning = true)").fetchall()
            assert sorted(tuple(map(str, row)) for row in theirs) == kept, table.name
            assert len(kept) == sum(file.rows for file in named(folder).files if file.table == table.name)


def test_rows_lie_in_the_order_of_games_and_events(folder, some):
    for file in named(folder).files:
        rows = table_of(folder, file)
        key = [name for name in ("game_id", "seq", "ordinal") if name in rows.column_names]
        places = list(zip(*(rows[name].to_pylist() for name in key), strict=True))
        if file.table not in ("exposures", "decisions"):
            assert places == sorted(places), file.path
        kind = file.table.removesuffix(f"_{file.rules}")
        if kind in EACH:
            assert len(set(places)) == len(places), f"the order of {file.table} is not a complete one"


def test_the_manifest_tells_the_columns_that_are_in_the_files(folder, some):
    told = {table.name: table for table in named(folder).tables}
    for file in named(folder).files:
        schema = pq.read_schema(root(folder) / "current" / file.path)
        assert [(field.name, str(field.type)) for field in schema] == [(c.name, c.type) for c in told[file.table].columns]
        assert pq.read_metadata(root(folder) / "current" / file.path).num_rows == file.rows
    assert all(table.meaning for table in told.values())
    assert all(column.meaning for name in ("games", "seats", "results", "events") for column in told[name].columns)
    assert named(folder).partitions == ["rules", "month"]


def test_types_are_such_as_every_engine_reads(folder, some):
    plain = {pa.bool_(), pa.int32(), pa.int64(), pa.float64(), pa.string(), pa.timestamp("us", "UTC")}

    def flat(kind: pa.DataType) -> set[pa.DataType]:
        if pa.types.is_list(kind):
            return flat(kind.value_type)
        return {each for field in kind for each in flat(field.type)} if pa.types.is_struct(kind) else {kind}

    for file in named(folder).files:
        found = pq.ParquetFile(root(folder) / "current" / file.path)
        assert {each for field in found.schema_arrow for each in flat(field.type)} <= plain
        physical = {found.schema.column(i).physical_type for i in range(len(found.schema))}
        assert physical <= {"BOOLEAN", "INT32", "INT64", "DOUBLE", "BYTE_ARRAY"}
        logical = {found.schema.column(i).logical_type.type for i in range(len(found.schema))}
        assert logical <= {"NONE", "STRING", "TIMESTAMP"}


def test_a_type_that_few_engines_read_is_refused():
    with pytest.raises(TypeError, match="uuid"):
        parquet.plain(pa.list_(pa.uuid()))


def test_brought_piece_by_piece_or_at_once_they_are_the_same_bytes(folder, tmp_path, monkeypatch):
    for seed in range(4):
        ended(SEPTEMBER if seed % 2 else OCTOBER, seed=seed)
        ended(OCTOBER, "ghostel", seed=seed)
        bring(folder)
    game = put_on(SEPTEMBER, played("spooky_bar", 3, 9)[:60])
    bring(folder)
    add(game, OCTOBER, log.GAME_REWOUND, log.GameRewound(to=40, cause="ruling"))
    add(game, NOVEMBER, log.RESULT_ADJUDICATED, log.ResultAdjudicated(ruling="x", scores=[3, 2, 1], winners=[0]))
    bring(folder)
    monkeypatch.setattr(datasets, "CHUNK", 150)  # so many events are sorted at a time, whatever comes of it
    at_once = tmp_path / "at once"
    bring(at_once)
    assert hashes(at_once) == hashes(folder)
    assert named(at_once).months == named(folder).months
    assert ("spooky_bar", "2025-11") in {(month.rules, month.month) for month in named(folder).months}


def test_a_warehouse_that_was_rebuilt_needs_no_new_files(few, folder, some):
    before = hashes(folder)
    add(some["first"], OCTOBER, log.RESULT_ADJUDICATED, log.ResultAdjudicated(ruling="x", scores=[9, 1, 1], winners=[0]))
    bring(folder)
    assert hashes(folder) != before
    before = hashes(folder)
    export(folder, publish_now=True, rebuild=True)
    assert publish(folder, now=True) is None
    publish(folder, rebuild=True)
    assert hashes(folder) == before


def test_written_again_they_are_the_same_bytes(few, folder, some):
    before = hashes(folder)
    done = publish(folder, rebuild=True)
    assert done is not None
    assert {file.path for file in done.written} == set(before) == set(hashes(folder))


@pytest.mark.parametrize(
    ("what", "months"),
    [
        ("a game ends", {"2025-11"}),
        ("another ends in an old month", {"2025-09"}),
        ("a result is adjudicated in the same month", {"2025-09"}),
        ("a result is adjudicated later", {"2025-09", "2025-11"}),
        ("a game goes on after a rewind", {"2025-09"}),
        ("an event is disputed", {"2025-10"}),
        ("a game is gone from the log", {"2025-09"}),
        ("a game is shorter in the log", {"2025-09"}),
    ],
)
def test_only_the_files_of_months_that_changed_are_written(few, folder, some, what, months):
    before = hashes(folder)
    adjudicated = log.ResultAdjudicated(ruling="x", scores=[9, 1, 1], winners=[0])
    match what:
        case "a game ends":
            ended(NOVEMBER, seed=8)
        case "another ends in an old month":
            ended("2025-09-30", seed=8)
        case "a result is adjudicated in the same month":
            add(some["second"], "2025-09-30", log.RESULT_ADJUDICATED, adjudicated)
        case "a result is adjudicated later":
            add(some["first"], NOVEMBER, log.RESULT_ADJUDICATED, adjudicated)
        case "a game goes on after a rewind":
            add(some["first"], NOVEMBER, log.GAME_REWOUND, log.GameRewound(to=30, cause="ruling"))
        case "an event is disputed":
            add(some["third"], NOVEMBER, log.DISPUTE_OPENED, log.DisputeOpened(dispute="d", seat=0, event=9, category="rules"))
        case "a game is gone from the log":
            shorten(some["first"], 0)
        case "a game is shorter in the log":
            shorten(some["first"], 40)
    done = bring(folder)
    after = hashes(folder)
    changed = {path for path in before.keys() ^ after.keys() if "/rules=" in path}
    assert {path.split("/month=")[1][:7] for path in changed} == months
    assert all("rules=spooky_bar/" in path for path in changed)
    assert written(done) <= {("spooky_bar", month) for month in months}
    assert done is not None
    assert done.manifest.generation == 2


def test_where_nothing_changed_nothing_is_written(few, folder, some):
    assert bring(folder) is None
    put_on(NOVEMBER, played("spooky_bar", 3, 7)[:50])  # still being played
    assert bring(folder) is None
    assert named(folder).generation == 1


def test_nothing_hidden_and_nothing_personal_is_in_them(folder):
    person = str(UUID(int=6))  # the creator and first seat of the games with seed 5
    over = ended(SEPTEMBER, seed=5)
    private = ended(SEPTEMBER, seed=6, private=True)
    running = put_on(SEPTEMBER, played("spooky_bar", 3, 5)[:-10])
    hidden = put_on(SEPTEMBER, played("spooky_bar", 3, 5, private=True)[:-10])
    voided = put_on(SEPTEMBER, played("spooky_bar", 3, 7)[:50])
    add(voided, SEPTEMBER, log.GAME_VOIDED, log.Ruled(ruling="x"))
    bring(folder)
    every = "\n".join(str(table_of(folder, file).to_pylist()) for file in named(folder).files)
    assert str(over) in every
    assert str(private) in every
    for absent in (person, str(running), str(hidden), str(voided)):
        assert absent not in every
        assert absent not in str(named(folder))
    names = {column.name for table in named(folder).tables for column in table.columns}
    assert not {name for name in names if name.split("_")[-1] in ("text", "name", "reason", "email", "username", "secret", "seed")}


def test_simulated_games_are_apart(few, folder, some, tmp_path):
    before = hashes(folder)
    simulated = tmp_path / "simulated"
    found = publish(folder, root=simulated, simulated=True, now=True)
    assert found is not None
    assert found.manifest.files == []
    assert hashes(folder) == before


def test_a_reader_of_the_manifest_before_still_finds_its_files(few, folder, some):
    old = named(folder)
    ended(SEPTEMBER, seed=7)
    bring(folder)
    gone = {file.path for file in old.files} - {file.path for file in named(folder).files}
    assert gone
    for path in gone:
        found = manifest.file_find(root(folder), path)
        assert found is not None
        assert hashlib.sha256(found[1].read_bytes()).hexdigest() == found[0].sha256


def test_old_generations_stay_an_hour_and_the_last_one_longer(few, folder, some):
    def generations() -> list[str]:
        return sorted(path.name for path in root(folder).iterdir() if path.name.startswith("generation-"))

    for seed in range(7, 10):
        ended(SEPTEMBER, seed=seed)
        bring(folder)
    assert generations() == ["generation-1", "generation-2", "generation-3", "generation-4"]
    for number in (2, 3, 4):
        long_ago = time.time() - 3700
        os.utime(root(folder) / f"generation-{number}" / "manifest.json", (long_ago, long_ago))
    ended(SEPTEMBER, seed=10)
    bring(folder)
    assert generations() == ["generation-4", "generation-5"]
    assert sorted(path.name for path in root(folder).iterdir()) == ["current", "generation-4", "generation-5", "lock"]


def test_a_listing_of_the_current_folder_is_what_the_manifest_names(few, folder, some):
    for seed in (7, 8):
        ended(SEPTEMBER, seed=seed)
        bring(folder)
        current = root(folder) / "current"
        listed = {path.relative_to(current).as_posix() for path in current.rglob("*") if path.is_file()}
        assert listed == {file.path for file in named(folder).files} | {"manifest.json"}


def test_what_did_not_change_is_the_same_file_on_the_disk(few, folder, some):
    def inodes() -> dict[str, int]:
        return {file.path: (root(folder) / "current" / file.path).stat().st_ino for file in named(folder).files}

    before = inodes()
    ended(NOVEMBER, seed=7)
    bring(folder)
    assert before.items() <= inodes().items()


def test_where_there_are_no_hard_links_all_files_are_written(few, folder, some, monkeypatch):
    before = hashes(folder)

    def refused(*paths: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refused)
    ended(NOVEMBER, seed=7)
    done = bring(folder)
    assert done is not None
    assert before.items() <= hashes(folder).items()
    assert len(done.written) == len(done.manifest.files)


@pytest.mark.parametrize("harm", ["lost", "cut short"])
def test_a_file_that_was_lost_or_cut_short_is_written_again(few, folder, some, harm):
    before = hashes(folder)
    victim = root(folder) / "current" / next(iter(before))
    victim.chmod(0o644)
    if harm == "lost":
        victim.unlink()
    else:
        victim.write_bytes(victim.read_bytes()[:100])
    done = publish(folder, now=True)
    assert done is not None
    assert [file.path for file in done.written] == [next(iter(before))]
    assert hashes(folder) == before


def test_what_a_killed_writer_left_is_in_nobodys_way(few, folder, some):
    """Half a file of a generation that never was, and half a removal of one."""
    before = hashes(folder)
    half = root(folder) / "generation-2" / "events" / "rules=spooky_bar" / "month=2025-09"
    half.mkdir(parents=True)
    (half / ".part").write_bytes(b"PAR1 and no more")
    (root(folder) / "old-generation-0").mkdir()
    (root(folder) / "current.new").symlink_to("generation-2")
    assert hashes(folder) == before
    with duckdb.connect(":memory:") as stranger:
        glob = f"{root(folder)}/current/events/**/*.parquet"
        assert stranger.execute(f"SELECT count(*) FROM '{glob}'").fetchone() == (
            sum(f.rows for f in named(folder).files if f.table == "events"),
        )
    ended(NOVEMBER, seed=7)
    assert bring(folder).manifest.generation == 2
    assert sorted(path.name for path in root(folder).iterdir()) == ["current", "generation-1", "generation-2", "lock"]


def test_files_are_not_made_more_often_than_they_may_cost(few, folder, some, monkeypatch):
    ended(NOVEMBER, seed=7)
    export(folder, publish_now=True)
    monkeypatch.setattr(datasets, "PATIENCE", 10**9)
    assert publish(folder) is None
    monkeypatch.setattr(datasets, "PATIENCE", 0)
    assert written(publish(folder)) == {("spooky_bar", "2025-11")}


def test_before_the_first_snapshot_there_is_nothing_to_write(folder):
    with pytest.raises(Unpublished):
        publish(folder)
    assert manifest_read(root(folder)) is None
    assert list(manifest.manifests_kept(root(folder))) == []


def test_with_no_finished_game_the_manifest_is_empty_and_tells_the_columns(folder):
    bring(folder)
    assert (named(folder).files, named(folder).months) == ([], [])
    assert {table.name for table in named(folder).tables} == {*COMMON, *(f"{kind}_{rules}" for kind in EACH for rules in GAMES)}


def test_another_layout_is_written_anew(few, folder, some, monkeypatch):
    monkeypatch.setattr(manifest, "LAYOUT", 99)
    monkeypatch.setattr(datasets, "LAYOUT", 99)
    manifest._decoded.cache_clear()
    assert manifest_read(root(folder)) is None
    done = publish(folder)
    assert done is not None
    assert (done.manifest.generation, len(done.written)) == (2, len(done.manifest.files))
    manifest._decoded.cache_clear()
