"""What do the commands and the task of the statistics do and say?"""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from analytics import tasks
from analytics.schema import Schema
from analytics.snapshots import pointer_read
from analytics.warehouse import opened
from config.celery import app
from tests.analytics.playing import played, put

pytestmark = pytest.mark.django_db


def said(*command: str) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def test_export_says_what_it_brought(folder):
    events = played("spooky_bar", 2, 1)
    put(events)
    lines = said("export", "--processes", "1").splitlines()
    assert lines[0].startswith(f"{len(events)} events of 1 games exported in ")
    assert lines[1] == "published as number 1"
    assert said("export").splitlines()[-1] == "nothing new to publish"


def test_a_report_is_printed_as_a_table_and_as_csv(folder):
    put(played("spooky_bar", 2, 1))
    call_command("export", stdout=StringIO())
    lines = said("report", "win_rate_by_seat", "--rules", "spooky_bar").splitlines()
    assert lines[0] == "Win rate by seat (statistics number 1)"
    assert lines[1].split()[:3] == ["rules", "seat_count", "seat"]
    assert len(lines) == 4
    assert said("report", "win_rate_by_seat", "--seats", "2", "--csv").splitlines()[1].startswith("spooky_bar,2,0,1,")


def test_a_report_before_the_first_export_says_what_to_do(folder):
    with pytest.raises(CommandError, match=r"manage\.py export"):
        call_command("report", "game_length")


def test_a_report_is_not_restricted_by_what_it_does_not_have(folder):
    with pytest.raises(CommandError, match="--rules"):
        call_command("report", "action_win_rates", "--rules", "spooky_bar")


@pytest.mark.parametrize("option", [("--seats", "none"), ("--seats", "0"), ("--simulated", "maybe"), ("--rules", "chess")])
def test_a_report_is_not_restricted_by_what_can_not_be(folder, option):
    with pytest.raises(CommandError, match=option[0].strip("-")):
        call_command("report", "game_length", *option)


def test_the_task_exports_and_publishes(folder):
    events = played("spooky_bar", 2, 1)
    put(events)
    assert tasks.export() == len(events)
    assert pointer_read(folder).number == 1
    assert tasks.export() == 0


def test_the_task_leaves_an_exporter_at_work_alone(folder):
    put(played("spooky_bar", 2, 1))
    with opened(folder, Schema.of_catalogue(), wait=True):
        assert tasks.export() == 0
    assert pointer_read(folder) is None


def test_the_beat_knows_the_task():
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert tasks.export.name in scheduled
