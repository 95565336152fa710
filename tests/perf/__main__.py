"""How fast is it? One line a measurement: `name value unit floor ratio`; all of them go to var/perf.json too.

    make perf                   everything
    make perf ARGS=rules        only what has this in its name

Ten million events are a matter of their own: `python -m tests.perf.scale`.

Each part is a program of its own, run on SQLite and on PostgreSQL in a fresh folder; what touches no database runs once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import postgres
from tests.perf.measure import calibration

ONCE = ("rules", "ratings", "datasets")
EACH = ("append", "http", "export", "audit")


def part_run(part: str, database_url: str) -> list[str]:
    """The lines that a part prints, with a database and a var/ of its own."""
    with tempfile.TemporaryDirectory(prefix="revenant-perf-") as var:
        environment = {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "CELERY_BROKER_URL": "memory://",
            **os.environ,
            "REVENANT_VAR": var,
            "DATABASE_URL": database_url,
        }
        if part in EACH:
            migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            subprocess.run(migrate, env=environment, check=True)
        command = [sys.executable, "-m", f"tests.perf.{part}"]
        done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()


def main(wanted: str = "") -> int:
    """Measure, print and record."""
    found = []
    loop = calibration()
    print(f"# calibration loop {loop:.0f} rounds/s; name value unit floor ratio", flush=True)

    def take(part: str, url: str) -> None:
        for line in part_run(part, url):
            print(line, flush=True)
            name, value, unit, floor, ratio = line.split()
            row = {"name": name, "value": float(value), "unit": unit, "floor": float(floor), "ratio": float(ratio)}
            found.append({**row, "calibration": loop})

    for part in ONCE:
        if wanted in part:
            take(part, "")
    each = [part for part in EACH if wanted in part]
    for part in each:
        take(part, "")
    if each:
        with postgres.found(durable=True) as server:
            for part in each:
                take(part, server.url)
    path = Path(os.environ.get("REVENANT_VAR", "var")) / "perf.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
