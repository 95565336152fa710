#!/usr/bin/env python3
"""Is this record of a Revenant game untouched, and were its shuffles and dice fair?

    python verify.py record.ndjson          (or from standard input)

Needs Python 3.8 or newer and nothing else. It knows no rules: it recomputes the chain of hashes, the commitment to the
dealer's secret (a rewind may bring a new one) and every answer that the dealer drew from it. Ends with 0 if all is well, with
1 if something is wrong, with 2 if a secret is not out yet.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TAG = "revenant/1"


def canonical(body: Any) -> str:
    """The bytes that were hashed: JSON without spaces, members in the order of the record."""
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)


def chain_fault(lines: list[Any]) -> int | None:
    """The seq of the first event whose hash is wrong, or None."""
    previous = bytes(32)
    for number, line in enumerate(lines, 1):
        text = "\n".join(
            [
                line["game"],
                str(line["seq"]),
                line["kind"],
                line["actor"],
                str(line["recorded_at"]),
                line["command_id"],
                canonical(line["body"]),
            ]
        )
        previous = hashlib.sha256(previous + text.encode()).digest()
        if line["seq"] != number or line["hash"] != previous.hex():
            return number
    return None


def words(secret: bytes, label: str) -> Iterator[int]:
    """The dealer's stream: big-endian 32-bit words of HMAC-SHA256(secret, label/0), label/1, ..."""
    counter = 0
    while True:
        block = hmac.new(secret, f"{label}/{counter}".encode(), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def below(stream: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1: words at or above the largest multiple of n are thrown away."""
    bound = 2**32 - 2**32 % n
    word = next(stream)
    while word >= bound:
        word = next(stream)
    return word % n


def shuffled(stream: Iterator[int], items: list[Any]) -> list[Any]:
    """Fisher-Yates, from the last place down."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def drawn_right(line: Any, secret: bytes, epoch: int) -> bool:
    """Is the dealer's answer the one that the secret gives?"""
    number = line["body"]["decision"][1:]
    stream = words(secret, f"{TAG}/{line['game']}/{epoch}/{number}")
    answer = line["body"]["answer"]
    how, items = line["draw"]["how"], line["draw"]["items"]
    if how == "pick":
        return bool(answer == items[below(stream, len(items))])
    lists = [value for value in answer.values() if isinstance(value, list)]
    if how == "order":
        return lists == [shuffled(stream, items)]
    if how == "roll":
        return lists == [[below(stream, sides) + 1 for sides in items]]
    return False


def found(lines: list[Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with the record (FAULT) and what can't be checked yet (OPEN), a sentence each."""
    bad = chain_fault(lines)
    if bad is not None:
        yield "FAULT", f"event {bad}: its hash is not that of its content and of the events before it"
    game, epoch = lines[0]["game"], 0
    secrets = {line["body"]["epoch"]: bytes.fromhex(line["body"]["secret"]) for line in lines if line["kind"] == "secret.revealed"}
    for line in lines:
        body, secret = line["body"], secrets.get(epoch)
        if line["kind"] == "dealer.answered" and secret is not None and not drawn_right(line, secret, epoch):
            yield "FAULT", f"event {line['seq']}: not the answer that the secret gives"
        if line["kind"] not in ("game.created", "game.rewound") or not body.get("epoch"):
            continue
        epoch = body["epoch"]  # the draws from here on come from a secret of their own
        secret = secrets.get(epoch)
        if secret is None:
            yield "OPEN", f"event {line['seq']}: the secret of epoch {epoch} has not been revealed, its draws cannot be checked"
            continue
        if hashlib.sha256(f"{TAG}{game}{epoch}".encode() + secret).hexdigest() != body["commitment"]:
            yield "FAULT", f"event {line['seq']}: the revealed secret is not the one that the game committed to"
        deal = hmac.new(secret, f"{TAG}/{game}/{epoch}/deal".encode(), hashlib.sha256).hexdigest()
        if line["kind"] == "game.rewound" and body["deal"] != deal:
            yield "FAULT", f"event {line['seq']}: what was dealt anew does not come from the revealed secret"


def main(paths: list[str]) -> int:
    """Read one record and say what was found."""
    text = Path(paths[0]).read_text("utf-8") if paths else sys.stdin.read()
    lines = [json.loads(line) for line in text.split("\n") if line.strip()]
    if not lines:
        print("The record is empty.")
        return 1
    told = list(found(lines))
    for what, sentence in told:
        print(f"{what} {sentence}")
    draws = sum(line["kind"] == "dealer.answered" for line in lines)
    if not told:
        print(f"All well: {len(lines)} events in one chain, {draws} draws as the committed secret gives them.")
    return 1 if any(what == "FAULT" for what, _ in told) else 2 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
