"""Are simulated games such as the service would host, the same each time, and in the statistics exactly once?"""

from __future__ import annotations

import fcntl
import math
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from collections import Counter
from dataclasses import replace
from io import StringIO
from itertools import count, pairwise

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from analytics import ratings, simulation
from analytics.export import export
from analytics.playing import Play, folded, play
from analytics.schema import Schema
from analytics.simulation import Unplayable, plan_of, simulate
from analytics.snapshots import pointer_read, reading
from analytics.warehouse import Warehouse
from config.bootstrap import ROOT
from events import store
from gameplay import fairness, log
from gameplay.rules.catalogue import GAMES
from tests.analytics.playing import played, put

RULES = list(GAMES)


def said(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("simulate", "--processes", "1", *arguments, stdout=out)
    return out.getvalue().splitlines()


def quick(rules: str, games: int, seed: int = 1, **given):
    """A small plan of random bots, and how many of its games are meant."""
    return plan_of(rules, seats=given.pop("seats", 2), bots=given.pop("bots", ["random"]), seed=seed, **given), games


@pytest.mark.django_db
@pytest.mark.parametrize("rules", RULES)
def test_the_command_plays_every_kind_of_game(folder, ask, rules):
    lines = said("--rules", rules, "--games", "4", "--seats", "2", "--bots", "random,sensible")
    assert lines[0].startswith("4 games with ")
    assert lines[1] == "published as number 1"
    assert ask("SELECT rules, simulated, seat_count, status, count(*) FROM games GROUP BY ALL") == [(rules, True, 2, "finished", 4)]
    made, counted = ask("SELECT (SELECT count(*) FROM events), (SELECT sum(events) FROM games)")[0]
    assert made == counted == int(lines[0].split()[3])
    assert ask("SELECT count(DISTINCT game_id) FROM results") == [(4,)]
    dealt = Counter(ask("SELECT seat, bot FROM seats"))
    assert dealt == {(seat, bot): 2 for seat in (0, 1) for bot in ("random", "sensible")}


@pytest.mark.django_db
def test_nothing_is_written_into_the_database(folder):
    put(played("spooky_bar", 2, 1))
    before = {model: model.objects.count() for model in apps.get_models() if model._meta.managed}
    simulate(folder, *quick("ghostel", 2))
    assert {model: model.objects.count() for model in before} == before
    assert len(store.versions(limit=10)) == 1


@pytest.mark.parametrize("rules", RULES)
def test_every_answer_was_offered_and_every_automatic_one_forced(rules):
    for number, seats in enumerate(GAMES[rules].seats):
        plan = plan_of(rules, seats=seats, bots=["random", "sensible"])
        game, events = play(plan, number)
        found = fairness.audit(game, events)
        assert found.replay.ok, found.replay.why
        assert found.replay.checked == len(events)
        assert events[-1].kind == log.GAME_FINISHED
        assert [event.kind for event in events].count(log.SEAT_TAKEN) == seats


def test_a_bot_sees_the_view_of_its_seat_and_its_options(monkeypatch):
    rules = GAMES["ghostel"]
    calls = []

    def watching(view, seat, options, chance):
        calls.append((type(view), seat))
        return rules.bots["random"](view, seat, options, chance)

    monkeypatch.setitem(GAMES, "ghostel", replace(rules, bots={"watching": watching}))
    views = []
    monkeypatch.setitem(
        GAMES, "ghostel", replace(GAMES["ghostel"], view=lambda s, seat: views.append((rules.view_type, seat)) or rules.view(s, seat))
    )
    play(plan_of("ghostel", seats=2, bots=["watching"]), 0)
    assert calls
    assert calls == views


@pytest.mark.parametrize(("bots", "seats"), [(2, 4), (3, 4), (3, 2), (4, 4), (1, 3)])
def test_every_bot_sits_everywhere_equally_often(bots, seats, monkeypatch):
    names = [f"bot{number}" for number in range(bots)]
    rules = GAMES["spooky_bar"]
    monkeypatch.setitem(GAMES, "spooky_bar", replace(rules, bots=dict.fromkeys(names, rules.bots["random"])))
    plan = plan_of("spooky_bar", seats=seats, bots=names)
    games = [plan.dealt(number) for number in range(bots * seats)]
    assert Counter((seat, bot) for game in games for seat, bot in enumerate(game)) == {
        (seat, bot): seats for seat in range(seats) for bot in names
    }
    # What each seat sees around the table from where it sits is the same for all of them.
    around = [Counter(tuple(game[seat:] + game[:seat]) for game in games) for seat in range(seats)]
    assert all(each == around[0] for each in around)


def test_the_id_says_all_that_decides_how_a_game_is_played():
    plan = plan_of("spooky_bar", seats=3, bots=["random", "sensible"])
    others = [
        plan_of("spooky_bar", seats=3, bots=["sensible", "random"]),
        plan_of("spooky_bar", seats=4, bots=["random", "sensible"]),
        plan_of("spooky_bar", seats=3, bots=["random", "sensible"], seed=2),
        plan_of("spooky_bar", seats=3, bots=["random", "sensible"], options={"tom_scores": True}),
        plan_of("ghostel", seats=3, bots=["random", "sensible"]),
    ]
    ids = [each.game(number) for each in (plan, *others) for number in range(50)]
    assert len(set(ids)) == len(ids)
    assert {each.version for each in ids} == {8}
    assert {each.variant for each in ids} == {"specified in RFC 4122"}
    assert plan_of("spooky_bar", seats=3, bots=["random", "sensible"], options={"tom_scores": False}).game(7) == plan.game(7)


def test_another_version_of_the_rules_plays_other_games(monkeypatch):
    plan = plan_of("spooky_bar", seats=2, bots=["random"])
    before = plan.game(0)
    monkeypatch.setitem(GAMES, "spooky_bar", replace(GAMES["spooky_bar"], version=99))
    assert plan.game(0) != before


@pytest.mark.django_db
@pytest.mark.parametrize("rules", RULES)
def test_two_processes_bring_the_rows_of_one(folder, tmp_path, published, rules):
    plan, games = quick(rules, 2 * simulation.PIECE + 3, bots=["random"])
    simulate(folder, plan, games)
    alone = published()
    # Another process has another seed of its hashes.
    simulate(tmp_path / "other", plan, games, processes=2)
    together = rows_of(tmp_path / "other")
    assert together.keys() == alone.keys()
    for table, rows in alone.items():
        assert together[table] == rows, table
    assert len(alone["games"]) == games


@pytest.mark.django_db
def test_the_same_again_adds_nothing_and_more_games_only_what_is_missing(folder, published):
    plan, _ = quick("spooky_bar", 5)
    first = simulate(folder, plan, 5)
    assert (first.games, first.known) == (5, 0)
    rows = published()
    again = simulate(folder, plan, 5)
    assert (again.games, again.events, again.known, again.snapshot) == (0, 0, 5, None)
    assert published() == rows
    more = simulate(folder, plan, 8)
    assert (more.games, more.known) == (3, 5)
    games = {row[0] for row in published()["games"]}
    assert games == {plan.game(number) for number in range(8)}


@pytest.mark.django_db
def test_who_plays_the_same_games_at_the_same_time_adds_nothing_twice(folder, published, monkeypatch):
    plan, games = quick("spooky_bar", 4)
    simulate(folder, plan, games)
    rows = published()
    monkeypatch.setattr(simulation._Todo, "missing", lambda self, numbers: list(numbers))
    assert simulate(folder, plan, games).games == 4
    assert published() == rows


@pytest.mark.django_db
def test_what_was_stopped_is_kept_and_goes_on(folder, tmp_path, published, monkeypatch):
    monkeypatch.setattr(simulation, "PIECE", 3)
    plan, games = quick("bar_fight", 10)
    steps = count()
    told = []
    stopped = simulate(folder, plan, games, progress=told.append, stopped=lambda: next(steps) == 1)
    assert stopped.games == sum(told) == 6
    assert {row[0] for row in published()["games"]} == {plan.game(number) for number in range(6)}
    rest = simulate(folder, plan, games)
    assert (rest.games, rest.known) == (4, 6)
    in_steps = published()
    simulate(tmp_path / "at once", plan, games)
    assert rows_of(tmp_path / "at once") == in_steps


def rows_of(folder):
    """All rows of the newest snapshot in this folder, as `published` tells them."""
    with reading(folder) as (_, connection):
        names = connection.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall()
        return {name: connection.execute(f"SELECT * FROM {name} ORDER BY ALL").fetchall() for (name,) in names}


@pytest.mark.django_db
def test_what_was_written_before_a_failure_is_kept_and_not_written_again(folder, tmp_path, published, monkeypatch):
    monkeypatch.setattr(simulation, "PIECE", 2)
    monkeypatch.setattr(simulation, "BATCH", 1)
    plan, games = quick("spooky_bar", 6)
    write, writes = Warehouse.write, count()

    def failing(self, *arguments, **named):
        if next(writes) == 2:
            raise OSError("No space left on device")
        write(self, *arguments, **named)

    monkeypatch.setattr(Warehouse, "write", failing)
    with pytest.raises(OSError, match="No space left"):
        simulate(folder, plan, games)
    again = simulate(folder, plan, games)
    assert (again.games, again.known) == (2, 4)
    in_steps = published()
    simulate(tmp_path / "at once", plan, games)
    assert rows_of(tmp_path / "at once") == in_steps


@pytest.mark.own_server
def test_a_terminal_shows_how_far_it_is(tmp_path):
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    arguments = ["--rules", "spooky_bar", "--seats", "2", "--bots", "random", "--games", "40", "--processes", "1"]
    command = [sys.executable, "manage.py", "simulate", *arguments]
    subprocess.run(command, cwd=ROOT, env=apart(tmp_path), stdout=subprocess.DEVNULL, stderr=theirs, check=True)
    os.close(theirs)
    assert re.search(r"100%\|█+\| 40/40 \[\d\d:\d\d<\d\d:\d\d, +[\d.]+game/s\]", os.read(ours, 65536).decode())
    os.close(ours)


def apart(var):
    """The environment of a service of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REVENANT_STATISTICS")}
    return {**kept, "REVENANT_VAR": str(var), "DJANGO_SETTINGS_MODULE": "config.settings", "CELERY_BROKER_URL": "memory://"}


@pytest.mark.own_server
@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(tmp_path, processes):
    command = [sys.executable, "manage.py", "simulate", "--rules", "spooky_bar", "--seats", "2", "--bots", "random", "--games", "1000000"]
    warehouse = tmp_path / "statistics" / "warehouse.duckdb"
    with subprocess.Popen(
        [*command, "--processes", processes], cwd=ROOT, env=apart(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        give_up = time.monotonic() + 60
        while not warehouse.exists() and time.monotonic() < give_up:
            time.sleep(0.05)
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "Traceback" not in err
    lines = out.splitlines()
    kept = int(lines[0].split()[0])
    assert kept > 0
    assert lines[1] == "published as number 1"
    assert lines[-1] == "stopped; the same command goes on from here"
    assert len(rows_of(tmp_path / "statistics")["games"]) == kept


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["everything", "rebuild"])
def test_the_exporter_leaves_simulated_games_alone(folder, published, how):
    simulate(folder, *quick("spooky_bar", 3))
    simulated = published()
    game = put(played("spooky_bar", 2, 1))
    assert export(folder, publish_now=True, **{how: True}).dropped == 0
    rows = published()
    for name in Schema.of_catalogue().tables:
        kept = [row for row in rows[name] if row[0] != game] if name != ratings.TABLE else []
        assert kept == simulated[name], name
    assert simulate(folder, *quick("spooky_bar", 3)).games == 0


@pytest.mark.django_db
def test_the_shares_are_those_of_the_results_and_their_intervals_wilsons(folder, ask):
    plan, games = quick("spooky_bar", 12, bots=["sensible", "random"], seats=3)
    done = simulate(folder, plan, games)
    bots = {(plan.game(number), seat): bot for number in range(games) for seat, bot in enumerate(plan.dealt(number))}
    for key, shares in (("bot", done.by_bot), ("seat", done.by_seat)):
        tries: dict = {}
        for game, seat, score, won in ask("SELECT game_id, seat, score, won FROM results"):
            tries.setdefault(bots[game, seat] if key == "bot" else seat, []).append((score, won))
        assert shares.keys() == tries.keys()
        for name, share in shares.items():
            n, k = len(tries[name]), sum(won for _, won in tries[name])
            assert (share.played, share.won) == (n, k)
            assert share.mean_score == pytest.approx(sum(score for score, _ in tries[name]) / n)
            low, high = wilson(k, n)
            assert (share.low, share.high) == pytest.approx((low, high), abs=1e-9)


def wilson(k: int, n: int) -> tuple[float, float]:
    """The two solutions p of |k/n - p| = z * sqrt(p (1 - p) / n), by bisection."""
    z, rate = 1.959963984540054, k / n

    def outside(p: float) -> bool:
        return abs(rate - p) > z * math.sqrt(p * (1 - p) / n)

    ends = []
    for end in (0.0, 1.0):
        inner, outer = rate, end
        for _ in range(100):
            middle = (inner + outer) / 2
            inner, outer = (inner, middle) if outside(middle) else (middle, outer)
        ends.append(inner)
    return ends[0], ends[1]


def test_times_are_those_of_the_simulated_clock():
    plan, _ = quick("spooky_bar", 3)
    starts = []
    for number in range(3):
        _, events = play(plan, number)
        times = [event.recorded_at for event in events]
        assert {b - a for a, b in pairwise(times)} == {1_000_000}
        starts.append(times[0])
    assert starts[0] == 946_684_801_000_000
    assert {b - a for a, b in pairwise(starts)} == {60_000_000}


def test_a_piece_has_the_marks_of_its_games():
    plan, _ = quick("ghostel", 3)
    piece = folded(Play(plan, [2, 0]), Schema.of_catalogue())
    assert [mark.game for mark in piece.marks] == [plan.game(2), plan.game(0)]
    assert piece.events == piece.tables["events"].num_rows == sum(mark.head for mark in piece.marks)
    assert not any(mark.fault for mark in piece.marks)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--rules", "chess"], "There is no game chess; the games are spooky_bar"),
        (["--rules", "ghostel", "--seats", "5"], "Ghostel is for 2 to 4 seats, not for 5."),
        (["--rules", "ghostel", "--seats", "0"], "not for 0"),
        (["--rules", "ghostel", "--bots", "random,deep"], "Ghostel has no bot deep; its bots are random, sensible."),
        (["--rules", "ghostel", "--bots", ""], "Ghostel has no bot"),
        (["--rules", "ghostel", "--edition", "first"], "Ghostel has no edition first; its editions are house-1."),
        (["--rules", "spooky_bar", "--option", "event"], "--option event is not of the form NAME=VALUE."),
        (["--rules", "spooky_bar", "--option", "event=9"], r"\$\.event"),
        (
            ["--rules", "spooky_bar", "--option", "ghost=1"],
            "unknown field `ghost`.*The options of Spooky Bar are event, tom_scores, series.",
        ),
        (["--rules", "ghostel", "--option", 'ghosts=[["red"]]', "--seats", "2"], "seat"),
        (["--rules", "ghostel", "--games", "0"], "--games must be at least 1."),
        (["--rules", "ghostel", "--processes", "0"], "--processes must be at least 1."),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(folder, arguments, reason):
    with pytest.raises(CommandError, match=reason):
        call_command("simulate", *arguments, stdout=StringIO())
    assert pointer_read(folder) is None


def test_a_plan_without_bots_is_refused():
    with pytest.raises(Unplayable, match="No bot is named"):
        plan_of("ghostel", bots=[])


@pytest.mark.django_db
def test_options_and_edition_are_those_of_the_games(folder, ask):
    said("--rules", "bar_fight", "--games", "1", "--seats", "2", "--edition", "house-1")
    said("--rules", "spooky_bar", "--games", "1", "--option", "event=3", "--option", "tom_scores=true")
    assert ask("SELECT edition FROM games WHERE rules = 'bar_fight'") == [("house-1",)]
    assert ask("SELECT event, tom_scores FROM options_spooky_bar") == [(3, True)]
    assert ask("SELECT seat_count FROM games WHERE rules = 'spooky_bar'") == [(4,)]
