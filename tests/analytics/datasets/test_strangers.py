"""Can strangers read the files, with nothing but the manifest, and do they count what we count?"""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow.compute as pc
import pyarrow.dataset
import pytest

from analytics.datasets import FOLDER, publish
from analytics.export import export
from gameplay import log
from tests.analytics.dated import add, ended

pytestmark = pytest.mark.django_db


@pytest.fixture
def files(folder, tmp_path_factory) -> tuple[Path, dict[str, Any]]:
    """Where the manifest lies, and what is in it: all that a stranger knows. Made once, then copied."""
    made = tmp_path_factory.getbasetemp() / "for strangers"
    if not made.exists():
        for seed in range(4):
            ended(f"2025-{9 + seed % 2:02}-10", seed=seed)
            ended("2025-11-20", "ghostel", seed=seed)
        rewound = ended("2025-09-11", seed=11)
        add(rewound, "2025-09-12", log.GAME_REWOUND, log.GameRewound(to=40, cause="ruling"))
        add(rewound, "2025-12-31", log.RESULT_ADJUDICATED, log.ResultAdjudicated(ruling="x", scores=[3, 2, 1], winners=[0]))
        ended("2025-12-01", "bar_fight", seed=1)
        ended("2025-12-01", "spirits_of_christmas", seed=1)
        export(made, publish_now=True)
        publish(made, now=True)
    shutil.copytree(made, folder, symlinks=True, dirs_exist_ok=True)
    place = folder / FOLDER / "current"
    return place, json.loads((place / "manifest.json").read_bytes())


def paths(files: tuple[Path, dict[str, Any]], table: str) -> list[str]:
    return [str(files[0] / file["path"]) for file in files[1]["files"] if file["table"] == table]


def in_polars(files: Any, table: str) -> pl.LazyFrame:
    return pl.scan_parquet(paths(files, table), hive_partitioning=True)


def in_pyarrow(files: Any, table: str) -> pyarrow.dataset.Dataset:
    return pyarrow.dataset.dataset(paths(files, table), format="parquet", partitioning="hive", partition_base_dir=str(files[0] / table))


def in_duckdb(files: Any, query: str, table: str) -> list[tuple]:
    with duckdb.connect(":memory:") as connection:
        connection.execute("SET TimeZone = 'UTC'")
        rows = connection.read_parquet(paths(files, table), hive_partitioning=True)  # noqa: F841 - the query names it
        return connection.execute(query.replace("files", "rows")).fetchall()


def test_each_kind_of_event_by_game_and_month(files, ask):
    expected = ask(
        "SELECT rules, strftime(finished_at, '%Y-%m') AS month, kind, count(*) FROM events JOIN games USING (game_id) "
        "WHERE status = 'finished' AND NOT undone GROUP BY ALL ORDER BY ALL"
    )
    kept = pl.col("undone").not_()
    polars_says = in_polars(files, "events").filter(kept).group_by("rules", "month", "kind").len().sort("rules", "month", "kind").collect()
    table = in_pyarrow(files, "events").to_table(columns=["rules", "month", "kind"], filter=~pc.field("undone"))
    counted = table.group_by(["rules", "month", "kind"]).aggregate([([], "count_all")])
    pyarrow_says = sorted(tuple(row.values()) for row in counted.to_pylist())
    duckdb_says = in_duckdb(files, "SELECT rules, month, kind, count(*) FROM files WHERE NOT undone GROUP BY ALL ORDER BY ALL", "events")
    assert polars_says.rows() == pyarrow_says == duckdb_says == expected
    assert ("spooky_bar", "2025-12", "result.adjudicated", 1) in expected


