"""How is a plot drawn? As a Vega-Lite specification, made with Altair."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable
from typing import Any, Final

import altair as alt

from .colours import COLOURS
from .kinds import Plot, Point

FONT: Final = "Liberation Sans, Arial, Helvetica, sans-serif"
"""Of one width wherever one of the first three is there."""
WIDE: Final = 640
NARROW: Final = 300
"""Pixels of the whole picture: beside a table, and on a telephone."""
STEP: Final = 21
_PAIR: Final = 38
"""Pixels from line to line, with one and with two figures in each."""
_LETTER: Final = 6.2
"""Pixels of a mean letter at 11 px."""
_BOLD: Final = 7.2
"""Of one at 12 px, bold."""
_AXIS: Final = {"share": ".0%", "difference": "+.0%", "number": ",~f", "time": "%Y-%m-%d"}


def drawn(plot: Plot) -> dict[str, Any]:
    """The specification; raises if it is not valid Vega-Lite."""
    frame = _Frame(plot)
    marks = _KINDS[plot.kind](frame)
    chart: Any = marks.properties(title=_title(plot), description=plot.description).configure(**_config(frame))
    spec: dict[str, Any] = chart.to_dict()
    return spec


class _Frame:
    """The sizes and scales that all kinds share."""

    def __init__(self, plot: Plot) -> None:
        self.plot = plot
        self.colours = COLOURS[plot.theme]
        self.narrow = plot.width == "narrow"
        self.total = NARROW if self.narrow else WIDE
        longest = max((len(name) for name in plot.names), default=0)
        self.points = plot.points
        self.label = int(min(longest * _LETTER, 110 if self.narrow else 190))
        self.panels_across = 1 if self.narrow or not plot.panels or self.label > 120 else 2
        if max((len(panel) for panel in plot.panels), default=0) * _BOLD > self.width:
            self.panels_across = 1

    @property
    def width(self) -> int:
        """Of one panel's field."""
        each = (self.total - 24 * (self.panels_across - 1)) // self.panels_across
        return each - self.label - self.label // 6 - 22

    @property
    def data(self) -> Any:
        return alt.Data(values=self.points)  # type: ignore[no-untyped-call]

    def names(self, **scale: Any) -> Any:
        axis = alt.Axis(labelLimit=self.label + self.label // 6 + 4, ticks=False, domain=False, grid=False)
        return alt.Y(
            "name:N",
            sort=alt.EncodingSortField(field="order", op="min"),
            title=None,
            axis=axis,
            scale=alt.Scale(**scale) if scale else alt.Undefined,
        )

    def across(self, field: str, *, room: float = 1.0) -> Any:
        """The scale of what is measured, with room for labels after the longest."""
        axis = self.plot.value
        share = axis.scale == "share"
        most = (axis.most or (1 if axis.least == 0 else 0)) * room
        said: dict[str, Any] = {"tickCount": max(2, self.width // 60)}
        if share and most >= 0.02:
            said = {"values": _ticks(0.0, min(most, 1.0))}
        elif axis.scale == "difference":
            said = {"values": _ticks(axis.least, most), "labelExpr": "format(100 * datum.value, datum.value ? '+d' : 'd')"}
        return alt.X(
            f"{field}:Q",
            title=None if self.plot.panels else _wrapped(axis.title, self.width),
            scale=alt.Scale(zero=True) if axis.apart else alt.Scale(domain=[axis.least * 1.06, most], nice=False),
            axis=alt.Axis(format=_AXIS[axis.scale], **said, labelOverlap=True, domain=False, tickSize=0),
        )

    def colour(self) -> Any:
        """By series, where there are several."""
        series = self.plot.series
        if not series:
            return alt.value(self.colours.series[0])
        scale = alt.Scale(domain=series, range=list(self.colours.series[: len(series)]))
        return alt.Color("series:N", scale=scale, legend=self.legend)

    @property
    def legend(self) -> Any:
        """Above the chart, in as many columns as fit."""
        series = self.plot.series
        each = max(len(name) for name in series) * 1.12 * _LETTER + 34
        columns = max(1, min(len(series), int((self.total - self.label) / each)))
        return alt.Legend(title=None, orient="top", columns=columns, labelLimit=self.total - 30, symbolStrokeWidth=0, symbolOpacity=1)

    def tooltip(self, **titles: str) -> list[Any]:
        """What is said of a mark, by field and title; only what the points have."""
        has = set().union(*self.plot.points)
        known = {"panel": "", "name": "", "series": "", **titles}
        if not self.plot.panels:
            known.pop("panel")
        if not self.plot.series:
            known.pop("series")
        titled = {"panel": "in", "name": "of", "series": "what", "along": "when"}
        return [alt.Tooltip(f"{name}:N", title=title or titled[name]) for name, title in known.items() if name in has]

    def framed(self, layers: list[Any], height: Any = None) -> Any:
        """The layers, once for each panel."""
        plot = self.plot
        sized = {"width": self.width, "height": alt.Step(STEP) if height is None else height}
        if not plot.panels:
            return alt.layer(*layers, data=self.data).properties(**sized)
        header = alt.Header(labelAnchor="start", labelFontWeight="bold", labelPadding=4, labelLimit=self.width + 16, title=None)
        facet = alt.Facet("panel:N", sort=plot.panels, title=None, header=header)
        multiples = (
            alt.layer(*layers)
            .properties(**sized)
            .facet(facet, columns=self.panels_across, data=self.data, spacing={"row": 14, "column": 24})
        )
        apart: dict[str, Any] = {"x": "independent"} if plot.value.apart or plot.kind == "heat" else {}
        return multiples.resolve_scale(y="independent", **apart).resolve_axis(x="independent", y="independent")


def _intervals(frame: _Frame) -> Any:
    plot, colours = frame.plot, frame.colours
    tooltip = frame.tooltip(label=plot.value.title, interval="95% interval", tries="out of")
    y = frame.names(padding=0) if plot.series else frame.names()
    layers = []
    if "even" in plot.points[0]:
        mark = alt.Chart().mark_tick(aria=False, color=colours.dim, thickness=1.5, size=_PAIR if plot.series else STEP, tooltip=False)
        layers.append(mark.encode(x=alt.X("even:Q"), y=y))
    x = frame.across("value", room=1.18 if frame.width > 260 else 1.3)
    aside: dict[str, Any] = {}
    if plot.series:
        # Beside each other in pixels, by a scale of one's own: Vega-Lite's would go astray in panels whose lines differ.
        last = len(plot.series) - 1
        scale = alt.Scale(domain=[0, last], range=[_PAIR / 2 - 7.5 * last, _PAIR / 2 + 7.5 * last], nice=False, zero=False)
        aside["yOffset"] = alt.YOffset("turn:Q", scale=scale)
        frame.points = [{**point, "turn": plot.series.index(str(point["series"]))} for point in plot.points]
    colour = frame.colour()
    layers += [
        alt.Chart()
        .mark_rule(aria=False, strokeWidth=3, opacity=0.55)
        .encode(x=alt.X("low:Q"), x2="high:Q", y=y, color=colour, tooltip=tooltip, **aside),
        alt.Chart().mark_circle(size=64, opacity=1).encode(x=x, y=y, color=colour, tooltip=tooltip, description="said:N", **aside),
        alt.Chart()
        .mark_text(aria=False, align="left", dx=8, fontSize=11, color=colours.ink)
        .encode(x=alt.X("high:Q"), y=y, text="label:N", **aside),
    ]
    return frame.framed(layers, alt.Step(_PAIR) if plot.series else None)


def _ranges(frame: _Frame) -> Any:
    plot, colours = frame.plot, frame.colours
    tooltip = frame.tooltip(label=plot.value.title)
    x = frame.across("value", room=1.06)
    scale = alt.Scale(domain=plot.series, range=["circle", "diamond", "square", "triangle-right"][: len(plot.series)])
    shape = alt.Shape("series:N", scale=scale, legend=frame.legend)
    line = alt.Chart().mark_rule(aria=False, strokeWidth=2, color=colours.line).encode(x=alt.X("low:Q"), x2="high:Q", y=frame.names())
    marks = (
        alt.Chart()
        .mark_point(size=70, filled=True, opacity=1)
        .encode(x=x, y=frame.names(), color=frame.colour(), shape=shape, tooltip=tooltip, description="said:N")
    )
    return frame.framed([line, marks])


def _stacks(frame: _Frame) -> Any:
    plot, colours = frame.plot, frame.colours
    tooltip = frame.tooltip(label=plot.value.title, value="number")
    x = frame.across("low", room=1.0 if plot.series else 1.18)
    bars = (
        alt.Chart()
        .mark_bar(stroke=colours.paper, strokeWidth=1)
        .encode(x=x, x2="high:Q", y=frame.names(), color=frame.colour(), tooltip=tooltip, description="said:N")
    )
    if plot.series:
        least = plot.value.most * 34 / max(frame.width, 1)
        frame.points = [_with_room(point, least) for point in plot.points]
        text = (
            alt.Chart()
            .mark_text(aria=False, fontSize=11, color=colours.on_series)
            .encode(x=alt.X("middle:Q"), y=frame.names(), text="inside:N")
        )
    else:
        text = (
            alt.Chart()
            .mark_text(aria=False, align="left", dx=5, fontSize=11, color=colours.ink)
            .encode(x=alt.X("high:Q"), y=frame.names(), text="label:N")
        )
    return frame.framed([bars, text])


def _with_room(part: Point, least: float) -> Point:
    """A part of a bar with its middle, and the label that stands there if it is long enough."""
    low, high = float(part["low"] or 0), float(part["high"] or 0)
    return {**part, "middle": (low + high) / 2, "inside": part["label"] if high - low > least else ""}


def _columns(frame: _Frame) -> Any:
    plot, colours = frame.plot, frame.colours
    frame.label = 24
    frame.panels_across = 1 if frame.narrow or not plot.panels else 2
    most = plot.value.most * 1.15
    share = plot.value.scale == "share"
    y = alt.Y(
        "value:Q",
        title=None if plot.panels else plot.value.title,
        scale=alt.Scale(domain=[0, most], nice=False),
        axis=alt.Axis(
            format=_AXIS[plot.value.scale],
            values=_ticks(0.0, min(most, 1.0)) if share else alt.Undefined,
            tickCount=4,
            domain=False,
            tickSize=0,
        ),
    )
    last = int(plot.across.most)
    x = alt.X(
        "name:Q",
        title=plot.across.title,
        scale=alt.Scale(domain=[-0.7, last + 0.7], nice=False),
        axis=alt.Axis(grid=False, tickMinStep=1, format="d"),
    )
    width = max(2.0, min(26.0, 0.8 * frame.width / (last + 2)))
    tooltip = frame.tooltip(name=plot.across.title, label=plot.value.title)
    bars = alt.Chart().mark_bar(size=width, color=colours.series[0]).encode(x=x, y=y, tooltip=tooltip, description="said:N")
    layers = [bars]
    if width >= 18:
        layers.append(alt.Chart().mark_text(aria=False, dy=-7, fontSize=10, color=colours.ink).encode(x=x, y=y, text="label:N"))
    return frame.framed(layers, 110)


def _lines(frame: _Frame) -> Any:
    plot = frame.plot
    frame.label = 40
    time = plot.across.scale == "time"
    scale = alt.Scale(type="utc") if time else alt.Undefined
    x = alt.X(
        f"along:{'T' if time else 'Q'}",
        title=plot.across.title or None,
        scale=scale,
        axis=alt.Axis(grid=False, labelOverlap=True, tickCount=max(2, frame.width // 90), tickMinStep=alt.Undefined if time else 1),
    )
    title = None if plot.panels else plot.value.title
    y = alt.Y("value:Q", title=title, scale=alt.Scale(zero=plot.value.from_zero), axis=alt.Axis(domain=False, tickSize=0, format=",.2~f"))
    tooltip = frame.tooltip(along=plot.across.title, label=plot.value.title)
    layers = []
    if "low" in plot.points[0]:
        layers.append(alt.Chart().mark_area(aria=False, opacity=0.15).encode(x=x, y=alt.Y("low:Q"), y2="high:Q", color=frame.colour()))
    layers += [
        alt.Chart().mark_line(aria=False, strokeWidth=2, strokeJoin="round").encode(x=x, y=y, color=frame.colour()),
        alt.Chart()
        .mark_circle(size=24 if len(plot.points) < 120 else 6, opacity=1)
        .encode(x=x, y=y, color=frame.colour(), tooltip=tooltip, description="said:N"),
    ]
    return frame.framed(layers, 240)


def _heat(frame: _Frame) -> Any:
    plot, colours = frame.plot, frame.colours
    most = plot.value.most or 1
    if plot.even is None:
        scale = alt.Scale(domain=[0, most], range=list(colours.ramp), interpolate="rgb")
    else:
        scale = alt.Scale(domain=[0, plot.even, max(2 * plot.even, most)], range=list(colours.parting), interpolate="rgb")
    x = alt.X(
        "series:N", sort=plot.series, title=plot.across.title, axis=alt.Axis(labelAngle=-40, labelLimit=110, domain=False, ticks=False)
    )
    tooltip = frame.tooltip(label=plot.value.title)
    cells = (
        alt.Chart()
        .mark_rect(stroke=colours.paper, strokeWidth=2)
        .encode(x=x, y=frame.names(), color=alt.Color("value:Q", scale=scale, legend=None), tooltip=tooltip, description="said:N")
    )
    text = alt.Chart().mark_text(aria=False, fontSize=11, color=colours.ink).encode(x=x, y=frame.names(), text="label:N")
    return frame.framed([cells, text], alt.Step(28))


_KINDS: Final[dict[str, Callable[[_Frame], Any]]] = {
    "intervals": _intervals,
    "ranges": _ranges,
    "stacks": _stacks,
    "columns": _columns,
    "lines": _lines,
    "heat": _heat,
}


def _ticks(least: float, most: float) -> list[float]:
    """Round shares from the least to the most, five or so, with 0 among them."""
    step = next((step for step in (0.01, 0.02, 0.05, 0.1, 0.2) if (most - least) / step <= 5.5), 0.25)
    return [round(step * number, 2) for number in range(math.ceil(least / step - 1e-9), int(most / step + 1e-9) + 1)]


def _wrapped(text: str, pixels: int) -> list[str]:
    return textwrap.wrap(text, max(16, int(pixels / _LETTER)))


def _title(plot: Plot) -> Any:
    total = NARROW if plot.width == "narrow" else WIDE
    notes = _wrapped(" · ".join(plot.notes), int(total * 0.9))
    return alt.TitleParams(text=textwrap.wrap(plot.title, int(total / 8.8)), subtitle=notes, anchor="start", frame="bounds", offset=10)


def _config(frame: _Frame) -> dict[str, Any]:
    colours = frame.colours
    text: dict[str, Any] = {
        "labelColor": colours.ink,
        "titleColor": colours.dim,
        "labelFontSize": 11,
        "titleFontSize": 11,
        "titleFontWeight": "normal",
    }
    return {
        "background": colours.paper,
        "font": FONT,
        "padding": {"left": 6 + frame.label // 6, "right": 8, "top": 6, "bottom": 6},
        "view": alt.ViewConfig(stroke=None),
        "axis": alt.AxisConfig(
            **text, gridColor=colours.line, gridOpacity=0.7, domainColor=colours.dim, tickColor=colours.dim, labelPadding=5
        ),
        "legend": alt.LegendConfig(
            labelColor=colours.ink, labelFontSize=11, symbolSize=90, rowPadding=2, columnPadding=22, padding=0, offset=9
        ),
        "header": alt.HeaderConfig(labelColor=colours.ink, labelFontSize=12),
        "title": alt.TitleConfig(color=colours.ink, subtitleColor=colours.dim, fontSize=14, subtitleFontSize=11, subtitlePadding=4),
    }
