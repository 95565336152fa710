"""Where do the games come from that the tests of statistics export? Bots play them, without service or database."""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple
from uuid import UUID, uuid4

from uuid6 import uuid7

from events import store
from events.store import NewEvent
from gameplay import log
from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER
from gameplay.table import Table

_LASTING = frozenset(GAMES)
"""Not the toy game: its rules differ from test to test."""


class Written(NamedTuple):
    """An event as the table reads it."""

    seq: int
    kind: str
    actor: str
    body: bytes
    recorded_at: int


def played(rules: str, seats: int, seed: int, *, private: bool = False, options: dict | None = None, bot: str = "") -> list[NewEvent]:
    """The events of a whole game, from its creation to its revealed secret. Seat 0 is a person, the others are bots of this name.

    The same arguments give the same events, so games of the catalogue are played once in a process.
    """
    play = _played if rules in _LASTING else _played.__wrapped__
    return list(play(rules, seats, seed, private, json.dumps(options or {}), bot))


@cache
def _played(rules: str, seats: int, seed: int, private: bool, options: str, bot: str) -> list[NewEvent]:
    game_rules = GAMES[rules]
    chance = RandomChance(seed)
    bot_name = bot or next(iter(game_rules.bots))
    choose = game_rules.bots[bot_name]
    person = str(UUID(int=seed + 1))
    table = Table(uuid4())
    events: list[NewEvent] = []

    def write(kind: str, actor: str, body: log.Body) -> None:
        raw = log.encode(body)
        events.append(NewEvent(kind=kind, actor=actor, body=raw))
        table.apply(Written(table.version + 1, kind, actor, raw, 0), kernel.ignore)

    edition = game_rules.editions[game_rules.edition]
    created = log.GameCreated(
        rules=rules, rules_version=game_rules.version, edition=edition.name, deck_digest=edition.digest,
        options=json.loads(options), seats=seats, epoch=1, commitment="00", private=private,
    )  # fmt: skip
    write(log.GAME_CREATED, person, created)
    for seat in range(seats):
        who = person if seat == 0 else log.BOT_ACTOR + bot_name
        write(log.SEAT_TAKEN, person, log.SeatChanged(seat, who))
    write(log.GAME_STARTED, person, log.Nothing())
    while not table.over:
        seat = kernel.due(table.state)[0]
        number = kernel.awaiting(table.state)[seat]
        if seat == DEALER:
            write(log.DEALER_ANSWERED, log.DEALER_ACTOR, log.DealerAnswered(f"d{number}", kernel.dealer_answer(table.state, chance)))
        else:
            choice = choose(game_rules.view(table.state, seat), seat, kernel.options(table.state, seat), chance)
            write(log.CHOICE_MADE, table.seats[seat] or "", log.ChoiceMade(f"d{number}", seat, choice))
    result = game_rules.result(table.state)
    write(log.GAME_FINISHED, log.SYSTEM_ACTOR, log.GameFinished(result.scores, result.winners))
    write(log.SECRET_REVEALED, log.SYSTEM_ACTOR, log.SecretRevealed(1, "00"))
    return events


def put(events: list[NewEvent], *, game: UUID | None = None, after: int = 0) -> UUID:
    """Append the events to the game's stream, which has `after` of them, as a service that is faster than any would."""
    game = game or uuid7()
    for start in range(0, len(events), store.EVENTS_LIMIT):
        store.append(stream=game, events=events[start : start + store.EVENTS_LIMIT], expected_version=after + start)
    return game
