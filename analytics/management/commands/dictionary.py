"""What is in the tables of the statistics? Writes the page of the guide that says so, or with --check compares.

manage.py dictionary [--check]
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from analytics.dictionary import statistics_page

PAGE: Final = Path("api_docs", "guide", "statistics.md")


class Command(BaseCommand):
    help = "Write the data dictionary into the guide, or check that it is up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if the page is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        page = Path(settings.BASE_DIR, PAGE)
        text = statistics_page()
        if page.exists() and page.read_text(encoding="utf-8") == text:
            return
        if options["check"]:
            raise CommandError(f"{page.name} is out of date; run manage.py dictionary and commit the result")
        page.write_text(text, encoding="utf-8")
        self.stdout.write(f"wrote {page.name}")
