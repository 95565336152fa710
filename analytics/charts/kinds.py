"""What kinds of charts are there?

A chart names the columns of its report that it shows; it is made into a `Plot` with the rows of an answer, and drawn from that.
Charts are small multiples: `panels` are the columns that tell one panel from another.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec


class Part(msgspec.Struct, frozen=True):
    """A column that is shown, by the name it has in the legend."""

    label: str
    column: str


class Measure(msgspec.Struct, frozen=True):
    """A figure with the ends of its interval."""

    label: str
    value: str
    low: str
    high: str
    of: str = ""
    """The column of how many tries it is a share."""


class Kind(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=str.lower):
    """What all kinds of charts have in common."""

    panels: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()
    """Only rows in which these are null are drawn: the others are parts of them."""
    note: str = ""
    """How it is to be read, for the caption."""


class Intervals(Kind, frozen=True, kw_only=True):
    """A dot for each figure and a line from end to end of its interval."""

    name: str
    """The column that names the lines."""
    under: str = ""
    """The column that a name belongs to, said before it."""
    measures: tuple[Measure, ...]
    even: str = ""
    """The column of what the figures are to be compared with; `mean` for the mean of each panel, `zero` for none."""
    axis: str = ""
    """What is measured, if the measures have different names."""
    by_value: bool = False
    """Is the highest figure the first? Else they stand in the order of the rows."""


class Ranges(Kind, frozen=True, kw_only=True):
    """Marks on a line: the least, the middle, the most of something."""

    name: str
    marks: tuple[Part, ...]
    axis: str
    apart: bool = False
    """Has each panel a scale of its own? For figures that can't be compared."""


class Stacks(Kind, frozen=True, kw_only=True):
    """Bars of parts, one after the other."""

    name: str
    parts: tuple[Part, ...]
    axis: str
    shares: bool = False
    """Are the bars all of one length, and their parts shares of it?"""


class Columns(Kind, frozen=True, kw_only=True):
    """Upright bars over numbers: a distribution."""

    name: str
    value: str
    axis: str
    across: str
    """What the numbers below the bars are."""


class Lines(Kind, frozen=True, kw_only=True):
    """Lines over time or numbers, one for each series."""

    along: str
    """The column of times or numbers."""
    value: str
    axis: str
    across: str
    series: str = ""
    low: str = ""
    high: str = ""
    from_zero: bool = False
    """Does the scale begin at 0? For counts."""


class Heat(Kind, frozen=True, kw_only=True):
    """A table whose cells have the colour of their figure."""

    name: str
    across: str
    value: str
    axis: str
    even: float | None = None
    """The figure in the middle: colours part there. Else they go from none to the most."""


Chart: TypeAlias = Intervals | Ranges | Stacks | Columns | Lines | Heat
Theme: TypeAlias = Literal["light", "dark"]
Width: TypeAlias = Literal["wide", "narrow"]
Point: TypeAlias = dict[str, str | int | float | None]
Scale: TypeAlias = Literal["share", "difference", "number", "time"]


class Axis(msgspec.Struct, frozen=True):
    """What is measured along a side of the chart."""

    title: str
    scale: Scale = "number"
    most: float = 0
    """The largest value there is."""
    least: float = 0
    """The least, if it is below 0."""
    apart: bool = False
    """Has each panel a scale of its own?"""
    from_zero: bool = False


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """All that is drawn: a chart with its rows, without knowledge of reports."""

    kind: str
    title: str
    description: str
    notes: list[str]
    points: list[Point]
    """What is drawn and what is said beside it: name, panel, series, value, low, high, label …"""
    names: list[str]
    """The lines, in their order."""
    panels: list[str]
    series: list[str]
    value: Axis
    across: Axis = Axis("")
    even: float | None = None
    theme: Theme
    width: Width
