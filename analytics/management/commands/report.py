"""What does a report say? Prints it: `manage.py report win_rate_by_seat --rules spooky_bar`."""

from __future__ import annotations

from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from analytics import comma
from analytics.parameters import NAMES, Parameters, Refused, checked
from analytics.reports import REPORTS
from analytics.snapshots import Unpublished, folder_of_settings, reading
from gameplay.api.prose import member_docs


class Command(BaseCommand):
    help = "Print a report from the newest published statistics."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", choices=list(REPORTS))
        for name, meaning in member_docs(Parameters).items():
            parser.add_argument(f"--{name}", help=meaning.replace("%", "%%"))
        parser.add_argument("--csv", action="store_true", help="as comma-separated values")

    def handle(self, *args: Any, **options: Any) -> None:
        report = REPORTS[options["name"]]
        try:
            asked = msgspec.convert({name: options[name] for name in NAMES if options[name] is not None}, Parameters, strict=False)
            given = checked(report, asked)
        except msgspec.ValidationError as error:
            raise CommandError(f"{report.name}: {error}") from None
        except Refused as refused:
            raise CommandError(f"{report.name}, --{refused.name}: {refused.detail}") from None
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
