"""How many points is a cocktail worth?

Everything in the deck file that makes points is read here, and only from what all can see on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from gameplay.rules.contract import Seat

from .cards import Cards
from .choices import Bar, Flair, Judge, MixerCard, Spirit
from .state import Cocktail, Fought, Score, State, cards_of
from .vocabulary import BarRecipe, Effect, JudgeRecipe, JudgeSpiritBonus, JudgeSpiritWild, SelfPoints, SelfPointsIf, Shield, TargetPoints


def score_all(s: State) -> list[Score | None]:
    """BF-5.1  The score of every cocktail on the table, by seat; none for who sat out."""
    return scores_on_table(cards_of(s), s.judge, s.bars, s.cocktails, s.fights)


def scores_on_table(
    cards: Cards,
    judge: Judge | None,
    bars: Sequence[Bar | None],
    cocktails: Sequence[Cocktail | None],
    fights: Sequence[Fought],
) -> list[Score | None]:
    """BF-5.1  The same of any table."""
    harms = [0 if cocktail is None else harm(cards, *cocktail.mixers) for cocktail in cocktails]
    total = sum(harms)
    return [
        None if cocktail is None else score(cards, judge, bars[seat], cocktail, seat, total - harms[seat], fights)
        for seat, cocktail in enumerate(cocktails)
    ]


def score(
    cards: Cards,
    judge: Judge | None,
    bar: Bar | None,
    cocktail: Cocktail,
    seat: Seat,
    harm_of_others: int,
    fights: Sequence[Fought],
) -> Score:
    """BF-5.1 BF-5.2 BF-5.6 BF-5.15  Spirit card, mixers, judge, recipes (both kinds can pay), bonus and negative; the sum has no floor."""
    kind, spirit = cards.spirits[cocktail.spirit]
    found = wishes_met(cards, judge, bar, cocktail)
    mixers = points_together(cards, kind, *cocktail.mixers)
    judged = judge_points(cards, judge, cocktail, found)
    recipes = sum([recipe.points for recipe in found.bar_recipes]) if found.bar_recipes else 0
    bonus = bonus_points(cards, bar, cocktail, seat, found, fights)
    negative = negative_points(cards, cocktail, seat, harm_of_others, fights)
    total = spirit + mixers + judged + recipes + bonus + negative
    return Score(spirit=spirit, mixers=mixers, judge=judged, recipes=recipes, bonus=bonus, negative=negative, total=total)


class Wishes(msgspec.Struct, frozen=True):
    """BF-5.4 BF-5.5 BF-5.7 BF-9.5 BF-9.7  What a cocktail has of what a judge and a bar wish for."""

    spirit: bool
    """Its spirit is really of the type that the judge prefers."""
    judge_recipe: bool
    """It is what the judge likes best."""
    bar_recipes: tuple[BarRecipe, ...]
    """Of the own bar those that it is, each with what the bar card says, more for a signature; other bars' recipes never count."""


def wishes_met(cards: Cards, judge: Judge | None, bar: Bar | None, cocktail: Cocktail) -> Wishes:
    """BF-5.4 BF-5.5  The wishes of this judge and this bar that a cocktail meets; without a judge those of the bar."""
    spirit = cards.spirits[cocktail.spirit][0]
    one, other = cocktail.mixers
    wanted = cards.judges[judge] if judge else None
    return Wishes(
        spirit=wanted is not None and wanted.spirit_preference.spirit == spirit,
        judge_recipe=wanted is not None and matches(wanted.recipe_preference, spirit, one, other),
        bar_recipes=recipes_made(cards, bar, spirit, one, other) if bar else (),
    )


@cache
def recipes_made(cards: Cards, bar: Bar, spirit: Spirit, one: MixerCard, other: MixerCard) -> tuple[BarRecipe, ...]:
    """BF-5.5  Those of a bar that these three components are."""
    return tuple(recipe for recipe in cards.bars[bar].recipes if matches(recipe, spirit, one, other))


