"""What of the log is not in the statistics yet? Exports it: `manage.py export`. How are they? `--status` and `--check` tell.

manage.py export [--rebuild] [--processes N] | --check | --status
"""

from __future__ import annotations

import os
import sys
import time
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from analytics import checks, status
from analytics.export import export
from analytics.snapshots import Unpublished, folder_of_settings, pointer_read


class Command(BaseCommand):
    help = "Bring the statistics up to the log and publish them. Waits while another exporter is at work."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many processes share a large backlog")
        instead = parser.add_mutually_exclusive_group()
        instead.add_argument(
            "--rebuild", action="store_true", help="make them anew from the whole log, and replace the old ones at the end"
        )
        instead.add_argument("--check", action="store_true", help="export nothing; exit 1 if what is published contradicts itself")
        instead.add_argument("--status", action="store_true", help="export nothing; say when that was last done, and what went wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            self._check()
        elif options["status"]:
            self._status()
        else:
            self._export(processes=options["processes"], rebuild=options["rebuild"])

    def _export(self, *, processes: int, rebuild: bool) -> None:
        # Where the output is no terminal, nothing is drawn.
        with tqdm(unit="event", unit_scale=True, file=sys.stderr, disable=None, dynamic_ncols=True) as bar:

            def progress(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            done = export(
                folder_of_settings(),
                wait=True,
                publish_now=True,
                everything=True,
                rebuild=rebuild,
                processes=processes,
                cores=processes,
                progress=progress,
            )
        rate = f", {done.events / done.seconds:.0f} a second" if done.events else ""
        self.stdout.write(f"{done.events} events of {done.games} games exported in {done.seconds:.1f} s{rate}")
        if done.dropped:
            self.stdout.write(f"{done.dropped} games were dropped first, for a rewind or a log that was replaced")
        for game, fault in done.faults:
            self.stdout.write(f"game {game} is exported only up to a fault: {fault}")
        published = f"published as number {done.snapshot.number}" if done.snapshot else "nothing new to publish"
        self.stdout.write(published)

    def _check(self) -> None:
        try:
            snapshot, found, asked = checks.faults(folder_of_settings())
        except Unpublished:
            raise CommandError("No statistics are published yet: run `manage.py export` first.") from None
        for fault in found:
            rows = f"{fault.rows} row{'' if fault.rows == 1 else 's'}"
            self.stdout.write(f"{fault.check.name}: {rows}; {fault.check.question}")
            for row in fault.first:
                self.stdout.write("    " + ", ".join(f"{name}={value}" for name, value in row.items()))
        if found:
            raise CommandError(f"statistics number {snapshot.number}: {len(found)} checks found something wrong", returncode=1)
        self.stdout.write(f"statistics number {snapshot.number}: {asked} checks found nothing wrong")

    def _status(self) -> None:
        folder = folder_of_settings()
        note, snapshot = status.note_read(folder), pointer_read(folder)
        self.stdout.write(f"last export: {_moment(note.exported_at)}")
        if note.exported_at:
            behind = status.events_behind(note)
            more = " or more" if behind == status.COUNTED else ""
            self.stdout.write(f"events in the log that came since: {behind}{more}")
        self.stdout.write(f"published: number {snapshot.number}, {_moment(snapshot.made_at)}" if snapshot else "published: nothing")
        self.stdout.write(f"games that can be exported only up to a fault: {len(note.faults)}")
        for game in note.faults:
            self.stdout.write(f"    {game}")
        failure = note.failure
        self.stdout.write(f"last failure: {_moment(failure.at)}, {failure.code}, {failure.detail}" if failure else "last failure: none")


def _moment(micros: int) -> str:
    """A time for people, with how long ago it was."""
    if not micros:
        return "never"
    at = datetime.fromtimestamp(micros / 1e6, UTC)
    return f"{at:%Y-%m-%d %H:%M:%S} UTC, {max(0, time.time() - micros / 1e6):.0f} s ago"
