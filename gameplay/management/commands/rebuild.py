"""Which read rows differ from the log? Makes them anew: `manage.py rebuild`."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser

from gameplay.projection import rebuild, streams


class Command(BaseCommand):
    help = "Make the read rows of games and seats anew from the log, and say how many differed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, help="ids of games; all of them by default")

    def handle(self, *args: Any, **options: Any) -> None:
        games = differed = 0
        for game in options["games"] or streams():
            games += 1
            differed += rebuild(game)
        self.stdout.write(f"{games} games, {differed} differed from the log and were made anew")
