"""Where do ten million events come from? A few hundred whole games of every kind, again and again as other games.

`python -m tests.perf.scale.filling <events>` fills the database that the settings name. Each copy has an id, people, times and command
ids of its own, and the hash chain that belongs to them: the log verifies. A year is filled evenly, however many games there are.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final, NamedTuple
from uuid import UUID

SEEDS: Final = 60
"""Games played of each kind, for all numbers of seats in turn, half of them by random bots."""
PEOPLE: Final = 2_000
BEGIN: Final = 1_735_689_600_000_000
"""2025-01-01T00:00:00Z, in µs since 1970."""
YEAR: Final = 365 * 86_400_000_000
BATCH: Final = 200_000
"""Events of a transaction."""
_WHO: Final = b"{who}"
_PAUSES: Final = 7919
_MINUTE: Final = 60_000_000

_HEAD: Final = "id, version, head_hash, changed_at"
_EVENT: Final = "stream_id, seq, kind, actor, body, recorded_at, command_id, hash"

Rows = list[tuple[Any, ...]]


class Template(NamedTuple):
    """A game that was played: its events, and how long after the creation each came. `{who}` stands for the person on seat 0."""

    kinds: list[str]
    actors: list[str]
    bodies: list[bytes]
    after: list[int]


def templates(seeds: int) -> list[Template]:
    """The games that are copied. The pauses before answers of seats are drawn from a log-normal distribution, 8 s in the middle."""
    from gameplay.rules.catalogue import GAMES
    from tests.analytics.playing import played

    found = []
    clock = random.Random(_PAUSES)
    for rules in GAMES.values():
        for seed in range(seeds):
            seats = rules.seats[seed % len(rules.seats)]
            bot = "random" if seed // len(rules.seats) % 2 else "sensible"
            person = str(UUID(int=seed + 1))
            # Without the secret: nothing was drawn from one.
            events = [event for event in played(rules.name, seats, seed, bot=bot) if event.kind != "secret.revealed"]
            at, after = 0, []
            for event in events:
                at += int(clock.lognormvariate(2.1, 0.9) * 1e6) if event.kind == "choice.made" else 0
                after.append(at)
            found.append(
                Template(
                    [event.kind for event in events],
                    ["" if event.actor == person else event.actor for event in events],
                    [event.body.replace(person.encode(), _WHO) for event in events],
                    after,
                )
            )
    clock.shuffle(found)
    return found


def game_id(at: int, number: int) -> UUID:
    """A UUID of version 7: the millisecond of the creation, then a number that looks random and is not."""
    noise = int.from_bytes(sha256(b"%d" % number).digest()[:10], "big")
    return UUID(int=(at // 1000) << 80 | 0x7 << 76 | (noise >> 68 & 0xFFF) << 64 | 0x2 << 62 | noise & (1 << 62) - 1)


def copied(template: Template, number: int, at: int, rows: Rows) -> tuple[UUID, int, bytes, int]:
    """Add the events of one more copy to `rows`; its id, its length, the hash and the minute of its last event."""
    game = game_id(at, number)
    who = str(UUID(int=(number * 48_271 % PEOPLE + 1) << 64 | 0x4 << 76 | 0x2 << 62))
    name, person = f"{game}\n", who.encode()
    head, seq, then = bytes(32), 0, at
    for kind, actor, body, after in zip(*template, strict=True):
        seq += 1
        if not actor:
            actor, body = who, body.replace(_WHO, person)
        command = f"{number:032x}{seq:032x}" if kind == "choice.made" else ""
        then = at + after
        head = sha256(head + f"{name}{seq}\n{kind}\n{actor}\n{then}\n{command}\n".encode() + body).digest()
        rows.append((game, seq, kind, actor, body.decode(), then, command, head))
    return game, seq, head, then - then % _MINUTE


def games(found: list[Template], events: int) -> Iterator[tuple[Template, int, int]]:
    """Which template is copied under which number and when created, until there are so many events."""
    mean = sum(len(template.kinds) for template in found) / len(found)
    step = int(YEAR / (events / mean + 1))
    number = done = 0
    while done < events:
        template = found[number % len(found)]
        yield template, number, BEGIN + number * step
        done += len(template.kinds)
        number += 1


def fill(events: int) -> tuple[int, int]:
    """Fill the log of the settings' database; how many games and events there are now. A small log has fewer games to copy from."""
    from django.db import connection, transaction

    heads: Rows = []
    rows: Rows = []
    streams = total = 0

    def write() -> None:
        nonlocal streams, total
        with transaction.atomic():
            _WRITERS[connection.vendor](heads, rows)
        streams += len(heads)
        total += len(rows)
        heads.clear()
        rows.clear()

    for template, number, at in games(templates(min(SEEDS, 6 + events // 4_000)), events):
        heads.append(copied(template, number, at, rows))
        if len(rows) >= BATCH:
            write()
    write()
    return streams, total


def _sqlite(heads: Rows, rows: Rows) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        raw = cursor.connection
        raw.executemany(f"INSERT INTO events_stream ({_HEAD}) VALUES (?, ?, ?, ?)", ((game.hex, *rest) for game, *rest in heads))
        raw.executemany(f"INSERT INTO events_event ({_EVENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _hex_first(rows))


def _hex_first(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    last, key = None, ""
    for game, *rest in rows:
        if game is not last:
            last, key = game, game.hex
        yield key, *rest


def _postgresql(heads: Rows, rows: Rows) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        for table, found in ((f"events_stream ({_HEAD})", heads), (f"events_event ({_EVENT})", rows)):
            with cursor.copy(f"COPY {table} FROM STDIN") as copy:
                for row in found:
                    copy.write_row(row)


_WRITERS: Final = {"sqlite": _sqlite, "postgresql": _postgresql}


if __name__ == "__main__":
    import django

    django.setup()
    started = time.perf_counter()
    made, n = fill(int(sys.argv[1]))
    print(f"# filled {n} events of {made} games in {time.perf_counter() - started:.0f} s", flush=True)
