"""How does a command become events, all or nothing?

A `Draft` applies new events to a borrowed table as they are written, so that each is decided on the state that the ones
before it made, and appends them together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

import msgspec
from django.db import transaction

from events import store
from events.errors import ChainFault, CommandConflict, VersionConflict
from events.shapes import Appended, NewEvent
from gameplay import fairness, log, wakeups
from gameplay.errors import CODES, GameplayError
from gameplay.models import DealerSecret
from gameplay.rows import SeatState, rows_statements, seat_states
from gameplay.rules import kernel
from gameplay.rules.contract import DEALER
from gameplay.table import FINISHED, History, Table
from gameplay.tables import borrowed

T = TypeVar("T")
TRIES = 12
"""How often a command is tried anew when another one of the same game was faster."""


class Written(msgspec.Struct, frozen=True):
    """An event as the table reads it before it is stored."""

    seq: int
    kind: str
    actor: str
    body: bytes
    recorded_at: int


class Draft:
    """New events of one command, not yet appended."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.events: list[NewEvent] = []
        self.now = max(store.now_micros(), history.table.updated_at)
        """The time that all events of this command carry, in µs since 1970, UTC."""
        self._before: list[SeatState] | None = seat_states(history.table)

    def pass_over_fault(self) -> None:
        """Number the event that can't be replayed and all after it, so that a rewind to before it can follow them."""
        table = self.table
        for event in store.read(stream=table.game, after=table.version):
            self.history.pass_over(event)
        table.fault = None
        self._before = None  # the rows may know more than the fold does

    @property
    def table(self) -> Table:
        return self.history.table

    def write(self, kind: str, actor: str, body: log.Body) -> None:
        """Add an event and apply it. Raises GameplayError `game_faulty`.

        Here and not before the command begins: whoever may not see the game is told first that there is none.
        """
        raw = log.encode(body)
        table = self.table
        if table.fault is not None:
            raise GameplayError("game_faulty", CODES["game_faulty"])
        self.events.append(NewEvent(kind=kind, actor=actor, body=raw))
        self.history.apply(Written(seq=table.version + 1, kind=kind, actor=actor, body=raw, recorded_at=self.now))

    def play_on(self) -> None:
        """Write all that follows without a seat being asked: the dealer's answers, forced choices, the end."""
        table = self.table
        while table.state is not None and not table.over:
            awaited = kernel.awaiting(table.state)
            if DEALER in awaited:
                answer = fairness.draw(table, self._secret())
                self.write(log.DEALER_ANSWERED, log.DEALER_ACTOR, log.DealerAnswered(f"d{awaited[DEALER]}", answer))
            elif (only := kernel.forced(table.state)) is not None:
                seat, choice = only
                actor = table.seats[seat] or log.SYSTEM_ACTOR
                self.write(log.CHOICE_MADE, actor, log.ChoiceMade(f"d{awaited[seat]}", seat, choice, auto=True))
            else:
                return
        if table.over and table.status != FINISHED:
            result = table.rules.result(table.state)
            self.write(log.GAME_FINISHED, log.SYSTEM_ACTOR, log.GameFinished(result.scores, result.winners))
            self.reveal()

    def reveal(self) -> None:
        """Publish every secret of a game that is over."""
        for epoch in range(1, self.table.epoch + 1):
            if epoch not in self.table.secrets:
                self.write(log.SECRET_REVEALED, log.SYSTEM_ACTOR, log.SecretRevealed(epoch, self._secret(epoch).hex()))

    def _secret(self, epoch: int | None = None) -> bytes:
        wanted = epoch or self.table.epoch
        if self.history.secret is None or self.history.secret[0] != wanted:
            row = DealerSecret.objects.only("secret").get(game=self.table.game, epoch=wanted)
            self.history.secret = (wanted, bytes(row.secret))
        return self.history.secret[1]

    def append(self, *, command_id: str) -> Appended:
        """Append the events and bring the read rows up to date, at once."""
        before = self.table.version - len(self.events)
        game = self.table.game
        done = store.append(
            stream=game,
            events=self.events,
            command_id=command_id,
            expected_version=before,
            alongside=rows_statements(self.table, self._before),
            now=self.now,
        )
        if done.replayed:
            # The same command came in twice at once and the other was first: what was applied here is void.
            raise VersionConflict(game, before, done.version)
        bots_asked = any((self.table.seats[seat] or "").startswith(log.BOT_ACTOR) for seat in self.table.due())
        transaction.on_commit(lambda: wakeups.game_changed(game, done.version, bots_asked=bots_asked))
        return done


def command_key(actor: str, key: str) -> str:
    """The id of a command in the log: one caller's key, unreadable to others. Empty without a key."""
    return hashlib.sha256(f"{actor}\n{key}".encode()).hexdigest() if key else ""


def commanded(game: UUID, run: Callable[[Draft], T]) -> T:
    """Run a command on the newest table; again if another command of the game came first.

    No transaction is held while the command is decided: the append itself is all or nothing, and refuses if the table was
    not the newest after all.

    Raises GameplayError `game_busy` after too many tries, `idempotency_key_reused`, `game_faulty`, and what `run` raises.
    """
    for _ in range(TRIES):
        try:
            with borrowed(game) as history:
                return run(Draft(history))
        except VersionConflict:
            continue
        except ChainFault:
            raise GameplayError("game_faulty", CODES["game_faulty"]) from None
        except CommandConflict:
            raise GameplayError("idempotency_key_reused", CODES["idempotency_key_reused"]) from None
    raise GameplayError("game_busy", CODES["game_busy"], retry_after=1)
