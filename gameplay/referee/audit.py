"""What was the position at any event, seen with anybody's eyes, what changed between two, and was each event legal?

Who has no seat and a referee's office may look with the eyes of others. While a game runs that needs a reason, which is
written down before anything is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import msgspec

from events import store
from gameplay import fairness, log
from gameplay.documents import EntryShown, Shown, ViewAt, ViewerShown
from gameplay.errors import CODES, GameplayError
from gameplay.referee.difference import Change, changes
from gameplay.referee.ledger import delivered
from gameplay.referee.rulings import access_record, refuse, require_referee
from gameplay.rules.contract import REFEREE, SPECTATOR, Fact, Seat
from gameplay.selectors import Viewer, entry_shown, position_shown, role, viewer_shown, visible
from gameplay.table import FINISHED, VOIDED, LogEvent, Table


class Eyes(msgspec.Struct, frozen=True):
    """With whose eyes to look, and why. None: with one's own."""

    seen_as: Seat | None = None
    reason: str = ""


def looking_as(table: Table, viewer: Viewer, eyes: Eyes, what: str, seq: int) -> Seat:
    """The role in which the viewer may look. Raises `not_referee`, `referee_is_seated`, `seat_not_found`, `reason_required`."""
    if eyes.seen_as is None or eyes.seen_as == role(table, viewer) >= 0:
        own = role(table, viewer)
        if own != REFEREE:
            return own
        eyes = Eyes(REFEREE, eyes.reason)
    seen_as = REFEREE if eyes.seen_as is None else eyes.seen_as
    if seen_as == SPECTATOR:
        return SPECTATOR
    require_referee(table, viewer)
    if seen_as != REFEREE and not 0 <= seen_as < len(table.seats):
        raise refuse("seat_not_found")
    over = table.status in (FINISHED, VOIDED)
    if not over and not eyes.reason.strip():
        raise refuse("reason_required")
    access_record(table.game, viewer, what, seq, seen_as, eyes.reason)
    return seen_as


def _require_event(table: Table, seq: int) -> None:
    if not 1 <= seq <= table.version:
        raise GameplayError("event_not_found", CODES["event_not_found"], version=table.version)


def position(*, game_id: UUID, viewer: Viewer, seq: int, eyes: Eyes) -> ViewAt:
    """The position as of event `seq`, on whichever branch. Raises `game_not_found`, `event_not_found`, and as `Eyes` needs."""
    with visible(game_id, viewer) as found:
        table = found.table
        _require_event(table, seq)
        seen_as = looking_as(table, viewer, eyes, "position", seq)
        delivered(game=game_id, player=viewer.player, seen_as=seen_as, what="at", after=seq, upto=seq)
        return position_shown(found.at(seq), seen_as)


class Difference(Shown, frozen=True):
    """What lies between the positions at two events, on one branch or on two, for one viewer."""

    game: str
    old: int
    new: int
    viewer: ViewerShown
    changes: list[Change]
    """Between the two views, as JSON Pointers into a view."""
    left: list[EntryShown]
    """The events on which only the old position rests: those that must be undone to come from it to the new one."""
    gained: list[EntryShown]
    """The events on which only the new position rests."""


def difference(*, game_id: UUID, viewer: Viewer, old: int, new: int, eyes: Eyes) -> Difference:
    """What changed from event `old` to event `new`. Raises as `position`."""
    with visible(game_id, viewer) as found:
        table = found.table
        _require_event(table, old)
        _require_event(table, new)
        seen_as = looking_as(table, viewer, eyes, "difference", max(old, new))
        lines = [table.line(old), table.line(new)]
        left, gained = (
            [entry_shown(found.entries[seq - 1], seen_as, table) for seq in own if seq not in set(other)]
            for own, other in (lines, lines[::-1])
        )
        views = [msgspec.to_builtins(position_shown(found.at(seq), seen_as).view) for seq in (old, new)]
    for seq in (old, new):
        delivered(game=game_id, player=viewer.player, seen_as=seen_as, what="at", after=seq, upto=seq)
    return Difference(
        game=str(game_id),
        old=old,
        new=new,
        viewer=viewer_shown(seen_as),
        changes=list(changes(*views)),
        left=left,
        gained=gained,
    )


