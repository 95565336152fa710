"""What of the log is not in the statistics yet? Exports it: `manage.py export`."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from analytics.export import export
from analytics.snapshots import folder_of_settings


class Command(BaseCommand):
    help = "Bring the statistics up to the log and publish them. Waits while another exporter is at work."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many processes share a large backlog")

    def handle(self, *args: Any, **options: Any) -> None:
        done = export(folder_of_settings(), wait=True, publish_now=True, processes=options["processes"])
        rate = f", {done.events / done.seconds:.0f} a second" if done.events else ""
        self.stdout.write(f"{done.events} events of {done.games} games exported in {done.seconds:.1f} s{rate}")
        if done.dropped:
            self.stdout.write(f"{done.dropped} games were dropped first, for a rewind or a log that was replaced")
        for game, fault in done.faults:
            self.stdout.write(f"game {game} is exported only up to a fault: {fault}")
        published = f"published as number {done.snapshot.number}" if done.snapshot else "nothing new to publish"
        self.stdout.write(published)
