"""Are large sets of choices counted, drawn, listed and described without a mistake?"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import Form
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas.offers import Selections
from gameplay.rules.spirits_of_christmas.talk_offers import Talk

from . import build

HAVE: dict[Any, int] = {"charity": 3, "compassion": 2, "special_contentment": 1}


def brute(least: int, most: int) -> list[list[str]]:
    """All sorted lists of these sizes, by trying all."""
    counts = product(*(range(count + 1) for count in HAVE.values()))
    lists = [[kind for kind, count in zip(HAVE, chosen, strict=True) for _ in range(count)] for chosen in counts]
    return sorted(found for found in lists if least <= len(found) <= most)


@pytest.mark.parametrize(("least", "most"), [(1, 6), (0, 6), (2, 2), (3, 3), (0, 2), (6, 6), (1, 30), (2, 5)])
def test_selections_are_all_lists_of_cards_each_once(least: int, most: int):
    """SC-9.1 SC-7.3"""
    found = Selections(HAVE, least, most)
    assert sorted(found) == brute(least, most)
    assert len(found) == len(brute(least, most))
    assert all(cards in found for cards in brute(least, most))


@pytest.mark.parametrize(("least", "most"), [(1, 6), (3, 3), (2, 5)])
def test_every_selection_is_drawn_equally_often(least: int, most: int):
    """SC-9.1"""
    found, chance, count = Selections(HAVE, least, most), RandomChance(3), 20_000
    drawn = Counter(tuple(found.draw(chance)) for _ in range(count))
    assert set(drawn) == {tuple(cards) for cards in brute(least, most)}
    expected = count / len(found)
    assert sum((times - expected) ** 2 / expected for times in drawn.values()) < 3 * len(found) + 20


@pytest.mark.parametrize("cards", [["compassion", "charity"], ["charity"] * 4, ["contentment"], [], ["special_contentment"] * 2])
def test_what_is_not_in_hand_or_not_sorted_is_no_selection(cards: list[Any]):
    """SC-9.6"""
    assert cards not in Selections(HAVE, 1, 6)


def test_a_play_from_a_hand_of_thirty_is_not_listed_to_be_counted():
    """SC-9.1"""
    s = build.table(2, scrooge=2, hands={0: build.DECK.cards[:29], 1: []})
    options = kernel.options(s, 0)
    plays = prod(count + 1 for count in Counter(build.kinds(s, s.hands[0])).values()) - 1
    assert len(options) > plays > 7000
    assert c.Play(cards=build.kinds(s, s.hands[0])) in options
    assert options.draw(RandomChance(1)) in options  # type: ignore[attr-defined]


TABLES: dict[str, dict[str, Any]] = {
    "plain": {"hands": {0: ["CT01", "CT02", "CP02", "CH02", "CH03"]}, "scrooge": 2},
    "house": {
        "counting_house": True,
        "board": ["CP02", "CP03", "CH02", "CH03", "CT03"],
        "hands": {0: ["CT01", "CT02", "CH04"]},
        "torch": True,
        "pool": 2,
    },
    "strict": {"mode": "hard", "hands": {0: ["CT01"], 1: ["CP02"]}, "spirit": "give", "pool": 1},
    "nothing": {"hands": {0: [], 1: [], 2: []}, "spirit": "play", "gifts": [2]},
    "leader": {"group_decision": "leader", "current": 1, "torch": True},
}


def built(form: Form) -> list[dict[str, Any]]:
    """Choices that a client builds from a form, as JSON: every value of each member once, beside the first of the others."""
    members = []
    for field in form.fields:
        if field.pick == "some":
            members.append([(field.name, field.values[:size]) for size in range(field.least, field.most + 1)])
        else:
            members.append([(field.name, value) for value in field.values])
    found = []
    for number in range(max([len(values) for values in members], default=1)):
        found.append({"type": form.choice, **dict(values[number % len(values)] for values in members)})
    return found


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize("name", TABLES)
def test_offers_are_listed_once_counted_and_described(name: str, seats: int):
    """SC-4.1 SC-22.1"""
    import msgspec

    given = dict(TABLES[name])
    if seats == 1:
        given = {key: value for key, value in given.items() if key != "hands"} | {"board": ["CP02", "CH03"]}
    given["current"] = min(given.get("current", 0), seats - 1)
    s = build.table(seats, communication="none", **given)
    if not s.stack:
        return
    seat = kernel.due(s)[0]
    options = kernel.options(s, seat)
    listed = list(options)
    assert len(listed) == len({repr(choice) for choice in listed}) == len(options)
    assert all(choice in options and choice.canonical() == choice for choice in listed)
    union = build.log_choice()
    from_forms = [
        msgspec.convert(plain, union).canonical()
        for form in options.forms()  # type: ignore[attr-defined]
        for plain in built(form)
        if form.choice != "give" or plain["giver"] != plain["receiver"]
    ]
    assert all(choice in options for choice in from_forms)
    assert {type(choice) for choice in from_forms} == {type(choice) for choice in listed}


def test_forms_of_speech_build_what_may_be_said():
    """SC-18.4"""
    import msgspec

    for variant in ("virtuous", "open_hearted", "three_chances"):
        s = build.table(3, communication=variant, hands={0: ["CT02", "CP02"]}, turn=3)
        talk = Talk(s, 0)
        for form in talk.forms():
            message: dict[str, Any] = {}
            for field in form.fields:
                path = field.name.split(".")[2:]
                value: Any = field.values[:1] if field.pick == "some" else "Humbug" if field.pick == "text" else field.values[0]
                if len(path) > 1:
                    message.setdefault(path[0], [{}])[0][path[2]] = value
                else:
                    message[path[0]] = value
            assert msgspec.convert({"type": "speak", "messages": [message]}, c.Speak).canonical() in talk, form
