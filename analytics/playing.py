"""How do bots play a whole game among themselves, without service and log?

They see what a seat may see and nothing else, and the game goes on as the service lets it go on: the dealer answers, the only
legal answer to a compulsory question is taken without asking, then the first seat that is waited for is asked. What comes out
are the events that the log would have, except for the secret of the draws: nobody committed to one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

from analytics.folding import Event, Folded, fold_played
from analytics.schema import Schema
from gameplay import log
from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER, Choice
from gameplay.table import Table

EPOCH: Final = 946_684_800_000_000
"""2000-01-01T00:00:00Z, in µs since 1970: simulated games have a clock of their own, so that the same games have the same times."""
_BETWEEN_GAMES: Final = 60_000_000
_BETWEEN_EVENTS: Final = 1_000_000


class Plan(msgspec.Struct, frozen=True):
    """Which games are to be played. Equal plans play the same games."""

    rules: str
    seats: int
    bots: tuple[str, ...]
    edition: str
    options: dict[str, Any] = {}
    """All of them, with their defaults."""
    seed: int = 1

    def game(self, number: int) -> UUID:
        """The id of the `number`-th game, from 0: version 8 of RFC 9562, made of SHA-256 over all that decides how it is played."""
        version = GAMES[self.rules].version
        name = msgspec.json.encode(
            [self.rules, version, self.edition, self.options, self.seats, self.bots, self.seed, number], order="sorted"
        )
        digest = int.from_bytes(hashlib.sha256(name).digest()[:16], "big")
        return UUID(int=digest & ~(0xF << 76) & ~(0x3 << 62) | 0x8 << 76 | 0x2 << 62)

    def dealt(self, number: int) -> list[str]:
        """The bot of each seat.

        The bots are dealt in turn, and move on by one seat with every game until they have been around the table; then another one
        begins. So each sits everywhere equally often, and each seat has had the same opponents at the same distances.
        """
        around, moved = divmod(number, self.seats)
        return [self.bots[((seat + moved) % self.seats + around) % len(self.bots)] for seat in range(self.seats)]


def play(plan: Plan, number: int) -> tuple[UUID, list[Event]]:
    """Play the `number`-th game of the plan to its end: its id and its events."""
    rules = GAMES[plan.rules]
    table = Table(plan.game(number))
    chance = RandomChance(str(table.game))
    events: list[Event] = []
    began = EPOCH + number * _BETWEEN_GAMES

    def write(kind: str, actor: str, body: log.Body) -> None:
        seq = table.version + 1
        event = Event(seq, kind, actor, log.encode(body), began + seq * _BETWEEN_EVENTS)
        events.append(event)
        table.apply(event, kernel.ignore)

    bots = plan.dealt(number)
    write(log.GAME_CREATED, log.SYSTEM_ACTOR, created(plan))
    for seat, bot in enumerate(bots):
        write(log.SEAT_TAKEN, log.SYSTEM_ACTOR, log.SeatChanged(seat, log.BOT_ACTOR + bot))
    write(log.GAME_STARTED, log.SYSTEM_ACTOR, log.Nothing())
    s = table.state
    while s.stack:
        awaited = kernel.awaiting(s)
        if DEALER in awaited:
            answer = kernel.dealer_answer(s, chance)
            write(log.DEALER_ANSWERED, log.DEALER_ACTOR, log.DealerAnswered(f"d{awaited[DEALER]}", answer))
            continue
        forced = kernel.forced(s)
        seat, choice = forced or asked(table, bots, chance)
        write(log.CHOICE_MADE, log.BOT_ACTOR + bots[seat], log.ChoiceMade(f"d{awaited[seat]}", seat, choice, auto=forced is not None))
    result = rules.result(s)
    write(log.GAME_FINISHED, log.SYSTEM_ACTOR, log.GameFinished(result.scores, result.winners))
    return table.game, events


def asked(table: Table, bots: Sequence[str], chance: RandomChance) -> tuple[int, Choice]:
    """The first seat that the game waits for, and what its bot answers from what it sees."""
    s, rules = table.state, table.rules
    seat = kernel.due(s)[0]
    return seat, rules.bots[bots[seat]](rules.view(s, seat), seat, kernel.options(s, seat), chance)


def created(plan: Plan) -> log.GameCreated:
    """The first event of the plan's games."""
    rules = GAMES[plan.rules]
    edition = rules.editions[plan.edition]
    return log.GameCreated(
        rules=plan.rules,
        rules_version=rules.version,
        edition=edition.name,
        deck_digest=edition.digest,
        options=plan.options,
        seats=plan.seats,
        epoch=1,
        commitment="",
    )


class Play(msgspec.Struct, frozen=True):
    """Some games of a plan, by their numbers: what a process is given to play at a time."""

    plan: Plan
    games: list[int]


def folded(games: Play, schema: Schema) -> Folded:
    """Play these games; their rows. Raises RuntimeError if what was played can't be folded."""
    found = fold_played((play(games.plan, number) for number in games.games), schema)
    for mark in found.marks:
        if mark.fault:
            raise RuntimeError(f"game {mark.game} can't be folded: {mark.fault}")
    return found
