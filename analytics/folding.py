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
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from analytics.columns import plain
from analytics.schema import CHOICES, FACTS, OPTIONS, Schema
from events import store
from gameplay import log
from gameplay.rules.contract import SPECTATOR, Choice, Fact, Rules
from gameplay.table import FINISHED, Table

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

    stream: UUID
    seq: int
    kind: str
    actor: str
    body: bytes
    recorded_at: int
    command_id: str


GAME: Final = "game_place"

_STARTS: Final = (log.GAME_STARTED,)
_ENDS: Final = (log.GAME_FINISHED, log.RESULT_ADJUDICATED)

# Where a row belongs, as one number: index of the game in the batch, seq, ordinal. Arrow takes it apart again.
_GAME_BITS: Final = 40
_SEQ_BITS: Final = 16
_SEQ_MASK: Final = (1 << (_GAME_BITS - _SEQ_BITS)) - 1
_ORDINAL_MASK: Final = (1 << _SEQ_BITS) - 1


class Group:
    """Rows that come from one type of struct: where each belongs, the struct, and for answers who gave it."""

    __slots__ = ("autos", "places", "seats", "structs")

    def __init__(self) -> None:
        self.places = array("q")
        self.structs: list[msgspec.Struct] = []
        self.seats: list[int] = []
        self.autos: list[bool] = []


Groups = defaultdict[type[msgspec.Struct], Group]


def fold(due: Sequence[Due], schema: Schema) -> Folded:
    """Read and fold these games; what is new of them, as Arrow tables."""
    rows = Rows(schema)
    by_game = {each.game: each for each in due}
    for game, events in games_read(by_game):
        rows.add(by_game[game], events)
    return Folded(tables=rows.arrow(), marks=rows.marks, events=len(rows.events), again=rows.again)


def games_read(due: dict[UUID, Due]) -> Iterator[tuple[UUID, list[Event]]]:
    """Each game with its events up to the head that is to be exported."""
    game: UUID | None = None
    events: list[Event] = []
    for chunk in store.read_many(after=dict.fromkeys(due, 0)):
        for stream, rows in groupby(chunk, key=itemgetter(0)):
            if stream != game:
                if game is not None:
                    yield game, events[: due[game].head]
                game, events = stream, []
            events += map(Event._make, rows)
    if game is not None:
        yield game, events[: due[game].head]


