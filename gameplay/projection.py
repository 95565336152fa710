"""Are the read rows what the log says, and how are they made again?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db import transaction

from events import store
from gameplay.models import Game, Seat
from gameplay.rows import game_row, seat_rows
from gameplay.table import history

CHUNK = 500


def streams() -> Iterator[UUID]:
    """The ids of all games of the log, in the order of their ids."""
    after: UUID | None = None
    while page := store.versions(after_id=after, limit=CHUNK):
        yield from (stream for stream, _ in page)
        after = page[-1][0]


def rebuild(game: UUID) -> bool:
    """Make the read rows of one game anew from its log, if they differ from it. Returns whether they did."""
    with transaction.atomic():
        table = history(game, store.read(stream=game)).table
        before = snapshot(game)
        wanted_game, wanted_seats = game_row(table), seat_rows(table)
        wanted = (_values(wanted_game), [_values(seat) for seat in wanted_seats])
        if before == wanted:
            return False
        Seat.objects.filter(game_id=game).delete()
        Game.objects.filter(id=game).delete()
        wanted_game.save(force_insert=True)
        Seat.objects.bulk_create(wanted_seats)
        return True


def snapshot(game: UUID) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """The read rows of a game as they stand: the game's members and each seat's, without keys made by the database."""
    row = Game.objects.filter(id=game).first()
    seats = Seat.objects.filter(game_id=game).order_by("index")
    return (None if row is None else _values(row), [_values(seat) for seat in seats])


def _values(row: Game | Seat) -> dict[str, Any]:
    left_out = {"id"} if isinstance(row, Seat) else set()
    return {f.attname: getattr(row, f.attname) for f in row._meta.concrete_fields if f.name not in left_out}
