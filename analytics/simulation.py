"""How do games that bots play among themselves get into the statistics?

They are played batch by batch by some processes, straight into rows, and written beside the rows of the log, marked as simulated.
Equal plans play the same games under the same ids, so whatever was played before is left out: a simulation that was stopped goes
on where it stood, and one that is repeated adds nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from analytics import workers
from analytics.folding import Folded
from analytics.playing import Plan, Play
from analytics.schema import Schema
from analytics.snapshots import Snapshot, reading
from analytics.warehouse import opened
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Illegal

PIECE: Final = 16
"""Games that a process plays at a time: a few seconds of the slowest bots."""
BATCH: Final = 50_000
"""Events of a transaction at most."""
SECONDS: Final = 10.0
"""After which what is played is written, however little it is."""
_LOOK: Final = 2_000
"""Ids that are looked up at a time."""


class Unplayable(ValueError):
    """A plan that cannot be played, with the reason in one sentence."""


class Share(msgspec.Struct, frozen=True):
    """How often some seats of the simulated games won, with Wilson's interval at 95 %."""

    played: int
    won: int
    """Alone or with others."""
    low: float
    high: float
    mean_score: float


class Simulated(msgspec.Struct, frozen=True):
    """What one run did."""

    games: int
    events: int
    known: int
    """Games of the plan that were in the warehouse before."""
    snapshot: Snapshot | None
    seconds: float
    by_bot: dict[str, Share]
    by_seat: dict[int, Share]
    """Both of all games of the plan that are in the warehouse."""


def plan_of(
    rules: str,
    *,
    seats: int | None = None,
    bots: Sequence[str],
    edition: str | None = None,
    options: dict[str, Any] | None = None,
    seed: int = 1,
) -> Plan:
    """A plan that can be played; of as many seats as the game can have, 4 at most, if no number is given. Raises Unplayable."""
    game = GAMES.get(rules)
    if game is None:
        raise Unplayable(f"There is no game {rules}; the games are {', '.join(GAMES)}.")
    seats = min(4, game.seats.stop - 1) if seats is None else seats
    if seats not in game.seats:
        raise Unplayable(f"{game.title} is for {game.seats.start} to {game.seats.stop - 1} seats, not for {seats}.")
    if not bots or (unknown := [bot for bot in bots if bot not in game.bots]):
        raise Unplayable(
            f"{game.title} has no bot {', '.join(unknown)}; its bots are {', '.join(game.bots)}." if bots else "No bot is named."
        )
    deck = game.editions.get(edition or game.edition)
    if deck is None:
        raise Unplayable(f"{game.title} has no edition {edition}; its editions are {', '.join(game.editions)}.")
    try:
        chosen = msgspec.convert(options or {}, game.options)
        game.setup(seats, chosen, deck)
    except msgspec.ValidationError as error:
        raise Unplayable(f"{error}. The options of {game.title} are {', '.join(game.options.__struct_fields__) or 'none'}.") from None
    except Illegal as refused:
        raise Unplayable(refused.detail) from None
    return Plan(rules, seats, tuple(bots), deck.name, msgspec.to_builtins(chosen), seed)


def simulate(
    folder: Path,
    plan: Plan,
    games: int,
    *,
    processes: int = 1,
    progress: Callable[[int], object] = int,
    stopped: Callable[[], bool] = lambda: False,
) -> Simulated:
    """Play the first `games` games of the plan that the warehouse in `folder` has not yet, and publish them.

    `progress` is told how many more games are in the warehouse or played. Once `stopped` says so, no more games are begun; those
    that were, some at least, are finished and kept. The exporter can write between two batches, and simulations may run beside each other.
    """
    started = time.monotonic()
    schema = Schema.of_catalogue()
    todo = _Todo(folder, plan, games, schema, stopped, progress)
    written = events = 0
    processes = min(processes, math.ceil(games / PIECE))
    for batch in _batches(workers.folded(todo.pieces(), schema, processes=processes), progress):
        with opened(folder, schema, wait=True) as warehouse:
            ids = [mark.game for piece in batch for mark in piece.marks]
            # Somebody may have played the same games meanwhile: theirs go, and these, which are the same, stay.
            twice = warehouse.simulated(ids)
            warehouse.write(batch, reset=twice, fresh=set(ids) - twice)
        written += len(ids)
        events += sum(piece.events for piece in batch)
    with opened(folder, schema, wait=True) as warehouse:
        snapshot = warehouse.publish(force=True)
    seconds = time.monotonic() - started
    by_bot, by_seat = _shares(folder, plan, todo.reached)
    return Simulated(written, events, todo.known, snapshot, seconds, by_bot, by_seat)


class _Todo:
    """The games that are still to be played, looked up as it goes on."""

    def __init__(
        self, folder: Path, plan: Plan, games: int, schema: Schema, stopped: Callable[[], bool], progress: Callable[[int], object]
    ) -> None:
        self.folder = folder
        self.plan = plan
        self.games = games
        self.schema = schema
        self.stopped = stopped
        self.progress = progress
        self.known = 0
        """Games that the warehouse had."""
        self.reached = 0
        """Up to which number all games were there or have been given away."""

    def pieces(self) -> Iterator[Play]:
        """The missing games, some at a time, until it is enough; what was given away will be played."""
        for first in range(0, self.games, _LOOK):
            numbers = range(first, min(self.games, first + _LOOK))
            missing = self.missing(numbers)
            self.known += len(numbers) - len(missing)
            self.progress(len(numbers) - len(missing))
            for at in range(0, len(missing), PIECE):
                piece = missing[at : at + PIECE]
                self.reached = piece[-1] + 1
                yield Play(self.plan, piece)
                if self.stopped():
                    return
            self.reached = numbers.stop

    def missing(self, numbers: range) -> list[int]:
        """Those of these games that are not in the warehouse."""
        ids = {self.plan.game(number): number for number in numbers}
        with opened(self.folder, self.schema, wait=True) as warehouse:
            known = warehouse.simulated(ids)
        return [number for game, number in ids.items() if game not in known]


def _batches(pieces: Iterator[Folded], progress: Callable[[int], object]) -> Iterator[list[Folded]]:
    """The pieces in transactions of some BATCH events, or of what is there after some seconds."""
    batch: list[Folded] = []
    since = time.monotonic()
    for piece in pieces:
        batch.append(piece)
        progress(len(piece.marks))
        if sum(each.events for each in batch) >= BATCH or time.monotonic() - since >= SECONDS:
            yield batch
            batch, since = [], time.monotonic()
    if batch:
        yield batch


_SHARES: Final = """
    SELECT {what}, count(*), count(*) FILTER (WHERE won), wilson_low(count(*) FILTER (WHERE won), count(*)),
           wilson_high(count(*) FILTER (WHERE won), count(*)), avg(score)
    FROM seats JOIN results USING (game_id, seat) WHERE game_id IN (SELECT unnest($1)) GROUP BY {what} ORDER BY {what}
"""


def _shares(folder: Path, plan: Plan, games: int) -> tuple[dict[str, Share], dict[int, Share]]:
    ids = [plan.game(number) for number in range(games)]
    with reading(folder) as (_, connection):
        found = [connection.execute(_SHARES.format(what=what), [ids]).fetchall() for what in ("bot", "seat")]
    by_bot, by_seat = ({key: Share(*rest) for key, *rest in rows} for rows in found)
    return by_bot, by_seat
