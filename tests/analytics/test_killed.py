"""Does it matter where an exporter is killed, how often, or how many run at once?"""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import duckdb
import pytest
from django.db import connection

from analytics import export as exporting
from analytics.export import export
from analytics.snapshots import Unpublished, pointer_read, reading
from analytics.warehouse import FILE
from events import store
from tests.analytics.forking import Forked
from tests.analytics.killed import NOWHERE, POINTS, main
from tests.analytics.playing import played, put

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(bare_folder) -> Path:
    """Nothing is there: who is killed early is killed while the warehouse is being made."""
    return bare_folder


@pytest.fixture
def games(folder) -> list:
    """Enough for several transactions of the killed exporter; some are still being played."""
    return [put(played("spooky_bar", 2 + seed % 3, seed)[: None if seed % 3 else 50]) for seed in range(8)]


def start(folder: Path, point: str = NOWHERE, *how: str) -> Forked:
    return Forked(main, str(connection.settings_dict["NAME"]), str(folder), point, *how)


def rows_of(folder: Path) -> dict[str, list]:
    with reading(folder) as (_, snapshot):
        names = snapshot.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall()
        return {name: snapshot.execute(f"SELECT * FROM {name} ORDER BY ALL").fetchall() for (name,) in names}


@pytest.fixture
def undisturbed(games, tmp_path) -> dict[str, list]:
    """The rows of an export of the same log that nobody killed."""
    export(tmp_path / "undisturbed")
    return rows_of(tmp_path / "undisturbed")


def logged(games) -> int:
    return sum(store.heads(streams=games).values())


@pytest.mark.warehouse
@pytest.mark.parametrize("point", [point for point in POINTS if not point.startswith(("rebuild", "changed"))])
def test_killed_at_any_point_the_next_run_completes_it(folder, games, undisturbed, point):
    assert start(folder, point).wait() == -signal.SIGKILL
    intact(folder, undisturbed)
    export(folder, publish_now=True)
    assert rows_of(folder) == undisturbed
    assert len(undisturbed["events"]) == logged(games)


def intact(folder: Path, undisturbed: dict[str, list]) -> None:
    """Whatever is published now is whole: all rows of it are right, and none is there twice."""
    try:
        found = rows_of(folder)
    except Unpublished:
        return
    assert found == undisturbed


def test_killed_at_random_times_again_and_again_it_still_gets_there(folder, games, undisturbed):
    dice = random.Random(7)
    for _ in range(4):
        process = start(folder)
        time.sleep(dice.uniform(0.0, 0.4))
        process.kill()
        process.wait()
        intact(folder, undisturbed)
    export(folder, publish_now=True)
    assert rows_of(folder) == undisturbed


def test_three_at_once_export_each_event_once(folder, games, undisturbed):
    processes = [start(folder) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert rows_of(folder) == undisturbed
    assert pointer_read(folder).number == 1


def test_games_go_on_while_the_exporter_is_killed(folder, games):
    """Each round appends to a game, so that every run has something new, and kills the exporter of that round."""
    events = played("spooky_bar", 3, 99)
    game = put(events[:10])
    for i in range(10, 40, 10):
        process = start(folder, "after the first commit")
        put(events[i : i + 10], game=game, after=i)
        process.wait()
    put(events[40:], game=game, after=40)
    export(folder, publish_now=True)
    rows = rows_of(folder)
    assert len(rows["events"]) == logged([*games, game])
    assert len({row[:2] for row in rows["events"]}) == len(rows["events"])


def test_the_warehouse_itself_never_holds_half_a_transaction(folder, games):
    start(folder, "with the second batch inserted but not committed").wait()
    with duckdb.connect(folder / "warehouse.duckdb", read_only=True) as warehouse:
        marks = dict(warehouse.execute("SELECT game_id, seq FROM internal.marks").fetchall())
        held = dict(warehouse.execute("SELECT game_id, count(*) FROM events GROUP BY 1").fetchall())
    assert marks == held != {}


@pytest.mark.parametrize("point", [point for point in POINTS if point.startswith("changed")])
def test_killed_while_it_exports_what_has_changed_the_next_look_finds_it(folder, games, tmp_path, monkeypatch, point):
    """Whether that next look compares everything, or asks again for what has changed."""
    process = start(folder, point, "--changed")
    new = [put(played("ghostel", 2, seed)) for seed in range(3)]
    put(played("spooky_bar", 2, 3)[50:], game=games[3], after=50)
    process.go_on()
    assert process.wait() == -signal.SIGKILL
    monkeypatch.setattr(exporting, "_compared_here", {folder / FILE})
    monkeypatch.setattr(store, "heads_listed", None)  # not to be asked
    export(folder, publish_now=True)
    monkeypatch.undo()
    export(tmp_path / "undisturbed")
    assert rows_of(folder) == rows_of(tmp_path / "undisturbed")
    assert len(rows_of(folder)["events"]) == logged([*games, *new])
