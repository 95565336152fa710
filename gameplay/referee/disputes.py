"""How does a player object to an event, and how do referees come to a decision?

    open -> claimed -> decided -> closed
              |  ^        |
              v  |        v
          needs_info   appealed -> claimed (by another referee) -> decided

A closed one can be appealed too, for some days, so that closing it early takes nothing from anybody.
Each step is an event of the game; what people write at it is a note beside the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction

from events import store
from gameplay import log
from gameplay.commands import Draft, commanded
from gameplay.documents import Shown, rfc3339
from gameplay.models import Game
from gameplay.models import Seat as SeatRow
from gameplay.referee.models import Dispute, DisputeNote, Ruling
from gameplay.referee.rulings import REASON_MOST, refuse, require_referee
from gameplay.selectors import Viewer, require_visible
from gameplay.table import OPEN, History

Category = Literal["misclick", "rules", "clock", "conduct", "connection", "other"]
Outcome = Literal["upheld", "partly", "rejected", "withdrawn"]
Status = Literal["open", "claimed", "needs_info", "decided", "appealed", "closed"]
Step = Literal["opened", "joined", "claimed", "asked", "answered", "decided", "appealed", "withdrawn", "closed"]

DAY = 86_400_000_000
MOST = 20
"""How many disputes of one game a player may open or join."""
ENDS = (log.GAME_FINISHED, log.GAME_VOIDED, log.RESULT_ADJUDICATED)


class NoteShown(Shown, frozen=True):
    """What somebody said at a step."""

    step: Step
    player: str
    seat: int | None
    """Null for a referee."""
    text: str
    at: str


class DisputeShown(Shown, frozen=True):
    """A dispute, for the seats that opened it and for referees."""

    id: str
    game: str
    seq: int
    """The disputed event."""
    category: Category
    status: Status
    referee: str | None
    """Who works on it."""
    outcome: Outcome | None
    ruling: str | None
    """The ruling by which it was set right."""
    appealed: bool
    opened_at: str
    changed_at: str
    notes: list[NoteShown]


def dispute_shown(row: Dispute) -> DisputeShown:
    return DisputeShown(
        id=str(row.id),
        game=str(row.game),
        seq=row.seq,
        category=row.category,  # type: ignore[arg-type]
        status=row.status,  # type: ignore[arg-type]
        referee=str(row.referee) if row.referee else None,
        outcome=row.outcome or None,  # type: ignore[arg-type]
        ruling=str(row.ruling) if row.ruling else None,
        appealed=row.appealed,
        opened_at=rfc3339(row.opened_at),
        changed_at=rfc3339(row.changed_at),
        notes=[
            NoteShown(note.step, str(note.player), note.seat, note.text, rfc3339(note.at))  # type: ignore[arg-type]
            for note in row.notes.all()
        ],
    )


def dispute_open(*, game_id: UUID, viewer: Viewer, seq: int, category: Category, reason: str) -> DisputeShown:
    """Object to an event, from one's seat. An event that is being disputed already gets no second dispute: this one joins it.

    Raises `game_not_found`, `not_seated`, `game_not_playing`, `event_not_found`, `dispute_too_late`, `too_many_disputes`,
    `reason_required`.
    """
    text = _text(reason)

    def run(draft: Draft) -> Dispute:
        table = draft.table
        require_visible(table, viewer)
        seat = table.seat_of(viewer.actor)
        if seat is None or viewer.player is None:
            raise refuse("not_seated")
        if table.status == OPEN:
            raise refuse("game_not_playing")
        if not 1 <= seq <= table.version:
            raise refuse("event_not_found", version=table.version)
        if (end := ended_at(draft.history)) is not None and draft.now > end + settings.DISPUTE_DAYS * DAY:
            raise refuse("dispute_too_late")
        own = DisputeNote.objects.filter(dispute__game=game_id, player=viewer.player, step__in=("opened", "joined"))
        if own.count() >= MOST:
            raise refuse("too_many_disputes")
        there = Dispute.objects.filter(game=game_id, seq=seq).exclude(status__in=("decided", "closed")).first()
        row = there or Dispute(game=game_id, seq=seq, category=category, status="open", opened_at=draft.now, changed_at=draft.now)
        draft.write(log.DISPUTE_OPENED, viewer.actor, log.DisputeOpened(str(row.id), seat, seq, category))
        draft.append(command_id="")
        row.changed_at = draft.now
        row.save()
        _note(row, draft, "joined" if there else "opened", viewer, text, seat)
        return row

    with transaction.atomic():
        return dispute_shown(commanded(game_id, run))


def ended_at(history: History) -> int | None:
    """When the game ended, in microseconds since 1970, UTC; None while it is being played."""
    if history.table.status not in ("finished", "voided"):
        return None
    return max(entry.at for entry in history.entries if entry.kind in ENDS)


def _text(text: str) -> str:
    if not text.strip():
        raise refuse("reason_required")
    return text.strip()[:REASON_MOST]


def _note(row: Dispute, draft: Draft, step: Step, viewer: Viewer, text: str, seat: int | None = None) -> None:
    if viewer.player is None:
        raise refuse("not_seated")
    DisputeNote.objects.create(dispute=row, step=step, player=viewer.player, seat=seat, text=text, at=draft.now)


def _seats_of(row: Dispute) -> dict[UUID, int]:
    """The players who opened or joined a dispute, with the seat they had then."""
    notes = row.notes.filter(step__in=("opened", "joined")).values_list("player", "seat")
    return {player: seat for player, seat in notes if seat is not None}


def _step(
    dispute_id: UUID,
    viewer: Viewer,
    step: Step,
    text: str,
    allowed: tuple[Status, ...],
    change: Callable[[Dispute], None],
    *,
    by_seat: bool = False,
) -> DisputeShown:
    """One step of a dispute: who may take it, is it possible now, the event, the row and the note, together."""
    if not by_seat and not viewer.referee:
        raise refuse("not_referee")  # whether or not there is such a dispute
    found = Dispute.objects.filter(id=dispute_id).first()
    if found is None:
        raise refuse("dispute_not_found")

    def run(draft: Draft) -> Dispute:
        row = Dispute.objects.get(id=dispute_id)
        seat = _seats_of(row).get(viewer.player) if viewer.player else None
        if by_seat and seat is None:
            raise refuse("dispute_not_found" if not viewer.referee else "not_seated")
        if not by_seat:
            require_referee(draft.table, viewer)
        if row.status not in allowed:
            raise refuse("dispute_moved_on")
        change(row)
        body: log.Body = log.DisputeChanged(str(row.id), row.status)
        if row.status == "closed":
            body = log.DisputeClosed(str(row.id), row.outcome)
        draft.write(log.DISPUTE_CLOSED if row.status == "closed" else log.DISPUTE_CHANGED, viewer.actor, body)
        draft.append(command_id="")
        row.changed_at = draft.now
        row.save()
        _note(row, draft, step, viewer, text, seat if by_seat else None)
        return row

    with transaction.atomic():
        return dispute_shown(commanded(found.game, run))


def dispute_claim(*, dispute_id: UUID, viewer: Viewer) -> DisputeShown:
    """Take a dispute, or an appeal, to work on it.

    Raises `dispute_not_found`, `not_referee`, `referee_is_seated`, `dispute_moved_on`, `conflict_of_interest`.
    """

    def change(row: Dispute) -> None:
        if row.appealed and row.decided_by == viewer.player:
            raise refuse("conflict_of_interest")
        row.status, row.referee = "claimed", viewer.player

    return _step(dispute_id, viewer, "claimed", "", ("open", "appealed"), change)


def _own(row: Dispute, viewer: Viewer) -> None:
    if row.referee != viewer.player:
        raise refuse("not_your_dispute")


def dispute_ask(*, dispute_id: UUID, viewer: Viewer, question: str) -> DisputeShown:
    """Ask the seats that dispute it for more. Raises as `dispute_claim`, and `not_your_dispute`, `reason_required`."""

    def change(row: Dispute) -> None:
        _own(row, viewer)
        row.status = "needs_info"

    return _step(dispute_id, viewer, "asked", _text(question), ("claimed",), change)


def dispute_answer(*, dispute_id: UUID, viewer: Viewer, text: str) -> DisputeShown:
    """Answer the referee's question, as a seat that disputes it. Raises `dispute_not_found`, `dispute_moved_on`, `reason_required`."""

    def change(row: Dispute) -> None:
        row.status = "claimed"

    return _step(dispute_id, viewer, "answered", _text(text), ("needs_info",), change, by_seat=True)


