"""Which games can there be in a log? Of all rules whole and half played, rewound, adjudicated, voided, disputed, private, faulty."""

from __future__ import annotations

from uuid import UUID

from events.store import NewEvent
from gameplay import log
from gameplay.rules.catalogue import GAMES
from tests.analytics.playing import played, put
from tests.analytics.sitting import Sitting

PEOPLE = [str(UUID(int=10)), "bot:random", "bot:random"]
REFEREE = str(UUID(int=99))
UNKNOWN_CHOICE = NewEvent(kind=log.CHOICE_MADE, actor="x", body=b'{"decision":"d1","seat":0,"choice":{"type":"fly"}}')


def rewound(rules: str, seed: int) -> Sitting:
    """Twice, the second time to before the first; paused and disputed on the way; finished."""
    game = Sitting(rules, 3, seed, players=PEOPLE)
    game.steps(30)
    asked = _asked_before(game, game.table.version - 9)
    game.write(log.GAME_REWOUND, REFEREE, log.GameRewound(to=asked, cause="ruling", ruling="r1"))
    game.steps(5)
    game.write(log.DISPUTE_OPENED, PEOPLE[0], log.DisputeOpened("a", 0, asked, "rules"))
    game.write(log.GAME_PAUSED, REFEREE, log.Ruled("r2"))
    game.write(log.GAME_REWOUND, REFEREE, log.GameRewound(to=_asked_before(game, asked - 2), cause="ruling", ruling="r3"))
    game.write(log.GAME_RESUMED, REFEREE, log.Ruled("r4"))
    game.finish()
    return game


def _asked_before(game: Sitting, seq: int) -> int:
    """The last event up to there after which a seat was asked: a rewind goes to such."""
    return next(event.seq - 1 for event in reversed(game.events[:seq]) if event.kind == log.CHOICE_MADE)


def put_games() -> list[UUID]:
    """Append all of them."""
    games = []
    for number, rules in enumerate(GAMES.values()):
        games += [put(played(rules.name, rules.seats.start, seed)) for seed in (1, 2)]
        games.append(put(played(rules.name, rules.seats.stop - 1, 3)[:40]))
        games.append(rewound(rules.name, 10 + number).put())
    games.append(put(played("spooky_bar", 2, 4, private=True)[:50]))
    games.append(put(played("spooky_bar", 2, 5, private=True)))
    adjudicated = Sitting("bar_fight", 3, 7, players=PEOPLE)
    adjudicated.steps(20)
    adjudicated.write(log.RESULT_ADJUDICATED, REFEREE, log.ResultAdjudicated(ruling="r", scores=[3, 2, 1], winners=[0]))
    games.append(adjudicated.put())
    voided = Sitting("ghostel", 3, 8, players=PEOPLE)
    voided.steps(20)
    voided.write(log.GAME_VOIDED, REFEREE, log.Ruled("r"))
    games.append(voided.put())
    games.append(put([*played("spooky_bar", 3, 3)[:50], UNKNOWN_CHOICE]))
    games.append(put(played("spooky_bar", 3, 9)[:1]))
    return games
