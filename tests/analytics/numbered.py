"""Which small files do tests of open snapshots read, and how is it seen that they are open?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import duckdb

from analytics import standing

COUNT = "SELECT count(*) FROM numbers"


class Numbered(NamedTuple):
    """What is known of a file: the number in its name."""

    number: int

    @classmethod
    def of(cls, path: Path) -> Numbered:
        return cls(int(path.stem.rpartition("-")[2]))

    def follows(self, other: Numbered, /) -> bool:
        return self.number > other.number


def made(path: Path, numbers: int) -> Path:
    """A file beside, put into this place at once, as a snapshot is."""
    beside = path.with_name("beside.duckdb")
    with duckdb.connect(beside) as connection:
        connection.execute(f"CREATE TABLE numbers AS SELECT * FROM range({numbers})")
    beside.replace(path)
    return path


@contextmanager
def connected(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Just this file."""
    with standing.connected(path, Numbered.of(path)) as (_, connection):
        yield connection


def count(path: Path) -> int:
    """How many numbers are in just this file."""
    with connected(path) as connection:
        return connection.execute(COUNT).fetchall()[0][0]


def files(folder: Path) -> list[str]:
    """The database files in this folder that this process has open, also those that were removed."""
    links = []
    for each in Path("/proc/self/fd").iterdir():
        try:
            links.append(str(each.readlink()))
        except FileNotFoundError:
            continue
    return sorted(Path(link).name for link in links if link.startswith(str(folder)))


@contextmanager
def process_of_its_own(monkeypatch) -> Iterator[standing._Process]:
    """Nothing is open at the beginning, and nobody reads at the end."""
    process = standing._Process()
    monkeypatch.setattr(standing, "_process", process)
    yield process
    with process.opening:
        assert not any(each.readers for each in process.open.values())
        process.tidy()
