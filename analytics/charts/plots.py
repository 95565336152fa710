"""What is drawn of a report's rows?

Figures, names and labels are worked out here, so that what draws them needs to know nothing of reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from analytics.report import Report
from analytics.snapshots import Snapshot
from gameplay.documents import rfc3339

from .kinds import Axis, Chart, Columns, Heat, Intervals, Lines, Plot, Point, Ranges, Scale, Stacks, Theme, Width
from .words import figure, is_difference, is_share, named, spaced

MOST_NAMES: Final = 40
"""Lines of one panel; more could not be read. The table has them all."""
MOST_LINES: Final = 90
"""Of all panels, as long as each can have eight."""
FEW_NAMES: Final = 8
MOST_PANELS: Final = 12
MOST_SERIES: Final = 6
MOST_POINTS: Final = 200
"""Of one line."""

Row: TypeAlias = dict[str, Any]
Units: TypeAlias = dict[str, str]


class _Drawn(msgspec.Struct):
    """What a kind of chart makes of the rows."""

    points: list[Point]
    value: Axis
    across: Axis = Axis("")
    series: list[str] = []
    notes: list[str] = []
    even: float | None = None


def plot(report: Report[Any], chart: Chart, rows: Sequence[msgspec.Struct], snapshot: Snapshot, theme: Theme, width: Width) -> Plot | None:
    """The plot of an answer; None if there is nothing in it to draw."""
    units = {column.name: column.unit for column in report.columns()}
    every = [msgspec.structs.asdict(row) for row in rows]
    chart = _told_apart(chart, every)
    shown, cut = _fitting(chart, every)
    drawn = _KINDS[type(chart)](chart, shown, units)
    if not drawn.points:
        return None
    _ordered(chart, drawn.points, shown)
    for point in drawn.points:
        point["said"] = _said(point)
    panels = list(dict.fromkeys(str(point["panel"]) for point in drawn.points))
    alone = [panels[0]] if len(panels) == 1 and panels[0] else []
    made = rfc3339(snapshot.made_at)
    return Plot(
        kind=type(chart).__name__.lower(),
        title=report.title,
        description=report.question,
        notes=[
            *alone,
            *([drawn.value.title] if len(panels) > 1 else []),
            *drawn.notes,
            *([chart.note] if chart.note else []),
            *cut,
            f"Statistics {snapshot.number}, {made[:10]} {made[11:16]} UTC",
        ],
        points=drawn.points,
        names=list(dict.fromkeys(str(point["name"]) for point in drawn.points if "name" in point)),
        panels=panels if len(panels) > 1 else [],
        series=drawn.series,
        value=drawn.value,
        across=drawn.across,
        even=drawn.even,
        theme=theme,
        width=width,
    )


def _told_apart(chart: Chart, rows: list[Row]) -> Chart:
    """The edition of the cards names a panel only where there are several."""
    if "edition" not in chart.panels:
        return chart
    others = tuple(column for column in chart.panels if column != "edition")
    without = {tuple(row[column] for column in others) for row in rows}
    several = len({(*(row[column] for column in others), row["edition"]) for row in rows}) > len(without)
    return chart if several else msgspec.structs.replace(chart, panels=others)


def _ordered(chart: Chart, points: list[Point], rows: list[Row]) -> None:
    """Number the lines of each panel: those that are called by numbers in their order, others as they come."""
    column = getattr(chart, "name", "")
    values = {row[column] for row in rows} if column else set()
    by_number = {named(column, value): value for value in values if isinstance(value, int)}
    places: dict[str, dict[str, int]] = {}
    for point in points:
        if "name" in point:
            name = str(point["name"])
            panel = places.setdefault(str(point["panel"]), {})
            point["order"] = by_number[name] if len(by_number) == len(values) and name in by_number else panel.setdefault(name, len(panel))


def _fitting(chart: Chart, rows: list[Row]) -> tuple[list[Row], list[str]]:
    """The rows that a chart has room for, and what is said of the others."""
    rows = unsorted = [row for row in rows if all(row[column] is None for column in chart.totals)]
    if isinstance(chart, Intervals) and chart.by_value:
        first = chart.measures[0].value
        rows = sorted(rows, key=lambda row: -1.0 if row[first] is None else row[first], reverse=True)
    name = getattr(chart, "name", "")
    under = getattr(chart, "under", "")
    every = len({panel_of(chart, row) for row in rows})
    most = min(MOST_NAMES, max(FEW_NAMES, MOST_LINES // max(1, min(every, MOST_PANELS))))
    panels: dict[str, set[Any]] = {}
    shown = []
    for row in rows:
        panel = panel_of(chart, row)
        if panel not in panels and len(panels) >= MOST_PANELS:
            continue
        names = panels.setdefault(panel, set())
        line = (row[under] if under else None, row[name] if name else None)
        if not name or line in names or len(names) < most:
            names.add(line)
            shown.append(row)
    left = len(rows) - len(shown)
    # Panels in the order of their rows, however those are sorted within them.
    order = list(dict.fromkeys(panel_of(chart, row) for row in unsorted))
    shown.sort(key=lambda row: order.index(panel_of(chart, row)))
    return shown, [f"Drawn: the first {len(shown)} of {len(rows)} rows; the table has them all."] if left else []


def panel_of(chart: Chart, row: Row) -> str:
    return ", ".join(named(column, row[column]) for column in chart.panels)


def _said(point: Point) -> str:
    """A mark in words, for who can't see it."""
    of = ", ".join(str(point[part]) for part in ("panel", "name", "series", "along") if point.get(part) not in (None, ""))
    more = "".join(f", {before}{point[part]}" for part, before in (("interval", "95% interval "), ("tries", "out of ")) if part in point)
    return f"{of}: {point['label']}{more}"


