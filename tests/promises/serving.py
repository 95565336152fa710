"""How is a real web process started on the test's own database, killed, and started again on the same port?"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
READY_WITHIN = 40.0
COMMANDS = {
    "uvicorn": (
        "-m uvicorn --interface=asgi3 --http=config.wire:ProblemProtocol --lifespan=off --ws=none --log-level=warning --no-access-log"
        " config.asgi:application --host=127.0.0.1 --port"
    ),
    "granian": (
        "-m granian --interface=wsgi --workers=2 --blocking-threads=4 --no-ws --log-level=warning"
        " config.wsgi:application --host=127.0.0.1 --port"
    ),
}
"""The embedded server and production's REST workers, each with the port as its last word."""


class Web:
    """A web server as a group of processes of its own, which can be killed as a whole."""

    def __init__(self, kind: str, var: Path, **settings: str) -> None:
        self.kind = kind
        self.port = free_port()
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.promises.settings",
            "TEST_DATABASE_NAME": str(connection.settings_dict["NAME"]),
            "REVENANT_VAR": str(var),
            "CELERY_BROKER_URL": "folder://localhost",
            "REVENANT_RATES": "reads=1000000:1000000,writes=1000000:1000000,choices=1000000:1000000",
            "REVENANT_POOL": "6",
            **settings,
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, *COMMANDS[self.kind].split(), str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, start_new_session=True)
        give_up = time.monotonic() + READY_WITHIN
        while not is_open(self.port):
            assert self.process.poll() is None, f"{self.kind} ended with {self.process.returncode}"
            assert time.monotonic() < give_up, f"{self.kind} does not listen"
            time.sleep(0.03)

    def kill(self) -> None:
        """`kill -9` of all its processes at once: nothing is told to end, nothing is finished."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@contextmanager
def serving(kind: str, var: Path, **settings: str) -> Iterator[Web]:
    """The web server until the block ends."""
    web = Web(kind, var, **settings)
    web.start()
    try:
        yield web
    finally:
        web.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
