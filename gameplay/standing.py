"""How does a seat have the service pass for it, until something happens, without anybody noticing?

A standing answer is a row beside the log, private to the person who left it. A sweep looks at the rows and makes, for seats
that are asked, the choices that their people could make: by the same actor, with the same body, and with a command id that
cannot be told from a client's. So whoever sees such a pass sees a pass. It comes with the sweep and not with the question,
so its moment says nothing about the play that asked everybody anew.
"""

from __future__ import annotations

import secrets
from uuid import UUID

import msgspec
from django.db import transaction

from gameplay import log, selectors
from gameplay.bots import each_alone
from gameplay.commands import Draft, command_key, commanded
from gameplay.errors import CODES, GameplayError
from gameplay.models import StandingAnswer
from gameplay.rules import kernel
from gameplay.rules.contract import Rules
from gameplay.selectors import Viewer
from gameplay.table import PLAYING, Table


class StandingShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A standing answer, as only the seat that left it may see it."""

    seat: int
    until: str
    text: str
    """What is answered, and how long."""


def standing_offered(rules: Rules) -> dict[str, str]:
    """The standing answers that seats of this game may leave, with a sentence each."""
    return {name: standing.text for name, standing in rules.standing.items()}


def standing_of(*, game_id: UUID, viewer: Viewer) -> StandingShown | None:
    """What this viewer has left to be answered in this game. Raises `game_not_found`, `not_seated`."""
    with selectors.visible(game_id, viewer) as found:
        table = found.table
        seat, player = _own_seat(table, viewer)
        row = StandingAnswer.objects.filter(game=game_id, player=player).first()
        return _shown(table, seat, row) if row and _stands(table, row) else None


def standing_set(*, game_id: UUID, viewer: Viewer, until: str) -> StandingShown:
    """Leave a standing answer in place of an earlier one; if the seat is asked now, it is given at once.

    Raises GameplayError `game_not_found`, `not_seated`, `game_not_playing`, `unknown_standing`.
    """
    with selectors.visible(game_id, viewer) as found:
        table = found.table
        seat, player = _own_seat(table, viewer)
        if table.status != PLAYING:
            raise GameplayError("game_not_playing", CODES["game_not_playing"])
        standing = table.rules.standing.get(until)
        if standing is None:
            raise GameplayError("unknown_standing", CODES["unknown_standing"], standing=list(table.rules.standing))
        mark = standing.mark(table.state)
        shown = StandingShown(seat=seat, until=until, text=standing.text)
    with transaction.atomic():
        StandingAnswer.objects.update_or_create(
            game=game_id, player=player, defaults={"until": until, "mark": mark, "token": secrets.token_hex(16)}
        )
    each_alone([game_id], lambda game: attend(game_id=game))
    return shown


def standing_cancel(*, game_id: UUID, viewer: Viewer) -> None:
    """Take the standing answer back, if there is one: none is given any more once this has returned.

    Raises GameplayError `game_not_found`, `not_seated`.
    """
    with selectors.visible(game_id, viewer) as found:
        _, player = _own_seat(found.table, viewer)
    with transaction.atomic():
        StandingAnswer.objects.filter(game=game_id, player=player).delete()


def sweep() -> int:
    """Give every standing answer to a question that is open, and forget those that stand no longer. Returns the answers given."""
    games = StandingAnswer.objects.values_list("game", flat=True).distinct()
    return each_alone(list(games), lambda game: attend(game_id=game))


def attend(*, game_id: UUID) -> int:
    """The same for one game. Two runs at once do no harm: each row is locked while its answer is made."""
    rows = StandingAnswer.objects.filter(game=game_id).values_list("id", flat=True)
    return sum(_attend(game_id, row) for row in list(rows))


def _attend(game_id: UUID, row_id: int) -> bool:
    with transaction.atomic():
        row = StandingAnswer.objects.select_for_update().filter(id=row_id).first()
        return row is not None and commanded(game_id, lambda draft: _answer(draft, row))


def _answer(draft: Draft, row: StandingAnswer) -> bool:
    """Make the choice that was left for the question that is open now, if there is one. The row is locked."""
    table = draft.table
    if not _stands(table, row):
        row.delete()
        return False
    actor = str(row.player)
    seat = table.seats.index(actor)
    number = table.awaiting().get(seat)
    choice = None if number is None else table.rules.standing[row.until].answer(table.state, seat)
    if choice is None:
        return False
    kernel.decide(table.state, seat, choice)
    decision = f"d{number}"
    draft.write(log.CHOICE_MADE, actor, log.ChoiceMade(decision, seat, choice))
    draft.play_on()
    draft.append(command_id=command_key(actor, f"{row.token}/{decision}"))
    return True


def _stands(table: Table, row: StandingAnswer) -> bool:
    """Is the game played on, does the person still sit there, and is the mark the same?"""
    standing = table.rules.standing.get(row.until)
    seated = table.seat_of(str(row.player)) is not None
    return standing is not None and table.status == PLAYING and seated and standing.mark(table.state) == row.mark


def _own_seat(table: Table, viewer: Viewer) -> tuple[int, UUID]:
    seat = table.seat_of(viewer.actor)
    if seat is None or viewer.player is None:
        raise GameplayError("not_seated", CODES["not_seated"])
    return seat, viewer.player


def _shown(table: Table, seat: int, row: StandingAnswer) -> StandingShown:
    return StandingShown(seat=seat, until=row.until, text=table.rules.standing[row.until].text)
