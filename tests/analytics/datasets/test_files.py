"""Is every finished game in the Parquet files, nothing else, and always in the same bytes?"""

from __future__ import annotations

from io import StringIO
from uuid import UUID

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from django.core.management import call_command

from analytics import datasets, parquet
from analytics.datasets import COMMON, EACH, publish
from analytics.export import export
from analytics.snapshots import reading
from gameplay import log
from tests.analytics.datasets.filed import NOVEMBER, OCTOBER, SEPTEMBER, bring, hashes, named, root, table_of, written
from tests.analytics.dated import add, ended, put_on
from tests.analytics.playing import played
from tests.analytics.test_export import shorten

pytestmark = pytest.mark.django_db


def test_each_table_has_a_file_for_each_game_and_month(looked_at):
    months = [("ghostel", "2025-10"), ("spooky_bar", "2025-09"), ("spooky_bar", "2025-10")]
    found = {(file.table, file.rules, file.month): file for file in named(looked_at).files}
    expected = {(name, *month) for name in COMMON for month in months}
    expected |= {(f"{kind}_{month[0]}", *month) for kind in EACH for month in months}
    assert set(found) == expected
    assert [(month.rules, month.month, month.games) for month in named(looked_at).months] == [
        (*month, 2 if "09" in month[1] else 1) for month in months
    ]
    for (table, rules, month), file in found.items():
        assert file.path.startswith(f"{table}/rules={rules}/month={month}/part-{file.sha256[:16]}")
        assert "T12:00:00.000000Z" in file.first_finished_at
        assert (file.first_finished_at[:7], file.last_finished_at[:7]) == (month, month)
    assert found["games", "spooky_bar", "2025-09"].last_finished_at == "2025-09-30T12:00:00.000000Z"


def test_the_rows_are_those_of_the_snapshot(looked_at):
    with reading(looked_at) as (_, snapshot), duckdb.connect(":memory:") as stranger:
        stranger.execute("SET TimeZone = 'UTC'")
        for table in named(looked_at).tables:
            files = f"{root(looked_at)}/current/{table.name}/**/*.parquet"
            if not any(file.table == table.name for file in named(looked_at).files):
                continue
            names = [column.name for column in table.columns]
            ours = snapshot.execute(f'SELECT COLUMNS(*)::VARCHAR FROM "{table.name}" ORDER BY ALL')
            columns = [column[0] for column in ours.description]
            kept = sorted(tuple(map(str, (row[columns.index(name)] for name in names))) for row in ours.fetchall())
            picked = ", ".join(f'"{c.name}"{"::TIMESTAMP" if c.type.startswith("timestamp") else ""}::VARCHAR' for c in table.columns)
            theirs = stranger.execute(f"SELECT {picked} FROM read_parquet('{files}', hive_partitioning = true)").fetchall()
            assert sorted(tuple(map(str, row)) for row in theirs) == kept, table.name
            assert len(kept) == sum(file.rows for file in named(looked_at).files if file.table == table.name)


def test_rows_lie_in_the_order_of_games_and_events(looked_at):
    for file in named(looked_at).files:
        rows = table_of(looked_at, file)
        key = [name for name in ("game_id", "seq", "ordinal") if name in rows.column_names]
        places = list(zip(*(rows[name].to_pylist() for name in key), strict=True))
        if file.table not in ("exposures", "decisions"):
            assert places == sorted(places), file.path
        kind = file.table.removesuffix(f"_{file.rules}")
        if kind in EACH:
            assert len(set(places)) == len(places), f"the order of {file.table} is not a complete one"


def test_the_manifest_tells_the_columns_that_are_in_the_files(looked_at):
    told = {table.name: table for table in named(looked_at).tables}
    for file in named(looked_at).files:
        schema = pq.read_schema(root(looked_at) / "current" / file.path)
        assert [(field.name, str(field.type)) for field in schema] == [(c.name, c.type) for c in told[file.table].columns]
        assert pq.read_metadata(root(looked_at) / "current" / file.path).num_rows == file.rows
    assert all(table.meaning for table in told.values())
    assert all(column.meaning for name in ("games", "seats", "results", "events") for column in told[name].columns)
    assert named(looked_at).partitions == ["rules", "month"]


def test_types_are_such_as_every_engine_reads(looked_at):
    plain = {pa.bool_(), pa.int32(), pa.int64(), pa.float64(), pa.string(), pa.timestamp("us", "UTC")}

    def flat(kind: pa.DataType) -> set[pa.DataType]:
        if pa.types.is_list(kind):
            return flat(kind.value_type)
        return {each for field in kind for each in flat(field.type)} if pa.types.is_struct(kind) else {kind}

    for file in named(looked_at).files:
        found = pq.ParquetFile(root(looked_at) / "current" / file.path)
        assert {each for field in found.schema_arrow for each in flat(field.type)} <= plain
        physical = {found.schema.column(i).physical_type for i in range(len(found.schema))}
        assert physical <= {"BOOLEAN", "INT32", "INT64", "DOUBLE", "BYTE_ARRAY"}
        logical = {found.schema.column(i).logical_type.type for i in range(len(found.schema))}
        assert logical <= {"NONE", "STRING", "TIMESTAMP"}


def test_a_type_that_few_engines_read_is_refused():
    with pytest.raises(TypeError, match="uuid"):
        parquet.plain(pa.list_(pa.uuid()))


def test_brought_piece_by_piece_or_at_once_they_are_the_same_bytes(folder, tmp_path, monkeypatch):
    for seed in range(2):
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
    assert not {name for name in names if name.split("_")[-1] in ("text", "email", "username", "secret", "seed")}


def test_simulated_games_are_apart(few, folder, some, tmp_path):
    before = hashes(folder)
    call_command("simulate", "--rules", "spooky_bar", "--games", "3", "--bots", "random", "--processes", "1", stdout=StringIO())
    assert bring(folder) is None
    found = publish(folder, root=tmp_path / "simulated", simulated=True)
    assert found is not None
    assert sum(month.games for month in found.manifest.months) == 3
    assert sum(file.rows for file in found.manifest.files if file.table == "games") == 3
    publish(folder, rebuild=True)
    assert hashes(folder) == before
