"""Where would stored games go another way under another version of their rules? `manage.py refold --as-version N`."""

from __future__ import annotations

import sys
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events import store
from gameplay import log
from gameplay.management.progress import watched
from gameplay.models import Game
from gameplay.projection import streams
from gameplay.referee.audit import replayed
from gameplay.rules.catalogue import GAMES


class Command(BaseCommand):
    help = "Replay stored games strictly under a version of their rules and name the first event where each would differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, help="ids of games; all of them by default")
        parser.add_argument("--as-version", type=int, required=True, help="the version of the rules, from 1 to the newest")
        parser.add_argument("--rules", choices=sorted(GAMES), help="only games of these rules")

    def handle(self, *args: Any, **options: Any) -> None:
        version, wanted, given = options["as_version"], options["rules"], options["games"]
        newest = max(rules.version for rules in GAMES.values())
        if not 1 <= version <= newest:
            raise CommandError(f"the rules have versions 1 to {newest}")
        total = len(given) or Game.objects.count()
        games = skipped = differ = 0
        for game in watched(given or streams(), total, "games", sys.stderr):
            events = store.read(stream=game)
            if not events:
                raise CommandError(f"{game}: there is no such game")
            created: log.GameCreated = log.decode(log.GAME_CREATED, events[0].body)
            if (wanted and created.rules != wanted) or version > GAMES[created.rules].version:
                skipped += 1
                continue
            games += 1
            told = replayed(game, events, version)
            if not told.ok:
                differ += 1
                self.stdout.write(f"{game}: event {told.first_divergence}: {told.why}")
        self.stdout.write(f"{games} games replayed as version {version}, {differ} differ, {skipped} have other rules")
        if differ:
            sys.exit(1)
