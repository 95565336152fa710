"""How many points is a cocktail worth?

Everything in the deck file that makes points is read here, and only from what all can see on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

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
    return [
        None if cocktail is None else score(cards, judge, bars[seat], cocktail, seat, cocktails, fights)
        for seat, cocktail in enumerate(cocktails)
    ]


def score(
    cards: Cards,
    judge: Judge | None,
    bar: Bar | None,
    cocktail: Cocktail,
    seat: Seat,
    cocktails: Sequence[Cocktail | None],
    fights: Sequence[Fought],
) -> Score:
    """BF-5.1 BF-5.6 BF-5.15  Spirit, mixers, judge, recipes (both kinds can pay), bonus and negative; the sum has no floor."""
    spirit = spirit_points(cards, cocktail)
    mixers = mixer_points(cards, cocktail)
    judged = judge_points(cards, judge, cocktail)
    recipes = recipe_points(cards, bar, cocktail)
    bonus = bonus_points(cards, judge, bar, cocktail, [fought for fought in fights if fought.seat == seat])
    negative = negative_points(cards, cocktail, seat, cocktails, fights)
    total = spirit + mixers + judged + recipes + bonus + negative
    return Score(spirit=spirit, mixers=mixers, judge=judged, recipes=recipes, bonus=bonus, negative=negative, total=total)


def spirit_points(cards: Cards, cocktail: Cocktail) -> int:
    """BF-5.2  The points on the spirit card."""
    return cards.spirits[cocktail.spirit][1]


def mixer_points(cards: Cards, cocktail: Cocktail) -> int:
    """BF-5.3  For each mixer its base, what it adds with this spirit and with the other mixer; own minus points stand here."""
    one, other = cocktail.mixers
    return points_together(cards, cards.spirits[cocktail.spirit][0], one, other)


@cache
def points_together(cards: Cards, spirit: Spirit, one: MixerCard, other: MixerCard) -> int:
    """BF-5.3  The points of two mixers with a type of spirit."""
    first, second = cards.mixers[one], cards.mixers[other]
    points = first.base + first.with_spirit.get(spirit, 0) + first.with_mixer.get(second.key, 0)
    return points + second.base + second.with_spirit.get(spirit, 0) + second.with_mixer.get(first.key, 0)


def judge_points(cards: Cards, judge: Judge | None, cocktail: Cocktail) -> int:
    """BF-5.4 BF-10.4  The preferred spirit (once, for any spirit with Crowd Work) and the judge's recipe; both can pay."""
    if judge is None:
        return 0
    card = cards.judges[judge]
    wild = not flair_with(cards, JudgeSpiritWild).isdisjoint(cocktail.flair)
    points = card.spirit_preference.points if wild or likes_spirit(cards, judge, cocktail) else 0
    return points + (card.recipe_preference.points if is_judge_recipe(cards, judge, cocktail) else 0)


def recipe_points(cards: Cards, bar: Bar | None, cocktail: Cocktail) -> int:
    """BF-5.5 BF-5.7  Recipes of the own bar: what the bar card says, more for a signature."""
    return sum([recipe.points for recipe in bar_recipes(cards, bar, cocktail)])


def bonus_points(cards: Cards, judge: Judge | None, bar: Bar | None, cocktail: Cocktail, fought: Sequence[Fought]) -> int:
    """BF-5.9 BF-5.14 BF-10.2 BF-10.3 BF-10.5 BF-10.6 BF-10.7 BF-10.15  Own flair, own fight cards and the own bar; identical effects add up."""
    points = 0
    effects = effects_of_flair(cards, cocktail)
    for card in fought:
        effects += cards.fights[card.card].effects
    for effect in effects:
        match effect:
            case SelfPoints(more):
                points += more
            case SelfPointsIf("bar_recipe", more) if bar_recipes(cards, bar, cocktail):
                points += more
            case SelfPointsIf("no_recipe", more) if not (bar_recipes(cards, bar, cocktail) or is_judge_recipe(cards, judge, cocktail)):
                points += more
    match bar and cards.bars[bar].bonus:
        case JudgeSpiritBonus(more) if likes_spirit(cards, judge, cocktail):
            points += more
    return points


def negative_points(cards: Cards, cocktail: Cocktail, seat: Seat, cocktails: Sequence[Cocktail | None], fights: Sequence[Fought]) -> int:
    """BF-5.10 BF-5.11 BF-5.12  Each copy of opponents' mixers, and fight cards against this seat; never one's own.

    BF-5.13 BF-10.1  With Adorn in the cocktail nothing of it, whatever the source and the time it was played.
    """
    if not flair_with(cards, Shield).isdisjoint(cocktail.flair):
        return 0
    points = sum([harm(cards, *other.mixers) for number, other in enumerate(cocktails) if other is not None and number != seat])
    blows = [effect for fought in fights if fought.target == seat for effect in cards.fights[fought.card].effects]
    return points + sum([blow.points for blow in blows if isinstance(blow, TargetPoints)])


@cache
def harm(cards: Cards, one: MixerCard, other: MixerCard) -> int:
    """BF-5.10  What two mixers add to every other cocktail."""
    effects = [cards.mixers[mixer].opponents for mixer in (one, other)]
    return sum(effect.points for effect in effects if effect)


@cache
def flair_with(cards: Cards, kind: type[Effect]) -> frozenset[Flair]:
    """The flair that has an effect of this kind."""
    return frozenset(key for key, flair in cards.flair.items() if any(isinstance(effect, kind) for effect in flair.effects))


def effects_of_flair(cards: Cards, cocktail: Cocktail) -> list[Effect]:
    """BF-10.12  Of uncancelled flair only."""
    return [effect for flair in cocktail.flair for effect in cards.flair[flair].effects]


def likes_spirit(cards: Cards, judge: Judge | None, cocktail: Cocktail) -> bool:
    """BF-9.5  The spirit is really of the type that the judge prefers."""
    return judge is not None and cards.judges[judge].spirit_preference.spirit == cards.spirits[cocktail.spirit][0]


def is_judge_recipe(cards: Cards, judge: Judge | None, cocktail: Cocktail) -> bool:
    """BF-5.4  The cocktail is what the judge likes best."""
    return judge is not None and matches(cards.judges[judge].recipe_preference, cards.spirits[cocktail.spirit][0], *cocktail.mixers)


def bar_recipes(cards: Cards, bar: Bar | None, cocktail: Cocktail) -> tuple[BarRecipe, ...]:
    """BF-5.5 BF-9.7  Of the own bar those that the cocktail is; other bars' recipes never count."""
    return recipes_made(cards, bar, cards.spirits[cocktail.spirit][0], *cocktail.mixers) if bar else ()


@cache
def recipes_made(cards: Cards, bar: Bar, spirit: Spirit, one: MixerCard, other: MixerCard) -> tuple[BarRecipe, ...]:
    """BF-5.5  Those of a bar that these three components are."""
    return tuple(recipe for recipe in cards.bars[bar].recipes if matches(recipe, spirit, one, other))


def matches(recipe: BarRecipe | JudgeRecipe, spirit: Spirit, one: MixerCard, other: MixerCard) -> bool:
    """BF-5.8  The type of the spirit and the two mixers, in any order; points, copies and flair do not matter."""
    return recipe.spirit == spirit and ((one, other) == recipe.mixers or (other, one) == recipe.mixers)
