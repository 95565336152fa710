"""Does all of it still hold with ten million events?

    python -m tests.perf.scale                                    10,000,000 events, every part, in a folder that is removed
    python -m tests.perf.scale 200000 --folder /tmp/scale         a smaller log, kept, to which parts can come back
    python -m tests.perf.scale 200000 --folder /tmp/scale --only reports,rivals

    fill       a log of whole games of all four kinds (scale/filling.py); a folder that holds one is not filled again
    export     the rate of `manage.py export`, publishing, sizes (scale/parts.py), into an empty warehouse
    next       one more game beside 10,000 events and beside all of them
    reports    the latency of every report
    rivals     the three heaviest questions in DuckDB and in PostgreSQL, on the same rows (scale/rivals.py)
    readers    20 readers while snapshots are switched (scale/readers.py)

Prints `name value unit floor ratio`, a line each as the other measurements, then each target with what was reached; ends with 1 if one
that was measured is missed. The lines are kept beside the log, so parts of several runs make one verdict.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import psycopg

from tests import postgres
from tests.perf.measure import calibration
from tests.perf.scale.parts import EXPORT_TARGET, REPORT_TARGET
from tests.perf.scale.rivals import FASTER

EVENTS: Final = 10_000_000
SMALL: Final = 10_000
PARTS: Final = ("fill", "export", "next", "reports", "rivals", "readers")
FOLDED: Final = 4
"""How often the log could be folded by the same processes while it is exported once."""
EVENNESS: Final = 0.3
"""By how much one more game may cost more, or less, beside many than beside few."""
NOTICED: Final = 2.0
"""A switch is noticed if 1 answer of 100 takes more than so many times what it took before."""

Values = dict[str, float]


class Target(NamedTuple):
    """What is to hold, of which measurements, and how what was reached is told."""

    what: str
    needs: tuple[str, ...]
    reached: Callable[[Values], str]
    holds: Callable[[Values], bool]


def _next_ratio(v: Values) -> float:
    return v["scale_next_large"] / v["scale_next_small"]


def _rivals(v: Values) -> dict[str, float]:
    """From the milliseconds, since the lines have whole numbers."""
    heaviest = [name.removeprefix("scale_rival_times_") for name in v if name.startswith("scale_rival_times_")]
    return {name: v[f"scale_rival_postgresql_{name}"] / v[f"scale_rival_duckdb_{name}"] for name in heaviest}


TARGETS: Final = (
    Target(
        f"export of at least {EXPORT_TARGET} events/s",
        ("scale_export",),
        lambda v: f"{v['scale_export']:.0f} events/s",
        lambda v: v["scale_export"] >= EXPORT_TARGET,
    ),
    Target(
        f"export at most {FOLDED} times as long as reading and folding alone",
        ("scale_export", "scale_folding"),
        lambda v: f"{v['scale_folding'] / v['scale_export']:.1f} times",
        lambda v: v["scale_folding"] <= FOLDED * v["scale_export"],
    ),
    Target(
        f"one more game costs the same as beside {SMALL} events, by {EVENNESS:.0%}",
        ("scale_next_small", "scale_next_large"),
        lambda v: f"{v['scale_next_small']:.0f} ms and {v['scale_next_large']:.0f} ms, {_next_ratio(v):.2f} times",
        lambda v: abs(_next_ratio(v) - 1) <= EVENNESS,
    ),
    Target(
        f"every report within {REPORT_TARGET} ms",
        ("scale_reports_worst",),
        lambda v: f"{v['scale_reports_worst']:.0f} ms at worst, {v['scale_reports_median']:.0f} ms in the middle",
        lambda v: v["scale_reports_worst"] < REPORT_TARGET,
    ),
    Target(
        f"DuckDB at least {FASTER} times as fast as PostgreSQL on the three heaviest questions",
        ("scale_rivals",),
        lambda v: ", ".join(f"{name} {times:.1f} times" for name, times in _rivals(v).items()),
        lambda v: min(_rivals(v).values()) >= FASTER,
    ),
    Target(
        "20 readers notice no switch: no error, 99 of 100 answers as fast as before",
        ("scale_readers_errors", "scale_readers_before", "scale_readers_during"),
        lambda v: (
            f"{v['scale_readers_errors']:.0f} errors, {v['scale_readers_before']:.0f} ms before, {v['scale_readers_during']:.0f} ms during"
        ),
        lambda v: v["scale_readers_errors"] == 0 and v["scale_readers_during"] <= NOTICED * v["scale_readers_before"],
    ),
)


class Bench:
    """A folder with a filled log, its statistics and what was measured of them."""

    def __init__(self, folder: Path, events: int, databases: dict[str, str], processes: int) -> None:
        self.folder = folder
        self.events = events
        self.databases = databases
        self.processes = processes
        self.kept = folder / "measured.json"
        self.values: Values = json.loads(self.kept.read_text()) if self.kept.exists() else {}

    def run(self, module: str, *arguments: str, var: str = "large") -> None:
        """A part as a program of its own; its lines are shown and kept."""
        environment = {
            "CELERY_BROKER_URL": "memory://",
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "REVENANT_VAR": str(self.folder / var),
            "REVENANT_STATISTICS": str(self.folder / var / "statistics"),
            "DATABASE_URL": self.databases[var],
        }
        command = [sys.executable, *(("manage.py",) if module == "manage" else ("-m", f"tests.perf.scale.{module}")), *arguments]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            for line in running.stdout:
                print(line, end="", flush=True)
                name, *rest = line.split()
                if name.startswith("scale_"):
                    self.values[name] = float(rest[0])
        if running.returncode:
            raise subprocess.CalledProcessError(running.returncode, command)
        self.kept.write_text(json.dumps(self.values, indent=1) + "\n")

    def fill(self) -> None:
        self._filled("large", self.events)

    def _filled(self, var: str, events: int) -> None:
        mark = self.folder / var / "filled"
        if mark.exists():
            if int(mark.read_text()) != events:
                sys.exit(f"{mark.parent} holds a log of {mark.read_text().strip()} events, not of {events}: take another folder.")
            print(f"# the {var} log of {events} events was filled before")
            return
        self.run("manage", "migrate", "--verbosity", "0", var=var)
        self.run("filling", str(events), var=var)
        mark.write_text(f"{events}\n")

    def export(self) -> None:
        shutil.rmtree(self.folder / "large" / "statistics", ignore_errors=True)
        self.run("parts", "export", str(self.processes))

    def next(self) -> None:
        self._filled("small", SMALL)
        self.run("manage", "export", "--processes", "1", var="small")
        for name in ("small", "large"):
            self.run("parts", "next", name, var=name)

    def reports(self) -> None:
        self.run("parts", "reports")

    def rivals(self) -> None:
        # Which questions are the heaviest may be another matter than last time.
        self.values = {name: value for name, value in self.values.items() if not name.startswith("scale_rival")}
        self.run("rivals")

    def readers(self) -> None:
        self.run("readers")


def verdict(values: Values) -> bool:
    """Print every target; whether all that were measured are reached."""
    well = True
    for target in TARGETS:
        if any(name not in values for name in target.needs):
            print(f"# not measured: {target.what}")
            continue
        holds = target.holds(values)
        well &= holds
        print(f"# {'reached' if holds else 'MISSED'}: {target.what}: {target.reached(values)}")
    return well


@contextlib.contextmanager
def databases(wanted: str) -> Iterator[dict[str, str]]:
    """The URL of the large log's database and of the small one's; empty for a file of SQLite."""
    if wanted == "sqlite":
        yield {"large": "", "small": ""}
        return
    with postgres.found(durable=True) as server:
        small = urlsplit(server.url)._replace(path="/small").geturl()
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("CREATE DATABASE small")
        yield {"large": server.url, "small": small}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.perf.scale", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("events", type=int, nargs="?", default=EVENTS)
    parser.add_argument("--only", default=",".join(PARTS), help=f"some of {', '.join(PARTS)}, by comma")
    parser.add_argument("--folder", type=Path, help="where the log and the statistics are kept; without it they are removed at the end")
    parser.add_argument(
        "--log", choices=("sqlite", "postgresql"), default="sqlite", help="the database of the log; only SQLite's can be kept"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="of the export")
    given = parser.parse_args()
    wanted = given.only.split(",")
    if unknown := set(wanted) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    if given.log == "postgresql" and given.folder:
        parser.error("a log in PostgreSQL goes with its cluster: leave --folder out")
    with contextlib.ExitStack() as stack:
        folder = given.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="revenant-scale-")))
        folder.mkdir(parents=True, exist_ok=True)
        bench = Bench(folder, given.events, stack.enter_context(databases(given.log)), given.processes)
        print(f"# calibration loop {calibration():.0f} rounds/s; name value unit floor ratio", flush=True)
        for part in PARTS:
            if part in wanted:
                act: Callable[[], Any] = getattr(bench, part)
                act()
        return 0 if verdict(bench.values) else 1


if __name__ == "__main__":
    sys.exit(main())
