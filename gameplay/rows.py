"""How do the read rows of a game follow its log?"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db import connection

from events.store import Statement
from gameplay import log
from gameplay.models import Game, Seat
from gameplay.table import PLAYING, Table


class SeatState(NamedTuple):
    """What a seat's read row says."""

    player: UUID | None
    bot: str
    awaiting: bool
    score: int | None
    deadline: int | None
    attend_at: int | None


def seat_states(table: Table) -> list[SeatState]:
    """What the read rows of the seats have to say, in seat order."""
    awaited = table.due()
    scores = table.scores()
    clocks = table.clocks.seats if table.clocks and table.status == PLAYING else [None] * len(table.seats)
    states = []
    for index, actor in enumerate(table.seats):
        bot = actor.removeprefix(log.BOT_ACTOR) if actor and actor.startswith(log.BOT_ACTOR) else ""
        states.append(
            SeatState(
                player=UUID(actor) if actor and not bot else None,
                bot=bot,
                awaiting=index in awaited,
                score=None if scores is None else scores[index],
                deadline=own.deadline if (own := clocks[index]) else None,
                attend_at=own.attend_at if own else None,
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


@cache
def _seat_columns() -> str:
    """`player = CAST(v.column2 AS uuid), ...` for this database: an untyped list of values takes no type by itself."""
    types = {f.column: f.db_type(connection) for f in Seat._meta.concrete_fields}
    return ", ".join(f"{name} = CAST(v.column{i} AS {types[name]})" for i, name in enumerate(SeatState._fields, 2))


def rows_statements(table: Table, before: list[SeatState] | None) -> list[Statement]:
    """What brings the read rows to the table's version: the game's row, and in one statement the seats that changed
    (all of them if it is not known what they were).

    Statements instead of the ORM, because this is on the path of every choice: they travel with the append.
    """
    game = Game._meta.get_field("id").get_db_prep_value(table.game, connection)
    found = [
        Statement(
            "UPDATE gameplay_game SET status = %s, version = %s, updated_at = %s WHERE id = %s AND {appended}",
            [table.status, table.version, table.updated_at, game],
        )
    ]
    changed = [(i, state) for i, state in enumerate(seat_states(table)) if before is None or state != before[i]]
    if changed:
        player = Seat._meta.get_field("player")
        values = ", ".join(["(%s, %s, %s, %s, %s, %s, %s)"] * len(changed))
        params: list[object] = []
        for index, state in changed:
            params += [index, player.get_db_prep_value(state.player, connection), *state[1:]]
        found.append(
            Statement(
                f"UPDATE gameplay_seat SET {_seat_columns()} FROM (VALUES {values}) AS v"
                ' WHERE game_id = %s AND "index" = v.column1 AND {appended}',
                [*params, game],
            )
        )
    return found
