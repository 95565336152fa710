"""Is any bar much better or worse than the others?

`python -m tests.rules.bar_fight.balance [games] [edition]` plays so many games of the sensible bot, as many with each
number of seats, bars chosen at random, and prints each bar's wins as a multiple of its even share (1 / seats a game; a
shared win counts as its share), with the interval that holds the true value 95 times in 100.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from math import sqrt
from typing import Any

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.bots import sensible
from gameplay.rules.bar_fight.choices import BARS
from gameplay.rules.chance import RandomChance, draw
from gameplay.rules.contract import DEALER

LEAST, MOST = 0.7, 1.4
"""A bar within these multiples of its share is fair enough."""


class Tally:
    """Wins and even shares of one bar, game by game."""

    def __init__(self) -> None:
        self.games: list[tuple[float, float]] = []

    def add(self, won: float, share: float) -> None:
        self.games.append((won, share))

    @property
    def ratio(self) -> float:
        return sum(won for won, _ in self.games) / sum(share for _, share in self.games)

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval of a ratio of two sums over games."""
        ratio = self.ratio
        return 1.96 * sqrt(sum((won - ratio * share) ** 2 for won, share in self.games)) / sum(share for _, share in self.games)


def play(seats: int, seed: str, edition: str) -> Any:
    """The end of a game of sensible bots."""
    chance = RandomChance(seed)
    s: Any = RULES.setup(seats, RULES.options(), RULES.editions[edition])
    kernel.settle(s, kernel.ignore)
    while s.stack:
        waiting = list(kernel.awaiting(s))
        seat = waiting[chance.below(len(waiting))]
        options = kernel.options(s, seat)
        asked = seat != DEALER and len(options) > 1
        kernel.evolve(s, seat, sensible(RULES.view(s, seat), seat, options, chance) if asked else draw(options, chance), kernel.ignore)
    return s


def tallies(games: int, edition: str) -> dict[int, dict[str, Tally]]:
    """Of each number of seats the tally of each bar; those of 0 seats are of all games together."""
    found: dict[int, dict[str, Tally]] = {seats: defaultdict(Tally) for seats in (0, *RULES.seats)}
    for number in range(games):
        seats = RULES.seats[number % len(RULES.seats)]
        s = play(seats, f"{edition}/{number}", edition)
        winners = RULES.result(s).winners
        for seat, bar in enumerate(s.bars):
            won = (seat in winners) / len(winners)
            for count in (0, seats):
                found[count][bar].add(won, 1 / seats)
    return found


def main(games: int = 2000, edition: str = RULES.edition) -> None:
    """Print the table."""
    found = tallies(games, edition)
    print(f"{games} games, {edition}\n\n| bar | all | " + " | ".join(f"{seats} seats" for seats in RULES.seats) + " |")
    print("| --- |" + " --- |" * (1 + len(RULES.seats)))
    for bar in BARS:
        cells = [f"{tally.ratio:.2f} ± {tally.half:.2f}" for tally in (found[seats][bar] for seats in found)]
        outside = "" if LEAST <= found[0][bar].ratio <= MOST else " !"
        print(f"| {bar}{outside} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:3])
