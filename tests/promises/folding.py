"""To which bytes does a record fold? Pure rules and the standard library: no Django, no database.

python -m tests.promises.folding <seed of the order of imports>  < record.ndjson
"""

from __future__ import annotations

import hashlib
import importlib
import json
import pkgutil
import random
import sys
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import msgspec


def import_all(seed: int) -> None:
    """Import every module of the rules, in an order drawn with this seed, before anything else of ours."""
    import gameplay.rules

    names = sorted(module.name for module in pkgutil.walk_packages(gameplay.rules.__path__, "gameplay.rules."))
    random.Random(seed).shuffle(names)
    for name in names:
        importlib.import_module(name)


def digests(record: bytes) -> list[str]:
    """SHA-256 of all that stands on the table, one after each event."""
    from gameplay.rules import kernel
    from gameplay.table import Table

    lines = record.splitlines()
    table = Table(UUID(json.loads(lines[0])["game"]))
    found = []
    for line in lines:
        members = json.loads(line)
        body = line[line.index(b'"body":') + 7 : line.rindex(b',"hash":')]
        table.apply(SimpleNamespace(**{**members, "body": body}), kernel.ignore)
        found.append(state_digest(table))
    return found


def state_digest(table: Any) -> str:
    """Of the state of the rules, every view, and what the table itself knows."""
    from gameplay.rules import kernel
    from gameplay.rules.contract import REFEREE, SPECTATOR

    parts: list[Any] = [table.version, table.status, table.seats, table.result, table.epoch, table.secrets, table.updated_at]
    if table.state is not None:
        parts += [msgspec.Raw(kernel.dump(table.state)), dict(table.awaiting())]
        parts += [table.rules.view(table.state, viewer) for viewer in (*range(len(table.seats)), SPECTATOR, REFEREE)]
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


def digest_of(record: bytes) -> str:
    """One digest over every position of the game."""
    return hashlib.sha256("\n".join(digests(record)).encode()).hexdigest()


if __name__ == "__main__":
    import_all(int(sys.argv[1]))
    result = digest_of(sys.stdin.buffer.read())
    assert not any(name.partition(".")[0] == "django" for name in sys.modules), "the fold needs Django"
    print(result)
