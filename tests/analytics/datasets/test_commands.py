"""What do the command and the task of the Parquet files do and say?"""

from __future__ import annotations

import fcntl
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from analytics import tasks
from analytics.datasets import FOLDER, LOCK
from analytics.export import export
from analytics.manifest import manifest_read
from config.celery import app
from tests.analytics.dated import ended

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("few")]


@pytest.fixture
def statistics(folder):
    """Two games in two months, exported."""
    ended("2025-09-15", seed=1)
    ended("2025-10-15", seed=2)
    export(folder, publish_now=True)
    return folder


def said(*command: str) -> list[str]:
    out = StringIO()
    call_command("datasets", *command, stdout=out)
    return out.getvalue().splitlines()


def test_it_says_what_it_wrote_and_what_it_kept(statistics):
    lines = said()
    files = manifest_read(statistics / FOLDER).files
    rows, size = sum(file.rows for file in files), sum(file.bytes for file in files)
    assert lines[0].startswith(f"6 files written, 0 kept: {rows} rows, {size} bytes in ")
    assert lines[1] == f"published as generation 1 of {statistics / FOLDER}"
    assert said() == ["every file is as new as the statistics"]
    ended("2025-10-16", seed=3)
    export(statistics, publish_now=True)
    assert said()[0].startswith("3 files written, 3 kept: ")
    assert said("--rebuild")[0].startswith("6 files written, 0 kept: ")


def test_it_writes_to_another_folder(statistics, tmp_path):
    said("--to", str(tmp_path / "elsewhere"))
    assert len(manifest_read(tmp_path / "elsewhere").files) == 6
    assert manifest_read(statistics / FOLDER) is None


def test_simulated_games_need_a_folder_of_their_own(statistics, tmp_path):
    with pytest.raises(CommandError, match="--to"):
        said("--simulated")
    said("--simulated", "--to", str(tmp_path / "simulated"))
    assert manifest_read(tmp_path / "simulated").files == []


def test_before_the_first_export_it_says_what_to_do(folder):
    with pytest.raises(CommandError, match=r"manage\.py export"):
        said()


def test_the_task_writes_once_however_often_it_runs(statistics):
    assert tasks.datasets() == 6
    assert tasks.datasets() == 0
    assert manifest_read(statistics / FOLDER).generation == 1


def test_the_task_leaves_a_writer_at_work_alone_and_waits_for_statistics(folder, statistics, settings, tmp_path):
    (folder / FOLDER).mkdir()
    with (folder / FOLDER / LOCK).open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert tasks.datasets() == 0
    assert manifest_read(folder / FOLDER) is None
    settings.STATISTICS_DIR = tmp_path / "none"
    assert tasks.datasets() == 0


def test_the_beat_knows_the_task_and_lets_its_messages_expire():
    [entry] = [entry for entry in app.conf.beat_schedule.values() if entry["task"] == tasks.datasets.name]
    assert entry["options"]["expires"] <= entry["schedule"]
