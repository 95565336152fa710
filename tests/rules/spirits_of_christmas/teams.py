"""How often does a team of bots win, in each mode and with each number of players?

`python -m tests.rules.spirits_of_christmas.teams [games] [bot] [mode ...]` prints the table of the game's README: all seats are this bot,
all other options as the mode has them.
"""

from __future__ import annotations

import sys
from typing import Any, get_args

import msgspec

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER, Result
from gameplay.rules.spirits_of_christmas import RULES
from gameplay.rules.spirits_of_christmas.state import Mode


def play(seats: int, mode: str, bot: str, seed: int) -> Result:
    """One game: who is asked first plays first."""
    chance = RandomChance(f"{mode}/{seats}/{seed}")
    s: Any = RULES.setup(seats, msgspec.convert({"mode": mode}, RULES.options), RULES.editions[RULES.edition])
    kernel.settle(s, kernel.ignore)
    while s.stack:
        seat = kernel.due(s)[0]
        options = kernel.options(s, seat)
        choice = kernel.dealer_answer(s, chance) if seat == DEALER else RULES.bots[bot](RULES.view(s, seat), seat, options, chance)
        kernel.evolve(s, seat, choice, kernel.ignore)
    return RULES.result(s)


def cell(seats: int, mode: str, bot: str, games: int) -> str:
    """Share of games won, and the mean score of those."""
    won = [result.scores[0] for seed in range(games) if (result := play(seats, mode, bot, seed)).winners]
    return f"{len(won) / games:.1%}" + (f" / {sum(won) / len(won):.1f}" if won else "")


def main(games: int = 300, bot: str = "sensible", *modes: str) -> None:
    """Print the table, or the rows of these modes."""
    print(f"| {bot} | " + " | ".join(f"{seats} seat{'s'[: seats > 1]}" for seats in RULES.seats) + " |")
    print("| --- |" + " --- |" * len(RULES.seats))
    for mode in modes or get_args(Mode):
        print(f"| {mode} | " + " | ".join(cell(seats, mode, bot, games) for seats in RULES.seats) + " |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:])
