"""Is what the package declares complete: columns, schemas, and decks that differ only where they may?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.cards import BOOK
from gameplay.rules.bar_fight.choices import BARS, CARDS, DECKS, FLAIR, JUDGES, SPIRITS, Mix, in_order
from gameplay.rules.bar_fight.columns import FIELDS

EDITIONS = sorted(RULES.editions)
COUNTS = {"spirits": 44, "mixers": 52, "flair": 15, "fight": 15, "judges": 16, "participation_ribbons": 14, "bars": 6}


def test_the_meaning_of_every_field_of_every_fact_is_told():
    used = {name for fact in RULES.facts for name in fact.__struct_fields__}
    assert used == set(FIELDS)


def test_every_choice_answer_fact_and_view_has_a_schema_without_clashing_names():
    types = (*RULES.choices, *RULES.answers, *RULES.facts, RULES.view_type, RULES.options)
    _, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    assert {kind.__name__ for kind in types} <= set(components)
    assert all(re.fullmatch(r"[A-Za-z]+", name) for name in components)
    for kind in (*RULES.choices, *RULES.answers, *RULES.facts):
        schema = components[kind.__name__]
        assert schema["additionalProperties"] is False and "type" in schema["required"]


@pytest.mark.parametrize(
    "body",
    [
        {"type": "mix", "spirit": "Gin 5", "mixers": ["lime", "lime"], "flair": []},
        {"type": "mix", "spirit": "Gin 3", "mixers": ["lime", "lime"]},
        {"type": "mix", "spirit": "Gin 3", "mixers": ["lime", "lime"], "flair": [], "fight": []},
        {"type": "play_fight", "card": "spill", "target": {"who": 1}},
        {"type": "play_fight", "card": "spill", "target": 1},
        {"type": "restock", "draws": ["judge", "spirit", "mixer"]},
        {"type": "pass", "until": "next_play"},
        {"type": "choose_bar", "bar": 3},
        {"type": "shake"},
    ],
)
def test_a_choice_of_the_wrong_shape_never_reaches_the_rules(body: dict[str, Any]):
    union: Any = RULES.choices[0]
    for choice in RULES.choices[1:]:
        union = union | choice
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(body, union)


def test_lists_whose_order_means_nothing_have_one_form():
    """BF-3.1"""
    assert Mix("Gin 3", ["tonic", "lemon"], ["fire_show", "adorn"]).canonical() == Mix("Gin 3", ["lemon", "tonic"], ["adorn", "fire_show"])


@pytest.mark.parametrize("edition", EDITIONS)
class TestEdition:
    def test_it_has_every_component(self, edition: str):
        """BF-1.1"""
        cards, deck = BOOK[edition], RULES.editions[edition].deck
        assert deck["components"] == COUNTS and deck["deck_version"] == edition
        assert [len(cards.decks[name]) for name in DECKS] == [44, 52, 30]
        assert sum(card in FLAIR for card in cards.decks["twist"]) == 15
        assert (len(cards.judges), len(cards.bars), cards.awards) == (16, 6, 14)
        for definitions, rows in (("mixer_definitions", "mixers"), ("twist_definitions", "twists")):
            named = [row[definitions.split("_")[0]] for row in deck[rows]]
            assert {definition["key"]: definition["copies"] for definition in deck[definitions]} == {key: named.count(key) for key in named}

    def test_the_names_of_cards_stand_in_the_order_of_the_ids(self, edition: str):
        """BF-8.1 in id order."""
        cards, deck = BOOK[edition], RULES.editions[edition].deck
        for name in DECKS:
            assert cards.decks[name] == in_order(cards.decks[name])
            assert tuple(dict.fromkeys(cards.decks[name])) == CARDS[name]
        assert tuple(cards.judges) == JUDGES and tuple(cards.bars) == BARS
        assert tuple(kind["key"] for kind in deck["spirit_types"]) == SPIRITS
        ids = [row["id"] for rows in ("spirits", "mixers", "twists", "judges") for row in deck[rows]]
        assert len(set(ids)) == 142

    def test_the_starting_spirits_of_all_bars_are_in_the_deck(self, edition: str):
        """BF-1.3"""
        left = list(BOOK[edition].decks["spirit"])
        for bar in BOOK[edition].bars.values():
            for start in bar.starting_spirits:
                left.remove(f"{start.spirit} {start.points}")  # type: ignore[arg-type]

    def test_no_bar_has_a_recipe_twice(self, edition: str):
        """BF-9.7 (A-41)"""
        for bar in BOOK[edition].bars.values():
            assert len({(recipe.spirit, *sorted(recipe.mixers)) for recipe in bar.recipes}) == 3

    def test_what_the_printed_rules_give_is_so(self, edition: str):
        """BF-5.4 BF-9.1 BF-9.2 BF-9.3"""
        cards = BOOK[edition]
        carol = cards.judges["Carol James"]
        assert (carol.ribbons, carol.spirit_preference.points, carol.recipe_preference.points) == (3, 1, 5)
        assert [type(cards.bars[bar].bonus).__name__ for bar in ("ralphs", "desperado", "black_tie")] == [
            "RibbonForLowest",
            "ReturnSpirit",
            "WinsTies",
        ]
        (sour,) = [recipe for recipe in cards.bars["desperado"].recipes if recipe.source == "rulebook"]
        assert (sour.spirit, set(sour.mixers), sour.points) == ("Tequila", {"lime", "simple_syrup"}, 4)


def differences(one: Any, other: Any, source: str, path: str = "") -> Iterator[tuple[str, str]]:
    """Where two decks differ, each place with the source of the thing that it belongs to."""
    if isinstance(one, dict) and isinstance(other, dict):
        assert set(one) == set(other), path
        for key in one:
            within = one.get(f"{key}_source", one.get("source", source))
            yield from differences(one[key], other[key], within, f"{path}/{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(left, right, source, f"{path}/{number}")
    elif one != other:
        yield path, source


def test_house_2_differs_from_house_1_only_in_what_is_ours():
    found = dict(differences(RULES.editions["house-1"].deck, RULES.editions["house-2"].deck, "house"))
    assert found.pop("/deck_version") == "house"
    assert found and set(found.values()) == {"house"}, found
    assert {path.split("/")[1] for path in found} == {"judges", "bars"}


def easy_signatures(edition: str) -> list[str]:
    """Bars with a classic of which fewer pairs of mixers are in the deck than of the signature."""
    copies = {key: mixer.copies for key, mixer in BOOK[edition].mixers.items()}
    found = []
    for bar in BOOK[edition].bars.values():
        pairs = {recipe.grade: copies[recipe.mixers[0]] * copies[recipe.mixers[1]] for recipe in bar.recipes if recipe.grade == "signature"}
        if any(copies[recipe.mixers[0]] * copies[recipe.mixers[1]] < pairs["signature"] for recipe in bar.recipes):
            found.append(bar.key)
    return found


def test_no_signature_is_easier_to_make_than_a_classic_of_its_bar_in_house_2():
    """BF-5.7  The printed rules say that signatures are harder; in house-1 that of Ralph's was not."""
    assert easy_signatures("house-2") == []
    assert easy_signatures("house-1") == ["ralphs"]


def test_new_games_use_house_2_and_house_1_stays_playable():
    assert RULES.edition == "house-2" and EDITIONS == ["house-1", "house-2"]
