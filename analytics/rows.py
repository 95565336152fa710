"""How do rows of a batch of games become Arrow columns?

Rows are gathered in plain lists, one for each column, and become Arrow arrays at the end of the batch. Where a row belongs is one
number, its place: the number of the game in the batch, seq and ordinal. Games and events come in order, so the places of a list
increase, and what a rewind took back is a slice of it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, count
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from analytics.columns import Place, followed, plain
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


EVENT: Final = place(0, 1)
"""How far the places of two events that follow each other are apart."""


class Group:
    """Rows that come from one type of struct: where each belongs, the struct, and for answers who gave it."""

    __slots__ = ("autos", "places", "seats", "structs")

    def __init__(self) -> None:
        self.places = array("q")
        self.structs: list[msgspec.Struct] = []
        self.seats: list[int] = []
        self.autos: list[bool] = []


def words(values: Sequence[Any], kind: pa.DataType, shown: Callable[[Any], Any] | None = None) -> pa.Array:
    """A column that has few different values, each of them made once: by `shown`, if they are to be written in another way."""
    numbers: defaultdict[Any, int] = defaultdict(count().__next__)
    indices = pa.array([*map(numbers.__getitem__, values)], pa.int32())
    dictionary = pa.array([*numbers] if shown is None else [*map(shown, numbers)], kind)
    return dictionary.take(indices) if pa.types.is_list(kind) else pa.DictionaryArray.from_arrays(indices, dictionary)


class Placed:
    """Where rows belong, and whether that was taken back: for many lists of places at once, because each Arrow call has its price."""

    def __init__(self, lists: Sequence[array[int]], undone: Undone) -> None:
        joined = b"".join(lists)
        self._ends = [0, *accumulate(map(len, lists))]
        length = self._ends[-1]
        numbers = pa.Array.from_buffers(pa.int64(), length, [None, pa.py_buffer(joined)])
        self._games = pc.shift_right(numbers, _GAME_BITS).cast(pa.int32())
        self._seqs = pc.bit_wise_and(pc.shift_right(numbers, _SEQ_BITS), _SEQ_MASK).cast(pa.int32())
        self._ordinals = pc.bit_wise_and(numbers, _ORDINAL_MASK).cast(pa.int32())
        marked = bytearray(length if undone else 0)
        for start, places in zip(self._ends, lists, strict=False) if undone else ():
            _mark(marked, start, places, undone)
        if undone:
            self._undone = pa.Array.from_buffers(pa.uint8(), length, [None, pa.py_buffer(marked)]).cast(pa.bool_())
        else:
            self._undone = pa.repeat(False, length)

    def columns(self, number: int, *, seq: bool = True, ordinal: bool = False) -> dict[str, pa.Array]:
        """Those of the list of this number."""
        start, length = self._ends[number], self._ends[number + 1] - self._ends[number]
        found = {GAME: self._games.slice(start, length)}
        if seq:
            found["seq"] = self._seqs.slice(start, length)
        if ordinal:
            found["ordinal"] = self._ordinals.slice(start, length)
        if seq:
            found["undone"] = self._undone.slice(start, length)
        return found


def _mark(marked: bytearray, start: int, places: array[int], undone: Undone) -> None:
    """Mark, from `start` on, those of the places whose event was taken back."""
    for game, stretches in undone.items():
        for first, last in stretches:
            begin, end = bisect_left(places, place(game, first)), bisect_left(places, place(game, last + 1))
            marked[start + begin : start + end] = b"\1" * (end - begin)


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


def column(where: Place, kind: pa.DataType, values: Sequence[Any]) -> pa.Array:
    """The column of a struct's field, from its values in all structs."""
    if not where.items:
        return column_of(kind, plain(where, values))
    lists = followed(where, values)
    objects, fields = [each for items in lists if items is not None for each in items], list(kind.value_type)
    members = [column(member, field.type, objects) for member, field in zip(where.items, fields, strict=True)]
    return _lists(lists, pa.StructArray.from_arrays(members, fields=fields))


def _lists(values: Sequence[Sequence[Any]], items: pa.Array) -> pa.Array:
    """As many lists as there are values, of these items one after the other; None stays null."""
    if None not in values:
        return pa.ListArray.from_arrays(pa.array([0, *accumulate(map(len, values))], pa.int32()), items)
    ends = list(accumulate([0 if each is None else len(each) for each in values], initial=0))
    starts = [None if each is None else end for each, end in zip(values, ends, strict=False)]
    return pa.ListArray.from_arrays(pa.array([*starts, ends[-1]], pa.int32()), items)
