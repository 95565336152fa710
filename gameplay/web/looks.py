"""What does a referee see of a game at an event, with whose eyes, and what stands beside it?

Everything is built by the same functions as the API's answers, from what those eyes may see. Where a look needs a reason and
none was given, the eyes are a spectator's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

from gameplay import log
from gameplay.documents import EntryShown, GameShown, SeatShown, Stretch, ViewAt
from gameplay.errors import CODES, GameplayError
from gameplay.referee.audit import Eyes, looking_as
from gameplay.referee.disputes import DisputeShown, disputes_of
from gameplay.referee.ledger import delivered
from gameplay.referee.rulings import require_referee
from gameplay.rules.contract import REFEREE, SPECTATOR, Fact, Seat
from gameplay.selectors import Viewer, entry_shown, names_of, position_shown, seats_shown, visible
from gameplay.table import FINISHED, VOIDED, Entry, Table

from .words import Names, in_words, kind_said, seat_names

BLOCK: Final = 40
"""So many events stand on one page of a timeline."""
MOVES: Final = (log.CHOICE_MADE, log.DEALER_ANSWERED, log.GAME_REWOUND, log.GAME_FINISHED, log.RESULT_ADJUDICATED)
"""What a rewind undoes; that somebody sat down, disputed or ruled stays so."""


class Row(msgspec.Struct, frozen=True):
    """An event as a line of a timeline."""

    seq: int
    at: str
    kind: str
    who: str
    choice: str
    facts: list[str]
    auto: bool
    undone: bool
    rewound_to: int | None
    asked: bool = False
    """Could a rewind go back to here?"""


class Look(msgspec.Struct, frozen=True):
    """A game as it stood at an event."""

    id: str
    rules: str
    title: str
    status: str
    paused: bool
    version: int
    fault: int | None
    """The first event that could not be replayed."""
    seats: list[SeatShown]
    names: Names
    at: int
    seen_as: Seat
    needs_reason: bool
    """Other eyes than a spectator's were asked for, without saying why."""
    position: ViewAt
    rows: list[Row]
    first: int
    last: int
    undone: list[Stretch]
    disputes: list[DisputeShown]
    over: bool
    clock: bool
    """Is there a clock that a referee could correct?"""


def eyes_named(text: str | None, over: bool) -> Seat:
    """`whole`, `spectator` or `seat-0` as a role. Of a game that is over the whole is shown by default. Raises `seat_not_found`."""
    match text:
        case None | "":
            return REFEREE if over else SPECTATOR
        case "whole":
            return REFEREE
        case "spectator":
            return SPECTATOR
    number = text.removeprefix("seat-")
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        raise GameplayError("seat_not_found", CODES["seat_not_found"])
    return int(number)


def eyes_name(seen_as: Seat) -> str:
    return {REFEREE: "whole", SPECTATOR: "spectator"}.get(seen_as, f"seat-{seen_as}")


