"""What does a report say? Prints it: `manage.py report win_rate_by_seat --rules spooky_bar`."""

from __future__ import annotations

from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from analytics import comma
from analytics.reports import REPORTS
from analytics.snapshots import Unpublished, folder_of_settings, reading
from gameplay.rules.catalogue import GAMES


class Command(BaseCommand):
    help = "Print a report from the newest published statistics."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", choices=list(REPORTS))
        parser.add_argument("--rules", choices=list(GAMES), help="only this game")
        parser.add_argument("--seats", type=int, help="only games of so many seats")
        parser.add_argument("--csv", action="store_true", help="as comma-separated values")

    def handle(self, *args: Any, **options: Any) -> None:
        report = REPORTS[options["name"]]
        given = {name: options[name] for name in ("rules", "seats") if options[name] is not None}
        for name in given:
            if name not in report.parameters:
                raise CommandError(f"{report.name} can't be restricted by --{name}")
        try:
            with reading(folder_of_settings()) as (snapshot, connection):
                rows = report.run(connection, given)
        except Unpublished:
            raise CommandError("No statistics are published yet: run `manage.py export` first.") from None
        names = [column.name for column in report.columns()]
        if options["csv"]:
            self.stdout.write(comma.written(names, rows).decode(), ending="")
            return
        self.stdout.write(f"{report.title} (statistics number {snapshot.number})")
        for line in laid_out(names, [msgspec.structs.astuple(row) for row in rows]):
            self.stdout.write(line)


def laid_out(names: list[str], rows: list[tuple[Any, ...]]) -> list[str]:
    """The rows as lines of text, in columns as wide as need be."""
    cells = [names, *([_cell(value) for value in row] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(names))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
