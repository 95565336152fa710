"""What may whom be told about a game? Every read is one of these functions, and none of them writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet

from events import store
from gameplay import fairness, log
from gameplay.documents import (
    DecisionShown,
    EntryShown,
    FaultShown,
    FeedPage,
    GameShown,
    GameSummary,
    RecordLine,
    ResultShown,
    SeatShown,
    Stretch,
    Verified,
    ViewAt,
    ViewerShown,
    rfc3339,
)
from gameplay.errors import CODES, GameplayError
from gameplay.models import DealerSecret, Game, Player, Seat
from gameplay.referee.ledger import delivered
from gameplay.rows import seat_states
from gameplay.rules import kernel
from gameplay.rules.chance import recipe
from gameplay.rules.contract import DEALER, REFEREE, SPECTATOR, LargeOptions, as_list
from gameplay.rules.contract import Seat as SeatIndex
from gameplay.table import FINISHED, VOIDED, Entry, History, Table
from gameplay.tables import borrowed

LISTED = 200
"""How many choices of a decision are listed without being asked for."""
PAGE = 50
PAGE_MOST = 200
FAULT_UNTOLD = "The reason is told to referees: it may speak of what others can't see."


class Viewer(msgspec.Struct, frozen=True):
    """Who asks: a person (or nobody in particular), who may have a referee's eyes where they don't sit themselves."""

    player: UUID | None = None
    referee: bool = False

    @property
    def actor(self) -> str:
        """As the log knows them; no seat holds the empty string."""
        return "" if self.player is None else str(self.player)


def role(table: Table, viewer: Viewer) -> SeatIndex:
    """As what they see this game: their seat, else REFEREE if they are one and never sat here, else SPECTATOR."""
    seat = table.seat_of(viewer.actor) if viewer.player else None
    if seat is not None:
        return seat
    return REFEREE if viewer.referee and viewer.actor not in table.sat else SPECTATOR


def require_visible(table: Table, viewer: Viewer) -> SeatIndex:
    """The role of this viewer. Raises `game_not_found` if the game is private and none of theirs."""
    found = role(table, viewer)
    if table.private and found == SPECTATOR and viewer.actor != table.creator:
        raise GameplayError("game_not_found", CODES["game_not_found"])
    return found


@contextmanager
def visible(game_id: UUID, viewer: Viewer) -> Iterator[History]:
    """The game up to now, for this thread to read. Raises `game_not_found`."""
    with borrowed(game_id) as found:
        require_visible(found.table, viewer)
        yield found


def viewer_shown(seen_as: SeatIndex) -> ViewerShown:
    if seen_as >= 0:
        return ViewerShown(role="seat", seat=seen_as)
    return ViewerShown(role="referee" if seen_as == REFEREE else "spectator", seat=None)


@cache
def prompt(docstring: str) -> str:
    """The question of a decision: its docstring without the clause, on one line."""
    return " ".join(docstring.strip().split("\n\n")[0].split()[1:])


def decisions_of(table: Table, seen_as: SeatIndex, limit: int = LISTED) -> list[DecisionShown]:
    """What this viewer is asked now, with up to `limit` of the legal choices; a referee sees what every seat is asked."""
    awaited = table.awaiting()
    seats = list(awaited) if seen_as == REFEREE else [seen_as] if seen_as in awaited else []
    return [_decision(table, seat, awaited[seat], limit) for seat in seats if seat >= 0]


def _decision(table: Table, seat: SeatIndex, number: int, limit: int) -> DecisionShown:
    frame = kernel.decision(table.state)
    options = frame.options(table.state, seat)
    count = len(options)
    large = isinstance(options, LargeOptions)
    choices = list(as_list(options, limit)) if not large or limit > LISTED or count <= limit else []
    return DecisionShown(
        id=f"d{number}",
        seat=seat,
        due=seat in kernel.due(table.state),
        kind=str(frame.__struct_config__.tag),
        clause=frame.clause,
        prompt=prompt(type(frame).__doc__ or ""),
        count=count,
        complete=len(choices) == count,
        choices=choices,
        forms=list(options.forms()) if isinstance(options, LargeOptions) else [],
    )


def names_of(players: Iterable[UUID | None]) -> dict[UUID, str]:
    """User names by player id, of those whose account still exists."""
    wanted = {player for player in players if player}
    if not wanted:
        return {}
    rows = Player.objects.filter(id__in=wanted, user__isnull=False).values_list("id", "user__username")
    return dict(rows)


def seats_shown(table: Table) -> list[SeatShown]:
    """Who sits where, who is waited for, and the public points."""
    awaited = table.due()
    scores = table.scores()
    people = {i: UUID(a) for i, a in enumerate(table.seats) if a and not a.startswith(log.BOT_ACTOR)}
    names = names_of(people.values())
    return [
        SeatShown(
            seat=index,
            player=str(people[index]) if index in people else None,
            name=names.get(people[index]) if index in people else None,
            bot=actor.removeprefix(log.BOT_ACTOR) if actor and index not in people else None,
            awaiting=index in awaited,
            score=None if scores is None else scores[index],
            deadline=deadline_shown(state.deadline),
        )
        for index, (actor, state) in enumerate(zip(table.seats, seat_states(table), strict=True))
    ]


def deadline_shown(deadline: int | None) -> str | None:
    """A deadline in microseconds as RFC 3339."""
    return None if deadline is None else rfc3339(deadline)


def game_view(*, game_id: UUID, viewer: Viewer) -> GameShown:
    """The game as this viewer may see it now. Raises `game_not_found`."""
    with visible(game_id, viewer) as found:
        table, seen_as = found.table, role(found.table, viewer)
        delivered(game=game_id, player=viewer.player, seen_as=seen_as, what="view", after=table.version, upto=table.version)
        return _game(table, seen_as)


def _game(table: Table, seen_as: SeatIndex) -> GameShown:
    return GameShown(
        id=str(table.game),
        rules=table.rules.name,
        rules_version=table.rules_version,
        edition=table.edition,
        options=table.options,
        status=table.status,  # type: ignore[arg-type]
        private=table.private,
        creator=table.creator,
        seats=seats_shown(table),
        version=table.version,
        created_at=rfc3339(table.created_at),
        updated_at=rfc3339(table.updated_at),
        epoch=table.epoch,
        commitment=table.commitment,
        viewer=viewer_shown(seen_as),
        decisions=decisions_of(table, seen_as),
        view=None if table.state is None else table.rules.view(table.state, seen_as),
        paused=table.paused,
        clock=table.clocks.clock if table.clocks else None,
        result=None if table.result is None else ResultShown(table.result.scores, table.result.winners),
        fault=None if table.fault is None else FaultShown(table.fault.seq, table.fault.why if seen_as == REFEREE else FAULT_UNTOLD),
    )


def decisions_open(*, game_id: UUID, viewer: Viewer, limit: int = LISTED) -> list[DecisionShown]:
    """What this viewer is asked now. Raises `game_not_found`."""
    with visible(game_id, viewer) as found:
        table, seen_as = found.table, role(found.table, viewer)
        delivered(game=game_id, player=viewer.player, seen_as=seen_as, what="decisions", after=table.version, upto=table.version)
        return decisions_of(table, seen_as, limit)


def view_at(*, game_id: UUID, viewer: Viewer, seq: int) -> ViewAt:
    """What this viewer could see as of event `seq`. Raises `game_not_found`, `event_not_found`."""
    with visible(game_id, viewer) as found:
        version, seen_as = found.table.version, role(found.table, viewer)
        if not 1 <= seq <= version:
            raise GameplayError("event_not_found", CODES["event_not_found"], version=version)
        delivered(game=game_id, player=viewer.player, seen_as=seen_as, what="at", after=seq, upto=seq)
        return position_shown(found.at(seq), seen_as)


def position_shown(table: Table, seen_as: SeatIndex) -> ViewAt:
    """The table as one viewer may see it."""
    return ViewAt(
        game=str(table.game),
        seq=table.version,
        at=rfc3339(table.updated_at),
        status=table.status,  # type: ignore[arg-type]
        viewer=viewer_shown(seen_as),
        decisions=decisions_of(table, seen_as),
        view=None if table.state is None else table.rules.view(table.state, seen_as),
    )


def entry_shown(entry: Entry, seen_as: SeatIndex, table: Table) -> EntryShown:
    """An event as this viewer may know it: built from what they may know, facts and choice one by one."""
    choice = None
    if entry.choice is not None and entry.seat is not None:
        choice = table.rules.redact(entry.choice, entry.seat, seen_as)
    facts = [fact for fact in entry.facts if seen_as == REFEREE or fact.seen_by(seen_as)]
    return EntryShown(
        seq=entry.seq,
        at=rfc3339(entry.at),
        kind=entry.kind,
        seat=entry.seat if entry.seat is not None and entry.seat >= 0 else None,
        player=getattr(entry.body, "player", None),
        auto=entry.auto,
        choice=choice,
        facts=facts,
        rewound_to=entry.body.to if entry.kind == log.GAME_REWOUND and entry.body else None,
    )


def feed(*, game_id: UUID, viewer: Viewer, after: int, limit: int = PAGE) -> FeedPage:
    """The events after seq `after`, at most `limit`, as this viewer may know them. Raises `game_not_found`, `event_not_found`."""
    with visible(game_id, viewer) as found:
        table = found.table
        if not 0 <= after <= table.version:
            raise GameplayError("event_not_found", CODES["event_not_found"], version=table.version)
        seen_as = role(table, viewer)
        items = [entry_shown(entry, seen_as, table) for entry in found.entries[after : after + limit]]
        if items:
            delivered(game=game_id, player=viewer.player, seen_as=seen_as, what="feed", after=after, upto=after + len(items))
        return FeedPage(
            items=items,
            version=table.version,
            next_after=after + len(items),
            has_more=after + len(items) < table.version,
            ended=table.status in (FINISHED, VOIDED) and after + len(items) == table.version,
            undone=[Stretch(first, last) for first, last in table.undone()],
        )


def games_of(viewer: Viewer) -> QuerySet[Game]:
    """The games that this viewer may see, newest first (ids are ordered by time)."""
    games = Game.objects.order_by("-id")
    if viewer.referee:
        return games
    if viewer.player is None:
        return games.filter(private=False)
    mine = Seat.objects.filter(player=viewer.player).values("game_id")
    return games.filter(Q(private=False) | Q(creator=viewer.actor) | Q(id__in=mine))


def game_list(
    *,
    viewer: Viewer,
    rules: str | None = None,
    status: str | None = None,
    mine: bool = False,
    awaiting: bool = False,
    before: UUID | None = None,
    limit: int = PAGE,
) -> tuple[list[GameSummary], bool]:
    """A page of games before the id `before`, newest first, and whether there are more."""
    games = games_of(viewer)
    if rules is not None:
        games = games.filter(rules=rules)
    if status is not None:
        games = games.filter(status=status)
    if mine or awaiting:
        seats = Seat.objects.filter(player=viewer.player) if viewer.player else Seat.objects.none()
        games = games.filter(id__in=(seats.filter(awaiting=True) if awaiting else seats).values("game_id"))
    if before is not None:
        games = games.filter(id__lt=before)
    rows = list(games.prefetch_related("seats")[: limit + 1])
    page = rows[:limit]
    names = names_of(seat.player for row in page for seat in row.seats.all())
    return [_summary(row, names) for row in page], len(rows) > limit


def _summary(row: Game, names: dict[UUID, str]) -> GameSummary:
    return GameSummary(
        id=str(row.id),
        rules=row.rules,
        edition=row.edition,
        status=row.status,  # type: ignore[arg-type]
        private=row.private,
        creator=row.creator,
        seats=[
            SeatShown(
                seat=seat.index,
                player=str(seat.player) if seat.player else None,
                name=names.get(seat.player) if seat.player else None,
                bot=seat.bot or None,
                awaiting=seat.awaiting,
                score=seat.score,
                deadline=deadline_shown(seat.deadline),
            )
            for seat in sorted(row.seats.all(), key=lambda seat: seat.index)
        ],
        version=row.version,
        created_at=rfc3339(row.created_at),
        updated_at=rfc3339(row.updated_at),
    )


def record(*, game_id: UUID, viewer: Viewer) -> Iterator[bytes]:
    """The whole log of a game as NDJSON lines, as stored: of a finished game, or of any for a referee.

    Raises `game_not_found`, `game_not_finished` (before the first line).
    """
    with visible(game_id, viewer) as found:
        if found.table.status not in (FINISHED, VOIDED) and role(found.table, viewer) != REFEREE:
            raise GameplayError("game_not_finished", CODES["game_not_finished"])
        table = found.table
        delivered(game=game_id, player=viewer.player, seen_as=role(table, viewer), what="record", after=0, upto=table.version)
    return record_lines(game_id)


def record_lines(game: UUID) -> Iterator[bytes]:
    table = Table(game)
    for event in store.read(stream=game):
        drawn = event.kind == log.DEALER_ANSWERED
        line = RecordLine(
            game=str(game),
            seq=event.seq,
            kind=event.kind,
            actor=event.actor,
            recorded_at=event.recorded_at,
            command_id=event.command_id,
            body=msgspec.Raw(event.body),
            hash=event.hash.hex(),
            draw=recipe(kernel.options(table.state, DEALER)) if drawn else None,
        )
        yield msgspec.json.encode(line) + b"\n"
        table.apply(event, kernel.ignore)


def verification(*, game_id: UUID, viewer: Viewer) -> Verified:
    """Chain, strict replay and the dealer's draws of a game, checked now. Raises `game_not_found`."""
    with visible(game_id, viewer) as found:
        whole = found.table.status in (FINISHED, VOIDED) or role(found.table, viewer) == REFEREE
    checked = game_verify(game_id)
    return checked if whole else _without_the_hidden(checked)


