"""Record the golden logs of Bar Fight: `python -m tests.rules.bar_fight.record`.

Logs of both editions, and one of hoarders: only with a deck that is empty for good is a draw lost. A log that exists is
kept, because it stands for all the games that were played; to replace one, delete it first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.bots import sensible
from gameplay.rules.bar_fight.choices import ChooseBar, Mix, Pass, Restock
from gameplay.rules.chance import Chance, RandomChance, draw
from gameplay.rules.contract import DEALER, Choice
from tests.golden import logs

Player = Callable[[Any, int, Any, Chance], Choice]


def at_random(view: Any, seat: int, options: Any, chance: Chance) -> Choice:
    """Plays what comes."""
    return draw(options, chance)


def hoard(view: Any, seat: int, options: Any, chance: Chance) -> Choice:
    """Never plays a twist, and draws twists whenever the hand allows it."""
    choice = draw(options, chance)
    if view.phase == "bars":
        wanted: Choice = ChooseBar("velvet")
        return wanted if wanted in options else choice
    if isinstance(choice, Mix):
        return Mix(choice.spirit, choice.mixers, [])
    if isinstance(choice, Restock):
        return max(options, key=lambda restock: restock.draws.count("twist"))
    return Pass()


LOGS: dict[str, tuple[str, int, str, tuple[Player, ...]]] = {
    "house_1_two_seats": ("house-1", 2, "1", (sensible, at_random)),
    "house_1_four_seats": ("house-1", 4, "1", (sensible, at_random)),
    "house_1_six_seats_too_few_awards": ("house-1", 6, "46", (at_random,)),
    "house_1_six_hoarders": ("house-1", 6, "1", (hoard,)),
    "two_seats": ("house-2", 2, "1", (sensible,)),
    "three_seats": ("house-2", 3, "1", (sensible, at_random)),
    "four_seats": ("house-2", 4, "1", (sensible, sensible, at_random)),
    "five_seats": ("house-2", 5, "1", (sensible, at_random)),
    "six_seats": ("house-2", 6, "1", (sensible,)),
}
"""Name -> edition, seats, seed and who sits there, in turn."""


def play(edition: str, seats: int, seed: str, players: tuple[Player, ...]) -> list[tuple[int, Choice]]:
    """The answers of one game."""
    chance = RandomChance(seed)
    s: Any = RULES.setup(seats, RULES.options(), RULES.editions[edition])
    kernel.settle(s, kernel.ignore)
    answers: list[tuple[int, Choice]] = []
    while s.stack:
        waiting = list(kernel.awaiting(s))
        seat = waiting[chance.below(len(waiting))]
        options = kernel.options(s, seat)
        player = players[seat % len(players)]
        choice = draw(options, chance) if seat == DEALER else player(RULES.view(s, seat), seat, options, chance)
        answers.append((seat, choice))
        kernel.evolve(s, seat, choice, kernel.ignore)
    return answers


def main() -> None:
    """Play and write each log that does not exist yet."""
    for name, (edition, seats, seed, players) in LOGS.items():
        path = logs.FOLDER / RULES.name / f"{name}.jsonl"
        if path.exists():
            continue
        deck = RULES.editions[edition]
        head = logs.Head(RULES.name, RULES.version, deck.name, deck.digest, seats, msgspec.Raw(b"{}"))
        answers = play(edition, seats, seed, players)
        logs.write(path, logs.Log(head, answers))
        print(f"{name}: {len(answers)} answers")


if __name__ == "__main__":
    main()