def names_of(column: str, rows: list[Row]) -> dict[Any, str]:
    """How the values of a column are said; in full where two would be said alike."""
    said = {value: named(column, value) for value in dict.fromkeys(row[column] for row in rows)}
    times = Counter(said.values())
    return {value: name if times[name] == 1 else str(value) for value, name in said.items()}


def _axis(title: str, column: str, units: Units, most: float, least: float = 0.0) -> Axis:
    unit = units[column]
    scale: Scale = "share" if is_share(unit) else "difference" if is_difference(unit) else "number"
    return Axis(title, scale, most, min(0.0, least))


def _most(points: list[Point], *fields: str) -> float:
    found = (point.get(field) for point in points for field in fields)
    return max((float(value) for value in found if isinstance(value, int | float)), default=0.0)


def _intervals(chart: Intervals, rows: list[Row], units: Units) -> _Drawn:
    names = names_of(chart.name, rows)
    above = names_of(chart.under, rows) if chart.under else {}
    means = _means(chart, rows) if chart.even == "mean" else {}
    points: list[Point] = []
    for row in rows:
        panel = panel_of(chart, row)
        for measure in chart.measures:
            value = row[measure.value]
            if value is None:
                continue
            unit = units[measure.value]
            point: Point = {
                "panel": panel,
                "name": f"{above[row[chart.under]]}: {names[row[chart.name]]}" if above else names[row[chart.name]],
                "series": measure.label,
                "value": value,
                "low": row[measure.low],
                "high": row[measure.high],
                "label": figure(value, unit),
                "interval": f"{figure(row[measure.low], unit)} to {figure(row[measure.high], unit)}",
            }
            if measure.of:
                point["tries"] = f"{figure(row[measure.of], '')} {units[measure.of]}"
            if chart.even:
                point["even"] = means[panel] if chart.even == "mean" else 0.0 if chart.even == "zero" else row[chart.even]
            points.append(point)
    labels = [measure.label for measure in chart.measures]
    least = min((float(point["low"] or 0) for point in points), default=0.0)
    axis = _axis(chart.axis or labels[0], chart.measures[0].value, units, _most(points, "high", "even"), least)
    series = labels if len(labels) > 1 else []
    return _Drawn(points, axis, series=series, notes=["Lines: 95% intervals."])


def _means(chart: Intervals, rows: list[Row]) -> dict[str, float]:
    """The mean of each panel, each row with the weight of its tries."""
    measure = chart.measures[0]
    sums: dict[str, tuple[float, float]] = {}
    for row in rows:
        if row[measure.value] is not None:
            weight = row[measure.of] if measure.of else 1
            total, weights = sums.get(panel_of(chart, row), (0.0, 0.0))
            sums[panel_of(chart, row)] = (total + weight * row[measure.value], weights + weight)
    return {panel: total / weights if weights else 0.0 for panel, (total, weights) in sums.items()}


def _ranges(chart: Ranges, rows: list[Row], units: Units) -> _Drawn:
    names = names_of(chart.name, rows)
    points: list[Point] = []
    for row in rows:
        marks = [(mark, row[mark.column]) for mark in chart.marks if row[mark.column] is not None]
        for mark, value in marks:
            points.append(
                {
                    "panel": panel_of(chart, row),
                    "name": names[row[chart.name]],
                    "series": mark.label,
                    "value": value,
                    "low": min(value for _, value in marks),
                    "high": max(value for _, value in marks),
                    "label": figure(value, units[mark.column]),
                }
            )
    labels = [mark.label for mark in chart.marks]
    least = min((float(point["low"] or 0) for point in points), default=0.0)
    axis = _axis(chart.axis, chart.marks[0].column, units, _most(points, "high"), least)
    return _Drawn(points, msgspec.structs.replace(axis, apart=chart.apart), series=labels)


