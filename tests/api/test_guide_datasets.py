"""Does what the guide shows about Parquet files run, and does every reader find the same figures?"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from analytics.datasets import FOLDER, publish
from analytics.export import export
from api_docs.pages import GUIDE
from tests.analytics.dated import ended
from tests.api.conftest import person

BLOCKS = dict(re.findall(r"```python (\w+)\n(.*?)```", (GUIDE / "datasets.md").read_text(), re.DOTALL))
READERS = ("duckdb", "polars", "pyarrow")


def run(name: str, **given: Any) -> dict[str, Any]:
    """Run a block of the page; what it has defined."""
    exec(compile(BLOCKS[name], f"datasets.md, {name}", "exec"), given)
    return given


@pytest.fixture
def statistics(settings, tmp_path) -> Path:
    settings.STATISTICS_DIR = tmp_path / "statistics"
    ended("2025-09-15", seed=1)
    ended("2025-10-15", seed=2)
    ended("2025-10-15", "bar_fight", seed=2)
    export(settings.STATISTICS_DIR, publish_now=True)
    publish(settings.STATISTICS_DIR, now=True)
    return settings.STATISTICS_DIR


@pytest.mark.django_db(transaction=True)
def test_a_copy_is_fetched_checked_read_and_kept_up(statistics, live_server, tmp_path, capsys):
    copy = tmp_path / "copy"
    given = {"ADDRESS": live_server.url, "TOKEN": person("ada").secret, "FOLDER": str(copy)}
    run("copy", **given)
    published = statistics / FOLDER / "current"
    for _ in range(2):
        names = {path.relative_to(published) for path in published.rglob("*") if path.is_file()}
        assert {path.relative_to(copy) for path in copy.rglob("*") if path.is_file()} == names
        assert all((copy / name).read_bytes() == (published / name).read_bytes() for name in names)
        ended("2025-10-16", seed=3)
        export(statistics, publish_now=True)
        publish(statistics, now=True)
        run("copy", **given)
    run("check", **given)
    assert capsys.readouterr().out == ""
    harmed = next(copy.rglob("part-*.parquet"))
    harmed.write_bytes(harmed.read_bytes()[:-1])
    run("check", **given)
    assert capsys.readouterr().out == f"not as published: {harmed.relative_to(copy).as_posix()}\n"


@pytest.mark.django_db
def test_every_reader_answers_the_same(statistics, capsys):
    folder = str(statistics / FOLDER / "current")
    answers = [run(name, FOLDER=folder)["answer"] for name in READERS]
    assert answers[0] == answers[1] == answers[2]
    assert [row[:3] for row in answers[0]] == [("bar_fight", "2025-10", 1), ("spooky_bar", "2025-09", 1), ("spooky_bar", "2025-10", 1)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("results", '("game_id" varchar, "seat" integer, "score" integer, "won" boolean, "winners" integer, rules varchar, month varchar)'),
        ("decisions", '"offered" array(varchar), '),
        ("decisions", '"asked_at" timestamp(6), "thinking_ms" bigint, '),
    ],
)
def test_the_statement_for_trino_has_its_types(statistics, capsys, table, columns):
    run("trino", FOLDER=str(statistics / FOLDER / "current"), TABLE=table, LOCATION="s3://bucket/revenant")
    said = capsys.readouterr().out
    assert columns in said
    assert f"external_location = 's3://bucket/revenant/{table}'" in said


@pytest.mark.django_db
def test_no_type_of_any_table_is_foreign_to_the_statement_for_trino(statistics, capsys):
    made = run("trino", FOLDER=str(statistics / FOLDER / "current"), TABLE="games", LOCATION="s3://bucket")
    types = {made["in_trino"](column["type"]) for table in made["manifest"]["tables"] for column in table["columns"]}
    words = {word for kind in types for word in re.findall(r"\w+(?=[,)]|$|\()", re.sub(r"\(6\)", "", kind))}
    assert words <= {"varchar", "integer", "bigint", "boolean", "double", "timestamp", "array", "row"}


def test_the_other_blocks_are_python():
    for name in set(BLOCKS) - {"copy", "check", "trino", *READERS}:
        ast.parse(BLOCKS[name])
    assert set(BLOCKS) == {"copy", "check", "trino", *READERS, "pandas", "spark"}
