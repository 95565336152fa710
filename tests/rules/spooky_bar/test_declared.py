"""Is what the package declares complete: columns, schemas, one place per event?"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from gameplay.rules import spooky_bar
from gameplay.rules.spooky_bar import RULES
from gameplay.rules.spooky_bar.columns import FIELDS

PACKAGE = Path(spooky_bar.__file__).parent


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


def test_the_series_is_a_union_told_apart_by_kind():
    schema = msgspec.json.schema(RULES.options)["$defs"]["GameOptions"]["properties"]["series"]
    assert schema["discriminator"]["propertyName"] == "kind"
    assert set(schema["discriminator"]["mapping"]) == {"single", "fixed", "target"}


@pytest.mark.parametrize("options", [{"event": 9}, {"event": 0}, {"event": "any"}, {"event": "3"}, {"tom_scores": 1}, {"decks": "house-1"}])
def test_options_out_of_range_are_malformed(options: dict[str, object]):
    """SB-2.6"""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, RULES.options)


def test_every_event_lives_in_one_place():
    """SB-6.1 SB-6.8  Only `events.py` compares the event with a number."""
    for path in PACKAGE.glob("*.py"):
        assert path.name == "events.py" or not re.search(r"\bs\.event (==|!=|in)", path.read_text(encoding="utf-8")), path


def test_every_card_says_where_its_action_comes_from():
    """SB-1.3"""
    assert {card["source"] for card in RULES.editions["house-1"].deck["action_cards"]} == {"rulebook", "house"}
