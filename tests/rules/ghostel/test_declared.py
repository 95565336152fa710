"""Is what the package declares complete: columns, schemas, cards with their sources?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from gameplay.rules import ghostel
from gameplay.rules.ghostel import RULES
from gameplay.rules.ghostel.columns import FIELDS

from .build import DECK

PACKAGE = Path(ghostel.__file__).parent
RAW = RULES.editions["house-1"].deck


def test_the_meaning_of_every_field_of_every_fact_is_told():
    used = {name for fact in RULES.facts for name in fact.__struct_fields__}
    assert used == set(FIELDS)


def test_every_choice_answer_fact_and_view_has_a_schema():
    types = (*RULES.choices, *RULES.answers, *RULES.facts, RULES.view_type, RULES.options)
    _, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    assert {kind.__name__ for kind in types} <= set(components)
    for kind in (*RULES.choices, *RULES.answers, *RULES.facts):
        schema = components[kind.__name__]
        assert schema["additionalProperties"] is False and "type" in schema["required"]


def test_every_frame_of_the_package_is_declared():
    declared = {frame.__name__ for frame in RULES.frames}
    written = {
        line.split("class ")[1].split("(")[0]
        for path in PACKAGE.glob("*.py")
        for line in path.read_text().splitlines()
        if line.startswith("class ") and ("(Step, tag" in line or "(Decision, tag" in line or "(GhostAsked, tag" in line)
    }
    assert written == declared


def test_the_sizes_of_the_decks():
    """GH-1.3  The four sizes that are itemised, 88 in all (A-01)."""
    assert (len(DECK.guests), *(len(DECK.ids[deck]) for deck in ("scare_tactic", "spookie_favour", "terror_bonus"))) == (35, 20, 21, 12)


def test_phobias_and_abilities_are_spread_as_the_specification_says():
    phobias = Counter(guest.phobia for guest in DECK.guests.values())
    assert phobias == {"snakes": 4, "spiders": 4, "clowns": 4, "rats": 4, "dark": 4, None: 15}
    assert sum(guest.ability is not None for guest in DECK.guests.values()) == 15
    assert list(Counter(map(DECK.key.__getitem__, DECK.ids["scare_tactic"])).values()) == [2] * 10
    assert {guest.courage for guest in DECK.guests.values()} == set(range(4, 14))
    assert {max(guest.scores) for guest in DECK.guests.values()} <= set(range(6, 19))


def test_every_card_says_where_it_comes_from():
    for cards in ("guests", "scare_tactics", "spookie_favours", "terror_bonuses"):
        assert {card["source"] for card in RAW[cards]} <= set(RAW["source_values"])


def test_every_ability_and_effect_of_the_deck_is_understood():
    """GH-6.1 GH-7.2  What stands in the deck comes out of the typed cards again."""
    for card in RAW["guests"]:
        ability = DECK.guests[card["id"]].ability
        assert (ability and msgspec.to_builtins(ability)) == card["ability"]
    for card in RAW["spookie_favours"]:
        effect = msgspec.to_builtins(DECK.favours[card["key"]].effect)
        written = {"attach": False, "until": "", **card["effect"]}
        assert effect == {name: written[name] for name in effect}


def test_an_unknown_ability_or_a_misspelt_member_is_refused_when_the_deck_is_read():
    from gameplay.rules.ghostel.cards import read

    for wrong in ({"kind": "sings"}, {"kind": "die_cap", "max": 4, "min": 1}, {"kind": "calm_by"}):
        deck = {**RAW, "guests": [{**RAW["guests"][0], "ability": wrong}]}
        with pytest.raises(msgspec.ValidationError):
            read(deck)


@pytest.mark.parametrize(
    "words", ["snakes", "clowns", "gamble", "poltergeist", "guest-0", "Bevan", "parity_only", "reward_card", "extra_die", "upgrade_d8"]
)
def test_the_rules_name_no_card(words: str):
    """GH-6.1 GH-7.2  Abilities and effects are data: a card's name stands in the deck and nowhere in the code but the bots'."""
    for path in PACKAGE.glob("*.py"):
        lines = [line for line in path.read_text().splitlines() if f'"{words}' in line and "tag=" not in line]
        assert not lines or path.name == "bots.py", (path.name, lines)
