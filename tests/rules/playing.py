"""How is a game played by a test, at random or by its bots, and kept as a log?

A game's own tests say, in `tests/rules/<game>/cases.py`, which `OPTIONS` to play with, how many answers a game has at the
most (`MOST_ANSWERS`) and what `conserved(s)` means.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import msgspec

from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.chance import Chance, RandomChance, draw
from gameplay.rules.contract import DEALER, Choice, Illegal, Rules, as_list

GAMES_PER_CASE = int(os.environ.get("REVENANT_CONTRACT_GAMES", "2"))
"""Set it to hundreds for a long run."""
LISTED = 2000
"""So many options of a large set are looked at."""
TRIED = 30
"""So many of them are sent."""


@dataclass(frozen=True)
class Case:
    """One way to play a game."""

    game: str
    seats: int
    options: str
    """As JSON."""

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{self.options}"

    @property
    def rules(self) -> Rules:
        return GAMES[self.game]

    @property
    def own(self) -> Any:
        return import_module(f"tests.rules.{self.game}.cases")

    def begin(self, tell: Any = kernel.ignore) -> Any:
        options = msgspec.json.decode(self.options, type=self.rules.options)
        s = self.rules.setup(self.seats, options, self.rules.editions[self.rules.edition])
        kernel.settle(s, tell)
        return s


def cases() -> list[Case]:
    """Every game of the catalogue with every number of seats and all its options."""
    found = []
    for name, rules in GAMES.items():
        options = import_module(f"tests.rules.{name}.cases").OPTIONS
        found += [Case(name, seats, msgspec.json.encode(o).decode()) for seats in rules.seats for o in options]
    return found


Answer = tuple[int, Choice]
Policy = Callable[[Any, int, Any, Chance], Choice]


def at_random(s: Any, seat: int, options: Any, chance: Chance) -> Choice:
    return draw(options, chance)


def policies(rules: Rules, seats: int, chance: Chance) -> list[Policy]:
    """For each seat random play or one of the game's bots."""

    def of(bot: Any) -> Policy:
        return lambda s, seat, options, chance: bot(rules.view(s, seat), seat, options, chance)

    known = [at_random, at_random, *(of(bot) for bot in rules.bots.values())]
    return [known[chance.below(len(known))] for _ in range(seats)]


def walk(case: Case, seed: int, tell: Any = kernel.ignore) -> Iterator[tuple[Any, Answer]]:
    """Play a game; yield each state with the answer that will be given to it next."""
    chance = RandomChance(f"{case}/{seed}")
    players = policies(case.rules, case.seats, chance)
    s = case.begin(tell)
    for _ in range(case.own.MOST_ANSWERS):
        if not s.stack:
            return
        waiting = kernel.due(s) if chance.below(4) else list(kernel.awaiting(s))
        seat = waiting[chance.below(len(waiting))]
        options = kernel.options(s, seat)
        choice = draw(options, chance) if seat == DEALER else players[seat](s, seat, options, chance)
        yield s, (seat, choice)
        kernel.evolve(s, seat, choice, tell)
    raise AssertionError(f"{case} goes on after {case.own.MOST_ANSWERS} answers")


def games(case: Case) -> range:
    return range(GAMES_PER_CASE)


def copy(case: Case, s: Any) -> Any:
    return kernel.load(case.rules, kernel.dump(s))


def record(case: Case, seed: int) -> list[Answer]:
    """The log of one game."""
    return [answer for _, answer in walk(case, seed)]


def fold(case: Case, log: Sequence[Answer], tell: Any = kernel.ignore) -> Any:
    s = case.begin(tell)
    for seat, choice in log:
        kernel.evolve(s, seat, choice, tell)
    return s


def refusal(s: Any, seat: int, choice: Choice) -> tuple[str, str, str] | None:
    """Code, clause and sentence of a refusal; None if the choice is accepted."""
    try:
        kernel.decide(s, seat, choice)
    except Illegal as illegal:
        return illegal.code, illegal.clause, illegal.detail
    return None


def mutants(case: Case, choice: Choice, chance: Chance) -> Iterator[Choice]:
    """Choices of the same shape with one member changed, as far as the types allow them."""
    plain = msgspec.to_builtins(choice)
    for name, value in plain.items():
        if name == "type":
            continue
        for other in _others(value, chance):
            try:
                yield msgspec.convert({**plain, name: other}, type(choice)).canonical()
            except msgspec.ValidationError:
                continue


def _others(value: Any, chance: Chance) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, chance.below(60), 0]
    if isinstance(value, list):
        found = [value[:-1], value + value[:1], value[:-1] + value[:1]]
        return found + [[*value[:-1], last] for last in _others(value[-1], chance)] if value else found
    return [0, "", "graveyard"]


class Pool:
    """Choices that were seen anywhere: what is offered to one seat is often wrong for another, or later."""

    def __init__(self, case: Case, chance: Chance) -> None:
        self.case, self.chance = case, chance
        self.seen: dict[str, Choice] = {}

    def add(self, choices: Sequence[Choice]) -> None:
        for choice in choices:
            self.seen.setdefault(repr(choice), choice)

    def some(self, count: int) -> list[Choice]:
        """Some of them and some of their mutants."""
        seen = list(self.seen.values())
        found = [seen[self.chance.below(len(seen))] for _ in range(count if seen else 0)]
        return found + [other for choice in found[:2] for other in mutants(self.case, choice, self.chance)]


def counted(s: Any, seat: int) -> frozenset[str]:
    """The types of what a seat is offered, which was found to be counted as it is made, in number and in types."""
    options = kernel.options(s, seat)
    made = as_list(options, 10**6)
    assert len({*map(repr, made)}) == len(made), "offered twice"
    types = frozenset(str(choice.__struct_config__.tag) for choice in made)
    assert kernel.offered(s, seat) == kernel.tally(options) == (len(made), types)
    return types
