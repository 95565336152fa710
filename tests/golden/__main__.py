"""Record golden logs: `python -m tests.golden record <game> [name]`, or `show <game> <name>` to print a playthrough.

What to play is said in `GOLDEN` of `tests/rules/<game>/cases.py`: name -> (seats, options, seed). A log that exists is kept,
because it stands for all the games that were played; to replace one, delete it first.
"""

from __future__ import annotations

import sys
from importlib import import_module

import msgspec

from gameplay.rules.catalogue import GAMES
from tests.golden import logs
from tests.rules import playing


def record(game: str, wanted: str = "") -> None:
    """Play and write each log of the game that does not exist yet."""
    rules = GAMES[game]
    edition = rules.editions[rules.edition]
    for name, (seats, options, seed) in import_module(f"tests.rules.{game}.cases").GOLDEN.items():
        path = logs.FOLDER / game / f"{name}.jsonl"
        if path.exists() or wanted not in name:
            continue
        raw = msgspec.json.encode(options)
        head = logs.Head(game, rules.version, edition.name, edition.digest, seats, msgspec.Raw(raw))
        answers = playing.record(playing.Case(game, seats, raw.decode()), seed)
        logs.write(path, logs.Log(head, answers))
        print(f"{path.relative_to(logs.FOLDER)}: {len(answers)} answers")


def show(game: str, name: str) -> None:
    """Print the playthrough of a log."""
    print(logs.playthrough(logs.read(logs.FOLDER / game / f"{name}.jsonl")), end="")


if __name__ == "__main__":
    {"record": record, "show": show}[sys.argv[1]](*sys.argv[2:])
