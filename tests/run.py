"""Does everything hold, on SQLite and on PostgreSQL?

    make test                         all of it
    make test ARGS="-k haunt -x"      the arguments go to pytest, in both passes

What touches no database or asks only the warehouse, which is the same whichever database filled it (ONCE, or the mark `warehouse`),
and what starts a service or a browser of its own (`own_server`), runs in the first pass only.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import postgres

ASK_THE_WAREHOUSE = """
    datasets/test_commands datasets/test_files datasets/test_generations datasets/test_killed datasets/test_strangers
    test_reports test_reports_bar_fight test_reports_cards test_reports_conduct test_reports_decisions test_reports_ghostel
    test_reports_participants test_reports_spirits
    test_charts test_checks test_chi_square test_copies test_dictionary test_drawing test_exposures test_notebook test_parameters
    test_placeholders test_rating_model test_ratings test_readers test_rows test_sandbox test_schema test_simulation test_snapshots
    test_standing test_switching
"""
ONCE = (
    "tests/rules",
    "tests/golden",
    "tests/house",
    "tests/api/test_datasets.py",
    "tests/api/test_document.py",
    "tests/api/test_generated_client.py",
    "tests/api/test_guide_datasets.py",
    "tests/api/test_query_faults.py",
    "tests/api/test_report_forms.py",
    "tests/api/test_reports.py",
    "tests/web/test_datasets.py",
    "tests/web/test_sql_console.py",
    "tests/web/test_statistics_pages.py",
    *(f"tests/analytics/{name}.py" for name in ASK_THE_WAREHOUSE.split()),
)
NOTHING_COLLECTED = 5  # pytest's exit code


IN_MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30  # bytes: twice what the tests have there at a time


def folder_of_files() -> str | None:
    """Where databases and statistics of the tests lie: in memory where there is room, since disks are slow and wear out."""
    there = os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM
    return str(IN_MEMORY) if there and "TMPDIR" not in os.environ else None


def one_pass(title: str, database_url: str, arguments: list[str]) -> bool:
    """Runs pytest with this database; whether all is well."""
    print(f"\n=== {title}", flush=True)
    workers = str(min(4, max(2, os.cpu_count() or 2)))
    command = [sys.executable, "-m", "pytest", "-q", "-n", workers, "--dist", "worksteal", "--durations=25", *arguments]
    started = time.monotonic()
    code = subprocess.run(command, env={**os.environ, "DATABASE_URL": database_url}).returncode
    filtered = any(argument.startswith("-k") for argument in arguments)
    if code == NOTHING_COLLECTED and filtered:
        code = 0
    print(f"=== {title}: {'all well' if code == 0 else f'pytest ended with {code}'} after {time.monotonic() - started:.0f} s", flush=True)
    return code == 0


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="revenant-tests-", dir=folder_of_files(), ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # the throw-away cluster may belong to another user
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        return both_passes(arguments)


def both_passes(arguments: list[str]) -> int:
    well = one_pass("SQLite: every test", "", arguments)
    try:
        with postgres.found() as server:
            title = f"PostgreSQL, {server.origin}: every test but those that need no database of the run"
            well &= one_pass(
                title, server.url, [*(f"--ignore={folder}" for folder in ONCE), "-m", "not own_server and not warehouse", *arguments]
            )
    except postgres.Unable as reason:
        print(f"=== PostgreSQL: not tested, and that is a failure: {reason}", file=sys.stderr)
        well = False
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
