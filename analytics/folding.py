"""What rows of the warehouse do the events of some games make?

Each game is folded from its first event, because it takes a state to know what an event brought about; only rows that are
not in the warehouse yet are kept. They are gathered in lists by type of struct and become Arrow columns at the end.

What is hidden from spectators waits until the game is over: its events (who, when, of which kind) and what a spectator may
see of its answers and facts are exported as they come, the rest when it is finished. A private game is hidden as a whole.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec
import pyarrow as pa

from analytics.deciding import Decisions, Watch
from analytics.pseudonyms import actor_shown, key_of_settings, pseudonym
from analytics.refereeing import disputes, rulings
from analytics.rows import EVENT, Group, Placed, column, flat, place, words
from analytics.rows import GAME as GAME
from analytics.schema import CHOICES, FACTS, OPTIONS, Schema
from events import store
from events.store import Row
from gameplay import log
from gameplay.rules.contract import SPECTATOR, Choice, Fact, Rules
from gameplay.table import FINISHED, VOIDED, Table, rescue

Tables = dict[str, pa.Table]
Seen = tuple[int | None, Choice | None, bool, Any]
"""What a table tells of an event: seat, answer, whether it was automatic, body of a lifecycle event."""


class Due(msgspec.Struct, frozen=True):
    """A game with events that are not in the warehouse.

    `head` and `head_hash` are the end of its log, as far as it is to be exported. Up to event `seq` all that is public is in
    the warehouse already, up to event `whole` everything.
    """

    game: UUID
    head: int
    head_hash: bytes
    seq: int = 0
    whole: int = 0


class Mark(msgspec.Struct, frozen=True):
    """How far a game is in the warehouse once the rows beside it are; `fault` says why no further."""

    game: UUID
    head: int
    head_hash: bytes
    seq: int
    whole: int
    fault: str = ""


class Folded(msgspec.Struct, frozen=True):
    """Rows by table, the watermarks to be written with them, and how many events they are made of.

    A row says by GAME, the first column, which game it is of: by the place of the game among the marks.
    """

    tables: Tables
    marks: list[Mark]
    events: int
    again: list[UUID] = []
    """Games of which these are all rows, because a rewind has changed what earlier ones mean: the old rows are to go."""


class Event(NamedTuple):
    """A row of the log, as the table reads it."""

    seq: int
    kind: str
    actor: str
    body: bytes
    recorded_at: int


_event: Final[Callable[[Row], Event]] = partial(tuple.__new__, Event)
"""The row by its names: a third of the time of Event._make, which is Python."""
_ENDS: Final = (log.GAME_FINISHED, log.RESULT_ADJUDICATED)


def fold(due: Sequence[Due], schema: Schema, key: bytes | None = None) -> Folded:
    """Read and fold these games; what is new of them, as Arrow tables. `key`: of the pseudonyms, by default that of the settings."""
    rows = Rows(schema, key_of_settings() if key is None else key)
    by_game = {each.game: each for each in due}
    for game, events in games_read(by_game):
        rows.add(by_game[game], events)
    return rows.folded()


def fold_played(games: Iterable[tuple[UUID, list[Event]]], schema: Schema) -> Folded:
    """The rows of games that are not in the log, because they were played for the statistics alone; each from its first event."""
    rows = Rows(schema, key_of_settings(), simulated=True)
    for game, events in games:
        rows.add(Due(game, len(events), b""), events)
    return rows.folded()


def games_read(due: dict[UUID, Due]) -> Iterator[tuple[UUID, list[Event]]]:
    """Each game with its events up to the head that is to be exported."""
    game: UUID | None = None
    events: list[Event] = []
    for stream, rows in store.read_many(after=dict.fromkeys(due, 0)):
        if stream != game:
            if game is not None:
                yield game, events[: due[game].head]
            game, events = stream, []
        events += map(_event, rows)
    if game is not None:
        yield game, events[: due[game].head]


class Told:
    """What one game tells when it is folded from its first event."""

    __slots__ = ("ends", "facts", "fault", "seen", "table", "watch")

    def __init__(self, game: UUID, events: Sequence[Event], passed_over: set[int]) -> None:
        """Fold up to the first event that can't be replayed and is not to be passed over."""
        self.table = table = Table(game)
        self.facts: list[Fact] = []
        self.seen: list[Seen] = []
        """One for each event that could be folded."""
        self.ends = [0]
        """How many facts there are after each event, and before the first."""
        self.fault = ""
        ended = any(event.kind in _ENDS for event in reversed(events))
        self.watch = watch = Watch()
        """What the seats were asked; of a game that never ended nothing is noted, since it may not be told."""
        apply, tell, asking, after = table.apply, self.facts.append, watch.asking if ended else None, watch.after
        take, end, facts = self.seen.append, self.ends.append, self.facts
        try:
            for event in events:
                if passed_over and event.seq in passed_over:
                    table.pass_over(event.seq)
                    take((None, None, False, None))
                else:
                    take(apply(event, tell, asking))
                    if ended:
                        after(table.state, event)
                end(len(facts))
        except Exception as error:  # noqa: BLE001 - whatever a rule raises on an old event, the game is exported up to there
            self.fault = f"event {len(self.seen) + 1}: {type(error).__name__}: {error}"[:500]


