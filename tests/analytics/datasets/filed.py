"""How do the tests bring games into files, and look at what is there?"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from analytics import datasets, manifest
from analytics.datasets import FOLDER, publish
from analytics.export import export
from analytics.manifest import Manifest, manifest_read

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
