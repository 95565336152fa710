"""What comes out when bots play thousands of games? Plays them and says who won: `manage.py simulate --rules ghostel --games 10000 --seats 4`."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from analytics.management.commands.report import laid_out
from analytics.simulation import Share, Unplayable, plan_of, simulate
from analytics.snapshots import folder_of_settings
from gameplay.rules.catalogue import GAMES

INTERRUPTED = 130
"""The exit code of what Ctrl-C has ended."""


class Command(BaseCommand):
    help = (
        "Let bots play many games among themselves, straight into the statistics, marked as simulated. The same command plays the same "
        "games and adds none twice: one that was stopped goes on. Ctrl-C keeps what is done."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rules", required=True, metavar="NAME", help=f"the game: {', '.join(GAMES)}")
        parser.add_argument("--games", type=int, default=1000, help="how many games the simulation has in all (1000)")
        parser.add_argument("--seats", type=int, help="seats of each game; as many as it can have, at most 4, by default")
        parser.add_argument("--bots", default="sensible,random", help="names by comma, dealt to the seats in rotation (sensible,random)")
        parser.add_argument("--edition", help="of the cards; that of new games by default")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, the value as JSON or text; may be given again"
        )
        parser.add_argument("--seed", type=int, default=1, help="another seed plays other games (1)")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many play; one for each core by default")

    def handle(self, *args: Any, **options: Any) -> None:
        games, processes = options["games"], options["processes"]
        for name in ("games", "processes"):
            if options[name] < 1:
                raise CommandError(f"--{name} must be at least 1.")
        try:
            plan = plan_of(
                options["rules"],
                seats=options["seats"],
                bots=options["bots"].split(","),
                edition=options["edition"],
                options=dict(map(_option, options["option"])),
                seed=options["seed"],
            )
        except Unplayable as reason:
            raise CommandError(str(reason)) from None
        # Where the output is no terminal, nothing is drawn.
        with tqdm(total=games, unit="game", file=sys.stderr, disable=None, dynamic_ncols=True) as bar, interrupts() as interrupted:
            done = simulate(folder_of_settings(), plan, games, processes=processes, progress=bar.update, stopped=lambda: bool(interrupted))
        rate = f", {done.games / done.seconds:.1f} games and {done.events / done.seconds:.0f} events a second" if done.games else ""
        self.stdout.write(f"{done.games} games with {done.events} events played in {done.seconds:.1f} s{rate}")
        if done.known:
            self.stdout.write(f"{done.known} games were in the statistics before")
        self.stdout.write(f"published as number {done.snapshot.number}" if done.snapshot else "nothing new to publish")
        if done.by_bot:
            self._write_shares("bot", done.by_bot)
            self._write_shares("seat", done.by_seat)
        if interrupted:
            self.stdout.write("stopped; the same command goes on from here")
            sys.exit(INTERRUPTED)

    def _write_shares(self, title: str, shares: Mapping[Any, Share]) -> None:
        rows = [
            (str(key), each.played, each.won, each.won / each.played, each.low, each.high, each.mean_score) for key, each in shares.items()
        ]
        for line in laid_out([title, "seats played", "won", "win rate", "low", "high", "mean score"], rows):
            self.stdout.write(line)


def _option(text: str) -> tuple[str, Any]:
    name, is_given, value = text.partition("=")
    if not is_given:
        raise CommandError(f"--option {text} is not of the form NAME=VALUE.")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """A list that gets the first Ctrl-C; another one ends the process as usual."""
    got: list[int] = []

    def note(number: int, _frame: object) -> None:
        got.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield got
    finally:
        signal.signal(signal.SIGINT, before)
