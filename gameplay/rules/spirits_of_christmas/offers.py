"""How are the choices of a decision offered that has too many of them for a list?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import prod
from sys import maxsize

from gameplay.rules.chance import Chance
from gameplay.rules.contract import Choice, Field, Form, LargeOptions, Options
from gameplay.rules.kernel import Tally, tallied

from .words import Kind


def one(name: str, values: Sequence[bool | int | str], *, optional: bool = False) -> Field:
    """A member that is one of the values."""
    return Field(name=name, pick="one", values=list(values), least=0 if optional else 1)


def some(name: str, have: Mapping[Kind, int], least: int, most: int) -> Field:
    """A member that is a list of cards, each as often as it is there."""
    return Field(name=name, pick="some", values=[kind for kind, count in have.items() for _ in range(count)], least=least, most=most)


class Selections:
    """All sorted lists of `least` to `most` of these cards. Cards of a kind are alike, so each list is there once."""

    __slots__ = ("_ends", "counts", "kinds", "least", "most")

    def __init__(self, have: Mapping[Kind, int], least: int, most: int) -> None:
        self.kinds = list(have)
        self.counts = list(have.values())
        self.least = least
        self.most = min(most, sum(self.counts))
        self._ends: list[list[int]] | None = None

    def __contains__(self, cards: Sequence[str]) -> bool:
        if not self.least <= len(cards) <= self.most:
            return False
        kinds = self.kinds
        return list(cards) == sorted(cards) and all(
            card in kinds and cards.count(card) <= self.counts[kinds.index(card)] for card in set(cards)
        )

    def __len__(self) -> int:
        if self.least <= 1 and self.most == sum(self.counts):
            return prod([count + 1 for count in self.counts]) - self.least
        return sum(self.ends()[0][self.least : self.most + 1])

    def ends(self) -> list[list[int]]:
        """For each kind: how many lists of 0, 1, 2... cards there are of it and those after it."""
        if self._ends is None:
            ends = [[1] + [0] * self.most]
            for count in reversed(self.counts):
                after = ends[-1]
                ends.append([sum(after[max(0, size - count) : size + 1]) for size in range(self.most + 1)])
            self._ends = ends[::-1]
        return self._ends

    def __iter__(self) -> Iterator[list[Kind]]:
        return (self.nth(size, number) for size in range(self.least, self.most + 1) for number in range(self.ends()[0][size]))

    def draw(self, chance: Chance) -> list[Kind]:
        """One of the lists, each equally likely."""
        if self.least <= 1 and self.most == sum(self.counts):
            return self.mixed(self.least + chance.below(len(self)))
        number = chance.below(len(self))
        size = self.least
        while number >= self.ends()[0][size]:
            number -= self.ends()[0][size]
            size += 1
        return self.nth(size, number)

    def nth(self, size: int, number: int) -> list[Kind]:
        """The list of this number among those of `size` cards."""
        found: list[Kind] = []
        for kind, count, after in zip(self.kinds, self.counts, self.ends()[1:], strict=True):
            for used in range(min(count, size) + 1):
                if number < after[size - used]:
                    break
                number -= after[size - used]
            found += [kind] * used
            size -= used
        return found

    def mixed(self, number: int) -> list[Kind]:
        """The list of this number among those of any size; 0 is the empty one."""
        found: list[Kind] = []
        for kind, count in zip(self.kinds, self.counts, strict=True):
            number, used = divmod(number, count + 1)
            found += [kind] * used
        return found


class CardChoices(LargeOptions):
    """Choices that name cards of a hand and nothing else."""

    def __init__(self, choice: type[Choice], selections: Selections, make: Callable[[list[Kind]], Choice]) -> None:
        self.choice, self.selections, self.make = choice, selections, make

    def __contains__(self, choice: object) -> bool:
        return type(choice) is self.choice and choice.cards in self.selections  # type: ignore[attr-defined]

    def __iter__(self) -> Iterator[Choice]:
        return map(self.make, self.selections)

    def __len__(self) -> int:
        return len(self.selections)

    def tally(self) -> Tally:
        return len(self.selections), frozenset((str(self.choice.__struct_config__.tag),))

    def draw(self, chance: Chance) -> Choice:
        return self.make(self.selections.draw(chance))

    def forms(self) -> list[Form]:
        chosen = self.selections
        have = dict(zip(chosen.kinds, chosen.counts, strict=True))
        fields = [some("cards", have, chosen.least, chosen.most)]
        return [Form(choice=str(self.choice.__struct_config__.tag), fields=fields, rule="Any of these cards.")]


class Offers(LargeOptions):
    """Several sets of choices that have nothing in common, offered together."""

    def __init__(self, parts: list[Options]) -> None:
        self.parts = parts

    def __contains__(self, choice: object) -> bool:
        return any(choice in part for part in self.parts)

    def __iter__(self) -> Iterator[Choice]:
        for part in self.parts:
            yield from part

    def __len__(self) -> int:
        return min(sum(map(len, self.parts)), maxsize)

    def tally(self) -> Tally:
        return tallied(self.parts)

    def draw(self, chance: Chance) -> Choice:
        """A kind of choice first, each equally likely, then one of that kind: speech has more forms than all else together."""
        shares = [shares_of(part) for part in self.parts]
        share = chance.below(sum(shares))
        for part, own in zip(self.parts, shares, strict=True):
            if share < own:
                return part.draw(chance) if isinstance(part, LargeOptions) else list(part)[chance.below(len(part))]
            share -= own
        raise AssertionError("no part has this share")

    def forms(self) -> list[Form]:
        return [form for part in self.parts for form in forms_of(part)]


@cache
def together(types: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Of two tallies the types; the same set each time."""
    return types | others


def shares_of(part: Options) -> int:
    """How many kinds of choice a part counts for when one is drawn."""
    return int(getattr(part, "shares", 1))


def forms_of(part: Options) -> list[Form]:
    """A large part describes itself; of a short list each choice is a form of its own."""
    if isinstance(part, LargeOptions):
        return part.forms()
    return [form_of(choice) for choice in part]


def form_of(choice: Choice) -> Form:
    """The form of one choice: every member has one value."""
    fields = []
    for name in choice.__struct_fields__:
        value = getattr(choice, name)
        if isinstance(value, list):
            fields.append(Field(name=name, pick="some", values=value, least=len(value), most=len(value)))
        elif value is not None:
            fields.append(one(name, [value]))
    return Form(choice=str(choice.__struct_config__.tag), fields=fields, rule="Just this.")
