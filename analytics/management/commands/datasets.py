"""Are the published Parquet files as new as the statistics? Writes those that are not: `manage.py datasets`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from analytics.datasets import FOLDER, publish
from analytics.snapshots import Unpublished, folder_of_settings


class Command(BaseCommand):
    help = "Bring the Parquet files up to the published statistics. Waits while another process writes them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, help="another folder than that which the service publishes")
        parser.add_argument("--simulated", action="store_true", help="the games of manage.py simulate instead; needs --to")
        parser.add_argument("--rebuild", action="store_true", help="write every file anew, also those whose games are as they were")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["simulated"] and options["to"] is None:
            raise CommandError("Simulated games are not published with those of people: say with --to where they shall go.")
        folder = folder_of_settings()
        root = options["to"] or folder / FOLDER
        # None: no bar where nobody looks.
        with tqdm(unit=" files", disable=None) as bar:

            def told(done: int, wanted: int) -> None:
                bar.total = wanted
                bar.update(done - bar.n)

            try:
                done = publish(
                    folder, root=root, simulated=options["simulated"], wait=True, now=True, rebuild=options["rebuild"], told=told
                )
            except Unpublished:
                raise CommandError("There are no statistics yet. Make them with: manage.py export") from None
        if done is None:
            self.stdout.write("every file is as new as the statistics")
            return
        rows, size = sum(file.rows for file in done.written), sum(file.bytes for file in done.written)
        kept = len(done.manifest.files) - len(done.written)
        rate = f", {rows / done.seconds:.0f} rows a second" if rows else ""
        self.stdout.write(f"{len(done.written)} files written, {kept} kept: {rows} rows, {size} bytes in {done.seconds:.1f} s{rate}")
        self.stdout.write(f"published as generation {done.manifest.generation} of {root}")