def look(*, game_id: UUID, viewer: Viewer, at: int | None, eyes: str | None, reason: str) -> Look:
    """A referee's look. What others may not see is shown after it was written down who looks, at what and why.

    Raises `game_not_found`, `not_referee`, `referee_is_seated`, `event_not_found`, `seat_not_found`.
    """
    with visible(game_id, viewer) as found:
        table = found.table
        require_referee(table, viewer)
        over = table.status in (FINISHED, VOIDED)
        at = table.version if at is None else at
        if not 1 <= at <= table.version:
            raise GameplayError("event_not_found", CODES["event_not_found"], version=table.version)
        wanted = eyes_named(eyes, over)
        first = (at - 1) // BLOCK * BLOCK + 1
        last = min(first + BLOCK - 1, table.version)
        needs_reason = wanted != SPECTATOR and not over and not reason.strip()
        seen_as = SPECTATOR if needs_reason else looking_as(table, viewer, Eyes(wanted, reason), "position", last)
        position = position_shown(found.at(at), seen_as)
        names = seat_names(seats := seats_shown(table), table.rules.name, position.view)
        undone = [Stretch(*stretch) for stretch in table.undone()] if table.state is not None else []
        entries = found.entries[first - 1 : last]
        shown = [entry_shown(entry, seen_as, table) for entry in entries]
        disputes = disputes_of(game_id=game_id, viewer=viewer, history=found)
        rows = timeline(shown, names, undone, who=actors(entries, table, names))
        told = (table.rules, table.status, table.paused, table.version, table.fault, table.clocks)
    delivered(game=game_id, player=viewer.player, seen_as=seen_as, what="at", after=at, upto=at)
    delivered(game=game_id, player=viewer.player, seen_as=seen_as, what="feed", after=first - 1, upto=last)
    rules, status, paused, version, fault, clocks = told
    return Look(
        id=str(game_id),
        rules=rules.name,
        title=rules.title,
        status=status,
        paused=paused,
        version=version,
        fault=fault.seq if fault else None,
        seats=seats,
        names=names,
        at=at,
        seen_as=seen_as,
        needs_reason=needs_reason,
        position=position,
        rows=rows,
        first=first,
        last=last,
        undone=undone,
        disputes=disputes,
        over=over,
        clock=clocks is not None,
    )


def actors(entries: Iterable[Entry], table: Table, names: Names) -> dict[int, str]:
    """Who did each event, for a referee: whoever acted without a seat by the name of the account."""
    people: dict[UUID, list[int]] = {}
    found: dict[int, str] = {}
    for entry in entries:
        seat = table.seat_of(entry.actor)
        if entry.kind == log.DEALER_ANSWERED:
            found[entry.seq] = "the dealer"
        elif seat is not None:
            found[entry.seq] = names[seat]
        elif entry.actor == log.SYSTEM_ACTOR:
            found[entry.seq] = "the service"
        elif entry.actor.startswith(log.BOT_ACTOR):
            found[entry.seq] = entry.actor.removeprefix(log.BOT_ACTOR)
        else:
            people.setdefault(UUID(entry.actor), []).append(entry.seq)
    known = names_of(people)
    for player, seqs in people.items():
        found.update(dict.fromkeys(seqs, known.get(player, "an erased account")))
    return found


def timeline(entries: Iterable[EntryShown], names: Names, undone: Sequence[Stretch], who: dict[int, str] | None = None) -> list[Row]:
    """Events as lines. Without `who` they are by the seat that the entry itself names."""
    return [_row(entry, names, undone, who) for entry in entries]


def _row(entry: EntryShown, names: Names, undone: Sequence[Stretch], who: dict[int, str] | None) -> Row:
    seat = names[entry.seat] if entry.seat is not None and entry.seat < len(names) else ""
    by = seat or ("the dealer" if entry.kind == log.DEALER_ANSWERED else "")
    facts: list[Fact] = entry.facts
    return Row(
        seq=entry.seq,
        at=entry.at,
        kind=kind_said(entry.kind),
        who=by if who is None else who[entry.seq],
        choice="" if entry.choice is None else in_words(entry.choice, names),
        facts=[in_words(fact, names) for fact in facts],
        auto=entry.auto,
        undone=entry.kind in MOVES and any(stretch.first <= entry.seq <= stretch.last for stretch in undone),
        rewound_to=entry.rewound_to,
    )


def table_templates(rules: str) -> list[str]:
    """The templates that can draw a table of this game, the best first."""
    return [f"web/tables/{rules}.html", "web/tables/any.html"]


def choices_said(decision: Any, names: Names) -> list[tuple[str, str]]:
    """Each listed choice of a decision as JSON, and in words."""
    return [(msgspec.json.encode(choice).decode(), in_words(choice, names)) for choice in decision.choices]


def seat_options(game: GameShown | Look) -> list[tuple[str, str]]:
    """The eyes to look with."""
    names = seat_names(game.seats)
    return [
        ("spectator", "a spectator"),
        *((f"seat-{seat.seat}", names[seat.seat]) for seat in game.seats),
        ("whole", "a referee, who sees everything"),
    ]