def test_how_often_each_seat_wins(files, ask):
    expected = ask(
        "SELECT rules, seat, count(*), avg(won::INT) FROM results JOIN games USING (game_id) WHERE status = 'finished' GROUP BY ALL ORDER BY ALL"
    )
    grouped = in_polars(files, "results").group_by("rules", "seat").agg(pl.len(), pl.col("won").mean().alias("rate"))
    assert grouped.sort("rules", "seat").collect().rows() == expected
    table = in_pyarrow(files, "results").to_table()
    table = table.append_column("number", table["won"].cast("int32"))
    counted = table.group_by(["rules", "seat"]).aggregate([("number", "count"), ("number", "mean")])
    assert sorted(tuple(row.values()) for row in counted.to_pylist()) == expected


@pytest.mark.parametrize("rules", ["spooky_bar", "ghostel", "bar_fight", "spirits_of_christmas"])
def test_all_facts_and_answers_of_a_game_by_type(files, ask, rules):
    for kind in ("facts", "choices"):
        expected = ask(f"SELECT type, count(*) FROM {kind}_{rules} WHERE NOT undone GROUP BY ALL ORDER BY ALL")
        frame = in_polars(files, f"{kind}_{rules}").filter(pl.col("undone").not_())
        assert frame.group_by("type").len().sort("type").collect().rows() == expected
        table = in_pyarrow(files, f"{kind}_{rules}").to_table(columns=["type"], filter=~pc.field("undone"))
        counted = table.group_by("type").aggregate([([], "count_all")])
        assert sorted(tuple(row.values()) for row in counted.to_pylist()) == expected


def test_joined_by_the_id_of_the_game(files, ask):
    """Which bots sat where in games of so many events: ids are the same text in every table."""
    expected = ask(
        "SELECT bot, count(*), sum(events) FROM seats JOIN games USING (game_id) WHERE status = 'finished' AND bot IS NOT NULL "
        "GROUP BY ALL ORDER BY ALL"
    )
    seats, games = in_polars(files, "seats"), in_polars(files, "games").select("game_id", "events")
    joined = seats.join(games, on="game_id").filter(pl.col("bot").is_not_null())
    assert joined.group_by("bot").agg(pl.len(), pl.col("events").sum()).sort("bot").collect().rows() == expected
    [(one,)] = ask("SELECT game_id::VARCHAR FROM games ORDER BY 1 LIMIT 1")
    assert in_pyarrow(files, "games").to_table(filter=pc.field("game_id") == one).num_rows == 1


def test_times_are_instants_in_utc(files):
    noon = datetime(2025, 11, 20, 12, tzinfo=UTC)
    frame = in_polars(files, "games").filter(pl.col("rules") == "ghostel").collect()
    assert set(frame["finished_at"].to_list()) == {noon}
    assert frame.schema["finished_at"] == pl.Datetime("us", "UTC")
    table = in_pyarrow(files, "games").to_table(filter=pc.field("rules") == "ghostel")
    assert set(table["finished_at"].to_pylist()) == {noon}


def test_a_month_is_text_and_picks_files(files, ask):
    frame = in_polars(files, "games")
    assert frame.collect_schema()["month"] == pl.String
    assert frame.filter(pl.col("month") == "2025-10").collect().height == 2
    dataset = in_pyarrow(files, "games")
    assert str(dataset.schema.field("month").type) == "string"
    picked = list(dataset.get_fragments(filter=(pc.field("month") == "2025-10") & (pc.field("rules") == "spooky_bar")))
    assert len(picked) == 1


def test_a_folder_is_read_without_naming_its_files(files, ask):
    [expected] = ask("SELECT count(*) FROM events JOIN games USING (game_id) WHERE status = 'finished'")
    assert (pl.scan_parquet(files[0] / "events").select(pl.len()).collect().item(),) == expected
    assert (pyarrow.dataset.dataset(files[0] / "events", partitioning="hive").count_rows(),) == expected


def test_the_sums_of_the_manifest_are_those_of_the_files(files):
    for table in files[1]["tables"]:
        told = [file for file in files[1]["files"] if file["table"] == table["name"]]
        if told:
            assert in_pyarrow(files, table["name"]).count_rows() == sum(file["rows"] for file in told)
            assert [column["name"] for column in table["columns"]] + ["rules", "month"] == in_polars(
                files, table["name"]
            ).collect_schema().names()
