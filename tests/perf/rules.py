"""How many events a second does a fold take, and how many choices does a random playout make?

`python -m tests.perf.rules` measures every game of the catalogue in one process, without a database:

    fold_<game>          evolve over recorded, decoded answers; floor: a calibration loop in the same run
    decode_fold_<game>   the same from the JSON of the log; floor: typed decoding alone
    playout_<game>       options, a random choice and evolve; floor: the fold
"""

from __future__ import annotations

from time import process_time
from typing import Any, Union

import msgspec

from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.chance import RandomChance, draw
from gameplay.rules.contract import Rules
from tests.perf.measure import Measurement, calibration, rate
from tests.rules import playing


def logs(rules: Rules, count: int = 60) -> list[tuple[playing.Case, list[playing.Answer]]]:
    """Recorded games with every number of seats and the first options of its cases."""
    cases = [case for case in playing.cases() if case.game == rules.name]
    return [(case, playing.record(case, seed)) for seed in range(max(1, count // len(cases))) for case in cases]


def measure(rules: Rules, seconds: float = 1.0) -> list[Measurement]:
    """The three rates of one game, in events or choices a second of one core."""
    recorded = logs(rules)
    union: Any = Union[(*rules.choices, *rules.answers)]
    decoder = msgspec.json.Decoder(list[tuple[int, union]])
    stored = [(case, msgspec.json.encode(log)) for case, log in recorded]
    events = sum(len(log) for _, log in recorded)

    def fold() -> int:
        for case, log in recorded:
            playing.fold(case, log)
        return events

    def decode() -> int:
        for _, raw in stored:
            decoder.decode(raw)
        return events

    def decode_fold() -> int:
        for case, raw in stored:
            playing.fold(case, decoder.decode(raw))
        return events

    seeds = iter(range(1_000_000))

    def playout() -> int:
        case, _ = recorded[next(seeds) % len(recorded)]
        chance = RandomChance(next(seeds))
        s, made = case.begin(), 0
        while s.stack:
            seat = kernel.due(s)[0]
            kernel.evolve(s, seat, draw(kernel.options(s, seat), chance), kernel.ignore)
            made += 1
        return made

    folded = rate(fold, seconds, process_time)
    return [
        Measurement(f"fold_{rules.name}", folded, "events/s", calibration(clock=process_time)),
        Measurement(f"decode_fold_{rules.name}", rate(decode_fold, seconds, process_time), "events/s", rate(decode, seconds, process_time)),
        Measurement(f"playout_{rules.name}", rate(playout, seconds, process_time), "choices/s", folded),
    ]


if __name__ == "__main__":
    for game in GAMES.values():
        for measurement in measure(game):
            print(measurement.line())
