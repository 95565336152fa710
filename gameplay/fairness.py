"""How can anybody check that nobody chose the shuffles?

Each game has a secret of 256 bits from the operating system. Its commitment is published in the first event, the secret
when the game is over; every answer of the dealer is a function of the secret and the number of the question.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from gameplay import log
from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.chance import HmacChance
from gameplay.rules.contract import DEALER, Choice, Illegal
from gameplay.table import LogEvent, Table

SECRET_BYTES = 32
TAG = "revenant/1"


def secret_new() -> bytes:
    """A fresh secret of 32 bytes."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(game: UUID, epoch: int, secret: bytes) -> str:
    """SHA-256 of `revenant/1` ‖ game id ‖ epoch ‖ secret (the first three as text), hexadecimal."""
    return hashlib.sha256(f"{TAG}{game}{epoch}".encode() + secret).hexdigest()


def chance(game: UUID, epoch: int, secret: bytes, number: int) -> HmacChance:
    """The stream from which the dealer's answer to its `number`-th question is drawn."""
    return HmacChance(secret, f"{TAG}/{game}/{epoch}/{number}")


def draw(table: Table, secret: bytes) -> Choice:
    """The dealer's answer to the question that is open at this table."""
    number = table.awaiting()[DEALER]
    return kernel.dealer_answer(table.state, chance(table.game, table.epoch, secret, number))


class Checked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one check found: how many events it covers and the first fault, if any."""

    ok: bool
    checked: int
    first_fault: int | None = None
    """seq of the event."""
    why: str = ""


class Audit(msgspec.Struct, frozen=True):
    """Strict replay (was every answer offered, every automatic one forced?) and the dealer's draws."""

    replay: Checked
    fairness: Checked
    revealed: bool
    """False while the secret is not out: draws can't be checked yet, only counted."""


def deal_key(game: UUID, epoch: int, secret: bytes) -> bytes:
    """The key of the stream by which a rewind with fresh draws deals anew what no seat could see."""
    return hmac.digest(secret, f"{TAG}/{game}/{epoch}/deal".encode(), hashlib.sha256)


def audit(game: UUID, events: list[LogEvent], secrets: Mapping[int, bytes] | None = None) -> Audit:
    """Replay a game without trusting it. `secrets` by epoch are only given by the service itself, of a running game."""
    known = dict(secrets or {})
    revealed = False
    for event in events:
        if event.kind == log.SECRET_REVEALED:
            body = log.decode(event.kind, event.body)
            known[body.epoch] = bytes.fromhex(body.secret)
            revealed = True
    table = Table(game)
    draws = 0
    replay_fault: tuple[int, str] | None = None
    draw_fault: tuple[int, str] | None = None
    for event in events:
        try:
            why = strict_fault(table, event)
            if event.kind == log.DEALER_ANSWERED:
                draws += 1
                if table.epoch in known and draw_fault is None:
                    draw_fault = _draw_fault(table, event, known[table.epoch])
            if why is None:
                table.apply(event, kernel.ignore)
                if event.kind in (log.GAME_CREATED, log.GAME_REWOUND) and draw_fault is None:
                    draw_fault = _epoch_fault(game, event, known)
        except Exception as error:  # noqa: BLE001 - an audit reports whatever goes wrong, at the event where it does
            why = f"{type(error).__name__}: {error}"
        if why is not None:
            replay_fault = (event.seq, why)
            break
    return Audit(
        replay=_checked(replay_fault, table.version),
        fairness=_checked(draw_fault, draws),
        revealed=revealed,
    )


def _epoch_fault(game: UUID, event: LogEvent, known: Mapping[int, bytes]) -> tuple[int, str] | None:
    """Is the secret that begins with this event the one it commits to, and is what it dealt anew drawn from it?"""
    body = log.decode(event.kind, event.body)
    secret = known.get(body.epoch)
    if secret is None:
        return None
    if commitment(game, body.epoch, secret) != body.commitment:
        return event.seq, "the commitment is not that of the revealed secret"
    if event.kind == log.GAME_REWOUND and deal_key(game, body.epoch, secret).hex() != body.deal:
        return event.seq, "what was dealt anew does not come from the revealed secret"
    return None


def _checked(fault: tuple[int, str] | None, count: int) -> Checked:
    if fault is None:
        return Checked(ok=True, checked=count)
    return Checked(ok=False, checked=count, first_fault=fault[0], why=fault[1])


def strict_fault(table: Table, event: LogEvent) -> str | None:
    """Why this event could not have been accepted at this table; None if it could."""
    if event.kind == log.GAME_CREATED:
        return _deck_fault(event)
    if event.kind not in (log.CHOICE_MADE, log.DEALER_ANSWERED):
        return None
    if event.kind == log.CHOICE_MADE:
        made: Any = table.codec.choice_made(event.body)
        seat, choice, auto = made.seat, made.choice, made.auto
    else:
        made = table.codec.dealer_answered(event.body)
        seat, choice, auto = DEALER, made.answer, False
    if table.awaiting().get(seat) != log.decision_number(made.decision):
        return f"{made.decision} was not open"
    try:
        kernel.decide(table.state, seat, choice)
    except Illegal as refused:
        return str(refused)
    if auto and kernel.forced(table.state) != (seat, choice):
        return "marked automatic, but not the only legal choice of a compulsory decision"
    return None


def _deck_fault(event: LogEvent) -> str | None:
    """Was this game made with another deck than the one that is here under the same name?"""
    body = log.decode(event.kind, event.body)
    deck = GAMES[body.rules].editions[body.edition]
    return None if deck.digest == body.deck_digest else f"the deck {body.edition} is not the one that the game was made with"


def _draw_fault(table: Table, event: LogEvent, secret: bytes) -> tuple[int, str] | None:
    answered: Any = table.codec.dealer_answered(event.body)
    if draw(table, secret) == answered.answer:
        return None
    return event.seq, "not the answer that the secret gives"
