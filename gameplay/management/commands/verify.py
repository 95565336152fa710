"""Is every game untouched, legal and fairly drawn? `manage.py verify` checks the chain, a strict replay and each draw."""

from __future__ import annotations

import sys
import time
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser

from events.errors import StreamMissing
from gameplay.documents import Verified
from gameplay.management.progress import watched
from gameplay.models import Game
from gameplay.projection import streams
from gameplay.selectors import game_verify


def faults_of(found: Verified) -> list[str]:
    """The first fault of each check that found one, a line each."""
    checks = (("chain", found.chain), ("replay", found.replay), ("draws", found.fairness))
    return [f"{found.game}: {name} at event {check.first_fault}: {check.why}" for name, check in checks if not check.ok]


class Command(BaseCommand):
    help = "Check the hash chain, a strict replay and the dealer's draws of games. Ends with 1 if anything is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, help="ids of games; all of them by default")

    def handle(self, *args: Any, **options: Any) -> None:
        given = options["games"]
        total = len(given) or Game.objects.count()
        started, games, events, faulty = time.monotonic(), 0, 0, 0
        for game in watched(given or streams(), total, "games", sys.stderr):
            games += 1
            try:
                found = game_verify(game)
            except StreamMissing:
                faults = [f"{game}: there is no such game"]
            else:
                events += found.version
                faults = faults_of(found)
            faulty += bool(faults)
            for fault in faults:
                self.stderr.write(fault)
        rate = 60 * games / max(time.monotonic() - started, 1e-9)
        self.stdout.write(f"{games} games with {events} events checked, {faulty} faulty, {rate:.0f} games a minute")
        if faulty:
            sys.exit(1)
