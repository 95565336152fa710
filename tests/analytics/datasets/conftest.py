"""What do the tests of the files stand on? A few finished games of two kinds in two months."""

from __future__ import annotations

import shutil
from pathlib import Path
from uuid import UUID

import pytest

from analytics import datasets
from tests.analytics.datasets.filed import OCTOBER, SEPTEMBER, bring
from tests.analytics.dated import ended


@pytest.fixture
def few(monkeypatch) -> None:
    """Three tables stand for all of them, where it is not about tables."""
    monkeypatch.setattr(datasets, "COMMON", ("games", "events"))
    monkeypatch.setattr(datasets, "EACH", {"facts": datasets.EACH["facts"]})


@pytest.fixture
def some(folder) -> dict[str, UUID]:
    """Two games of a month, one of the next, one of another kind, all finished."""
    games = few_games()
    bring(folder)
    return games


@pytest.fixture
def looked_at(folder, tmp_path_factory) -> Path:
    """The folder of the statistics of the same games, whose log is gone: made once, for tests that change nothing."""
    made = tmp_path_factory.getbasetemp() / "looked at"
    if not made.exists():
        few_games()
        bring(made)
    shutil.copytree(made, folder, symlinks=True, dirs_exist_ok=True)
    return folder


def few_games() -> dict[str, UUID]:
    return {
        "first": ended(SEPTEMBER, seed=1),
        "second": ended("2025-09-30", seed=2),
        "third": ended(OCTOBER, seed=3),
        "other": ended(OCTOBER, "ghostel", seed=1),
    }
