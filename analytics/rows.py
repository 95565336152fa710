"""How do rows of a batch of games become Arrow columns?

Rows are gathered in plain lists, one for each column, and become Arrow arrays at the end of the batch. Where a row belongs is one
number, its place: the number of the game in the batch, seq and ordinal. Games and events come in order, so the places of a list
increase, and what a rewind took back is a slice of it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from analytics.tables import Table

GAME: Final = "game_place"
"""The first column of all rows of a batch: which of its games a row is of."""

_GAME_BITS: Final = 40
_SEQ_BITS: Final = 16
_SEQ_MASK: Final = (1 << (_GAME_BITS - _SEQ_BITS)) - 1
_ORDINAL_MASK: Final = (1 << _SEQ_BITS) - 1

Undone = Mapping[int, list[tuple[int, int]]]
"""By game with undone events: the stretches of them, first and last seq."""


def place(game: int, seq: int = 0) -> int:
    """The place of the first row of an event."""
    return game << _GAME_BITS | seq << _SEQ_BITS


class Group:
    """Rows that come from one type of struct: where each belongs, the struct, and for answers who gave it."""

    __slots__ = ("autos", "places", "seats", "structs")

    def __init__(self) -> None:
        self.places = array("q")
        self.structs: list[msgspec.Struct] = []
        self.seats: list[int] = []
        self.autos: list[bool] = []


class Words:
    """Values of a column that has few different ones, each stored once."""

    __slots__ = ("numbers", "values")

    def __init__(self) -> None:
        self.values: dict[Any, int] = {}
        """The number of each value, in the order in which they came."""
        self.numbers = array("i")

    def append(self, value: Any) -> None:
        numbers = self.values
        self.numbers.append(numbers.setdefault(value, len(numbers)))

    def extend(self, values: Iterable[Any]) -> None:
        numbers = self.values
        self.numbers.extend([numbers.setdefault(value, len(numbers)) for value in values])

    def arrow(self, kind: pa.DataType, shown: Sequence[Any] | None = None) -> pa.Array:
        """The column; `shown` are the values to write instead of those appended."""
        dictionary = pa.array(list(self.values) if shown is None else shown, kind)
        numbers = pa.Array.from_buffers(pa.int32(), len(self.numbers), [None, pa.py_buffer(self.numbers)])
        return dictionary.take(numbers) if pa.types.is_list(kind) else pa.DictionaryArray.from_arrays(numbers, dictionary)


def placed(places: array[int], undone: Undone, *, seq: bool = True, ordinal: bool = False) -> dict[str, pa.Array]:
    """The columns that tell where rows belong and, with their seq, whether that was taken back."""
    length = len(places)
    numbers = pa.Array.from_buffers(pa.int64(), length, [None, pa.py_buffer(places)])
    columns = {GAME: pc.shift_right(numbers, _GAME_BITS).cast(pa.int32())}
    if seq:
        columns["seq"] = pc.bit_wise_and(pc.shift_right(numbers, _SEQ_BITS), _SEQ_MASK).cast(pa.int32())
        columns["undone"] = _undone(places, undone)
    if ordinal:
        columns["ordinal"] = pc.bit_wise_and(numbers, _ORDINAL_MASK).cast(pa.int32())
    return columns


def _undone(places: array[int], undone: Undone) -> pa.Array:
    """Whether the event of each place was taken back."""
    marked: bytearray | None = None
    for game, stretches in undone.items():
        for first, last in stretches:
            start, end = bisect_left(places, place(game, first)), bisect_left(places, place(game, last + 1))
            if start < end:
                marked = marked or bytearray(len(places))
                marked[start:end] = b"\1" * (end - start)
    if marked is None:
        return pa.repeat(False, len(places))
    return pa.Array.from_buffers(pa.uint8(), len(places), [None, pa.py_buffer(marked)]).cast(pa.bool_())


def flat(table: Table, rows: Sequence[Sequence[Any]]) -> pa.Table | None:
    """A table whose few rows were gathered one by one, each beginning with the number of its game; None without any."""
    if not rows:
        return None
    games, *columns = zip(*rows, strict=True)
    wanted = table.columns[1:]
    arrays = [column_of(column.arrow, values) for column, values in zip(wanted, columns, strict=True)]
    return pa.table([pa.array(games, pa.int32()), *arrays], [GAME, *(column.name for column in wanted)])


def column_of(kind: pa.DataType, values: Sequence[Any]) -> pa.Array:
    """A column of plain values; UUIDs come as their bytes."""
    if kind == pa.uuid():
        return pa.ExtensionArray.from_storage(kind, pa.array(values, pa.binary(16)))
    return pa.array(values, kind)
