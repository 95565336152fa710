"""Are the committed document and the generated guide pages those of the code? Writes them, or with --check compares.

manage.py openapi [--check]
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from api_docs.document import COMMITTED, document_text
from api_docs.pages import GENERATED


class Command(BaseCommand):
    help = "Write api_docs/openapi.json and the generated guide pages, or check that they are up to date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if a file is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = {COMMITTED: document_text(), **{path: text() for path, text in GENERATED.items()}}
        stale = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
        if options["check"]:
            if stale:
                names = ", ".join(path.name for path in stale)
                raise CommandError(f"out of date: {names}; run manage.py openapi and commit the result")
            return
        for path in stale:
            path.write_text(wanted[path])
            self.stdout.write(f"wrote {path.name}")
