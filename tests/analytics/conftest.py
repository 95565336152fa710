"""What do the tests of statistics stand on? A folder of their own, and ways to look into the warehouse."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from analytics import export as exporting
from analytics.schema import Schema
from analytics.snapshots import reading
from analytics.warehouse import FILE, Warehouse
from gameplay import log
from gameplay.rules.catalogue import GAMES
from tests.rules import toy

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="session")
def empty_warehouse(tmp_path_factory) -> Path:
    """A warehouse of the catalogue's games without a row: to make its two hundred tables anew for each test takes longer than most tests."""
    folder: Path = tmp_path_factory.mktemp("empty")
    Warehouse(folder, Schema.of_catalogue()).complete()
    return folder / FILE


@pytest.fixture
def bare_folder(settings, tmp_path) -> Path:
    """Where this test's warehouse will lie; nothing is there. This process has compared none with the log yet."""
    settings.STATISTICS_DIR = tmp_path / "statistics"
    exporting._compared_here.clear()
    return settings.STATISTICS_DIR


@pytest.fixture
def folder(bare_folder, empty_warehouse) -> Path:
    """Where this test's warehouse lies, which has no rows yet."""
    bare_folder.mkdir()
    shutil.copy(empty_warehouse, bare_folder)
    return bare_folder


@pytest.fixture(scope="module")
def shared_folder(tmp_path_factory, empty_warehouse) -> Path:
    """Where the warehouse of all tests of a module lies, which one of them fills and all of them read."""
    shared: Path = tmp_path_factory.mktemp("statistics")
    shutil.copy(empty_warehouse, shared)
    return shared


@pytest.fixture(scope="module")
def logged(django_db_setup, django_db_blocker) -> Callable[[], AbstractContextManager[None]]:
    """A log for as long as the block, to fill a shared warehouse from."""

    @contextmanager
    def block() -> Iterator[None]:
        with django_db_blocker.unblock(), transaction.atomic():
            yield
            transaction.set_rollback(True)

    return block


@pytest.fixture
def toy_rules(monkeypatch):
    """The toy game beside those of the catalogue: seats look in secret, and take at once."""
    rules = replace(toy.RULES, bots={"first": lambda view, seat, options, chance: next(iter(options))})
    monkeypatch.setitem(GAMES, "toy", rules)
    log.codec.cache_clear()
    yield rules
    log.codec.cache_clear()


@pytest.fixture
def published(folder) -> Callable[[], Rows]:
    """All rows of the newest snapshot, by table, in a fixed order."""

    def rows() -> Rows:
        with reading(folder) as (_, connection):
            names = connection.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall()
            return {name: connection.execute(f"SELECT * FROM {name} ORDER BY ALL").fetchall() for (name,) in names}

    return rows


@pytest.fixture
def ask(folder) -> Callable[..., list[tuple[Any, ...]]]:
    """The rows of a query on the newest snapshot."""

    def rows(query: str, *parameters: Any) -> list[tuple[Any, ...]]:
        with reading(folder) as (_, connection):
            return connection.execute(query, list(parameters)).fetchall()

    return rows
