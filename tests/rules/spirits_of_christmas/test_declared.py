"""Is what the package declares complete: columns, schemas, shapes?"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from gameplay.rules.spirits_of_christmas import RULES
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import messages as m
from gameplay.rules.spirits_of_christmas.columns import FIELDS

from .build import log_choice


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
        {"type": "move", "card": "joy", "direction": "left"},
        {"type": "move", "card": "charity"},
        {"type": "move", "card": "charity", "direction": "up"},
        {"type": "give", "giver": 6, "receiver": 0},
        {"type": "play", "cards": "charity"},
        {"type": "speak", "messages": []},
        {"type": "speak", "messages": [{"kind": "bah_humbug"}] * 4},
        {"type": "speak", "messages": [{"kind": "text", "text": "x" * 281}]},
        {"type": "speak", "messages": [{"kind": "hint", "hints": [{"virtue": "charity", "level": "two"}]}]},
        {"type": "place_bedroom", "gap": -1},
        {"type": "end_turn", "now": True},
        {"type": "pass"},
    ],
)
def test_a_choice_of_the_wrong_shape_never_reaches_the_rules(body: dict[str, Any]):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(body, log_choice())


def test_lists_whose_order_means_nothing_have_one_form():
    """SC-9.1 SC-18.2"""
    assert c.Play(cards=["contentment", "charity"]).canonical() == c.Play(cards=["charity", "contentment"])
    two = [m.HintOf(virtue="contentment", level="some"), m.HintOf(virtue="charity", level="some")]
    said = c.Speak(messages=[m.Hint(hints=two), m.Show(cards=["contentment", "charity"])]).canonical()
    assert said == c.Speak(messages=[m.Hint(hints=two[::-1]), m.Show(cards=["charity", "contentment"])])


def test_the_seat_of_a_divided_card_stays_beside_its_card():
    """SC-16.1"""
    assert c.DivideGift(seats=[2, 0, 1]).canonical().seats == [2, 0, 1]