def told(game: UUID, events: Sequence[Event]) -> Told:
    """The game folded as far as it can be. What can't be replayed is passed over if a referee rewound past it, as the service does."""
    passed_over: set[int] = set()
    while True:
        found = Told(game, events, passed_over)
        led_past = rescue(events, len(found.seen) + 1) if found.fault else ()
        if not led_past:
            return found
        passed_over.update(led_past)


Groups = defaultdict[type[msgspec.Struct], Group]
FactAppends = tuple[Callable[[int], None], Callable[[msgspec.Struct], None], bool]
ChoiceAppends = tuple[Callable[[int], None], Callable[[msgspec.Struct], None], Callable[[int], None], Callable[[bool], None]]


class Rows:
    """The rows of a batch of games on their way into Arrow."""

    def __init__(self, schema: Schema, key: bytes, *, simulated: bool = False) -> None:
        self.schema = schema
        self.key = key
        self.simulated = simulated
        self.marks: list[Mark] = []
        self.again: list[UUID] = []
        self.undone: dict[int, list[tuple[int, int]]] = {}
        """For games with undone events: the stretches of them, first and last seq."""
        self.event_places = array("q")
        self.events: list[Event] = []
        self.event_seats: list[int | None] = []
        self.event_autos: list[bool] = []
        self.games: list[tuple[Any, ...]] = []
        self.seats: list[tuple[Any, ...]] = []
        self.results: list[tuple[Any, ...]] = []
        self.rulings: list[tuple[Any, ...]] = []
        self.disputes: list[tuple[Any, ...]] = []
        self.decisions = Decisions()
        self.options: Groups = defaultdict(Group)
        self.choices: Groups = defaultdict(Group)
        self.facts: Groups = defaultdict(Group)
        self.known: set[str] = set()
        """Names of the rules whose types have been looked at."""
        self.appends: dict[type[Fact], FactAppends] = {}
        """The appends of each type's group of facts, looked up once for many calls, and whether such a fact may be hidden from somebody."""
        self.choice_appends: dict[type[Choice], ChoiceAppends] = {}
        """The same for each type of answer: for the place, the answer, the seat, and whether the service gave it."""

    def add(self, due: Due, events: list[Event]) -> None:
        """Fold one game from its first event and take what is new."""
        found = told(due.game, events)
        table, seen = found.table, found.seen
        over = table.status == FINISHED
        if not seen or (table.private and not over):
            self.marks.append(Mark(due.game, due.head, due.head_hash, due.seq, due.whole, found.fault))
            return
        events = events[: len(seen)]
        if due.seq and any(event.kind == log.GAME_REWOUND for event in events[due.seq :]):
            self.again.append(due.game)
            due = Due(due.game, due.head, due.head_hash)
        self._know(table.rules)
        game = len(self.marks)
        if table.parents:
            self.undone[game] = table.undone()
        whole = len(seen) if over else due.whole
        self.marks.append(Mark(due.game, due.head, due.head_hash, len(seen), whole, found.fault))
        self._take_game(table, events, game)
        self._take_events(events[due.seq :], seen[due.seq :], game)
        self._take_choices(table, events, found, due, game)
        self._take_facts(found.facts, found.ends, due, game, over)

    def _know(self, rules: Rules) -> None:
        if rules.name in self.known:
            return
        self.known.add(rules.name)
        for fact in rules.facts:
            group = self.facts[fact]
            self.appends[fact] = (group.places.append, group.structs.append, fact.seen_by is not Fact.seen_by)
        for choice in (*rules.choices, *rules.answers):
            group = self.choices[choice]
            self.choice_appends[choice] = (group.places.append, group.structs.append, group.seats.append, group.autos.append)

    def _take_game(self, table: Table, events: list[Event], game: int) -> None:
        ended = next((e.recorded_at for e in reversed(events) if e.kind in _ENDS), None) if table.status == FINISHED else None
        started = events[table.started - 1].recorded_at if table.started <= len(events) else None
        self.games.append(
            (
                game, table.rules.name, table.rules_version, table.edition, len(table.seats), table.private, self.simulated, table.status,
                len(events), table.created_at, started, ended,
            )
        )  # fmt: skip
        for seat, actor in enumerate(table.seats):
            bot = actor.removeprefix(log.BOT_ACTOR) if actor and actor.startswith(log.BOT_ACTOR) else None
            self.seats.append((game, seat, pseudonym(actor, self.key).bytes if actor and bot is None else None, bot))
        if table.result is not None:
            winners = table.result.winners
            for seat, score in enumerate(table.result.scores):
                self.results.append((game, seat, score, seat in winners, len(winners)))
        group = self.options[table.rules.options]
        group.places.append(place(game))
        group.structs.append(table.options)

    def _take_events(self, events: list[Event], seen: list[Seen], game: int) -> None:
        if not events:
            return
        self.events += events
        self.event_places.extend(range(place(game, events[0].seq), place(game, events[-1].seq + 1), EVENT))
        self.event_seats += [each[0] for each in seen]
        self.event_autos += [each[2] for each in seen]

    def _take_choices(self, table: Table, events: list[Event], found: Told, due: Due, game: int) -> None:
        """Answers, what was asked for them, and what else the bodies of events tell."""
        base = place(game)
        over, redact, appends = table.status == FINISHED, table.rules.redact, self.choice_appends
        everything = over and not due.seq
        if over:
            self.decisions.take(game, found.watch.decided, due.whole)
        lifecycle = []
        for event, (seat, choice, auto, body) in zip(events, found.seen, strict=True):
            if choice is None or seat is None:
                if body is not None:
                    lifecycle.append((event, body))
                continue
            seq = event.seq
            if not everything and not _wanted(seq, redact(choice, seat, SPECTATOR) == choice, due, over):
                continue
            append_place, append_choice, append_seat, append_auto = appends[type(choice)]
            append_place(base + seq * EVENT)
            append_choice(choice)
            append_seat(seat)
            append_auto(auto)
        self.rulings += (row for row in rulings(game, table, lifecycle) if row[1] > due.seq)
        if over or table.status == VOIDED:
            self.disputes += disputes(game, lifecycle)

    def _take_facts(self, facts: list[Fact], ends: list[int], due: Due, game: int, over: bool) -> None:
        """The public facts of an event are numbered first, so that their numbers don't tell that there are others."""
        appends, base = self.appends, place(game)
        for seq, (start, end) in enumerate(pairwise(ends), start=1):
            if start == end:
                continue
            where = base + seq * EVENT
            hidden: list[Fact] = []
            wanted = seq > due.seq
            for fact in facts[start:end]:
                append_place, append_fact, secretive = appends[type(fact)]
                if secretive and not fact.seen_by(SPECTATOR):
                    hidden.append(fact)
                    continue
                if wanted:
                    append_place(where)
                    append_fact(fact)
                where += 1
            if hidden and _wanted(seq, False, due, over):
                for fact in hidden:
                    append_place, append_fact, _ = appends[type(fact)]
                    append_place(where)
                    append_fact(fact)
                    where += 1

    def folded(self) -> Folded:
        """The rows, by table. Tables without rows are left out."""
        plain_rows = {
            "games": self.games, "seats": self.seats, "results": self.results, "rulings": self.rulings, "disputes": self.disputes,
        }  # fmt: skip
        found: dict[str, pa.Table | None] = {name: flat(self.schema.tables[name], rows) for name, rows in plain_rows.items()}
        groups = [
            (kind, struct, group)
            for kind, by_struct in ((OPTIONS, self.options), (CHOICES, self.choices), (FACTS, self.facts))
            for struct, group in by_struct.items()
            if group.structs
        ]
        where = Placed([self.event_places, self.decisions.places, *(group.places for _, _, group in groups)], self.undone)
        found |= {"events": self._events(where.columns(0)), "decisions": self.decisions.arrow(where.columns(1))}
        for number, (kind, struct, group) in enumerate(groups, start=2):
            columns = where.columns(number, seq=kind != OPTIONS, ordinal=kind == FACTS)
            found[self.schema.sources[struct].table] = self._group(kind, struct, group, columns)
        tables = {name: table for name, table in found.items() if table is not None}
        return Folded(tables, self.marks, len(self.event_places), self.again)

    def _events(self, columns: dict[str, pa.Array]) -> pa.Table | None:
        if not self.events:
            return None
        _, kinds, actors, _, times = zip(*self.events, strict=True)
        return pa.table(
            {
                **columns,
                "kind": words(kinds, pa.string()),
                "actor": words(actors, pa.string(), partial(actor_shown, key=self.key)),
                "seat": pa.array(self.event_seats, pa.int32()),
                "auto": pa.array(self.event_autos, pa.bool_()),
                "recorded_at": pa.array(times, pa.int64()).cast(pa.timestamp("us")),
            }
        )

    def _group(self, kind: str, struct: type[msgspec.Struct], group: Group, columns: dict[str, pa.Array]) -> pa.Table:
        """The rows of one type of struct, beside the columns that tell where they belong."""
        if kind == CHOICES:
            columns["seat"] = pa.array(group.seats, pa.int32())
            columns["auto"] = pa.array(group.autos, pa.bool_())
        source = self.schema.sources[struct]
        for each, arrow in zip(source.places, source.types, strict=True):
            columns[each.column] = column(each, arrow, list(map(attrgetter(each.field), group.structs)))
        return pa.table(columns)


def _wanted(seq: int, public: bool, due: Due, over: bool) -> bool:
    """Is a row of this event to be exported now: new and public, or new and hidden until now?"""
    return seq > due.seq if public else over and seq > due.whole