def dispute_decide(*, dispute_id: UUID, viewer: Viewer, outcome: Outcome, explanation: str, ruling: UUID | None = None) -> DisputeShown:
    """Decide, and say why. `ruling` is the one by which the game was set right. Raises as `dispute_ask`, and `unknown_ruling`."""

    def change(row: Dispute) -> None:
        _own(row, viewer)
        if ruling is not None and not Ruling.objects.filter(id=ruling, game=row.game).exists():
            raise refuse("unknown_ruling")
        row.status, row.outcome, row.ruling = "decided", outcome, ruling
        row.decided_by = row.decided_by or viewer.player

    return _step(dispute_id, viewer, "decided", _text(explanation), ("claimed", "needs_info"), change)


def dispute_appeal(*, dispute_id: UUID, viewer: Viewer, reason: str) -> DisputeShown:
    """Ask for another referee's decision, once, as a seat that disputes it.

    Raises as `dispute_answer`, and `appeal_used`, `dispute_too_late`.
    """

    def change(row: Dispute) -> None:
        if row.outcome == "withdrawn":
            raise refuse("dispute_moved_on")
        if store.now_micros() > row.changed_at + settings.DISPUTE_DAYS * DAY:
            raise refuse("dispute_too_late")
        if row.appealed:
            raise refuse("appeal_used")
        row.status, row.appealed, row.referee = "appealed", True, None

    return _step(dispute_id, viewer, "appealed", _text(reason), ("decided", "closed"), change, by_seat=True)


