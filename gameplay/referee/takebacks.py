"""May a player take back the last choice?

Yes, if nobody learnt anything hidden by it. If others have acted since, they are asked first; built-in bots agree at once.
A take-back is a `game.rewound` with its own cause, to the position in which the choice was made, with the same draws.
"""

from __future__ import annotations

from typing import Any, Final, Literal
from uuid import UUID

import msgspec
from django.db import transaction

from gameplay import log
from gameplay.commands import Draft, commanded
from gameplay.documents import Shown, rfc3339
from gameplay.referee.models import TakeBack
from gameplay.referee.rulings import Rewind, refuse, rewind_write
from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER, EVERYBODY, Choice, Fact, Illegal, Rules, Seat
from gameplay.selectors import Viewer, require_visible, visible
from gameplay.table import OPEN, PLAYING, History, Rewound, Table

SAMPLES: Final = 12
"""How many other positions, equally possible for a seat, are looked at."""

Status = Literal["asked", "done", "refused", "overtaken"]


class TakeBackShown(Shown, frozen=True):
    """A take-back, and who is still to agree to it."""

    id: str
    game: str
    seat: int
    seq: int
    """The choice that is taken back."""
    status: Status
    waiting: list[int]
    """Seats that have not agreed yet."""
    asked_at: str


class Undo(msgspec.Struct, frozen=True):
    """What a take-back would undo."""

    seq: int
    to: int
    """The event as of which the choice was made."""
    others: list[Seat]
    """Seats that have acted since."""


def takeback_ask(*, game_id: UUID, viewer: Viewer) -> TakeBackShown:
    """Take back one's last choice, at once or, if others have acted since, when they agree. Asked again it is the same request.

    Raises `game_not_found`, `not_seated`, `game_not_playing`, `game_paused`, `game_over`, `nothing_to_take_back`,
    `information_revealed`, `take_back_refused`.
    """

    def run(draft: Draft) -> TakeBackShown:
        table = draft.table
        seat = _own_seat(table, viewer)
        if (undo := _undo(draft.history, seat)) is None:
            raise refuse("nothing_to_take_back")
        if viewer.player is None:
            raise refuse("not_seated")
        known = TakeBack.objects.filter(game=game_id, seat=seat, seq=undo.seq).first()
        if known is not None and known.status == "refused":
            raise refuse("take_back_refused")
        _require_nothing_revealed(draft.history, undo)
        row = known or TakeBack(game=game_id, seat=seat, player=viewer.player, seq=undo.seq, status="asked", asked_at=draft.now)
        return _settle(draft, row, undo)

    with transaction.atomic():
        return commanded(game_id, run)


def takeback_consent(*, game_id: UUID, viewer: Viewer, takeback: UUID, agree: bool) -> TakeBackShown:
    """Agree to another seat's take-back, or refuse it; it is carried out when the last of the others has agreed.

    Raises as `takeback_ask`, and `take_back_not_asked`.
    """

    def run(draft: Draft) -> TakeBackShown:
        table = draft.table
        seat = _own_seat(table, viewer)
        row = TakeBack.objects.filter(id=takeback, game=game_id, status="asked").exclude(seat=seat).first()
        if row is None or seat in row.consents:
            raise refuse("take_back_not_asked")
        if (undo := _undo_of(draft.history, row)) is None:
            raise refuse("take_back_not_asked")
        if not agree:
            row.status = "refused"
            row.save()
            return _shown(row, [])
        _require_nothing_revealed(draft.history, undo)
        row.consents = [*row.consents, seat]
        return _settle(draft, row, undo)

    with transaction.atomic():
        return commanded(game_id, run)


def takebacks_of(*, game_id: UUID, viewer: Viewer) -> list[TakeBackShown]:
    """The take-backs that wait for consent, to those who sit in the game. Raises `game_not_found`, `not_seated`."""
    with visible(game_id, viewer) as found:
        if found.table.seat_of(viewer.actor) is None and not viewer.referee:
            raise refuse("not_seated")
        rows = TakeBack.objects.filter(game=game_id, status="asked").order_by("id")
        return [_shown(row, _waiting(found.table, row)) for row in rows if _undo_of(found, row) is not None]


def _own_seat(table: Table, viewer: Viewer) -> Seat:
    seat = table.seat_of(viewer.actor)
    if seat is None:
        require_visible(table, viewer)
        raise refuse("not_seated")
    if table.status == OPEN:
        raise refuse("game_not_playing")
    if table.status != PLAYING:
        raise refuse("game_over")
    if table.paused:
        raise refuse("game_paused")
    return seat


