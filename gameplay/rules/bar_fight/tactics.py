"""What is a cocktail worth to somebody who wants ribbons?

The sensible bot thinks in expected ribbons: how likely a score is to be the highest, times what the judge brings. All it
knows is what a seat may see; what others will mix it guesses from how high scores usually are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import exp
from typing import NamedTuple

from .cards import BOOK, Cards
from .choices import Bar, Card, Judge, MixerCard, Spirit, SpiritCard
from .vocabulary import JudgeSpiritBonus, JudgeSpiritWild, ReturnSpirit, RibbonForLowest, SelfPoints, SelfPointsIf, Shield, WinsTies

Drink = tuple[Spirit, MixerCard, MixerCard]

USUAL = 7.6
"""The score that an opponent reaches every other time."""
SPREAD = 2.0
"""How far scores are spread about it, as the scale of a logistic curve."""
SHIELDED = 1.0
"""Points that a shield usually saves."""
DRAWN = 0.3
"""A card drawn at restock, or a spirit that comes back, as points."""


class Idea(NamedTuple):
    """A cocktail without flair: its points, and how much better than opponents' it will look."""

    points: int
    edge: float
    spirit: SpiritCard
    mixers: tuple[MixerCard, MixerCard]
    liked: bool
    """Whether the judge prefers this type of spirit."""
    bar_recipe: bool
    judge_recipe: bool


class Book:
    """An edition's cards, arranged for quick looking up."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        mixers = cards.mixers
        self.pairs: dict[Spirit, dict[tuple[MixerCard, MixerCard], int]] = {}
        for spirit in {spirit for spirit, _ in cards.spirits.values()}:
            alone = {key: mixer.base + mixer.with_spirit.get(spirit, 0) for key, mixer in mixers.items()}
            self.pairs[spirit] = {
                (a, b): alone[a] + alone[b] + mixers[a].with_mixer.get(b, 0) + mixers[b].with_mixer.get(a, 0)
                for a in mixers
                for b in mixers
            }
        self.side: dict[MixerCard, float] = {
            key: DRAWN * sum(draw.count for draw in mixer.restock_draw) - (mixer.opponents.points if mixer.opponents else 0)
            for key, mixer in mixers.items()
        }
        self.recipes = {
            key: {drink: recipe.points for recipe in bar.recipes for drink in both(recipe.spirit, recipe.mixers)}
            for key, bar in cards.bars.items()
        }
        self.judge_recipes = {
            key: dict.fromkeys(both(judge.recipe_preference.spirit, judge.recipe_preference.mixers), judge.recipe_preference.points)
            for key, judge in cards.judges.items()
        }

    def ideas(self, spirits: Sequence[SpiritCard], mixers: Mapping[MixerCard, int], bar: Bar, judge: Judge) -> list[Idea]:
        """Every cocktail of a hand, without flair."""
        preference = self.cards.judges[judge].spirit_preference
        own, wanted = self.recipes[bar], self.judge_recipes[judge]
        bonus = self.cards.bars[bar].bonus
        names = list(mixers)
        pairs = [*combinations(names, 2), *((name, name) for name in names if mixers[name] > 1)]
        found = []
        for card in spirits:
            spirit, points = self.cards.spirits[card]
            liked = spirit == preference.spirit
            if liked:
                points += preference.points + (bonus.points if isinstance(bonus, JudgeSpiritBonus) else 0)
            back = DRAWN if isinstance(bonus, ReturnSpirit) and bonus.spirit == spirit else 0.0
            table, side = self.pairs[spirit], self.side
            for pair in pairs:
                drink = (spirit, *pair)
                ours, theirs = own.get(drink, 0), wanted.get(drink, 0)
                total = points + table[pair] + ours + theirs
                found.append(Idea(total, total + side[pair[0]] + side[pair[1]] + back, card, pair, liked, ours > 0, theirs > 0))
        return found

    def flair_points(self, flair: Card, idea: Idea, judge: Judge) -> float:
        """What a flair card adds to a cocktail, as points."""
        points = 0.0
        for effect in self.cards.flair[flair].effects:  # type: ignore[index]
            match effect:
                case SelfPoints(more):
                    points += more
                case SelfPointsIf("bar_recipe", more) if idea.bar_recipe:
                    points += more
                case SelfPointsIf("no_recipe", more) if not (idea.bar_recipe or idea.judge_recipe):
                    points += more
                case JudgeSpiritWild() if not idea.liked:
                    points += self.cards.judges[judge].spirit_preference.points
                case Shield():
                    points += SHIELDED
        return points

    def hopes(self, edge: float, bar: Bar, judge: Judge, opponents: int) -> float:
        """The ribbons that a cocktail with so many points will bring, more or less."""
        bonus = self.cards.bars[bar].bonus
        lower = below(edge + 0.5 if isinstance(bonus, WinsTies) else edge)
        hoped = self.cards.judges[judge].ribbons * lower**opponents
        if isinstance(bonus, RibbonForLowest):
            hoped += (1 - below(edge - 0.5)) ** opponents
        return hoped


def both(spirit: Spirit, mixers: tuple[MixerCard, MixerCard]) -> tuple[Drink, Drink]:
    """A recipe with its mixers either way round."""
    return (spirit, mixers[0], mixers[1]), (spirit, mixers[1], mixers[0])


def below(points: float) -> float:
    """How likely one opponent's score is lower than this."""
    return 1 / (1 + exp((USUAL - points) / SPREAD))


@cache
def book(edition: str) -> Book:
    """The cards of an edition, arranged once."""
    return Book(BOOK[edition])
