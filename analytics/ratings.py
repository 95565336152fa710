"""How do the ratings in the warehouse follow its results?

`rating_changes` has a row for each rated participant of each rated game: what was believed of it before and after. The games of
a kind are rated one after the other, in the order of (finished_at, game_id), as `rating_model.py` says. Games that are simulated,
and those that are not, or no longer, finished, are not rated.

Whoever writes rows of a game notes it. What is noted is compared with what was rated; from the first game on whose result, end or
participants are not what they were, or that is new, all games of that kind are rated again. So the rows are always those
of a rebuild, to the bit, and new games cost what they cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Any, Final, TypeAlias
from uuid import UUID

import duckdb
import pyarrow as pa

from analytics.rating_model import PARAMETERS, RATING_VERSION, UNKNOWN, Entrant, Reached, Standing, entered, orders, rated
from analytics.schema import Schema

INTERNAL: Final = "CREATE TABLE internal.unrated (game_id UUID)"
"""A table of the games whose rows were written or dropped since the ratings were last brought up to date."""
TABLE: Final = "rating_changes"

Position: TypeAlias = tuple[datetime, UUID]
"""Where a game stands in the order in which those of its kind are rated."""
Game: TypeAlias = tuple[datetime, UUID, list[Entrant]]

_CHUNK: Final = 5_000
"""Games that are rated at a time."""
_COUNTS: Final = "status = 'finished' AND NOT simulated"
_SINCE: Final = "finished_at >= $2 AND (finished_at > $2 OR {game_id} >= $3)"


def note(connection: duckdb.DuckDBPyConnection, games: pa.Array) -> None:
    """Remember that these games are to be looked at, in the transaction that writes or drops their rows."""
    connection.register("noted", pa.table({"game_id": games}))
    connection.execute("INSERT INTO internal.unrated SELECT game_id FROM noted")
    connection.unregister("noted")


def update(connection: duckdb.DuckDBPyConnection, schema: Schema) -> int:
    """Bring the ratings up to the results, inside the caller's transaction. Returns how many games were rated.

    The results themselves have to be committed: they are read through a second connection while ratings are written.
    """
    # All rows are of one version: any of them tells.
    version = connection.execute("SELECT rating_version, parameters FROM rating_changes LIMIT 1").fetchall()
    if version not in ([], [(RATING_VERSION, PARAMETERS)]):
        connection.execute("DELETE FROM rating_changes")
        connection.execute("INSERT INTO internal.unrated SELECT game_id FROM games")
    if not connection.execute("SELECT 1 FROM internal.unrated LIMIT 1").fetchall():
        return 0
    done = 0
    for rules, start in sorted(_starts(connection, schema).items()):
        since = _SINCE.format(game_id="game_id")
        connection.execute(f"DELETE FROM rating_changes WHERE rules = $1 AND {since}", [rules, *start])  # noqa: S608 - a constant
        done += _rate(connection, schema, rules, start)
    connection.execute("DELETE FROM internal.unrated")
    return done


def _starts(connection: duckdb.DuckDBPyConnection, schema: Schema) -> dict[str, Position]:
    """For each game kind of which something changed: from where on its games are to be rated."""
    known = "SELECT game_id, rules FROM rating_changes WHERE game_id IN (FROM internal.unrated)"
    new = connection.execute(
        f"SELECT rules, min({{'at': finished_at, 'game': game_id}}) FROM games "  # noqa: S608 - constants
        f"WHERE {_COUNTS} AND game_id IN (FROM internal.unrated) AND (game_id, rules) NOT IN ({known}) GROUP BY rules"
    ).fetchall()
    starts: dict[str, Position] = {rules: (least["at"], least["game"]) for rules, least in new}
    then = _known(connection)
    now: dict[UUID, Game] = {}
    for rules in {rules for rules, _ in then.values()}:
        for game in _games(connection, schema, rules, "g.game_id IN (SELECT unnest($2::UUID[]))", [list(then)]):
            now[game[1]] = game
    for each, (rules, before) in then.items():
        after = now.get(each, before)
        if each not in now or after != before:
            start = min(before[:2], after[:2])
            starts[rules] = min(start, starts.get(rules, start))
    return starts


def _known(connection: duckdb.DuckDBPyConnection) -> dict[UUID, tuple[str, Game]]:
    """Of the games to be looked at those that are rated, with their rules, as they were rated."""
    found: dict[UUID, tuple[str, Game]] = {}
    for rules, at, game, *entrant in connection.execute(
        "SELECT rules, finished_at, game_id, participant, seats, placements FROM rating_changes "
        "WHERE game_id IN (FROM internal.unrated) ORDER BY game_id, seats[1] NULLS LAST"
    ).fetchall():
        found.setdefault(game, (rules, (at, game, [])))[1][2].append(Entrant(*entrant))
    return found


def _games(connection: duckdb.DuckDBPyConnection, schema: Schema, rules: str, wanted: str, values: list[Any]) -> Iterator[Game]:
    """The games of these rules that are rated and meet the condition `wanted`, in their order. Its parameters count from $2."""
    together = schema.games[rules].cooperative
    # A game that all win or lose together is played against what its host set as `mode`, if there was a choice.
    has_modes = together and any(column.name == "mode" for column in schema.tables[f"options_{rules}"].columns)
    mode, options = ("any_value(o.mode)", f"JOIN options_{rules} o ON o.game_id = g.game_id") if has_modes else ("'only'", "")
    with connection.cursor() as reading:
        reading.execute(
            f"""
            SELECT g.finished_at, g.game_id, {mode},
                list({{'s': r.seat, 'p': coalesce('bot:' || s.bot, s.player::VARCHAR), 'w': r.won, 'n': r.score}} ORDER BY r.seat)
            FROM games g
            JOIN results r ON r.game_id = g.game_id
            LEFT JOIN seats s ON s.game_id = r.game_id AND s.seat = r.seat
            {options}
            WHERE g.rules = $1 AND {_COUNTS} AND {wanted}
            GROUP BY g.finished_at, g.game_id
            ORDER BY g.finished_at, g.game_id
            """,  # noqa: S608 - names of tables and columns, and constants
            [rules, *values],
        )
        while found := reading.fetchmany(_CHUNK):
            for at, game, against, results in found:
                entrants = entered([Reached(*each.values()) for each in results], against if together else None)
                if entrants:
                    yield at, game, entrants


def _rate(connection: duckdb.DuckDBPyConnection, schema: Schema, rules: str, start: Position) -> int:
    """Rate the games of these rules from `start` on. What is in `rating_changes` of them is all that was before."""
    done = 0
    standings: dict[str, Standing] = {}
    games = _games(connection, schema, rules, _SINCE.format(game_id="g.game_id"), [*start])
    while chunk := list(islice(games, _CHUNK)):
        _meet(connection, rules, {each.participant for _, _, entrants in chunk for each in entrants}, standings)
        _insert(connection, list(_changes(rules, chunk, standings)))
        done += len(chunk)
    return done


def _meet(connection: duckdb.DuckDBPyConnection, rules: str, participants: set[str], standings: dict[str, Standing]) -> None:
    """Bring into `standings` what is believed of those who are not in it yet."""
    new = sorted(participants - standings.keys())
    if new:
        found = connection.execute(
            "SELECT participant, arg_max(mu_after, number), arg_max(sigma_after, number), max(number) FROM rating_changes "
            "WHERE rules = $1 AND participant IN (SELECT unnest($2::VARCHAR[])) GROUP BY participant",
            [rules, new],
        ).fetchall()
        standings |= dict.fromkeys(new, UNKNOWN) | {participant: Standing(*rest) for participant, *rest in found}


def _changes(rules: str, games: list[Game], standings: dict[str, Standing]) -> Iterator[tuple[Any, ...]]:
    """Rate these games one after the other: the rows that tell of it. `standings` become those after them."""
    for at, game, entrants in games:
        after = rated(orders(entrants), standings)
        for participant, seats, placements in entrants:
            old, new = standings[participant], after[participant]
            yield (
                game.bytes, rules, at, participant, seats, placements, new.games,
                old.mu, old.sigma, new.mu, new.sigma, RATING_VERSION, PARAMETERS,
            )  # fmt: skip
        standings |= after


_COLUMNS: Final = (
    ("game_id", pa.binary(16)),
    ("rules", pa.string()),
    ("finished_at", pa.timestamp("us")),
    ("participant", pa.string()),
    ("seats", pa.list_(pa.int32())),
    ("placements", pa.list_(pa.int32())),
    ("number", pa.int32()),
    ("mu_before", pa.float64()),
    ("sigma_before", pa.float64()),
    ("mu_after", pa.float64()),
    ("sigma_after", pa.float64()),
    ("rating_version", pa.int32()),
    ("parameters", pa.string()),
)


def _insert(connection: duckdb.DuckDBPyConnection, rows: list[tuple[Any, ...]]) -> None:
    games, *columns = (pa.array(values, kind) for values, (_, kind) in zip(zip(*rows, strict=True), _COLUMNS, strict=True))
    changes = pa.table([pa.ExtensionArray.from_storage(pa.uuid(), games), *columns], [name for name, _ in _COLUMNS])
    connection.register("changes", changes)
    connection.execute(f"INSERT INTO {TABLE} BY NAME SELECT * FROM changes")  # noqa: S608 - a constant
    connection.unregister("changes")
