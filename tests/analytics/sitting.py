"""How is a game played for a test that interferes: at what time each event is recorded, where it pauses, where it is rewound?"""

from __future__ import annotations

from uuid import UUID

from uuid6 import uuid7

from analytics.folding import Event
from events import store
from events.store import NewEvent
from gameplay import log
from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER, Choice
from gameplay.table import Table

SECOND = 1_000_000
START = 1_700_000_000 * SECOND


class Sitting:
    """A game at its table, and its events so far. A clock of its own goes on by an odd number of µs with every event."""

    def __init__(self, rules: str, seats: int, seed: int, *, players: list[str], options: dict | None = None) -> None:
        self.rules = GAMES[rules]
        self.game = uuid7()
        self.table = Table(self.game)
        self.chance = RandomChance(seed)
        self.events: list[Event] = []
        self.now = START
        edition = self.rules.editions[self.rules.edition]
        created = log.GameCreated(
            rules=rules, rules_version=self.rules.version, edition=edition.name, deck_digest=edition.digest,
            options=options or {}, seats=seats, epoch=1, commitment="00",
        )  # fmt: skip
        self.write(log.GAME_CREATED, players[0], created)
        for seat, player in enumerate(players):
            self.write(log.SEAT_TAKEN, player, log.SeatChanged(seat, player))
        self.write(log.GAME_STARTED, players[0], log.Nothing())

    def write(self, kind: str, actor: str, body: log.Body, *, after: int = 1_234_567) -> int:
        """Record an event so many µs later. Returns its seq."""
        self.now += after
        event = Event(self.table.version + 1, kind, actor, log.encode(body), self.now)
        self.events.append(event)
        self.table.apply(event, kernel.ignore)
        return event.seq

    def pass_over(self, kind: str, actor: str, body: bytes) -> int:
        """Record an event that cannot be replayed."""
        self.now += 1
        event = Event(self.table.version + 1, kind, actor, body, self.now)
        self.events.append(event)
        self.table.pass_over(event.seq)
        return event.seq

    def step(self, *, after: int = 1_234_567) -> int:
        """One answer of whoever is waited for first. Returns its seq."""
        s = self.table.state
        seat = kernel.due(s)[0]
        decision = f"d{kernel.awaiting(s)[seat]}"
        if seat == DEALER:
            return self.write(
                log.DEALER_ANSWERED, "dealer", log.DealerAnswered(decision, kernel.dealer_answer(s, self.chance)), after=after
            )
        forced = kernel.forced(s)
        choice: Choice = (
            forced[1] if forced else self.rules.bots["random"](self.rules.view(s, seat), seat, kernel.options(s, seat), self.chance)
        )
        made = log.ChoiceMade(decision, seat, choice, auto=forced is not None)
        return self.write(log.CHOICE_MADE, self.table.seats[seat] or "", made, after=after)

    def steps(self, number: int) -> None:
        for _ in range(number):
            self.step()

    def finish(self) -> None:
        """Play to the end and record the result."""
        while not self.table.over:
            self.step()
        result = self.rules.result(self.table.state)
        self.write(log.GAME_FINISHED, log.SYSTEM_ACTOR, log.GameFinished(result.scores, result.winners))

    def put(self) -> UUID:
        """Append to the log what is not in it yet."""
        head = store.heads(streams=[self.game]).get(self.game, 0)
        for event in self.events[head:]:
            new = NewEvent(kind=event.kind, actor=event.actor, body=event.body)
            store.append(stream=self.game, events=[new], expected_version=event.seq - 1, now=event.recorded_at)
        return self.game