def matches(recipe: BarRecipe | JudgeRecipe, spirit: Spirit, one: MixerCard, other: MixerCard) -> bool:
    """BF-5.8  The type of the spirit and the two mixers, in any order; points, copies and flair do not matter."""
    return recipe.spirit == spirit and ((one, other) == recipe.mixers or (other, one) == recipe.mixers)


@cache
def points_together(cards: Cards, spirit: Spirit, one: MixerCard, other: MixerCard) -> int:
    """BF-5.3  For each mixer its base, what it adds with this spirit and with the other mixer; own minus points stand here."""
    first, second = cards.mixers[one], cards.mixers[other]
    points = first.base + first.with_spirit.get(spirit, 0) + first.with_mixer.get(second.key, 0)
    return points + second.base + second.with_spirit.get(spirit, 0) + second.with_mixer.get(first.key, 0)


def judge_points(cards: Cards, judge: Judge | None, cocktail: Cocktail, found: Wishes) -> int:
    """BF-5.4 BF-10.4  The preferred spirit (once, for any spirit with Crowd Work) and the judge's recipe; both can pay."""
    if judge is None:
        return 0
    card = cards.judges[judge]
    points = card.spirit_preference.points if found.spirit or has_flair(cards, cocktail, JudgeSpiritWild) else 0
    return points + card.recipe_preference.points if found.judge_recipe else points


def bonus_points(cards: Cards, bar: Bar | None, cocktail: Cocktail, seat: Seat, found: Wishes, fights: Sequence[Fought]) -> int:
    """BF-5.9 BF-5.14 BF-9.5 BF-10.2 BF-10.3 BF-10.5 BF-10.6 BF-10.7 BF-10.15  Own flair if not cancelled, own fight cards, the own bar; identical effects add up."""
    points = 0
    effects: list[Effect] = []
    for flair in cocktail.flair:
        effects += cards.flair[flair].effects
    for fought in fights:
        if fought.seat == seat:
            effects += cards.fights[fought.card].effects
    for effect in effects:
        match effect:
            case SelfPoints(more):
                points += more
            case SelfPointsIf("bar_recipe", more) if found.bar_recipes:
                points += more
            case SelfPointsIf("no_recipe", more) if not (found.bar_recipes or found.judge_recipe):
                points += more
    bonus = cards.bars[bar].bonus if bar and found.spirit else None
    return points + bonus.points if isinstance(bonus, JudgeSpiritBonus) else points


def negative_points(cards: Cards, cocktail: Cocktail, seat: Seat, harm_of_others: int, fights: Sequence[Fought]) -> int:
    """BF-5.10 BF-5.11 BF-5.12  Each copy of opponents' mixers, and fight cards against this seat; never one's own.

    BF-5.13 BF-10.1  With Adorn in the cocktail nothing of it, whatever the source and the time it was played.
    """
    if has_flair(cards, cocktail, Shield):
        return 0
    points = harm_of_others
    for fought in fights:
        if fought.target == seat:
            points += sum([blow.points for blow in cards.fights[fought.card].effects if isinstance(blow, TargetPoints)])
    return points


@cache
def harm(cards: Cards, one: MixerCard, other: MixerCard) -> int:
    """BF-5.10  What two mixers add to every other cocktail."""
    effects = [cards.mixers[mixer].opponents for mixer in (one, other)]
    return sum(effect.points for effect in effects if effect)


def has_flair(cards: Cards, cocktail: Cocktail, kind: type[Effect]) -> bool:
    """BF-10.12  Is there uncancelled flair with an effect of this kind in the cocktail?"""
    return bool(cocktail.flair) and not flair_with(cards, kind).isdisjoint(cocktail.flair)


@cache
def flair_with(cards: Cards, kind: type[Effect]) -> frozenset[Flair]:
    """The flair that has an effect of this kind."""
    return frozenset(key for key, flair in cards.flair.items() if any(isinstance(effect, kind) for effect in flair.effects))