class Rows:
    """The rows of a batch of games on their way into Arrow."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.marks: list[Mark] = []
        self.again: list[UUID] = []
        self.undone: dict[int, list[tuple[int, int]]] = {}
        """For games with undone events: the stretches of them, first and last seq."""
        self.events: list[Event] = []
        self.event_games: list[int] = []
        self.event_seats: list[int | None] = []
        self.event_autos: list[bool] = []
        self.games: list[tuple[Any, ...]] = []
        self.seats: list[tuple[Any, ...]] = []
        self.results: list[tuple[Any, ...]] = []
        self.options: Groups = defaultdict(Group)
        self.choices: Groups = defaultdict(Group)
        self.facts: Groups = defaultdict(Group)
        self.known: set[str] = set()
        """Names of the rules whose types have been looked at."""
        self.secretive: set[type[Fact]] = set()
        self.appends: dict[type[Fact], tuple[Callable[[int], None], Callable[[msgspec.Struct], None]]] = {}
        """The two appends of each type's group of facts, looked up once: they are called for every fact."""

    def add(self, due: Due, events: list[Event]) -> None:
        """Fold one game from its first event and take what is new."""
        table = Table(due.game)
        apply, facts = table.apply, list[Fact]()
        tell = facts.append
        seen: list[Seen] = []
        ends = [0]
        fault = ""
        try:
            for event in events:
                seen.append(apply(event, tell))
                ends.append(len(facts))
        except Exception as error:  # noqa: BLE001 - whatever a rule raises on an old event, the game is exported up to there
            fault = f"event {len(seen) + 1}: {type(error).__name__}: {error}"[:500]
        over = table.status == FINISHED
        if not seen or (table.private and not over):
            self.marks.append(Mark(due.game, due.head, due.head_hash, due.seq, due.whole, fault))
            return
        if due.seq and any(event.kind == log.GAME_REWOUND for event in events[due.seq : len(seen)]):
            self.again.append(due.game)
            due = Due(due.game, due.head, due.head_hash)
        self._know(table.rules)
        game = len(self.marks)
        if table.parents:
            self.undone[game] = table.undone()
        self.marks.append(Mark(due.game, due.head, due.head_hash, len(seen), len(seen) if over else due.whole, fault))
        self._take_game(table, events[: len(seen)], game)
        self._take_events(events[due.seq : len(seen)], seen[due.seq :], game)
        self._take_choices(table.rules, seen, due, game, over)
        self._take_facts(facts, ends, due, game, over)

    def _know(self, rules: Rules) -> None:
        if rules.name in self.known:
            return
        self.known.add(rules.name)
        self.secretive |= {fact for fact in rules.facts if fact.seen_by is not Fact.seen_by}
        for fact in rules.facts:
            group = self.facts[fact]
            self.appends[fact] = (group.places.append, group.structs.append)

    def _take_game(self, table: Table, events: list[Event], game: int) -> None:
        def when(kinds: tuple[str, ...], among: Iterator[Event]) -> int | None:
            return next((event.recorded_at for event in among if event.kind in kinds), None)

        ended = when(_ENDS, reversed(events)) if table.status == FINISHED else None
        self.games.append(
            (
                game, table.rules.name, table.rules_version, table.edition, len(table.seats), table.private, False, table.status,
                len(events), table.created_at, when(_STARTS, iter(events)), ended,
            )
        )  # fmt: skip
        for seat, actor in enumerate(table.seats):
            bot = actor.removeprefix(log.BOT_ACTOR) if actor and actor.startswith(log.BOT_ACTOR) else None
            self.seats.append((game, seat, UUID(actor).bytes if actor and bot is None else None, bot))
        if table.result is not None:
            winners = table.result.winners
            for seat, score in enumerate(table.result.scores):
                self.results.append((game, seat, score, seat in winners, len(winners)))
        group = self.options[table.rules.options]
        group.places.append(game << _GAME_BITS)
        group.structs.append(table.options)

    def _take_events(self, events: list[Event], seen: list[Seen], game: int) -> None:
        self.events += events
        self.event_games += [game] * len(events)
        self.event_seats += [each[0] for each in seen]
        self.event_autos += [each[2] for each in seen]

    def _take_choices(self, rules: Rules, seen: list[Seen], due: Due, game: int, over: bool) -> None:
        everything = over and not due.seq
        groups = self.choices
        for seq, (seat, choice, auto, _) in enumerate(seen, start=1):
            if choice is None or seat is None:
                continue
            if not everything and not _wanted(seq, rules.redact(choice, seat, SPECTATOR) == choice, due, over):
                continue
            group = groups[type(choice)]
            group.places.append(game << _GAME_BITS | seq << _SEQ_BITS)
            group.structs.append(choice)
            group.seats.append(seat)
            group.autos.append(auto)

    def _take_facts(self, facts: list[Fact], ends: list[int], due: Due, game: int, over: bool) -> None:
        """The public facts of an event are numbered first, so that their numbers don't tell that there are others."""
        appends, secretive = self.appends, self.secretive
        for seq, (start, end) in enumerate(pairwise(ends), start=1):
            if start == end:
                continue
            place = game << _GAME_BITS | seq << _SEQ_BITS
            hidden: list[Fact] = []
            wanted = seq > due.seq
            for fact in facts[start:end]:
                kind = type(fact)
                if kind in secretive and not fact.seen_by(SPECTATOR):
                    hidden.append(fact)
                    continue
                if wanted:
                    append_place, append_fact = appends[kind]
                    append_place(place)
                    append_fact(fact)
                place += 1
            if hidden and _wanted(seq, False, due, over):
                for fact in hidden:
                    append_place, append_fact = appends[type(fact)]
                    append_place(place)
                    append_fact(fact)
                    place += 1

    def arrow(self) -> Tables:
        """The rows, by table. Tables without rows are left out."""
        found: dict[str, pa.Table | None] = {
            "games": self._flat("games", self.games),
            "seats": self._flat("seats", self.seats),
            "events": self._events(),
            "results": self._flat("results", self.results),
        }
        for kind, groups in ((OPTIONS, self.options), (CHOICES, self.choices), (FACTS, self.facts)):
            found |= {
                self.schema.sources[struct].table: self._group(kind, struct, group) for struct, group in groups.items() if group.structs
            }
        return {name: table for name, table in found.items() if table is not None}

    def _flat(self, name: str, rows: list[tuple[Any, ...]]) -> pa.Table | None:
        if not rows:
            return None
        games, *columns = zip(*rows, strict=True)
        wanted = self.schema.tables[name].columns[1:]
        arrays = [_array(column.arrow, values) for column, values in zip(wanted, columns, strict=True)]
        return pa.table([pa.array(games, pa.int32()), *arrays], [GAME, *(column.name for column in wanted)])

    def _events(self) -> pa.Table | None:
        if not self.events:
            return None
        _, seqs, kinds, actors, _, times, _ = zip(*self.events, strict=True)
        return pa.table(
            {
                GAME: pa.array(self.event_games, pa.int32()),
                "seq": pa.array(seqs, pa.int32()),
                "kind": pa.array(kinds, pa.string()),
                "actor": pa.array(actors, pa.string()),
                "seat": pa.array(self.event_seats, pa.int32()),
                "auto": pa.array(self.event_autos, pa.bool_()),
                "recorded_at": pa.array(times, pa.timestamp("us")),
                "undone": self._undone(zip(self.event_games, seqs, strict=True), len(seqs)),
            }
        )

    def _undone(self, at: Iterable[tuple[int, int]], length: int) -> pa.Array:
        """Whether each event, given by game and seq, was taken back."""
        if not self.undone:
            return pa.repeat(False, length)
        return pa.array([any(first <= seq <= last for first, last in self.undone.get(game, ())) for game, seq in at], pa.bool_())

    def _group(self, kind: str, struct: type[msgspec.Struct], group: Group) -> pa.Table:
        """The rows of one type of struct."""
        places = pa.Array.from_buffers(pa.int64(), len(group.places), [None, pa.py_buffer(group.places)])
        columns: dict[str, pa.Array] = {GAME: pc.shift_right(places, _GAME_BITS).cast(pa.int32())}
        if kind != OPTIONS:
            seqs = pc.bit_wise_and(pc.shift_right(places, _SEQ_BITS), _SEQ_MASK)
            columns["seq"] = seqs.cast(pa.int32())
            at = ((place >> _GAME_BITS, place >> _SEQ_BITS & _SEQ_MASK) for place in group.places)
            columns["undone"] = self._undone(at, len(places))
        if kind == CHOICES:
            columns["seat"] = pa.array(group.seats, pa.int32())
            columns["auto"] = pa.array(group.autos, pa.bool_())
        elif kind == FACTS:
            columns["ordinal"] = pc.bit_wise_and(places, _ORDINAL_MASK).cast(pa.int32())
        source = self.schema.sources[struct]
        for place, arrow in zip(source.places, source.types, strict=True):
            values = list(map(attrgetter(place.field), group.structs))
            columns[place.column] = _array(arrow, plain(place, values))
        return pa.table(columns)


def _wanted(seq: int, public: bool, due: Due, over: bool) -> bool:
    """Is a row of this event to be exported now: new and public, or new and hidden until now?"""
    return seq > due.seq if public else over and seq > due.whole


def _array(kind: pa.DataType, values: Sequence[Any]) -> pa.Array:
    if kind == pa.uuid():
        return pa.ExtensionArray.from_storage(kind, pa.array(values, pa.binary(16)))
    return pa.array(values, kind)
