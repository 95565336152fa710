"""Who draws the charts, and does the server outlive it?"""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
import vl_convert

from analytics.charts import drawing
from analytics.charts.drawing import Gallery, Pen, Picture, Undrawn
from analytics.charts.kinds import Axis, Plot

PLOT = Plot(
    kind="columns",
    title="Dice",
    description="Which numbers come up?",
    notes=["Statistics 1"],
    points=[{"panel": "", "name": number, "value": number, "label": str(number), "order": number} for number in (1, 2, 3)],
    names=["1", "2", "3"],
    panels=[],
    series=[],
    value=Axis("times", most=3),
    across=Axis("pips", most=3),
    theme="light",
    width="wide",
)


@pytest.fixture(scope="module")
def pen():
    found = Pen()
    yield found
    found.end()


def number_of(pen: Pen) -> int:
    assert pen._process is not None
    return pen._process.pid


def test_a_plot_comes_back_as_a_picture_and_as_its_specification(pen):
    picture = pen.draw(PLOT)
    assert "Dice" in "".join(ET.fromstring(picture.svg).itertext())
    spec = msgspec.json.decode(picture.spec)
    assert spec["data"]["values"] == PLOT.points
    assert spec["description"] == "Which numbers come up?"


def test_one_process_draws_many_charts_and_each_the_same_again(pen):
    first = pen.draw(PLOT)
    process = number_of(pen)
    assert pen.draw(msgspec.structs.replace(PLOT, title="Other dice")).svg != first.svg
    assert pen.draw(PLOT) == first
    assert number_of(pen) == process


def test_a_pen_that_was_killed_is_replaced(pen):
    first = pen.draw(PLOT)
    before = number_of(pen)
    os.kill(before, signal.SIGKILL)
    os.waitid(os.P_PID, before, os.WEXITED | os.WNOWAIT)
    assert pen.draw(PLOT) == first
    assert number_of(pen) != before


def test_what_cannot_be_drawn_is_said_so_and_the_next_chart_is_drawn(pen, capfd):
    with pytest.raises(Undrawn):
        pen.draw(msgspec.structs.replace(PLOT, kind="pies"))
    assert "KeyError: 'pies'" in capfd.readouterr().err
    assert pen.draw(PLOT).svg


def test_a_pen_that_hangs_is_given_up_and_leaves_no_process(monkeypatch, tmp_path):
    (tmp_path / "pen.py").write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(drawing, "PEN", tmp_path / "pen.py")
    monkeypatch.setattr(drawing, "_SECONDS", 0.5)
    hanging = Pen()
    began = time.monotonic()
    with pytest.raises(Undrawn):
        hanging.draw(PLOT)
    assert time.monotonic() - began < 5
    assert hanging._process is None


def test_a_pen_ends_with_the_server(pen):
    pen.draw(PLOT)
    process = pen._process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()  # as when the server was killed
    assert process.wait(timeout=10) == 0
    pen.end()


def test_a_pen_without_work_goes_away_and_comes_back(monkeypatch):
    monkeypatch.setattr(drawing, "_IDLE", 0.3)
    resting = Pen()
    first = resting.draw(PLOT)
    process = resting._process
    assert process is not None
    assert process.wait(timeout=20) == 0
    assert resting.draw(PLOT) == first
    assert resting._process is not process
    resting.end()


def test_figures_come_from_no_address_whatever_a_plot_says(tmp_path):
    (tmp_path / "rows.json").write_text('[{"a": 1}]')
    spec: dict[str, Any] = {"mark": "bar", "encoding": {"x": {"field": "a", "type": "quantitative"}}}

    def bars(data: dict[str, Any]) -> int:
        return vl_convert.vegalite_to_svg({**spec, "data": data}, allowed_base_urls=[]).count('aria-roledescription="bar"')

    assert bars({"values": [{"a": 1}]}) == 1
    assert bars({"url": f"file://{tmp_path}/rows.json"}) == 0
    with pytest.raises(ValueError, match="External data url not allowed"):
        bars({"url": "http://127.0.0.1:9/rows.json"})


class Counting(Pen):
    def __init__(self, size: int = 100) -> None:
        super().__init__()
        self.drawn: list[str] = []
        self.size = size

    def draw(self, plot: Plot) -> Picture:
        time.sleep(0.01)
        self.drawn.append(plot.title)
        return Picture(svg="s" * self.size, spec="")


def wanted(title: str) -> Plot:
    return msgspec.structs.replace(PLOT, title=title)


def test_a_chart_that_many_want_at_once_is_drawn_once():
    counting = Counting()
    gallery = Gallery(counting)
    people = [threading.Thread(target=gallery.picture, args=("a", wanted("a"))) for _ in range(12)]
    for each in people:
        each.start()
    for each in people:
        each.join()
    assert counting.drawn == ["a"]


def test_pictures_that_nobody_wanted_for_long_make_room():
    counting = Counting(size=100)
    gallery = Gallery(counting, room=250)
    for key in ("a", "b", "a", "c", "a", "b"):
        gallery.picture(key, wanted(key))
    assert counting.drawn == ["a", "b", "c", "b"]


def test_no_more_than_some_wait_for_a_picture_and_others_are_told_at_once():
    class Slow(Counting):
        go = threading.Event()

        def draw(self, plot: Plot) -> Picture:
            assert self.go.wait(10)
            return super().draw(plot)

    slow = Slow()
    gallery = Gallery(slow)
    people = [threading.Thread(target=gallery.picture, args=(str(number), wanted(str(number)))) for number in range(drawing._WAITING)]
    for each in people:
        each.start()
    while gallery._waiting._value:
        time.sleep(0.001)
    with pytest.raises(Undrawn):
        gallery.picture("one too many", wanted("one too many"))
    slow.go.set()
    for each in people:
        each.join()
    assert len(slow.drawn) == drawing._WAITING
    assert gallery.picture("one too many", wanted("one too many")).svg


def test_a_failure_is_logged_and_not_kept(caplog):
    class Failing(Counting):
        def draw(self, plot: Plot) -> Picture:
            if not self.drawn:
                self.drawn.append("failed")
                raise Undrawn
            return super().draw(plot)

    gallery = Gallery(Failing())
    with pytest.raises(Undrawn):
        gallery.picture("a", wanted("a"))
    assert "a chart could not be drawn" in caplog.text
    assert gallery.picture("a", wanted("a")).svg


def test_drawing_holds_up_no_thread_of_the_server(pen):
    """In the server's own process V8 would keep the interpreter from all others: half a second at first, then for each chart."""
    pen.end()
    longest, done = 0.0, threading.Event()

    def beat() -> None:
        nonlocal longest
        last = time.perf_counter()
        while not done.wait(0.001):
            now = time.perf_counter()
            longest, last = max(longest, now - last), now

    other = threading.Thread(target=beat)
    other.start()
    began = time.perf_counter()
    pen.draw(PLOT)
    took = time.perf_counter() - began
    done.set()
    other.join()
    assert longest < took / 2


def test_the_pen_needs_no_django_and_no_database():
    text = Path(drawing.PEN).read_text() + "".join(
        (Path(drawing.PEN).parent / f"{name}.py").read_text() for name in ("drawn", "kinds", "colours")
    )
    assert "django" not in text
    assert "duckdb" not in text
