"""Which one file holds all there is to know about a game? `manage.py case-file GAME` writes it."""

# ruff: noqa: N999 (the name of the command)

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from gameplay.errors import GameplayError
from gameplay.referee.casefile import case_file


class Command(BaseCommand):
    help = "Write the case file of a game: log, views as delivered, rulings, disputes, manifest and verifier, as a zip archive."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=UUID, help="id of the game")
        parser.add_argument("--out", type=Path, help="the file to write; case-<game>.zip by default")

    def handle(self, *args: Any, **options: Any) -> None:
        game: UUID = options["game"]
        path: Path = options["out"] or Path(f"case-{game}.zip")
        part = path.with_name(path.name + ".part")
        try:
            with part.open("wb") as out:
                members = case_file(game, out)
            part.replace(path)
        except GameplayError as refused:
            raise CommandError(f"{game}: {refused.detail}") from None
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{path}: {len(members) + 1} files, {path.stat().st_size} bytes")
