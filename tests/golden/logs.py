"""How is a golden log written, read, folded and shown?

A log is a file of JSON lines: a head (game, version, edition, seats, options), one line for each answer, the dealer's
included, and an end: the result and the SHA-256 of the last state and of everything that was told. It must fold to that
end for ever. Beside it lies a playthrough in plain text, which is reviewed like code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Choice, Result, Rules

FOLDER = Path(__file__).parent


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """How the game began."""

    rules: str
    rules_version: int
    edition: str
    deck_digest: str
    seats: int
    options: msgspec.Raw


class End(msgspec.Struct, forbid_unknown_fields=True):
    """How it ended: SHA-256 of the state, and of the facts in their order."""

    result: Result
    state: str
    facts: str


class Log(msgspec.Struct):
    """A recorded game."""

    head: Head
    answers: list[tuple[int, Choice]]
    end: End | None = None

    @property
    def rules(self) -> Rules:
        return GAMES[self.head.rules]


def paths(game: str) -> list[Path]:
    """The logs of a game."""
    return sorted((FOLDER / game).glob("*.jsonl"))


def read(path: Path) -> Log:
    """The log in this file."""
    lines = path.read_bytes().splitlines()
    head = msgspec.json.decode(lines[0], type=Head)
    rules = GAMES[head.rules]
    union: Any = rules.choices[0]
    for choice in (*rules.choices[1:], *rules.answers):
        union = union | choice
    answers = [msgspec.json.decode(line, type=tuple[int, union]) for line in lines[1:-1]]
    return Log(head, answers, msgspec.json.decode(lines[-1], type=End))


def write(path: Path, log: Log) -> None:
    """Write the log, its end and its playthrough."""
    log.end = end_of(log)
    path.parent.mkdir(exist_ok=True)
    lines = [msgspec.json.encode(line) for line in (log.head, *log.answers, log.end)]
    path.write_bytes(b"\n".join(lines) + b"\n")
    path.with_suffix(".txt").write_text(playthrough(log), encoding="utf-8")


def fold(log: Log) -> Iterator[tuple[Any, tuple[int, Choice] | None, list[Any]]]:
    """Each answer with the state before it and the facts that led there; at last the end, without an answer."""
    head = log.head
    told: list[Any] = []
    options = msgspec.json.decode(head.options, type=log.rules.options)
    s = log.rules.setup(head.seats, options, log.rules.editions[head.edition])
    kernel.settle(s, told.append)
    for answer in log.answers:
        yield s, answer, told
        told = []
        kernel.evolve(s, *answer, told.append)
    yield s, None, told


def end_of(log: Log) -> End:
    """What the log folds to now."""
    facts = hashlib.sha256()
    s: Any = None
    for s, _, told in fold(log):  # noqa: B007 - the last state is wanted
        for fact in told:
            facts.update(msgspec.json.encode(fact) + b"\n")
    return End(log.rules.result(s), hashlib.sha256(kernel.dump(s)).hexdigest(), facts.hexdigest())


def playthrough(log: Log) -> str:
    """The game in plain text: what was asked, what was answered, what came of it."""
    head = log.head
    lines = [f"{log.rules.title}, {head.seats} seats, options {bytes(head.options).decode()}", ""]
    for number, (s, answer, told) in enumerate(fold(log), 1):
        lines += [f"           {words(fact)}" for fact in told]
        if answer is not None:
            seat, choice = answer
            name = "dealer" if seat < 0 else f"seat {seat}"
            asked = kernel.decision(s).__struct_config__.tag
            count = len(kernel.options(s, seat))
            of = f"1 of {count}" if count < 10_000 else "1 of many"
            lines.append(f"{number:4}  {name}: {asked} ({of}): {words(choice)}")
        else:
            result = log.rules.result(s)
            lines += ["", f"scores {result.scores}, won by {result.winners}"]
    return "\n".join(lines) + "\n"


def words(part: Any) -> str:
    """A choice or a fact in one line."""
    plain = msgspec.to_builtins(part)
    return " ".join([plain.pop("type"), *(f"{name}={msgspec.json.encode(value).decode()}" for name, value in plain.items())])
