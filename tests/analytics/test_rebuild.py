"""Is a warehouse that was made anew the same as the old one, and the old one untouched until then?"""

from __future__ import annotations

import io
import signal
import sys

import duckdb
import pytest
from django.core.management import call_command

from analytics import export as exporting
from analytics.export import BESIDE, export
from analytics.folding import fold_played
from analytics.schema import Schema
from analytics.snapshots import pointer_read, reading
from analytics.warehouse import FILE, Busy, opened
from events import store
from tests.analytics.every_kind import put_games
from tests.analytics.killed import POINTS
from tests.analytics.playing import played, put
from tests.analytics.sitting import Sitting
from tests.analytics.test_killed import rows_of, start

pytestmark = pytest.mark.django_db


def exported_in_pieces(folder) -> None:
    """Each game as it would come: half of its events, then the rest; what is hidden, late."""
    put_games()
    logged = {game: store.read(stream=game) for game, _ in store.versions(limit=1000)}
    half = played("ghostel", 2, 31)
    game = put(half[:60])
    sittings = [Sitting("spooky_bar", 3, seed, players=["bot:random"] * 3) for seed in (41, 42)]
    for sitting in sittings:
        sitting.steps(25)
        sitting.put()
    export(folder)
    assert len(logged) > 15
    for sitting in sittings:
        sitting.finish()
        sitting.put()
        export(folder, publish_now=True)
    put(half[60:], game=game, after=60)
    export(folder, publish_now=True)


def test_a_rebuild_from_nothing_has_the_rows_that_came_piece_by_piece(folder, published):
    """In every table; also of games that were rewound, adjudicated, voided, private, faulty or half exported before."""
    exported_in_pieces(folder)
    before, first = published(), pointer_read(folder)
    told: list[tuple[int, int]] = []
    done = export(folder, publish_now=True, rebuild=True, progress=lambda done, total: told.append((done, total)))
    after = published()
    assert after.keys() == before.keys()
    for name, rows in before.items():
        assert after[name] == rows, name
    assert {"decisions", "rulings", "disputes", "rating_changes"} <= {name for name, rows in after.items() if rows}
    snapshot = pointer_read(folder)
    assert (snapshot.number, snapshot.warehouse == first.warehouse) == (first.number + 1, False)
    events = sum(version for _, version in store.versions(limit=1000))
    assert told[-1] == (done.events, events)
    assert done.games == len(store.versions(limit=1000))


def test_simulated_games_survive_a_rebuild(folder, published):
    """No log could give them back."""
    put(played("spooky_bar", 2, 1))
    export(folder)
    simulated = Sitting("ghostel", 2, 4, players=["bot:random"] * 2)
    simulated.finish()
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        warehouse.write([fold_played([(simulated.game, simulated.events)], Schema.of_catalogue())])
        warehouse.publish(force=True)
    before = published()
    assert any(game == simulated.game for game, *_ in before["games"])
    export(folder, publish_now=True, rebuild=True)
    assert published() == before
    assert export(folder, publish_now=True, everything=True).snapshot is None


def test_a_warehouse_that_cannot_be_read_any_more_is_replaced(folder, published):
    put(played("spooky_bar", 2, 1))
    export(folder, publish_now=True)
    before = published()
    (folder / FILE).write_bytes(b"no warehouse" * 1000)
    (folder / f"{FILE}.wal").write_bytes(b"and no log of one")
    with pytest.raises(duckdb.Error):
        export(folder)
    assert published() == before
    export(folder, publish_now=True, rebuild=True)
    assert published() == before
    assert export(folder).games == 0


def test_what_comes_while_it_is_made_is_in_it(folder, published, monkeypatch):
    put(played("spooky_bar", 2, 1))
    original = exporting.replaced
    late = []

    def meanwhile(*paths, **given):
        late.append(put(played("spooky_bar", 2, 2)))
        original(*paths, **given)

    monkeypatch.setattr(exporting, "replaced", meanwhile)
    assert export(folder, publish_now=True, rebuild=True).games == 2
    assert {game for game, *_ in published()["games"]} >= set(late)


def test_while_it_is_made_readers_keep_what_was_published_and_exporters_go_away(folder, monkeypatch):
    put(played("spooky_bar", 2, 1))
    export(folder, publish_now=True)
    put(played("spooky_bar", 2, 2))
    original = exporting.replaced
    seen: list[int] = []

    def looked(*paths, **given):
        with reading(folder) as (_, connection):
            seen.append(connection.execute("SELECT count(*) FROM games").fetchall()[0][0])
        with pytest.raises(Busy):
            export(folder)
        original(*paths, **given)

    monkeypatch.setattr(exporting, "replaced", looked)
    export(folder, publish_now=True, rebuild=True)
    assert seen == [1]


@pytest.mark.django_db(transaction=True)
@pytest.mark.warehouse
@pytest.mark.parametrize("point", [point for point in POINTS if point.startswith("rebuild")])
def test_killed_while_it_is_made_the_old_one_is_untouched(folder, tmp_path, point):
    games = [put(played("spooky_bar", 2 + seed % 3, seed)[: None if seed % 3 else 50]) for seed in range(6)]
    export(folder, publish_now=True)
    before, content = rows_of(folder), (folder / FILE).read_bytes()
    assert start(folder, point, "--rebuild").wait() == -signal.SIGKILL
    assert rows_of(folder) == before
    if point.startswith("rebuild, before"):
        assert (folder / FILE).read_bytes() == content
    done = export(folder, publish_now=True)
    assert (done.games, done.dropped) == (0, 0)
    assert not (folder / BESIDE).exists()
    assert rows_of(folder) == before
    assert export(folder, publish_now=True, rebuild=True).events == sum(store.heads(streams=games).values())
    assert rows_of(folder) == before


@pytest.mark.django_db(transaction=True)
def test_two_rebuilds_and_an_export_at_once_do_it_one_after_the_other(folder):
    games = [put(played("spooky_bar", 2 + seed % 3, seed)) for seed in range(4)]
    processes = [start(folder, "nowhere", *how) for how in (["--rebuild"], ["--rebuild"], [])]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert len(rows_of(folder)["events"]) == sum(store.heads(streams=games).values())


def test_the_command_draws_how_far_it_is_where_somebody_looks(folder, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    events = played("spooky_bar", 2, 1)
    put(events)
    out, drawn = io.StringIO(), Terminal()
    monkeypatch.setattr(sys, "stderr", drawn)
    call_command("export", "--rebuild", "--processes", "1", stdout=out)
    assert out.getvalue().startswith(f"{len(events)} events of 1 games exported in ")
    last = drawn.getvalue().split("\r")[-1]
    assert f" {len(events)}.0/{len(events)}.0 [" in last
    assert "event/s" in last
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    call_command("export", "--rebuild", "--processes", "1", stdout=out)
    assert sys.stderr.getvalue() == ""