def _without_the_hidden(checked: Verified) -> Verified:
    """While the game runs: no hash, since whoever tries every hidden answer finds the one that fits, and no words of the rules."""
    replay, drawn = (
        check if check.ok else msgspec.structs.replace(check, why=FAULT_UNTOLD) for check in (checked.replay, checked.fairness)
    )
    return msgspec.structs.replace(checked, head_hash=None, replay=replay, fairness=drawn)


def game_verify(game_id: UUID) -> Verified:
    """The same for whoever may see every game."""
    chain = store.verify(stream=game_id)
    secrets = {epoch: bytes(secret) for epoch, secret in DealerSecret.objects.filter(game=game_id).values_list("epoch", "secret")}
    audit = fairness.audit(game_id, list(store.read(stream=game_id)), secrets)
    head = store.head(stream=game_id)
    checked = fairness.Checked(ok=chain.ok, checked=chain.checked, first_fault=chain.first_bad, why=chain.why)
    return Verified(
        game=str(game_id),
        version=head.version if head else 0,
        ok=chain.ok and audit.replay.ok and audit.fairness.ok,
        chain=checked,
        replay=audit.replay,
        fairness=audit.fairness,
        secret_revealed=audit.revealed,
        head_hash=head.head_hash.hex() if head else "",
    )


def player_of(user: Any) -> Player:
    """The player of an account, made on first use."""
    return Player.objects.get_or_create(user=user)[0]
