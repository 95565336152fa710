"""Is it seen how far the statistics are behind the log, and what went wrong?"""

from __future__ import annotations

import errno
import json
import logging
from io import StringIO
from typing import get_args, get_type_hints

import duckdb
import pytest
from django.core.management import call_command
from django.db import OperationalError

from analytics import export as exporting
from analytics import status, tasks
from analytics.api_status import FailureShown
from analytics.export import export
from analytics.schema import Schema
from analytics.snapshots import Unpublished, newest, pointer_read, reading
from analytics.warehouse import Busy, opened
from analytics.workers import FoldingEnded
from api_docs.pages import routes
from tests.analytics.every_kind import UNKNOWN_CHOICE
from tests.analytics.playing import played, put
from tests.api.conftest import person
from tests.api.routes import Route

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(folder):
    """The document that an analyst gets."""
    api = person("analyst")

    def ask() -> dict:
        answer = api.get("/analytics/status")
        assert answer.status == 200
        return answer.json

    return ask


def test_before_the_first_export_nothing_is_known(asked):
    nothing = dict.fromkeys(("exported_at", "events_behind", "snapshot", "failure"))
    assert asked() == {**nothing, "faults": 0}


def test_after_an_export_it_says_when_and_that_nothing_is_behind(folder, asked):
    put(played("spooky_bar", 2, 1))
    export(folder, publish_now=True)
    found = asked()
    assert (found["events_behind"], found["faults"], found["failure"]) == (0, 0, None)
    assert found["snapshot"]["number"] == 1
    assert found["snapshot"]["made_at"] <= found["exported_at"]


def test_events_that_came_since_are_counted_up_to_a_limit(folder, asked, monkeypatch):
    events = played("spooky_bar", 2, 1)
    game = put(events[:20])
    export(folder)
    put(events[20:27], game=game, after=20)
    put(events[:5])
    assert asked()["events_behind"] == 12
    monkeypatch.setattr(status, "COUNTED", 3)
    assert asked()["events_behind"] == 3
    export(folder)
    assert asked()["events_behind"] == 0


def test_games_with_faults_are_counted_and_not_named(folder, asked):
    game = put([*played("spooky_bar", 3, 3)[:50], UNKNOWN_CHOICE])
    export(folder)
    found = asked()
    assert found["faults"] == 1
    assert str(game) not in json.dumps(found)


FAILURES = {
    "log_unavailable": OperationalError("could not connect"),
    "disk_full": OSError(errno.ENOSPC, "No space left on device"),
    "warehouse_unreadable": duckdb.IOException("not a database"),
    "folding_ended": FoldingEnded("gone"),
    "export_failed": ZeroDivisionError("at /srv/secret/place"),
}


@pytest.mark.parametrize("code", FAILURES)
def test_a_run_that_failed_is_known_by_a_stable_word_and_tells_no_more(folder, asked, monkeypatch, code):
    put(played("spooky_bar", 2, 1))
    export(folder, publish_now=True)
    before = asked()

    def fail(*_args, **_given):
        raise FAILURES[code]

    with monkeypatch.context() as broken:
        broken.setattr(exporting, "_bring", fail)
        with pytest.raises(type(FAILURES[code])):
            tasks.export()
    found = asked()
    assert found["failure"]["code"] == code
    assert set(found["failure"]) == {"at", "code"}
    assert found["exported_at"] == before["exported_at"] <= found["failure"]["at"]
    tasks.export()
    after = asked()
    assert after["failure"] == found["failure"]
    assert after["exported_at"] > found["failure"]["at"]


def test_every_word_for_a_failure_is_tried_and_documented():
    assert set(FAILURES) == set(get_args(status.Code)) == set(get_args(get_type_hints(FailureShown)["code"]))


def test_an_exporter_that_leaves_another_alone_has_not_failed(folder, asked):
    with opened(folder, Schema.of_catalogue(), wait=True), pytest.raises(Busy):
        export(folder)
    assert asked()["failure"] is None


def test_a_failure_that_cannot_be_noted_is_still_raised(folder, monkeypatch, caplog):
    (folder / f"{status.FILE}.new").mkdir()

    def fail(*_args, **_given):
        raise ZeroDivisionError

    monkeypatch.setattr(exporting, "_bring", fail)
    with caplog.at_level(logging.ERROR), pytest.raises(ZeroDivisionError):
        export(folder)
    assert "could not be written" in caplog.text


def test_a_note_that_was_cut_off_is_none(folder):
    (folder / status.FILE).write_text('{"exported_at":1')
    assert status.note_read(folder) == status.Note()


def test_the_command_tells_whoever_runs_the_service_more(folder, monkeypatch):
    def said() -> list[str]:
        out = StringIO()
        call_command("export", "--status", stdout=out)
        return out.getvalue().splitlines()

    assert said() == [
        "last export: never",
        "published: nothing",
        "games that can be exported only up to a fault: 0",
        "last failure: none",
    ]
    game = put([*played("spooky_bar", 3, 3)[:50], UNKNOWN_CHOICE])
    export(folder, publish_now=True)
    put(played("spooky_bar", 2, 1)[:7])

    def fail(*_args, **_given):
        raise ZeroDivisionError("here")

    with monkeypatch.context() as broken:
        broken.setattr(exporting, "_bring", fail)
        with pytest.raises(ZeroDivisionError):
            export(folder)
    lines = said()
    assert lines[0].startswith("last export: 20")
    assert lines[0].endswith(" s ago")
    assert lines[1] == "events in the log that came since: 7"
    assert lines[2].startswith("published: number 1, 20")
    assert lines[3:5] == ["games that can be exported only up to a fault: 1", f"    {game}"]
    assert "export_failed, ZeroDivisionError: here" in lines[5]


@pytest.mark.parametrize("state", ["never published", "made by another release", "file gone"])
def test_without_statistics_every_route_is_answered_or_says_when_to_ask_again(folder, state, monkeypatch):
    if state != "never published":
        put(played("spooky_bar", 2, 1))
        export(folder, publish_now=True)
    if state == "made by another release":
        monkeypatch.setattr("analytics.snapshots.queries.staging", lambda: ["CREATE VIEW stg_other AS SELECT 1"])
    elif state == "file gone":
        (folder / pointer_read(folder).name).unlink()
    api = person("analyst")
    unavailable = set()
    for route in [Route(*found) for found in routes()]:
        if not route.path.startswith("/api/v1/analytics/"):
            continue
        answer = route.call(api)
        if answer.status == 503:
            assert (answer.code, int(answer.headers["Retry-After"]) > 0) == ("statistics_unavailable", True), route
            unavailable.add(route.operation.id)
        else:
            assert answer.status in (200, 201, 204, 404), (route, answer.body)
    assert {"reports_get", "queries_ask"} <= unavailable
    assert "analytics_status" not in unavailable


def test_a_snapshot_whose_file_is_gone_is_made_again(folder):
    put(played("spooky_bar", 2, 1))
    export(folder, publish_now=True)
    (folder / pointer_read(folder).name).unlink()
    with pytest.raises(Unpublished):
        newest(folder)
    assert export(folder).snapshot.number == 2
    with reading(folder) as (_, connection):
        assert connection.execute("SELECT count(*) FROM games").fetchall() == [(1,)]
