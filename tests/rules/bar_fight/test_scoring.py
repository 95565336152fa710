"""Sections 5 and 10, flair: is a cocktail worth what the rules say, line by line?"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.cards import BOOK
from gameplay.rules.bar_fight.facts import CardSeen, CocktailScored
from gameplay.rules.bar_fight.scoring import scores_on_table
from gameplay.rules.bar_fight.state import Cocktail, Fought
from gameplay.rules.contract import SPECTATOR

from . import build

CARDS = BOOK["house-1"]
LINES = ("spirit", "mixers", "judge", "recipes", "bonus", "negative", "total")


def points(
    *drinks: tuple[str, str, str, list[str]], judge: str = "Carol James", bars: tuple[str, ...] = (), fights: tuple[Fought, ...] = ()
) -> list[dict[str, int]]:
    """The scores of cocktails, each (spirit, mixer, mixer, flair)."""
    cocktails: Any = [Cocktail(spirit=a, mixers=[b, c], flair=flair) for a, b, c, flair in drinks]  # type: ignore[arg-type]
    names: Any = [*bars, *[None] * (len(drinks) - len(bars))]
    return [msgspec.to_builtins(score) for score in scores_on_table(CARDS, judge, names, cocktails, fights)]  # type: ignore[arg-type]


def one(spirit: str, first: str, second: str, *flair: str, judge: str = "Carol James", bar: str = "") -> dict[str, int]:
    return points((spirit, first, second, list(flair)), judge=judge, bars=(bar,) if bar else ())[0]


def test_a_score_is_the_sum_of_its_six_lines_and_public():
    """BF-5.1"""
    told = build.Listener()
    s = build.opened(2, bars={0: "desperado", 1: "ralphs"}, tell=told)
    build.lay(s, judges=["Carol James", "Viktor Sand", "Ruby Calhoun"])
    build.at_restock(s, {0: ("Tequila 4", ["lime", "simple_syrup"], ["fancy_pour"]), 1: ("Gin 3", ["absinthe", "soda"])}, told)
    first, second = [fact for fact in told.facts if isinstance(fact, CocktailScored)]
    assert first.seen_by(SPECTATOR)
    assert (first.points_spirit, first.points_mixers, first.points_judge, first.points_recipes) == (4, 4, 0, 4)
    assert (first.points_bonus, first.points_negative, first.score, first.place) == (2, -2, 12, 1)
    assert (second.score, second.place, second.judge_spirit, second.bar_recipe) == (5, 2, True, False)
    shown = RULES.view(s, SPECTATOR).seats[0].score
    assert [getattr(shown, line) for line in LINES] == [4, 4, 0, 4, 2, -2, 12]


@pytest.mark.parametrize(("spirit", "worth"), [("Gin 4", 4), ("Rum 3", 3), ("Brandy 2", 2)])
def test_a_spirit_is_worth_what_is_on_the_card(spirit: str, worth: int):
    """BF-5.2"""
    assert one(spirit, "soda", "soda")["spirit"] == worth


@pytest.mark.parametrize(
    ("spirit", "first", "second", "worth"),
    [
        ("Gin 3", "soda", "soda", 2),  # base
        ("Gin 3", "soda", "tonic", 4),  # base and with this spirit
        ("Whiskey 3", "orange_bitters", "aromatic_bitters", 1 + 2 + 2),  # and with the other mixer
        ("Brandy 3", "cream", "lime", 3 - 2 - 1),
        ("Gin 2", "cola", "coffee", -4),  # own minus points are not under negative
    ],
)
def test_a_mixer_is_worth_its_base_its_spirit_and_its_neighbour(spirit: str, first: str, second: str, worth: int):
    """BF-5.3"""
    for pair in ((first, second), (second, first)):
        score = one(spirit, *pair)
        assert (score["mixers"], score["negative"]) == (worth, 0)


def test_a_judge_pays_for_spirit_and_recipe():
    """BF-5.4"""
    assert one("Gin 3", "soda", "mint")["judge"] == 1
    assert one("Whiskey 3", "lime", "simple_syrup")["judge"] == 5
    assert one("Gin 3", "tonic", "soda", judge="Viktor Sand")["judge"] == 3 + 5
    assert one("Rum 3", "soda", "mint")["judge"] == 0


def test_only_recipes_of_the_own_bar_pay():
    """BF-5.5"""
    assert one("Tequila 3", "lime", "simple_syrup", bar="desperado")["recipes"] == 4
    assert one("Tequila 3", "lime", "simple_syrup", bar="parrot")["recipes"] == 0


def test_a_judges_recipe_and_a_recipe_of_the_own_bar_pay_together():
    """BF-5.6"""
    score = one("Brandy 3", "lemon", "triple_sec", judge="Judge Abernathy", bar="black_tie")
    assert (score["judge"], score["recipes"]) == (2 + 5, 4)


def test_a_classic_pays_four_and_a_signature_eight():
    """BF-5.7 BF-9.7"""
    for edition in BOOK.values():
        for bar in edition.bars.values():
            assert sorted((recipe.grade, recipe.points) for recipe in bar.recipes) == [("classic", 4), ("classic", 4), ("signature", 8)]
    assert one("Tequila 3", "lime", "simple_syrup", bar="desperado")["recipes"] == 4
    assert one("Tequila 3", "pineapple", "grenadine", bar="desperado")["recipes"] == 8


def test_a_recipe_is_a_type_of_spirit_and_two_names_in_any_order():
    """BF-5.8"""
    for spirit in ("Tequila 2", "Tequila 4"):
        for flair in ((), ("fire_show",)):
            assert one(spirit, "simple_syrup", "lime", *flair, bar="desperado")["recipes"] == 4
    assert one("Tequila 4", "lime", "lime", bar="desperado")["recipes"] == 0
    assert one("Rum 4", "lime", "simple_syrup", bar="desperado")["recipes"] == 0


def test_bonus_is_own_flair_own_fight_cards_and_the_own_bar():
    """BF-5.9"""
    fights = (Fought(0, "last_call"), Fought(1, "last_call"))
    found = points(
        ("Whiskey 3", "cola", "soda", ["fancy_pour"]),
        ("Rum 3", "cola", "soda", []),
        judge="Dex Monroe",
        bars=("copper", "desperado"),
        fights=fights,
    )
    assert [score["bonus"] for score in found] == [2 + 2 + 3, 2]


def test_negative_is_what_opponents_do():
    """BF-5.10"""
    found = points(
        ("Gin 3", "absinthe", "tonic", []), ("Rum 3", "cola", "lime", []), fights=(Fought(0, "elbow_bump", 1), Fought(1, "spill", 0))
    )
    assert [score["negative"] for score in found] == [-3, -4]


def test_each_copy_of_a_harmful_mixer_counts():
    """BF-5.11"""
    found = points(("Gin 3", "absinthe", "absinthe", []), ("Rum 3", "cola", "lime", []), ("Rum 3", "cola", "lime", []))
    assert [score["negative"] for score in found] == [0, -4, -4]


def test_a_harmful_mixer_never_hits_its_own_cocktail():
    """BF-5.12"""
    found = points(("Gin 3", "absinthe", "lime", []), ("Rum 3", "absinthe", "lime", []))
    assert [score["negative"] for score in found] == [-2, -2]


def test_adorn_keeps_off_everything_that_opponents_do():
    """BF-5.13 BF-10.1"""
    fights = (Fought(0, "spill", 1), Fought(0, "elbow_bump", 1))
    found = points(("Gin 3", "absinthe", "absinthe", []), ("Rum 3", "cola", "lime", ["adorn"]), fights=fights)
    assert found[1]["negative"] == 0
    assert one("Gin 2", "cola", "coffee", "adorn")["mixers"] == -4, "own minus points stay"


def test_identical_effects_add_up_and_a_second_shield_does_nothing_more():
    """BF-5.14"""
    assert one("Rum 3", "soda", "soda", "fancy_pour", "fancy_pour", "fancy_pour")["bonus"] == 6
    found = points(("Gin 3", "absinthe", "soda", []), ("Rum 3", "soda", "soda", ["adorn", "adorn"]))
    assert (found[1]["negative"], found[1]["bonus"]) == (0, 0)


def test_a_score_may_be_below_zero():
    """BF-5.15"""
    found = points(("Gin 2", "cola", "coffee", []), ("Gin 3", "absinthe", "absinthe", []))
    assert found[0]["total"] == 2 - 4 + 1 - 4


@pytest.mark.parametrize(
    ("flair", "bonus"),
    [("fancy_pour", 2), ("fire_show", 3), ("quick_hands", 1)],
)
def test_plain_flair_adds_its_points(flair: str, bonus: int):
    """BF-10.2 BF-10.3 BF-10.6"""
    assert one("Rum 3", "soda", "soda", flair)["bonus"] == bonus


def test_crowd_work_pays_the_preference_for_any_spirit_but_once():
    """BF-10.4"""
    assert one("Rum 3", "soda", "soda", "crowd_work", judge="Viktor Sand")["judge"] == 3
    assert one("Rum 3", "soda", "soda", "crowd_work", "crowd_work", judge="Viktor Sand")["judge"] == 3
    assert one("Gin 3", "soda", "mint", "crowd_work", judge="Viktor Sand")["judge"] == 3


def test_house_special_pays_with_an_own_bar_recipe():
    """BF-10.5"""
    assert one("Tequila 3", "lime", "simple_syrup", "house_special", bar="desperado")["bonus"] == 3
    assert one("Tequila 3", "lime", "simple_syrup", "house_special", bar="velvet")["bonus"] == 0


def test_quick_hands_draws_a_mixer_at_restock():
    """BF-10.6"""
    told = build.Listener()
    s = build.opened(2, bars={0: "copper", 1: "desperado"})
    build.lay(s, tops={"mixer": ["mint"]})
    build.at_restock(s, {0: ("Rum 3", ["soda", "soda"], ["quick_hands"]), 1: ("Rum 3", ["lime", "lime"])}, told)
    assert [(fact.seat, fact.card) for fact in told.facts if isinstance(fact, CardSeen)] == [(0, "mint")]


def test_show_off_pays_without_any_recipe():
    """BF-10.7"""
    assert one("Rum 3", "soda", "soda", "show_off")["bonus"] == 3
    assert one("Whiskey 3", "lime", "simple_syrup", "show_off")["bonus"] == 0, "the judge's recipe"
    assert one("Tequila 3", "lime", "simple_syrup", "show_off", bar="desperado")["bonus"] == 0, "an own recipe"
    assert one("Tequila 3", "lime", "simple_syrup", "show_off", bar="velvet")["bonus"] == 3, "another bar's recipe"


def test_the_copper_still_is_paid_for_a_real_match_only():
    """BF-9.5"""
    assert one("Whiskey 3", "soda", "soda", judge="Dex Monroe", bar="copper")["bonus"] == 3
    assert one("Rum 3", "soda", "soda", "crowd_work", judge="Dex Monroe", bar="copper")["bonus"] == 0
    assert one("Whiskey 3", "soda", "soda", judge="Dex Monroe", bar="ralphs")["bonus"] == 0