def case_file_open(*, game_id: UUID, viewer: Viewer, reason: str) -> None:
    """May this referee have the case file? If so, remember it. Raises as `Eyes` needs."""
    with visible(game_id, viewer) as found:
        require_referee(found.table, viewer)
        looking_as(found.table, viewer, Eyes(REFEREE, reason), "case_file", found.table.version)


class Replayed(Shown, frozen=True):
    """A strict replay under one version of the rules: each answer was offered, and each event does what it did."""

    rules_version: int
    ok: bool
    checked: int
    first_divergence: int | None
    """seq of the first event that would be refused, or would lead to something else."""
    why: str


class ReplayShown(Shown, frozen=True):
    """The replay under the version that the game is played by, and under another, the newest by default."""

    game: str
    own: Replayed
    other: Replayed


def replay(*, game_id: UUID, viewer: Viewer, version: int | None = None) -> ReplayShown:
    """Check each event again. Raises `game_not_found`, `not_referee`, `referee_is_seated`, `unknown_rules_version`."""
    with visible(game_id, viewer) as found:
        table = found.table
        require_referee(table, viewer)
        own, rules = table.rules_version, table.rules
    wanted = rules.version if version is None else version
    if not 1 <= wanted <= rules.version:
        raise refuse("unknown_rules_version")
    events: list[LogEvent] = list(store.read(stream=game_id))
    return ReplayShown(str(game_id), replayed(game_id, events, own), replayed(game_id, events, wanted))


class _As(msgspec.Struct, frozen=True):
    """An event of the log with another body."""

    seq: int
    kind: str
    actor: str
    body: bytes
    recorded_at: int


def replayed(game: UUID, events: Iterable[LogEvent], version: int) -> Replayed:
    """Fold a log under its own version of the rules and, beside it, strictly under `version`; stop where they part."""
    stored, other = Table(game), Table(game)
    why: str | None = None
    for event in events:
        twin = _under(event, version)
        told: tuple[list[Fact], list[Fact]] = ([], [])
        try:
            why = fairness.strict_fault(other, twin)
            stored.apply(event, told[0].append)
            if why is None:
                other.apply(twin, told[1].append)
                why = _parting(stored, other, told)
        except Exception as error:  # noqa: BLE001 - a replay reports whatever goes wrong, at the event where it does
            why = f"{type(error).__name__}: {error}"
        if why is not None:
            return Replayed(version, False, event.seq - 1, event.seq, why)
    return Replayed(version, True, stored.version, None, "")


def _under(event: LogEvent, version: int) -> LogEvent:
    if event.kind != log.GAME_CREATED:
        return event
    body: Any = log.decode(event.kind, event.body)
    if body.rules_version == version:
        return event
    raw = log.encode(msgspec.structs.replace(body, rules_version=version))
    return _As(seq=event.seq, kind=event.kind, actor=event.actor, body=raw, recorded_at=event.recorded_at)


def _parting(stored: Table, other: Table, told: tuple[list[Fact], list[Fact]]) -> str | None:
    """In what two tables differ after the same event, besides the version of their rules."""
    if stored.rules_version == other.rules_version:
        return None
    if told[0] != told[1]:
        return f"tells {_names(told[1])} instead of {_names(told[0])}"
    if _state(stored) != _state(other):
        return "leads to another position"
    return None


def _names(facts: list[Fact]) -> str:
    return ", ".join(str(fact.__struct_config__.tag) for fact in facts) or "nothing"


def _state(table: Table) -> Any:
    if table.state is None:
        return None
    plain = msgspec.to_builtins(table.state)
    plain.pop("rules_version", None)
    return plain
