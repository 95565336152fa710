"""What do the published Parquet files say of themselves, and where does each lie?

The files of one state make a generation: a folder that never changes again, with its manifest. `current` leads to the newest;
the one before it stays, and every other for an hour after it was replaced, so that whoever has just read a manifest finds its
files. A file that did not change is one and the same in both, by a hard link.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from analytics.shapes import Shown, SnapshotShown

LAYOUT: Final = 1
"""Raised when the manifest or the tree of files gets another form: all files are then written anew."""
MANIFEST: Final = "manifest.json"
CURRENT: Final = "current"
_GENERATION: Final = re.compile(r"generation-(\d+)")


class DatasetColumn(Shown, frozen=True):
    """A column of the files of a table."""

    name: str
    type: str
    """Its type, as Arrow spells it."""
    unit: str
    """In what it is counted; empty for names and for numbers of things."""
    null: str
    """When it is null; empty if it never is, or if nothing is promised."""
    meaning: str


class DatasetTable(Shown, frozen=True):
    """A table: all of its files have these columns, in this order."""

    name: str
    meaning: str
    """What a row of it is."""
    columns: list[DatasetColumn]


class DatasetMonth(Shown, frozen=True):
    """The games of one kind that ended in one month; each has one file in every table."""

    rules: str
    month: str
    """The year and month in which the games ended, UTC, such as `2026-11`."""
    games: int
    first_finished_at: str
    last_finished_at: str
    content: str
    """The same as long as nothing about these games has changed."""


class DatasetFile(Shown, frozen=True):
    """A Parquet file. It never changes: other content has another name."""

    table: str
    rules: str
    month: str
    path: str
    """Where it lies below the folder of this manifest, and below `/api/v1/analytics/datasets/`."""
    rows: int
    bytes: int
    sha256: str
    first_finished_at: str
    """When the first of the games in it ended."""
    last_finished_at: str


class Manifest(Shown, frozen=True):
    """The published files of one state of the statistics: what is not named here is not part of it."""

    layout: int
    """Of this document and of the tree of files."""
    schema_version: str
    """Another one when a table or a column is added, changed or removed."""
    generation: int
    made_at: str
    seconds: float
    """How long it took to make."""
    snapshot: SnapshotShown
    partitions: list[str]
    """What the names of the folders tell of all rows in a file, in this order. These columns are not in the files."""
    tables: list[DatasetTable]
    months: list[DatasetMonth]
    files: list[DatasetFile]


def generation_name(number: int) -> str:
    return f"generation-{number}"


def generation_number(path: Path) -> int:
    """The number of a generation's folder; 0 for anything else."""
    found = _GENERATION.fullmatch(path.name)
    return int(found[1]) if found else 0


def manifest_read(root: Path) -> Manifest | None:
    """The newest manifest; None before the first, and after a release that writes another layout."""
    return _read(root / CURRENT)


def manifests_kept(root: Path) -> Iterator[tuple[Path, Manifest]]:
    """Every generation that is still there, with its folder, the newest first."""
    try:
        newest = generation_number((root / CURRENT).readlink())
    except FileNotFoundError:
        return
    for folder in sorted(root.iterdir(), key=generation_number, reverse=True):
        if 0 < generation_number(folder) <= newest and (found := _read(folder)) is not None:
            yield folder, found


def file_find(root: Path, path: str) -> tuple[DatasetFile, Path] | None:
    """The file that a manifest names so, and where it lies. What no manifest names does not exist, whatever the path."""
    for folder, manifest in manifests_kept(root):
        if (found := _files(manifest).get(path)) is not None:
            return found, folder / found.path
    return None


def _read(folder: Path) -> Manifest | None:
    path = folder / MANIFEST
    try:
        status = path.stat()
        return _decoded(path.resolve(), status.st_ino, status.st_mtime_ns)
    except FileNotFoundError:
        return None


@lru_cache(maxsize=16)
def _decoded(path: Path, _inode: int, _changed: int) -> Manifest | None:
    raw = path.read_bytes()
    if msgspec.json.decode(raw, type=_Layout).layout != LAYOUT:
        return None
    return msgspec.json.decode(raw, type=Manifest)


class _Layout(msgspec.Struct, frozen=True):
    """Of any manifest, whatever else is in it."""

    layout: int


def _files(manifest: Manifest) -> dict[str, DatasetFile]:
    return {file.path: file for file in manifest.files}