def _undo(history: History, seat: Seat) -> Undo | None:
    """The seat's last own choice on the current line, if nobody else has answered for it since."""
    table = history.table
    line = table.line(table.version)
    others: list[Seat] = []
    for at in range(len(line) - 1, 0, -1):
        entry = history.entries[line[at] - 1]
        if entry.kind != log.CHOICE_MADE or entry.auto or entry.seat is None:
            continue
        if entry.seat != seat:
            others.append(entry.seat)
        elif entry.actor == table.seats[seat]:
            return Undo(entry.seq, line[at - 1], sorted(set(others)))
        else:
            return None  # somebody else answered for this seat: a bot when the time was over, or who sat there before
    return None


def _undo_of(history: History, row: TakeBack) -> Undo | None:
    """What an open request would undo; None if its choice is no longer the seat's last one on the current line."""
    if history.table.status != PLAYING or history.table.seats[row.seat] != str(row.player):
        return None
    undo = _undo(history, row.seat)
    return undo if undo is not None and undo.seq == row.seq else None


def _waiting(table: Table, row: TakeBack) -> list[Seat]:
    """The other seats held by people, who have not agreed yet."""
    people = [seat for seat, who in enumerate(table.seats) if who and not who.startswith(log.BOT_ACTOR)]
    return [seat for seat in people if seat != row.seat and seat not in row.consents]


def _settle(draft: Draft, row: TakeBack, undo: Undo) -> TakeBackShown:
    """Carry it out if nobody is left to be asked, else remember that it is asked."""
    waiting = _waiting(draft.table, row) if undo.others else []
    if not waiting:
        asked = Rewind(to=undo.to, reason="take-back", evidence=[undo.seq], cause="take_back")
        rewind_write(draft, viewer=Viewer(player=row.player), asked=asked, reason=asked.reason)
        row.status = "done"
    row.save()
    older = TakeBack.objects.filter(game=row.game, seat=row.seat, status="asked").exclude(id=row.id)
    older.update(status="overtaken")
    return _shown(row, waiting)


def _shown(row: TakeBack, waiting: list[Seat]) -> TakeBackShown:
    return TakeBackShown(
        id=str(row.id),
        game=str(row.game),
        seat=row.seat,
        seq=row.seq,
        status=row.status,  # type: ignore[arg-type]
        waiting=waiting,
        asked_at=rfc3339(row.asked_at),
    )


def _require_nothing_revealed(history: History, undo: Undo) -> None:
    """Raises `information_revealed` if since the choice anybody has learnt something that was hidden from them.

    An answer of the dealer always tells something. Otherwise the choice, and what followed from it without anybody being
    asked, is done on the true position and on others that were equally possible for one seat: what that seat sees
    must come out the same. A position in which the choice could not have been made says nothing. What others have done
    since may show what was theirs to show, if they agree; but not what no seat could see.
    """
    table = history.table
    moves: list[tuple[Seat, Choice]] = []
    own = 0
    line = table.line(table.version)
    for seq in line[line.index(undo.to) + 1 :]:
        move = table.moves[seq - 1]
        if isinstance(move, Rewound) and move.deal:
            raise refuse("information_revealed")
        if not isinstance(move, tuple):
            continue
        if move[0] == DEALER:
            raise refuse("information_revealed")
        moves.append(move)
        if own == len(moves) - 1 and (own == 0 or history.entries[seq - 1].auto):
            own += 1
    before = kernel.dump(table.state_at(undo.to))
    for seat in range(len(table.seats)):
        if revealed(table.rules, before, moves[:own], seat):
            raise refuse("information_revealed")
    if revealed(table.rules, before, moves, EVERYBODY):
        raise refuse("information_revealed")


def revealed(rules: Rules, before: bytes, moves: list[tuple[Seat, Choice]], seat: Seat) -> bool:
    """Do these moves show this seat (EVERYBODY: any seat) something that it could not know before?"""
    viewers = [seat] if seat != EVERYBODY else list(range(len(kernel.load(rules, before).asked) - 1))
    truth = _seen(rules, before, moves, viewers)
    for sample in range(SAMPLES):
        redealt = rules.redeal(kernel.load(rules, before), seat, RandomChance(f"take-back {seat} {sample}"))
        seen = _seen(rules, kernel.dump(redealt), moves, viewers)
        if seen is not None and seen != truth:
            return True
    return False


def _seen(rules: Rules, before: bytes, moves: list[tuple[Seat, Choice]], viewers: list[Seat]) -> list[Any] | None:
    """What the viewers see of these moves from this position; None if the first could not have been made there."""
    s = kernel.load(rules, before)
    facts: list[Fact] = []
    for number, (seat, choice) in enumerate(moves):
        try:
            kernel.decide(s, seat, choice)
        except Illegal:
            return None if number == 0 else [number]
        kernel.evolve(s, seat, choice, facts.append)
    told = [msgspec.json.encode([fact for fact in facts if fact.seen_by(viewer)]) for viewer in viewers]
    return [told, [msgspec.json.encode(rules.view(s, viewer)) for viewer in viewers], [seat in kernel.awaiting(s) for seat in viewers]]
