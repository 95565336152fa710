"""Does word of a job travel whole, once and in order, and does nobody wait for a broker that is down?"""

import concurrent.futures
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from config.celery import app
from tests.house.test_layout import ROOT

SEND = """
import sys, time
from config.celery import app
started = time.monotonic()
try:
    app.send_task("nothing", retry=False, ignore_result=True)
    answer = "sent"
except Exception as error:
    answer = type(error).__name__
print(answer, time.monotonic() - started)
"""


def sent(tmp_path: Path, url: str) -> tuple[str, float]:
    """What a process is told that sends a hint to this broker, and after how many seconds."""
    environment = os.environ | {"CELERY_BROKER_URL": url, "REVENANT_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, "-c", SEND], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    answer, seconds = done.stdout.split()
    return answer, float(seconds)


def test_a_broker_that_refuses_is_given_up_at_once(tmp_path: Path) -> None:
    answer, seconds = sent(tmp_path, "redis://127.0.0.1:9/0")
    assert answer == "OperationalError"
    assert seconds < 2.5


def test_a_broker_that_is_silent_is_given_up_within_seconds(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        answer, seconds = sent(tmp_path, f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
    assert answer != "sent"
    assert seconds < 5


def test_the_embedded_broker_needs_nothing_but_its_folder(tmp_path: Path) -> None:
    answer, seconds = sent(tmp_path, "folder://localhost")
    assert answer == "sent"
    assert seconds < 2.5
    assert len(list((tmp_path / "broker").glob("*.msg"))) == 1


def test_every_scheduled_task_exists_and_its_ticks_expire_before_the_next() -> None:
    app.loader.import_default_modules()
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
        assert entry["options"]["expires"] <= entry["schedule"]


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Any]:
    """An open channel of the folder transport."""
    (tmp_path / "control").mkdir()
    options = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path), "control_folder": str(tmp_path / "control")}
    with Connection("folder://localhost", transport_options=options) as connection:
        yield connection.channel()


def test_messages_come_in_the_order_in_which_they_were_sent(channel: Any) -> None:
    for number in range(20):
        channel._put("jobs", {"number": number})
    assert [channel._get("jobs")["number"] for _ in range(20)] == list(range(20))
    with pytest.raises(Empty):
        channel._get("jobs")


def test_a_message_of_another_queue_is_left_alone(channel: Any) -> None:
    channel._put("others", {})
    with pytest.raises(Empty):
        channel._get("jobs")
    assert channel._size("others") == 1
    assert channel._purge("others") == 1


def test_a_message_that_is_still_being_written_is_not_seen(channel: Any, tmp_path: Path) -> None:
    (tmp_path / "0-0-0.draft").write_text('{"half')
    with pytest.raises(Empty):
        channel._get("jobs")


def test_each_message_is_taken_once_however_many_take(channel: Any) -> None:
    for number in range(200):
        channel._put("jobs", {"number": number})

    def take_all() -> list[int]:
        taken = []
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                taken.append(channel._get("jobs")["number"])
            except Empty:
                break
        return taken

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        taken = [number for numbers in [pool.submit(take_all) for _ in range(4)] for number in numbers.result()]
    assert sorted(taken) == list(range(200))
