"""How are sets of dice offered without listing hundreds of them?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, pairwise
from typing import Final

import msgspec

from gameplay.rules.chance import Chance, draw
from gameplay.rules.contract import Choice, Field, Form, LargeOptions, Options
from gameplay.rules.kernel import Tally, tallied

DICE: Final = "dice"
"""The member of a choice that holds the set."""


@cache
def index_sets(count: int, least: int, most: int) -> tuple[tuple[int, ...], ...]:
    """All sets of from `least` to `most` of the numbers below `count`, small ones first."""
    return tuple(chain.from_iterable(combinations(range(count), size) for size in range(least, most + 1)))


class DiceSets(LargeOptions):
    """GH-3.7 GH-6.3  A choice for every set of from `least` to `most` of these dice."""

    def __init__(self, like: Choice, make: Callable[[list[str]], Choice], dice: Sequence[str], least: int, most: int) -> None:
        self.like = like
        """A choice that has all other members."""
        self.make = make
        self.dice = list(dice)
        self.least = least
        self.most = min(most, len(self.dice))

    def __contains__(self, choice: object) -> bool:
        if type(choice) is not type(self.like):
            return False
        found: list[str] = getattr(choice, DICE)
        places = [self.dice.index(die) for die in found if die in self.dice]
        increasing = all(a < b for a, b in pairwise(places))
        return len(places) == len(found) and self.least <= len(found) <= self.most and increasing and choice == self.make(found)

    def __iter__(self) -> Iterator[Choice]:
        return (self.make([self.dice[i] for i in found]) for found in self._sets())

    def __len__(self) -> int:
        return len(self._sets())

    def tally(self) -> Tally:
        return len(self), frozenset((tag_of(self.like),))

    def _sets(self) -> tuple[tuple[int, ...], ...]:
        return index_sets(len(self.dice), self.least, self.most)

    def draw(self, chance: Chance) -> Choice:
        sets = self._sets()
        return self.make([self.dice[i] for i in sets[chance.below(len(sets))]])

    def forms(self) -> list[Form]:
        fields = [Field(name=name, pick="one", values=[value]) for name, value in msgspec.structs.asdict(self.like).items() if name != DICE]
        some = Field(name=DICE, pick="some", values=list(self.dice), least=self.least, most=self.most)
        return [Form(choice=tag_of(self.like), fields=[*fields, some], rule="Each die at most once; their order means nothing.")]


class Menu(LargeOptions):
    """Several sets of options in one: what a ghost may answer and the favours that it may play instead."""

    def __init__(self, parts: Sequence[Options]) -> None:
        self.parts = [part for part in parts if len(part)]

    def __contains__(self, choice: object) -> bool:
        return any(choice in part for part in self.parts)

    def __iter__(self) -> Iterator[Choice]:
        return chain.from_iterable(self.parts)

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def tally(self) -> Tally:
        return tallied(self.parts)

    def draw(self, chance: Chance) -> Choice:
        at = chance.below(len(self))
        for part in self.parts:
            if at < len(part):
                return part[at] if isinstance(part, list) else draw(part, chance)
            at -= len(part)
        raise AssertionError("a number below the sum of the parts falls into one of them")

    def forms(self) -> list[Form]:
        return [form for part in self.parts for form in (part.forms() if isinstance(part, LargeOptions) else listed_forms(part))]


def listed_forms(part: Options) -> list[Form]:
    """A form for each choice that is simply listed."""
    return [
        Form(
            choice=tag_of(choice),
            fields=[
                Field(name=name, pick="some", values=value, least=len(value), most=len(value))
                if isinstance(value, list)
                else Field(name=name, pick="one", values=[value])
                for name, value in msgspec.structs.asdict(choice).items()
                if value is not None
            ],
            rule="This choice is offered as it is.",
        )
        for choice in part
    ]


def tag_of(choice: Choice) -> str:
    """The `type` of a choice."""
    return str(choice.__struct_config__.tag)
