"""In which form is a measurement told, and how fast is this machine just now?"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class Measurement(NamedTuple):
    """`name value unit floor ratio`: the floor is what the same run could do at best, the ratio value / floor."""

    name: str
    value: float
    unit: str
    floor: float

    @property
    def ratio(self) -> float:
        return self.value / self.floor if self.floor else 0.0

    def line(self) -> str:
        return f"{self.name} {self.value:.0f} {self.unit} {self.floor:.0f} {self.ratio:.3f}"


def rate(act: Callable[[], int], seconds: float = 1.0, clock: Callable[[], float] = time.perf_counter) -> float:
    """Units a second of an act that returns how many it did, repeated for at least so long.

    With `time.process_time` as the clock: units a second of one core, whatever else the machine is doing.
    """
    done = 0
    started = clock()
    while (passed := clock() - started) < seconds:
        done += act()
    return done / passed


def calibration(seconds: float = 0.5, clock: Callable[[], float] = time.perf_counter) -> float:
    """Rounds a second of a plain loop with a list, a dict and a call: machines and moments differ by a factor of two."""

    def act() -> int:
        counts: dict[int, int] = {}
        row: list[int] = []
        for i in range(10_000):
            counts[i & 63] = counts.get(i & 63, 0) + 1
            row.append(abs(i))
        return len(row)

    return rate(act, seconds, clock)
