"""Does every report have a chart, and does the chart show what its rows say?"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import altair as alt
import jsonschema
import msgspec
import pytest
import vl_convert

from analytics.charts import of_reports, plots
from analytics.charts.colours import COLOURS
from analytics.charts.drawn import NARROW, WIDE, drawn
from analytics.charts.empty import empty
from analytics.charts.kinds import Columns, Heat, Intervals, Lines, Measure, Plot, Ranges, Stacks
from analytics.charts.of_reports import CHARTS, chart_of, suggested
from analytics.charts.words import figure, is_share, named
from analytics.report import Column
from analytics.reports import REPORTS
from analytics.reports.conduct import ActivityRow, RewindRatesRow
from analytics.reports.games import WinRateBySeatRow
from analytics.reports.participants import HeadToHeadRow, RatingHistoryRow, RatingsRow
from analytics.snapshots import Snapshot, reading
from tests.analytics.charted import statistics_of_all_games

SNAPSHOT = Snapshot(number=7, name="stats-7.duckdb", warehouse="w", revision=1, form="f", made_at=1_790_000_000_000_000, seconds=0.0)


@pytest.fixture
def rows_of(db):
    """The rows of a report on games of every kind."""

    def rows(name: str) -> list[Any]:
        with reading(statistics_of_all_games()) as (_, connection):
            return REPORTS[name].run(connection, {})

    return rows


def plotted(name: str, rows: list[Any], theme: Any = "light", width: Any = "wide") -> Plot:
    chart = chart_of(REPORTS[name])
    assert chart is not None
    plot = plots.plot(REPORTS[name], chart, rows, SNAPSHOT, theme, width)
    assert plot is not None
    return plot


def svg_of(plot: Plot) -> str:
    return vl_convert.vegalite_to_svg(drawn(plot), allowed_base_urls=[])


def seat_rows(count: int = 3) -> list[WinRateBySeatRow]:
    return [
        WinRateBySeatRow(
            rules="ghostel", seat_count=3, seat=seat, games=10, wins=seat + 2, win_share=seat + 2.0, win_rate=(seat + 2) / 10,
            win_rate_low=seat / 10, win_rate_high=(seat + 5) / 10, even_rate=0.35, verdict="even", chi_square=0.5, p_value=0.78, mean_score=1.0,
        )
        for seat in range(count)
    ]  # fmt: skip


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_has_a_chart_whose_columns_it_has(name):
    columns = {column.name for column in REPORTS[name].columns()}
    chart = chart_of(REPORTS[name])
    assert chart is not None
    wanted = {*chart.panels, *chart.totals}
    match chart:
        case Intervals():
            wanted |= {chart.name, *(part for each in chart.measures for part in (each.value, each.low, each.high, each.of))}
            wanted |= {chart.even} - {"mean", "zero"}
        case Ranges():
            wanted |= {chart.name, *(mark.column for mark in chart.marks)}
        case Stacks():
            wanted |= {chart.name, *(part.column for part in chart.parts)}
        case Columns():
            wanted |= {chart.name, chart.value}
        case Lines():
            wanted |= {chart.along, chart.value, chart.series, chart.low, chart.high}
        case Heat():
            wanted |= {chart.name, chart.across, chart.value}
    assert wanted - {""} <= columns


@pytest.mark.parametrize("name", ["ratings", "rating_history", "head_to_head", "win_rate_by_seat"])
def test_specifications_hold_to_the_schema_of_vega_lite_also_for_who_is_not_altair(name):
    spec = drawn(plotted(name, MADE.get(name) or seat_rows()))
    assert spec["$schema"].startswith("https://vega.github.io/schema/vega-lite/v6.")
    jsonschema.validate(spec, alt.load_schema())


def test_the_mean_of_a_panel_weighs_each_row_by_its_tries():
    chart = CHARTS["bar_win_rates"]
    assert isinstance(chart, Intervals)
    rows = [
        {"edition": "e", "win_rate": 0.5, "seats": 30},
        {"edition": "e", "win_rate": 0.1, "seats": 10},
        {"edition": "f", "win_rate": 0.2, "seats": 1},
    ]
    assert plots._means(chart, rows) == {"edition e": pytest.approx((0.5 * 30 + 0.1 * 10) / 40), "edition f": 0.2}


def test_no_chart_is_of_a_report_that_there_is_not():
    assert set(CHARTS) <= set(REPORTS)


@pytest.mark.parametrize("name", REPORTS)
def test_a_chart_of_played_games_is_valid_vega_lite_and_fits_the_page(name, rows_of):
    rows = rows_of(name)
    if not rows:  # nothing of its kind has happened in these games: drawn elsewhere from rows made by hand
        assert name in MADE
        rows = MADE[name]
    for width, most in (("wide", WIDE), ("narrow", NARROW)):
        spec = drawn(plotted(name, rows, width=width))
        assert spec["description"] == REPORTS[name].question
        picture = ET.fromstring(vl_convert.vegalite_to_svg(spec, allowed_base_urls=[]))
        assert float(picture.attrib["width"]) <= most * 1.12


@pytest.mark.parametrize("name", [name for name in REPORTS if isinstance(chart_of(REPORTS[name]), Intervals)])
def test_the_dots_and_lines_of_intervals_are_the_figures_of_the_rows(name, rows_of):
    chart = chart_of(REPORTS[name])
    assert isinstance(chart, Intervals)
    rows = [row for row in map(msgspec.structs.asdict, rows_of(name)) if all(row[column] is None for column in chart.totals)]
    points = plotted(name, rows_of(name)).points
    expected = Counter(
        (row[each.value], row[each.low], row[each.high]) for row in rows for each in chart.measures if row[each.value] is not None
    )
    found = Counter((point["value"], point["low"], point["high"]) for point in points)
    assert found <= expected
    assert found == expected or len(rows) > plots.MOST_NAMES


def test_a_chart_says_of_each_seat_what_its_row_says():
    plot = plotted("win_rate_by_seat", seat_rows())
    assert [(point["name"], point["value"], point["label"], point["interval"], point["tries"]) for point in plot.points] == [
        ("seat 0", 0.2, "20%", "0% to 50%", "10 games"),
        ("seat 1", 0.3, "30%", "10% to 60%", "10 games"),
        ("seat 2", 0.4, "40%", "20% to 70%", "10 games"),
    ]
    assert {point["even"] for point in plot.points} == {0.35}
    assert plot.notes == [
        "Ghostel, 3 seats",
        "Lines: 95% intervals.",
        "Grey: if all seats were alike.",
        "Statistics 7, 2026-09-21 14:13 UTC",
    ]
    assert plot.points[1]["said"] == "Ghostel, 3 seats, seat 1, win rate: 30%, 95% interval 10% to 60%, out of 10 games"
    marks = [element for element in ET.fromstring(svg_of(plot)).iter() if element.get("aria-roledescription") == "circle"]
    assert [mark.get("aria-label") for mark in marks] == [point["said"] for point in plot.points]
    text = svg_of(plot)
    for said in ("Win rate by seat", "seat 2", "40%", "win rate"):
        assert said in text


def test_the_parts_of_a_bar_are_its_shares_one_after_the_other(rows_of):
    rows = rows_of("die_use")
    points = plotted("die_use", rows).points
    parts = ("scared_at_once", "scared_later", "calmed", "left_over")
    for row in rows:
        bar = [point for point in points if point["panel"] == f"{row.sides}-sided dice" and point["name"] == str(row.face)]
        total = sum(getattr(row, part) for part in parts)
        if not total:
            assert bar == []
            continue
        assert [point["value"] for point in bar] == [getattr(row, part) for part in parts]
        ends = [sum(getattr(row, part) for part in parts[: number + 1]) / total for number in range(len(parts))]
        assert [point["high"] for point in bar] == pytest.approx(ends)
        assert [point["low"] for point in bar] == pytest.approx([0.0, *ends[:-1]])


def test_columns_stand_over_their_numbers(rows_of):
    rows = rows_of("shillings_left")
    points = plotted("shillings_left", rows).points
    assert [(point["panel"], point["name"], point["value"]) for point in points] == [
        (f"chapter {row.chapter}", row.shillings, row.share) for row in rows
    ]


def ratings(count: int, worst: float = -4.0) -> list[RatingsRow]:
    return [
        RatingsRow(
            rules="ghostel", place=place, participant=f"bot:b{place}", kind="bot", rating=worst + place, mu=25.0 + place, sigma=3.0,
            certainty="settled", games=9, wins=1, last_at="2026-01-01T00:00:00Z",
        )
        for place in range(count)
    ]  # fmt: skip


def pair(participant: str, opponent: str, reached: float) -> HeadToHeadRow:
    return HeadToHeadRow(
        rules="ghostel", participant=participant, opponent=opponent, games=4, meetings=4, wins=2, ties=0, losses=2, win_rate=0.5,
        win_rate_low=0.1, win_rate_high=0.9, reached=reached, expected=0.5,
    )  # fmt: skip


def history(participant: str, count: int) -> list[RatingHistoryRow]:
    return [
        RatingHistoryRow(
            rules="ghostel", participant=participant, number=number, game="g", finished_at="2026-01-01T00:00:00Z", seats=1, place=1,
            rating=number / 10, change=0.1, mu=25.0, sigma=3.0,
        )
        for number in range(1, count + 1)
    ]  # fmt: skip


MADE: dict[str, list[Any]] = {
    "ratings": ratings(5),
    "rating_history": history("bot:random", 20),
    "head_to_head": [pair("bot:a", "bot:b", 0.75)],
}


def test_a_scale_begins_below_zero_where_ratings_do():
    spec = drawn(plotted("ratings", ratings(3)))
    [scale] = {str(layer["encoding"]["x"]["scale"]) for layer in spec["layer"] if "scale" in layer["encoding"]["x"]}
    assert scale == str({"domain": [-4.0 * 1.06, 27.0 * 1.06], "nice": False})


def test_a_chart_that_has_no_room_for_all_rows_says_so():
    plot = plotted("ratings", ratings(50))
    assert len(plot.names) == plots.MOST_NAMES
    assert "Drawn: the first 40 of 50 rows; the table has them all." in plot.notes


def test_of_a_long_line_as_many_points_are_drawn_as_can_be_told_apart_with_the_last():
    points = plotted("rating_history", history("bot:random", 1000)).points
    assert len(points) <= plots.MOST_POINTS + 1
    assert (points[0]["along"], points[-1]["along"]) == (1, 1000)


def test_the_longest_lines_are_drawn_where_there_are_too_many():
    rows = [row for number in range(9) for row in history(f"bot:b{number}", 5 + number)]
    plot = plotted("rating_history", rows)
    assert sorted(plot.series) == [f"bot b{number}" for number in range(3, 9)]
    assert "Drawn: the 6 longest of 9 lines." in plot.notes


def test_days_are_those_of_utc():
    days = [
        ActivityRow(
            since=f"2026-03-{day:02}",
            games_finished=day,
            games_played=1,
            people=1,
            choices_of_people=1,
            choices_of_bots=0,
            choices_of_service=0,
        )
        for day in (1, 2, 3)
    ]
    layer = drawn(plotted("activity", days))["layer"][-1]
    assert layer["encoding"]["x"]["scale"] == {"type": "utc"}
    assert layer["encoding"]["y"]["scale"] == {"zero": True}


def test_rows_that_are_parts_of_others_are_not_drawn_beside_them():
    whole = RewindRatesRow(
        rules="ghostel", what="rewound", category=None, outcome=None, games=9, times=3, games_with=3, per_thousand=333.3,
        per_thousand_low=100.0, per_thousand_high=600.0, events_undone=12,
    )  # fmt: skip
    part = msgspec.structs.replace(whole, category="ruling", per_thousand=111.1)
    assert [point["value"] for point in plotted("rewind_rates", [whole, part]).points] == [333.3]


def test_a_rate_of_no_tries_is_left_out_and_no_rows_are_no_plot():
    columns = [Column("seat", "integer", "", null=False), Column("win_rate", "number", "share, from 0 to 1", null=True)]
    assert suggested(columns) == Stacks(name="seat", parts=(of_reports.Part("win rate", "win_rate"),), axis="win rate")
    report, chart = REPORTS["win_rate_by_seat"], CHARTS["win_rate_by_seat"]
    assert plots.plot(report, chart, [], SNAPSHOT, "light", "wide") is None
    row = msgspec.structs.replace(seat_rows()[0], win_rate=None)
    assert plots.plot(report, chart, [row], SNAPSHOT, "light", "wide") is None


def test_a_report_without_a_chart_of_its_own_has_the_one_its_columns_suggest():
    columns = REPORTS["win_rate_by_seat"].columns()
    chart = suggested(columns)
    assert isinstance(chart, Intervals)
    assert (chart.name, chart.panels) == ("seat", ("rules", "seat_count"))
    assert chart.measures == (Measure("win rate", "win_rate", "win_rate_low", "win_rate_high"),)
    assert suggested([Column("note", "string", "", null=False)]) is None


HOSTILE = '"><script>alert(1)</script><a href="javascript:alert(1)">&amp;'


def test_a_picture_holds_text_and_shapes_and_nothing_that_runs_or_leads_away():
    for plot in (plotted("head_to_head", [pair(f"bot:{HOSTILE}", HOSTILE, 0.5)]), plotted("ratings", [ratings(1)[0]])):
        svg = svg_of(plot)
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(svg).iter()}
        assert tags <= {"svg", "g", "path", "rect", "text", "tspan", "line", "defs", "clipPath", "circle"}
        names = {name.rpartition("}")[2] for element in ET.fromstring(svg).iter() for name in element.attrib}
        assert not {name for name in names if name.startswith("on") or name in ("href", "style", "src")}
        assert "<script" not in svg
    said = [element.text or "" for element in ET.fromstring(svg_of(plotted("head_to_head", [pair("a", HOSTILE, 0.5)]))).iter()]
    assert any(text.startswith('"><script>alert') for text in said)


def test_where_nothing_is_to_draw_the_picture_says_so_in_both_colours():
    for theme in ("light", "dark"):
        picture = ET.fromstring(empty(REPORTS["game_length"], theme, "narrow"))
        text = "".join(picture.itertext())
        assert "Length of games" in text
        assert "No games" in text
        assert COLOURS[theme].paper in empty(REPORTS["game_length"], theme, "narrow")


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", COLOURS)
def test_every_colour_stands_out_and_all_text_can_be_read(theme):
    colours = COLOURS[theme]
    assert contrast(colours.ink, colours.paper) >= 7
    assert contrast(colours.dim, colours.paper) >= 4.5
    for colour in colours.series:
        assert contrast(colour, colours.paper) >= 3, colour
        assert contrast(colours.on_series, colour) >= 4.5, colour
    for colour in (*colours.ramp, *colours.parting):
        assert contrast(colours.ink, colour) >= 4.5, colour


def test_paper_and_ink_are_those_of_the_pages():
    css = Path("gameplay/web/static/web/pages.css").read_text()
    light, dark = re.findall(r"--paper: (#\w+); --ink: (#\w+); --dim: (#\w+); --line: (#\w+);", css)
    for theme, found in (("light", light), ("dark", dark)):
        wide = ["#" + "".join(2 * digit for digit in each[1:]) if len(each) == 4 else each for each in found]
        assert wide == [COLOURS[theme].paper, COLOURS[theme].ink, COLOURS[theme].dim, COLOURS[theme].line]


@pytest.mark.parametrize(
    ("value", "unit", "said", "exactly"),
    [
        (0.25, "share, from 0 to 1", "25%", "25.0%"),
        (0.004, "share, from 0 to 1", "0.4%", "0.4%"),
        (1.0, "share, from 0 to 1", "100%", "100.0%"),
        (12345, "games", "12\N{NARROW NO-BREAK SPACE}345", "12\N{NARROW NO-BREAK SPACE}345"),
        (7.3214, "points", "7.32", "7.321"),
        (231.04, "points", "231", "231.0"),
        (-12.25, "points", "-12.2", "-12.25"),
        (0.0, "points", "0", "0"),
        (None, "points", "–", "–"),
    ],
)
def test_figures_are_said_as_people_read_them(value, unit, said, exactly):
    assert (figure(value, unit), figure(value, unit, exact=True)) == (said, exactly)
    assert is_share(unit) == unit.startswith("share")


def test_things_are_named_so_that_they_stand_alone():
    assert named("rules", "spooky_bar") == "Spooky Bar"
    assert named("seat_count", 1) == "1 seat"
    assert named("participant", "01234567-89ab-4def-8123-456789abcdef") == "person 01234567"
    assert named("participant", "bot:very_wild") == "bot very wild"
    assert named("participant", "mode:very_hard:3") == "very hard, 3 seats"
