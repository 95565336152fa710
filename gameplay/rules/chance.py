"""Where do fair draws come from?

Everything random in a game is drawn through `Chance.below`. The service draws from `HmacChance`, keyed with the game's
secret and labelled with the decision; tests and bots draw from `RandomChance`.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import math
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from .contract import Choice, Field, Form, LargeOptions, Options

T = TypeVar("T")
WORD = 1 << 32


class Chance(Protocol):
    """A source of whole numbers."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely. n is from 1 to 2**32."""
        ...


class HmacChance:
    """The counter stream of HMAC-SHA256(key, label ‖ "/" ‖ counter), read as big-endian 32-bit words.

    A word at or above the largest multiple of n is thrown away (rejection sampling), so no value is favoured.
    """

    __slots__ = ("_counter", "_key", "_label", "_words")

    def __init__(self, key: bytes, label: str) -> None:
        self._key = key
        self._label = label.encode()
        self._counter = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, b"%s/%d" % (self._label, self._counter), hashlib.sha256)
            self._counter += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -4, -4)]
        return self._words.pop()

    def below(self, n: int) -> int:
        bound = WORD - WORD % n
        word = self._word()
        while word >= bound:
            word = self._word()
        return word % n


class RandomChance:
    """For tests, bots and playouts: numbers of a seeded generator."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return int(self._random.random() * n)


def shuffled(items: Sequence[T], chance: Chance) -> list[T]:
    """The items in a random order: Fisher-Yates, from the last place down."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = chance.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


class Orders(LargeOptions):
    """What the dealer may answer when it shuffles: every order of the items, in one list member of an answer."""

    def __init__(self, items: Sequence[int | str], answer: type[Choice], field: str) -> None:
        self.items = items
        self.answer = answer
        self.field = field

    def __contains__(self, choice: object) -> bool:
        return type(choice) is self.answer and sorted(getattr(choice, self.field)) == sorted(self.items)

    def __iter__(self) -> Iterator[Choice]:
        return (self.answer(**{self.field: list(order)}) for order in itertools.permutations(self.items))

    def __len__(self) -> int:
        """How many orders there are, at most the largest number that a length can be."""
        return min(math.factorial(len(self.items)), sys.maxsize)

    def draw(self, chance: Chance) -> Choice:
        return self.answer(**{self.field: shuffled(self.items, chance)})

    def forms(self) -> list[Form]:
        count = len(self.items)
        field = Field(name=self.field, pick="some", values=list(self.items), least=count, most=count)
        return [
            Form(choice=str(self.answer.__struct_config__.tag), fields=[field], rule="Each value as often as it is listed, in any order.")
        ]


class Rolls(LargeOptions):
    """What the dealer may answer when it rolls dice: a face of each die, from 1 up, in one list member of an answer."""

    def __init__(self, sides: Sequence[int], answer: type[Choice], field: str) -> None:
        self.sides = sides
        self.answer = answer
        self.field = field

    def __contains__(self, choice: object) -> bool:
        if type(choice) is not self.answer:
            return False
        faces = getattr(choice, self.field)
        return len(faces) == len(self.sides) and all(1 <= face <= sides for face, sides in zip(faces, self.sides, strict=True))

    def __iter__(self) -> Iterator[Choice]:
        every = itertools.product(*(range(1, sides + 1) for sides in self.sides))
        return (self.answer(**{self.field: list(faces)}) for faces in every)

    def __len__(self) -> int:
        """How many rolls there are, at most the largest number that a length can be."""
        return min(math.prod(self.sides), sys.maxsize)

    def draw(self, chance: Chance) -> Choice:
        return self.answer(**{self.field: [chance.below(sides) + 1 for sides in self.sides]})

    def forms(self) -> list[Form]:
        count = len(self.sides)
        values: list[int | str] = [face for sides in self.sides for face in range(1, sides + 1)]
        field = Field(name=self.field, pick="some", values=values, least=count, most=count)
        return [Form(choice=str(self.answer.__struct_config__.tag), fields=[field], rule="One face of each die, die after die.")]


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an answer of the dealer comes from its stream, so that it can be checked by who knows no rules.

    `order`: the items, put in a random order. `pick`: one of the items. `roll`: a face of each die; the items are the
    numbers of their sides.
    """

    how: Literal["order", "pick", "roll"]
    items: list[Any]


def recipe(options: Options) -> Recipe:
    """How `draw` makes an answer from these options of the dealer."""
    if isinstance(options, Orders):
        return Recipe(how="order", items=list(options.items))
    if isinstance(options, Rolls):
        return Recipe(how="roll", items=list(options.sides))
    if isinstance(options, LargeOptions):
        raise TypeError(f"{type(options).__name__} has no recipe")
    return Recipe(how="pick", items=list(options))


def draw(options: Options, chance: Chance) -> Choice:
    """One of the options, each equally likely."""
    if isinstance(options, LargeOptions):
        return options.draw(chance)
    if not isinstance(options, list):
        options = list(options)
    found: Choice = options[chance.below(len(options))]
    return found
