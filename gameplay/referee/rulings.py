"""How does a referee set a game right? Each ruling is one more event; nothing is edited and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec
from django.db import transaction
from uuid6 import uuid7

from events import store
from gameplay import fairness, log
from gameplay.clocks import SECOND
from gameplay.commands import Draft, commanded
from gameplay.documents import DecisionShown, EntryShown, ResultShown, Shown
from gameplay.errors import CODES, GameplayError
from gameplay.models import DealerSecret
from gameplay.referee.models import AccessRecord, Ruling
from gameplay.rules import kernel
from gameplay.rules.contract import DEALER, REFEREE, SPECTATOR
from gameplay.selectors import Viewer, decisions_of, entry_shown
from gameplay.table import FINISHED, OPEN, PLAYING, VOIDED, Table

Draws = Literal["same", "fresh"]
REASON_MOST = 2000
"""Characters of a reason."""


class _Previewed(Exception):
    """Ends the transaction of a preview, so that nothing of it is kept."""


class SeatKnowledge(Shown, frozen=True):
    """What a seat has learnt from the events that would be undone, and others have not: it cannot be taken back."""

    seat: int
    entries: list[EntryShown]


class RewindPreview(Shown, frozen=True):
    """What a rewind brings about. Of a preview `seq` is null; the act itself answers the same, with its event."""

    game: str
    to: int
    draws: Draws
    seq: int | None
    version: int
    """seq of the newest event before the rewind."""
    status: str
    undone: list[EntryShown]
    """The events of the current line after `to`, whole."""
    known: list[SeatKnowledge]
    decisions: list[DecisionShown]
    """What is asked after it."""
    scores: list[int] | None
    clocks: list[int] | None
    """Seconds that each seat has left, if the game has a clock: a rewind gives no time back."""
    result_lost: ResultShown | None
    """The result that no longer stands, if the game was over."""


class Ruled(Shown, frozen=True):
    """A ruling that was carried out as event `seq`. If it was only asked whether it could be, `ruling` and `seq` are null."""

    game: str
    ruling: str | None
    act: str
    seq: int | None
    version: int
    """seq of the newest event before the ruling."""
    status: str
    """Of the game after the ruling."""


def refuse(code: str, **extra: Any) -> GameplayError:
    return GameplayError(code, CODES[code], **extra)


def require_referee(table: Table, viewer: Viewer) -> None:
    """Only a referee who never had a seat in the game. Raises `game_not_found`, `not_referee`, `referee_is_seated`."""
    if not viewer.referee:
        if table.private and table.seat_of(viewer.actor) is None and viewer.actor != table.creator:
            raise refuse("game_not_found")
        raise refuse("not_referee")
    if viewer.actor in table.sat:
        raise refuse("referee_is_seated")


def require_version(table: Table, expected: int) -> None:
    """The ruling was made on this version. Raises `stale_version`."""
    if expected != table.version:
        raise refuse("stale_version", version=table.version)


def require_reason(reason: str) -> str:
    """The reason, trimmed. Raises `reason_required`."""
    if not reason.strip():
        raise refuse("reason_required")
    return reason.strip()[:REASON_MOST]


def ruling_record(table: Table, viewer: Viewer, act: str, reason: str, *, seq: int, ruling: UUID, evidence: Sequence[int] = ()) -> None:
    """Remember who ruled and why, beside the event `seq` that was just written."""
    if viewer.player is None:
        raise refuse("not_referee")
    Ruling.objects.create(id=ruling, game=table.game, act=act, player=viewer.player, reason=reason, evidence=list(evidence), seq=seq)


class Rewind(msgspec.Struct, frozen=True, kw_only=True):
    """A rewind as asked for."""

    to: int
    draws: Draws = "same"
    reason: str
    evidence: list[int] = []
    cause: Literal["ruling", "take_back"] = "ruling"


def rewind(*, game_id: UUID, viewer: Viewer, asked: Rewind, expected_version: int) -> RewindPreview:
    """Bring back the position as of an event where a seat was asked, on whichever branch.

    Raises `not_referee`, `referee_is_seated`, `reason_required`, `stale_version`, and what `require_rewindable` raises.
    """
    reason = require_reason(asked.reason)

    def run(draft: Draft) -> RewindPreview:
        require_referee(draft.table, viewer)
        require_version(draft.table, expected_version)
        return rewind_write(draft, viewer=viewer, asked=asked, reason=reason)

    with transaction.atomic():
        return commanded(game_id, run)


def rewind_write(draft: Draft, *, viewer: Viewer, asked: Rewind, reason: str) -> RewindPreview:
    """Write and append a rewind that was found allowed, with its secret and its ruling. Needs a transaction."""
    told = rewind_draft(draft, viewer=viewer, asked=asked, ruling=(ruling := uuid7()))
    seq = told.version + 1
    draft.append(command_id="")
    act = "rewind" if asked.cause == "ruling" else "take_back"
    ruling_record(draft.table, viewer, act, reason, seq=seq, ruling=ruling, evidence=asked.evidence)
    return msgspec.structs.replace(told, seq=seq)


def rewind_preview(*, game_id: UUID, viewer: Viewer, asked: Rewind, expected_version: int | None) -> RewindPreview:
    """What `rewind` would bring about; with fresh draws the new secret is one of the many possible. Writes nothing."""
    require_reason(asked.reason)

    answer: list[RewindPreview] = []

    def run(draft: Draft) -> None:
        require_referee(draft.table, viewer)
        if expected_version is not None:
            require_version(draft.table, expected_version)
        answer.append(rewind_draft(draft, viewer=viewer, asked=asked, ruling=uuid7()))
        raise _Previewed

    try:
        with transaction.atomic():
            commanded(game_id, run)
    except _Previewed:
        pass
    access_record(game_id, viewer, "preview", answer[0].version, REFEREE, asked.reason)
    return answer[0]


def access_record(game_id: UUID, viewer: Viewer, what: str, seq: int, seen_as: int, reason: str) -> None:
    """Remember that a referee looked at what is hidden from others, and why, before it is shown."""
    if viewer.player is None:
        raise refuse("not_referee")
    AccessRecord.objects.create(
        game=game_id, player=viewer.player, what=what, seq=seq, seen_as=seen_as, reason=reason.strip()[:REASON_MOST], at=store.now_micros()
    )


def require_rewindable(table: Table, asked: Rewind) -> None:
    """May this table go back to that event?

    Raises `game_not_playing` (not begun, or voided), `rewind_to_future`, `event_not_found` (also in the evidence),
    `rewind_not_at_decision`, `fresh_draws_required` (the secret is out).
    """
    if table.state is None or table.status in (OPEN, VOIDED):
        raise refuse("game_not_playing")
    if asked.to >= table.version + (table.fault is not None):
        raise refuse("rewind_to_future", version=table.version)
    if asked.to < 1 or not all(1 <= seq <= table.version for seq in asked.evidence):
        raise refuse("event_not_found", version=table.version)
    if not at_decision(table, asked.to):
        raise refuse("rewind_not_at_decision")
    if table.epoch in table.secrets and asked.draws == "same":
        raise refuse("fresh_draws_required")


def at_decision(table: Table, seq: int) -> bool:
    """Was a seat asked, and free in its answer, as of event `seq`?"""
    if seq < table.started:
        return False
    s = table.state_at(seq)
    return bool(s.stack) and DEALER not in kernel.awaiting(s) and kernel.forced(s) is None


def rewind_draft(draft: Draft, *, viewer: Viewer, asked: Rewind, ruling: UUID) -> RewindPreview:
    """Write the rewind and what follows from it, without appending; say what it brings about."""
    table, history = draft.table, draft.history
    require_rewindable(table, asked)
    line = set(table.line(asked.to))
    undone = [entry for entry in history.entries if entry.seq in set(table.line(table.version)) - line]
    whole = [entry_shown(entry, REFEREE, table) for entry in undone]
    known = [SeatKnowledge(seat, _private(undone, seat, table)) for seat in range(len(table.seats))]
    version, lost = table.version, table.result
    if table.fault is not None:
        draft.pass_over_fault()
    body = log.GameRewound(to=asked.to, cause=asked.cause, ruling=str(ruling), evidence=asked.evidence)
    if asked.draws == "fresh":
        secret, epoch = fairness.secret_new(), table.epoch + 1
        DealerSecret.objects.create(game=table.game, epoch=epoch, secret=secret)
        body = msgspec.structs.replace(
            body,
            epoch=epoch,
            commitment=fairness.commitment(table.game, epoch, secret),
            deal=fairness.deal_key(table.game, epoch, secret).hex(),
        )
    draft.write(log.GAME_REWOUND, viewer.actor, body)
    draft.play_on()
    return RewindPreview(
        game=str(table.game),
        to=asked.to,
        draws=asked.draws,
        seq=None,
        version=version,
        status=table.status,
        undone=whole,
        known=known,
        decisions=decisions_of(table, REFEREE),
        scores=table.scores(),
        clocks=[own.left // SECOND for own in table.clocks.seats] if table.clocks else None,
        result_lost=None if lost is None else ResultShown(lost.scores, lost.winners),
    )


def _private(entries: list[Any], seat: int, table: Table) -> list[EntryShown]:
    """The entries of which this seat knows more than a spectator."""
    pairs = [(entry_shown(entry, seat, table), entry_shown(entry, SPECTATOR, table)) for entry in entries]
    return [own for own, public in pairs if own != public]


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """What every ruling needs: why, and on which version it was made. With `validate_only` nothing is kept."""

    reason: str
    expected_version: int
    validate_only: bool = False


def _rule(game_id: UUID, viewer: Viewer, name: str, act: Act, write: Callable[[Draft, str], None]) -> Ruled:
    why = require_reason(act.reason)
    version = act.expected_version
    told: list[Ruled] = []

    def run(draft: Draft) -> None:
        table = draft.table
        require_referee(table, viewer)
        require_version(table, version)
        ruling = uuid7()
        write(draft, str(ruling))
        told[:] = [Ruled(game=str(game_id), ruling=str(ruling), act=name, seq=version + 1, version=version, status=table.status)]
        if act.validate_only:
            raise _Previewed
        draft.append(command_id="")
        ruling_record(table, viewer, name, why, seq=version + 1, ruling=ruling)

    try:
        with transaction.atomic():
            commanded(game_id, run)
    except _Previewed:
        return msgspec.structs.replace(told[0], ruling=None, seq=None)
    return told[0]


def pause(*, game_id: UUID, viewer: Viewer, act: Act) -> Ruled:
    """Nobody is asked anything until the game is resumed. Raises `game_not_playing`, `game_paused`."""

    def write(draft: Draft, ruling: str) -> None:
        if draft.table.status != PLAYING:
            raise refuse("game_not_playing")
        if draft.table.paused:
            raise refuse("game_paused")
        draft.write(log.GAME_PAUSED, viewer.actor, log.Ruled(ruling))

    return _rule(game_id, viewer, "pause", act, write)


def resume(*, game_id: UUID, viewer: Viewer, act: Act) -> Ruled:
    """The seats are asked again what they were asked. Raises `game_not_paused`."""

    def write(draft: Draft, ruling: str) -> None:
        if not draft.table.paused:
            raise refuse("game_not_paused")
        draft.write(log.GAME_RESUMED, viewer.actor, log.Ruled(ruling))

    return _rule(game_id, viewer, "resume", act, write)


def void(*, game_id: UUID, viewer: Viewer, act: Act) -> Ruled:
    """The game counts for nothing: it ends without a result, and its secret is published. Raises `game_over`."""

    def write(draft: Draft, ruling: str) -> None:
        if draft.table.status == VOIDED:
            raise refuse("game_over")
        draft.write(log.GAME_VOIDED, viewer.actor, log.Ruled(ruling))
        draft.reveal()

    return _rule(game_id, viewer, "void", act, write)


def adjudicate(*, game_id: UUID, viewer: Viewer, act: Act, scores: list[int], winners: list[int]) -> Ruled:
    """A result set by the referee ends the game, or takes the place of the result it had.

    Raises `game_not_playing` (not begun, or voided), `bad_result`.
    """

    def write(draft: Draft, ruling: str) -> None:
        table = draft.table
        if table.status not in (PLAYING, FINISHED):
            raise refuse("game_not_playing")
        seats = len(table.scores() or [])
        if len(scores) != seats or sorted(set(winners)) != winners or not all(0 <= w < seats for w in winners):
            raise refuse("bad_result")
        draft.write(log.RESULT_ADJUDICATED, viewer.actor, log.ResultAdjudicated(ruling, scores, winners))
        draft.reveal()

    return _rule(game_id, viewer, "adjudicate", act, write)


def seat_vacate(*, game_id: UUID, viewer: Viewer, act: Act, seat: int, bot: str | None = None) -> Ruled:
    """Take the seat from who sits there: free for others, or given to a built-in bot.

    Raises `game_over`, `seat_not_found` (also if nobody sits there), `unknown_bot`.
    """

    def write(draft: Draft, _ruling: str) -> None:
        table = draft.table
        if table.status not in (OPEN, PLAYING):
            raise refuse("game_over")
        if not 0 <= seat < len(table.seats) or (occupant := table.seats[seat]) is None:
            raise refuse("seat_not_found")
        if bot is not None and bot not in table.rules.bots:
            raise refuse("unknown_bot", bots=list(table.rules.bots))
        draft.write(log.SEAT_LEFT, viewer.actor, log.SeatChanged(seat, occupant))
        if bot is not None:
            kind = log.SEAT_TAKEN if table.status == OPEN else log.SEAT_REPLACED
            draft.write(kind, viewer.actor, log.SeatChanged(seat, log.BOT_ACTOR + bot))

    return _rule(game_id, viewer, "vacate", act, write)


def clock_correct(*, game_id: UUID, viewer: Viewer, act: Act, seat: int, seconds: int) -> Ruled:
    """Set how much time a seat has left. Raises `game_not_playing`, `no_clock`, `seat_not_found`."""

    def write(draft: Draft, ruling: str) -> None:
        table = draft.table
        if table.status != PLAYING:
            raise refuse("game_not_playing")
        if table.clocks is None:
            raise refuse("no_clock")
        if not 0 <= seat < len(table.seats):
            raise refuse("seat_not_found")
        draft.write(log.CLOCK_CORRECTED, viewer.actor, log.ClockCorrected(ruling, seat, seconds * SECOND))

    return _rule(game_id, viewer, "clock", act, write)
