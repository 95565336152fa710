"""How often does each bot win against random ones?

`python -m tests.perf.bots <game> [games]` prints the table of the game's README: one bot among random ones, its seat rotating.
"""

from __future__ import annotations

import sys
from typing import Any

from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.chance import RandomChance, draw
from gameplay.rules.contract import Bot, Result, Rules


def play(rules: Rules, seats: int, bot: Bot, seat_of_bot: int, seed: int) -> Result:
    """One game with the default options; the other seats choose at random."""
    chance = RandomChance(seed)
    s: Any = rules.setup(seats, rules.options(), rules.editions[rules.edition])
    kernel.settle(s, kernel.ignore)
    while s.stack:
        seat = kernel.due(s)[0]
        options = kernel.options(s, seat)
        choice = bot(rules.view(s, seat), seat, options, chance) if seat == seat_of_bot else draw(options, chance)
        kernel.evolve(s, seat, choice, kernel.ignore)
    return rules.result(s)


def row(rules: Rules, seats: int, name: str, games: int) -> str:
    """Win rate and mean points of the bot, and the mean points of the others."""
    wins = mine = others = 0.0
    for seed in range(games):
        seat = seed % seats
        result = play(rules, seats, rules.bots[name], seat, seed)
        wins += (seat in result.winners) / len(result.winners)
        mine += result.scores[seat]
        others += (sum(result.scores) - result.scores[seat]) / (seats - 1)
    return f"| {name} | {seats} | {wins / games:.1%} | {1 / seats:.1%} | {mine / games:.1f} | {others / games:.1f} |"


def main(game: str, games: int = 400) -> None:
    """Print the table."""
    rules = GAMES[game]
    print("| bot | seats | wins | even share | its coins | others' coins |\n| --- | --- | --- | --- | --- | --- |")
    for name in rules.bots:
        for seats in rules.seats:
            if name != "random":
                print(row(rules, seats, name, games), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
