"""How many choices a second are accepted over HTTP with a durable commit, beside a bare view that makes the same append?

Production's REST server (granian, one worker a core), eight clients, whole games of Spooky Bar with four people. The games
are played beforehand in memory: the dealer's secret is known here, so every choice of every game is too.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from tests.perf.http_plans import beside
from tests.perf.measure import Measurement


def measure(database_url: str = "", games: int = 3) -> list[Measurement]:
    """Fill a fresh database, serve it and let the clients loose: on our view and on the bare one, in turns."""
    with tempfile.TemporaryDirectory(prefix="revenant-perf-") as var:
        environment = {
            **os.environ,
            "REVENANT_VAR": var,
            "DATABASE_URL": database_url,
            "DJANGO_SETTINGS_MODULE": "tests.perf.settings",
            "CELERY_BROKER_URL": "memory://",
            "REVENANT_RATES": "choices=1000000:1000000,writes=1000000:1000000,reads=1000000:1000000",
        }
        rounds = 3
        prepare = [sys.executable, "-m", "tests.perf.http_plans", str(games * rounds)]
        plans = json.loads(subprocess.run(prepare, env=environment, check=True, capture_output=True, text=True).stdout)
        ours = bare = 0.0
        with server(environment) as port:
            for turn in range(rounds):
                part = [plan[turn * len(plan) // rounds : (turn + 1) * len(plan) // rounds] for plan in plans]
                ours += _rate(port, part)
                bare += _rate(port, [[_bare(request) for request in plan] for plan in part])
    name = "sqlite" if not database_url else "postgresql"
    return [Measurement(f"http_choices_{name}", ours / rounds, "choices/s", bare / rounds)]


def _bare(request: list[str]) -> list[str]:
    path, token, key, body = request
    return [f"/bare/{beside(UUID(path.split('/')[4]))}/choices", token, f"bare-{key}", body]


def _rate(port: int, plans: list[Any]) -> float:
    command = [sys.executable, "-m", "tests.perf.http_clients", str(port)]
    done = subprocess.run(command, input=json.dumps(plans), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return float(done.stdout)


@contextmanager
def server(environment: dict[str, str]) -> Iterator[int]:
    """Granian with one WSGI worker a core on a free port, until the block ends."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [Path(sys.executable).parent / "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--workers", str(os.cpu_count() or 1), "--no-ws", "--log-level", "warning", "config.wsgi:application"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(20)


if __name__ == "__main__":
    for measurement in measure(os.environ.get("DATABASE_URL", "")):
        print(measurement.line())
