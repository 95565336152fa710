"""How do rows become a Parquet file: plain types for every reader, and the same bytes for the same rows?

The bytes follow from the rows, their order and this file alone: row groups have a fixed length, nothing of the process, the
clock or the batches that the rows came in gets in. Another version of the writer may write others: `WRITER` names it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

WRITER: Final = f"{pq.__name__} {pa.__version__} 1"
"""What wrote a file; the last number is raised when the settings below change."""
ROWS: Final = 122_880
"""Rows of a row group: a few MB, which engines read in parallel and in DuckDB's own measure."""
_CHUNK: Final = 1 << 20
_PLAIN: Final = frozenset({pa.bool_(), pa.int32(), pa.int64(), pa.float64(), pa.string()})
UTC: Final = pa.timestamp("us", "UTC")


class Written(NamedTuple):
    """A file that was written."""

    rows: int
    bytes: int
    sha256: str


def plain(kind: pa.DataType) -> pa.DataType:
    """The type that a column has in the files. Raises TypeError for one that not every engine could read.

    Ids must be text already: as UUID, a FIXED_LEN_BYTE_ARRAY(16) with a logical type, Spark refuses the whole file and
    ClickHouse shows 16 raw bytes, while the text is stored once in the dictionary of a row group. Times are instants in UTC.
    """
    if pa.types.is_timestamp(kind):
        return UTC
    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return pa.string()
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return pa.list_(pa.field("element", plain(kind.value_type)))
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, plain(field.type)) for field in kind])
    if kind not in _PLAIN:
        raise TypeError(f"not every engine reads {kind} from Parquet")
    return kind


def write(path: Path, schema: pa.Schema, batches: Iterable[pa.Table]) -> Written:
    """Write these rows to `path`, which is on the disk when this returns."""
    rows = 0
    with pq.ParquetWriter(
        path,
        schema,
        version="2.6",
        data_page_version="1.0",
        compression="zstd",
        compression_level=3,
        use_dictionary=True,
        write_statistics=True,
        store_schema=False,
    ) as writer:
        for group in _groups(schema, batches):
            writer.write_table(group, row_group_size=ROWS)
            rows += len(group)
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
        os.fsync(file.fileno())
        size = file.tell()
    return Written(rows, size, digest.hexdigest())


def _groups(schema: pa.Schema, batches: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """The rows in groups of ROWS, whatever pieces they come in: where pages begin must not depend on that."""
    held: list[pa.Table] = []
    length = 0
    for batch in batches:
        held.append(batch.cast(schema))
        length += len(batch)
        while length >= ROWS:
            united = pa.concat_tables(held)
            yield united[:ROWS].combine_chunks()
            held, length = [united[ROWS:]], length - ROWS
    if length:
        yield pa.concat_tables(held).combine_chunks()