def dispute_withdraw(*, dispute_id: UUID, viewer: Viewer) -> DisputeShown:
    """Dispute it no longer; only while nobody has decided, and by the only seat that disputes it. Raises as `dispute_answer`."""

    def change(row: Dispute) -> None:
        if len(_seats_of(row)) > 1:
            raise refuse("dispute_moved_on")
        row.status, row.outcome = "closed", "withdrawn"

    return _step(dispute_id, viewer, "withdrawn", "", ("open", "claimed", "needs_info"), change, by_seat=True)


def dispute_close(*, dispute_id: UUID, viewer: Viewer) -> DisputeShown:
    """Put a decided dispute away. Raises as `dispute_claim`, and `not_your_dispute`."""

    def change(row: Dispute) -> None:
        _own(row, viewer)
        row.status = "closed"

    return _step(dispute_id, viewer, "closed", "", ("decided",), change)


def dispute_get(*, dispute_id: UUID, viewer: Viewer) -> DisputeShown:
    """A dispute of one's own, or any for a referee who has nothing to do with the game. Raises `dispute_not_found`."""
    row = Dispute.objects.prefetch_related("notes").filter(id=dispute_id).first()
    if row is None or not (viewer.player in _seats_of(row) or (viewer.referee and row.game not in _own_games(viewer, [row.game]))):
        raise refuse("dispute_not_found")
    return dispute_shown(row)


def _own_games(viewer: Viewer, games: Iterable[UUID]) -> set[UUID]:
    """Those of these games in which the viewer sits."""
    return set(SeatRow.objects.filter(game_id__in=list(games), player=viewer.player).values_list("game_id", flat=True))


def disputes_of(*, game_id: UUID, viewer: Viewer, history: History) -> list[DisputeShown]:
    """The disputes of a game that the viewer may read, oldest first."""
    rows = Dispute.objects.filter(game=game_id).order_by("id").prefetch_related("notes")
    whole = viewer.referee and viewer.actor not in history.table.sat
    return [dispute_shown(row) for row in rows if whole or viewer.player in _seats_of(row)]


class QueuePage(msgspec.Struct, frozen=True):
    items: list[DisputeShown]
    has_more: bool


def queue(*, viewer: Viewer, status: Status | None = None, after: UUID | None = None, limit: int = 50) -> QueuePage:
    """Disputes of the games in which this referee does not sit, oldest first. Raises `not_referee`."""
    if not viewer.referee:
        raise refuse("not_referee")
    rows = Dispute.objects.order_by("id").prefetch_related("notes")
    rows = rows.exclude(game__in=Game.objects.filter(seats__player=viewer.player).values("id"))
    if status is not None:
        rows = rows.filter(status=status)
    if after is not None:
        rows = rows.filter(id__gt=after)
    found = list(rows[: limit + 1])
    return QueuePage([dispute_shown(row) for row in found[:limit]], len(found) > limit)
