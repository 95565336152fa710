"""How do built-in bots take their turns? They see what their seat may see and answer like anybody, through a service."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from uuid import UUID

from django.db import InterfaceError, OperationalError

from gameplay import log as events_log
from gameplay.commands import Draft, commanded
from gameplay.errors import GameplayError
from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import Choice, Illegal
from gameplay.services import seat_answer
from gameplay.table import Table

logger = logging.getLogger(__name__)


def asked_bot(table: Table) -> tuple[int, str] | None:
    """The first seat that the game waits for and that a bot holds, and the bot's name."""
    for seat in table.due():
        actor = table.seats[seat] or ""
        if actor.startswith(events_log.BOT_ACTOR):
            return seat, actor.removeprefix(events_log.BOT_ACTOR)
    return None


def play(*, game_id: UUID) -> int:
    """Answer for every bot that is asked, one command each, until a person is asked. Returns the number of answers.

    Two runs at once do no harm: each answer's key is its decision, so a decision is answered once.
    """
    answered = 0
    chance = RandomChance()
    while True:
        try:
            if not commanded(game_id, lambda draft: _answer(draft, chance)):
                return answered
        except (GameplayError, Illegal) as refused:
            if isinstance(refused, GameplayError) and refused.code == "idempotency_key_reused":
                continue  # another run answered this decision at the same moment, differently
            logger.warning("bots of game %s stop: %s", game_id, refused.code)
            return answered
        answered += 1


def each_alone(games: Iterable[UUID], attend: Callable[[UUID], int]) -> int:
    """What `attend` adds up to over these games; one that fails is logged and keeps no other from its turn."""
    total = 0
    for game in games:
        try:
            total += attend(game)
        except GameplayError as refused:
            logger.warning("game %s is left alone: %s", game, refused.code)
        except (OperationalError, InterfaceError):
            raise  # the database is away: for every game
        except Exception:
            logger.exception("game %s is left alone", game)
    return total


def bot_choice(table: Table, seat: int, name: str, chance: RandomChance) -> Choice:
    """What this bot answers for this seat, which is asked; it sees what the seat may see."""
    options = kernel.options(table.state, seat)
    return table.rules.bots[name](table.rules.view(table.state, seat), seat, options, chance)


def _answer(draft: Draft, chance: RandomChance) -> bool:
    table = draft.table
    asked = asked_bot(table)
    if asked is None:
        return False
    seat, name = asked
    choice = bot_choice(table, seat, name, chance)
    decision = f"d{table.awaiting()[seat]}"
    actor = f"{events_log.BOT_ACTOR}{name}"
    seat_answer(draft, seat=seat, actor=actor, decision=decision, choice=choice, key=f"{seat}/{decision}")
    return True
