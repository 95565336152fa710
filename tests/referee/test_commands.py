"""Do the commands of the office say what they found, and end accordingly?"""

from __future__ import annotations

import io
import json
import zipfile
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from events import store
from gameplay import services, tables
from gameplay.management.progress import bar, watched
from gameplay.referee import audit
from tests.referee.conftest import LOOK, choose, played_out, rewind, version
from tests.store_fixtures import guards_off


def run(*arguments, **options):
    """(exit code, standard output, standard error)"""
    out, err, code = io.StringIO(), io.StringIO(), 0
    try:
        call_command(*arguments, stdout=out, stderr=err, **options)
    except SystemExit as end:
        code = end.code
    return code, out.getvalue(), err.getvalue()


@pytest.fixture
def two_games(game, people, viewers, referee):
    """One that runs after a rewind, one that is over."""
    choose(game, viewers[0], LOOK)
    rewind(game, referee, 6, draws="fresh")
    other, _ = services.game_create(player=people[0], rules="toy", seats=3)
    for viewer in viewers:
        services.seat_take(game_id=other, viewer=viewer)
    services.game_start(game_id=other, viewer=viewers[0])
    played_out(other, viewers)
    return game, other


def tampered(game, seq, old, new):
    """Somebody changes an event in the database, past its guards."""
    key = str(game) if connection.vendor == "postgresql" else game.hex
    with guards_off(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE events_event SET body = replace(body, %s, %s) WHERE seq = %s AND replace(CAST(stream_id AS text), '-', '') = %s",
            [old, new, seq, key.replace("-", "")],
        )
        assert cursor.rowcount == 1
    tables.forget()


def test_verify_finds_all_well(two_games):
    events = sum(version(game) for game in two_games)
    code, out, err = run("verify")
    assert (code, err) == (0, "")
    assert out.startswith(f"2 games with {events} events checked, 0 faulty, ")


def test_verify_names_the_first_fault_of_each_check_and_ends_with_1(two_games):
    game, other = two_games
    tampered(game, 7, '"look"', '"lock"')
    code, out, err = run("verify")
    assert code == 1
    lines = err.splitlines()
    assert lines[0].startswith(f"{game}: chain at event 7: ")
    assert lines[1].startswith(f"{game}: replay at event 7: ")
    assert "2 games" in out
    assert "1 faulty" in out
    assert run("verify", str(other))[0] == 0


def test_verify_says_that_a_game_is_not_there(db):
    absent = uuid4()
    assert run("verify", str(absent))[::2] == (1, f"{absent}: there is no such game\n")


def test_refold_finds_nothing_under_the_same_rules(two_games):
    assert run("refold", as_version=1) == (0, "2 games replayed as version 1, 0 differ, 0 have other rules\n", "")
    assert run("refold", "--rules", "spooky_bar", as_version=1)[1].endswith("0 games replayed as version 1, 0 differ, 2 have other rules\n")


def test_refold_names_the_first_event_that_would_differ(two_games, monkeypatch):
    original = audit.replayed

    def diverging(game, events, version):
        told = original(game, events, version)
        return told if game != two_games[0] else audit.Replayed(version, False, 6, 7, "leads to another position")

    monkeypatch.setattr("gameplay.management.commands.refold.replayed", diverging)
    code, out, _ = run("refold", as_version=1)
    assert code == 1
    assert out.splitlines()[0] == f"{two_games[0]}: event 7: leads to another position"


def test_refold_knows_which_versions_there_are(two_games):
    with pytest.raises(CommandError, match="versions 1 to"):
        call_command("refold", as_version=99)
    with pytest.raises(CommandError, match="no such game"):
        call_command("refold", str(uuid4()), as_version=1)


def test_a_case_file_is_written_whole_or_not_at_all(two_games, tmp_path):
    path = tmp_path / "case.zip"
    code, out, _ = run("case-file", str(two_games[1]), out=path)
    assert code == 0
    assert out.startswith(f"{path}: ")
    with zipfile.ZipFile(path) as archive:
        assert json.loads(archive.read("manifest.json"))["version"] == version(two_games[1])
    with pytest.raises(CommandError):
        call_command("case-file", str(uuid4()), out=tmp_path / "none.zip")
    assert [file.name for file in tmp_path.iterdir()] == ["case.zip"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_a_bar_and_a_file_none():
    out = Terminal()
    assert list(watched(range(3), 3, "games", out)) == [0, 1, 2]
    assert "[##############################] 3/3 games" in out.getvalue()
    plain = io.StringIO()
    assert list(watched(range(3), 3, "games", plain)) == [0, 1, 2]
    assert plain.getvalue() == ""
    assert bar(1, 2, "games", 30.0) == "[###############---------------] 1/2 games, 2 a minute"


def test_the_log_is_as_it_was(two_games):
    before = [store.read(stream=game) for game in two_games]
    run("verify")
    run("refold", as_version=1)
    assert [store.read(stream=game) for game in two_games] == before
