"""How do the read rows of a game follow its log?"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db import connection

from gameplay import log
from gameplay.models import Game, Seat
from gameplay.table import Table


class SeatState(NamedTuple):
    """What a seat's read row says."""

    player: UUID | None
    bot: str
    awaiting: bool
    score: int | None


def seat_states(table: Table) -> list[SeatState]:
    """What the read rows of the seats have to say, in seat order."""
    awaited = table.awaiting()
    scores = table.scores()
    states = []
    for index, actor in enumerate(table.seats):
        bot = actor.removeprefix(log.BOT_ACTOR) if actor and actor.startswith(log.BOT_ACTOR) else ""
        states.append(
            SeatState(
                player=UUID(actor) if actor and not bot else None,
                bot=bot,
                awaiting=index in awaited,
                score=None if scores is None else scores[index],
            )
        )
    return states


def seat_rows(table: Table) -> list[Seat]:
    """The read rows of the seats, as the log has them."""
    return [Seat(game_id=table.game, index=i, **state._asdict()) for i, state in enumerate(seat_states(table))]


def game_row(table: Table) -> Game:
    """The read row of the game, as the log has it."""
    return Game(
        id=table.game,
        rules=table.rules.name,
        edition=table.edition,
        options=msgspec.to_builtins(table.options),
        seat_count=len(table.seats),
        private=table.private,
        creator=table.creator,
        status=table.status,
        version=table.version,
        created_at=table.created_at,
        updated_at=table.updated_at,
    )


def rows_create(table: Table) -> None:
    """Insert the read rows of a new game."""
    game_row(table).save(force_insert=True)
    Seat.objects.bulk_create(seat_rows(table))


def rows_update(table: Table, before: list[SeatState]) -> None:
    """Bring the read rows to the table's version: the game's, and the seats that differ from `before`.

    Statements of our own, because this is on the path of every choice: two round trips, however many seats changed.
    """
    game = Game._meta.get_field("id").get_db_prep_value(table.game, connection)
    after = seat_states(table)
    changed = [(index, state) for index, state in enumerate(after) if state != before[index]]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE gameplay_game SET status = %s, version = %s, updated_at = %s WHERE id = %s",
            [table.status, table.version, table.updated_at, game],
        )
        if not changed:
            return
        if any(state[:2] != before[index][:2] for index, state in changed):
            for index, state in changed:
                Seat.objects.filter(game_id=table.game, index=index).update(**state._asdict())
            return
        values = ", ".join(["(%s, %s, %s)"] * len(changed))
        cursor.execute(
            "UPDATE gameplay_seat SET awaiting = CAST(v.column2 AS boolean), score = CAST(v.column3 AS integer)"
            f' FROM (VALUES {values}) AS v WHERE game_id = %s AND "index" = v.column1',
            [part for index, state in changed for part in (index, state.awaiting, state.score)] + [game],
        )