def _stacks(chart: Stacks, rows: list[Row], units: Units) -> _Drawn:
    names = names_of(chart.name, rows)
    points: list[Point] = []
    for row in rows:
        total = sum(row[part.column] or 0 for part in chart.parts)
        if chart.shares and not total:
            continue
        at = 0.0
        for part in chart.parts:
            value = row[part.column]
            if value is None:
                continue
            length = value / total if chart.shares else value
            label = figure(length, "share") if chart.shares else figure(value, units[part.column])
            points.append(
                {
                    "panel": panel_of(chart, row),
                    "name": names[row[chart.name]],
                    "series": part.label,
                    "value": value,
                    "low": at,
                    "high": at + length,
                    "label": label,
                }
            )
            at += length
    labels = [part.label for part in chart.parts]
    axis = Axis(chart.axis, "share", 1.0) if chart.shares else _axis(chart.axis, chart.parts[0].column, units, _most(points, "high"))
    return _Drawn(points, axis, series=labels if len(labels) > 1 else [])


def _columns(chart: Columns, rows: list[Row], units: Units) -> _Drawn:
    points: list[Point] = [
        {
            "panel": panel_of(chart, row),
            "name": row[chart.name],
            "value": row[chart.value],
            "label": figure(row[chart.value], units[chart.value]),
        }
        for row in rows
        if row[chart.value] is not None
    ]
    return _Drawn(
        points, _axis(chart.axis, chart.value, units, _most(points, "value")), Axis(chart.across, "number", _most(points, "name"))
    )


def _lines(chart: Lines, rows: list[Row], units: Units) -> _Drawn:
    called = names_of(chart.series, rows) if chart.series else {}
    lengths = Counter(called[row[chart.series]] for row in rows) if chart.series else Counter[str]()
    labels = [label for label, _ in lengths.most_common(MOST_SERIES)]
    kept = set(labels)
    points: list[Point] = []
    for row in rows:
        series = called[row[chart.series]] if chart.series else ""
        if row[chart.value] is None or row[chart.along] is None or (labels and series not in kept):
            continue
        point: Point = {"panel": panel_of(chart, row), "series": series, "along": row[chart.along], "value": row[chart.value]}
        if chart.low:
            point |= {"low": row[chart.low], "high": row[chart.high]}
        points.append(point | {"label": figure(row[chart.value], units[chart.value])})
    points = _thinned(points)
    scale: Scale = "time" if points and isinstance(points[0]["along"], str) else "number"
    notes = [f"Drawn: the {MOST_SERIES} longest of {len(lengths)} lines."] if len(lengths) > MOST_SERIES else []
    if chart.low:
        notes.append("Bands: from low to high.")
    axis = msgspec.structs.replace(_axis(chart.axis, chart.value, units, _most(points, "value", "high")), from_zero=chart.from_zero)
    return _Drawn(points, axis, Axis(chart.across, scale), series=labels, notes=notes)


def _thinned(points: list[Point]) -> list[Point]:
    """As many points of each line as can be told apart, the first and the last among them."""
    lines: dict[tuple[Any, Any], list[Point]] = {}
    for point in points:
        lines.setdefault((point["panel"], point["series"]), []).append(point)
    return [
        point
        for line in lines.values()
        for number, point in enumerate(line)
        if number == len(line) - 1 or number % (len(line) // MOST_POINTS + 1) == 0
    ]


def _heat(chart: Heat, rows: list[Row], units: Units) -> _Drawn:
    names, series = names_of(chart.name, rows), names_of(chart.across, rows)
    points: list[Point] = [
        {
            "panel": panel_of(chart, row),
            "name": names[row[chart.name]],
            "series": series[row[chart.across]],
            "value": row[chart.value],
            "label": figure(row[chart.value], units[chart.value]),
        }
        for row in rows
        if row[chart.value] is not None
    ]
    axis = _axis(chart.axis, chart.value, units, _most(points, "value"))
    across = list(dict.fromkeys(str(point["series"]) for point in points))
    return _Drawn(points, axis, Axis(spaced(chart.across)), series=across, even=chart.even)


_KINDS: Final[dict[type[Any], Callable[[Any, list[Row], Units], _Drawn]]] = {
    Intervals: _intervals,
    Ranges: _ranges,
    Stacks: _stacks,
    Columns: _columns,
    Lines: _lines,
    Heat: _heat,
}
