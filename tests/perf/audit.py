"""How many games a minute are verified, and how long does a referee wait for a position of a long game?

`python -m tests.perf.audit [n]` puts n finished games of every kind into the database that the settings name.

    verify_<database>     games a minute through `manage.py verify`: chain, strict replay and every draw; the floor is the fold of
                          the same logs, already read, with nothing checked
    position_<database>   positions a second, whole, at random events of a game of 1,000 and more, each look recorded; the floor is
                          the calibration loop in rounds a second. 20 a second are 50 ms.
    slow_<database>       milliseconds within which 19 of 20 of them came; the floor is the time of 1,000,000 rounds of the loop
"""

from __future__ import annotations

import io
import random
import sys
import time
from typing import Any
from uuid import UUID

from uuid6 import uuid7

from tests.perf.measure import Measurement, calibration

GAMES_EACH = 12
LONG = 1000
LOOKS = 60


def fair_game(rules: str, seats: int, seed: int, least: int = 0) -> tuple[UUID, list[Any]]:
    """The events of a finished game with fair draws, played by bots; begun anew by a rewind until there are `least` of them."""
    from events.shapes import NewEvent
    from gameplay import fairness, log
    from gameplay.rules import kernel
    from gameplay.rules.catalogue import GAMES
    from gameplay.rules.chance import RandomChance
    from gameplay.rules.contract import DEALER
    from gameplay.table import Table
    from tests.analytics.playing import Written

    game, secret, own = uuid7(), random.Random(seed).randbytes(32), GAMES[rules]
    chance, events, table = RandomChance(seed), [], Table(game)
    name = next(iter(own.bots))
    edition = own.editions[own.edition]

    def write(kind: str, body: log.Body, actor: str = log.BOT_ACTOR + name) -> None:
        raw = log.encode(body)
        events.append(NewEvent(kind=kind, actor=actor, body=raw))
        table.apply(Written(table.version + 1, kind, actor, raw, 0), kernel.ignore)

    commitment = fairness.commitment(game, 1, secret)
    created = {"edition": edition.name, "deck_digest": edition.digest, "options": {}, "epoch": 1, "commitment": commitment}
    write(log.GAME_CREATED, log.GameCreated(rules=rules, rules_version=own.version, seats=seats, **created), str(UUID(int=seed + 1)))
    for seat in range(seats):
        write(log.SEAT_TAKEN, log.SeatChanged(seat, log.BOT_ACTOR + name))
    write(log.GAME_STARTED, log.Nothing())
    first = 0
    while True:
        while not table.over:
            seat = kernel.due(table.state)[0]
            number = kernel.awaiting(table.state)[seat]
            if seat == DEALER:
                answer = kernel.dealer_answer(table.state, fairness.chance(game, 1, secret, number))
                write(log.DEALER_ANSWERED, log.DealerAnswered(f"d{number}", answer), log.DEALER_ACTOR)
                continue
            first = first or table.version
            choice = own.bots[name](own.view(table.state, seat), seat, kernel.options(table.state, seat), chance)
            write(log.CHOICE_MADE, log.ChoiceMade(f"d{number}", seat, choice))
        if table.version >= least:
            break
        write(log.GAME_REWOUND, log.GameRewound(to=first, cause="ruling"))
    result = own.result(table.state)
    write(log.GAME_FINISHED, log.GameFinished(result.scores, result.winners), log.SYSTEM_ACTOR)
    write(log.SECRET_REVEALED, log.SecretRevealed(1, secret.hex()), log.SYSTEM_ACTOR)
    return game, events


def main(each: int = GAMES_EACH) -> None:
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.db import connection, transaction

    from events import store
    from gameplay.referee import audit
    from gameplay.referee.audit import Eyes
    from gameplay.rules import kernel
    from gameplay.rules.catalogue import GAMES
    from gameplay.rules.contract import REFEREE
    from gameplay.selectors import Viewer, player_of
    from gameplay.table import Table
    from tests.analytics.playing import put

    with transaction.atomic():
        for rules in GAMES.values():
            for seed in range(each):
                game, events = fair_game(rules.name, list(rules.seats)[seed % len(rules.seats)], seed)
                put(events, game=game)
    logs = [store.read(stream=game) for game, _ in store.versions(limit=100_000)]

    started = time.perf_counter()
    for stored in logs:
        table = Table(stored[0].stream)
        for event in stored:
            table.apply(event, kernel.ignore)
    folded = 60 * len(logs) / (time.perf_counter() - started)
    started = time.perf_counter()
    call_command("verify", stdout=io.StringIO())
    checked = 60 * len(logs) / (time.perf_counter() - started)
    print(Measurement(f"verify_{connection.vendor}", checked, "games/min", folded).line())

    loop = calibration()
    referee = Viewer(player=player_of(get_user_model().objects.create_user("ref", is_staff=True)).id, referee=True)
    took = []
    for rules in GAMES.values():
        game, events = fair_game(rules.name, rules.seats.stop - 1, 1, LONG)
        put(events, game=game)
        audit.position(game_id=game, viewer=referee, seq=1, eyes=Eyes(REFEREE, "perf"))
        for seq in [len(events), *random.Random(2).sample(range(1, len(events)), LOOKS)]:
            started = time.perf_counter()
            audit.position(game_id=game, viewer=referee, seq=seq, eyes=Eyes(REFEREE, "perf"))
            took.append(time.perf_counter() - started)
    print(Measurement(f"position_{connection.vendor}", len(took) / sum(took), "positions/s", loop).line())
    print(Measurement(f"slow_{connection.vendor}", 1000 * sorted(took)[len(took) * 19 // 20], "ms", 1e9 / loop).line())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
