"""Do the changes between two documents, applied as a JSON Patch, turn the one into the other?"""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gameplay.referee.difference import Change, changes

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "a/b", "m~n", "~1"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["", "a", "a/b", "m~n", "~1"]), inner, max_size=4),
    max_leaves=12,
)


def patched(document: Any, told: list[Change]) -> Any:
    """RFC 6902, as far as it is used; each `old` must be what was there."""
    root = {"": copy.deepcopy(document)}
    for change in told:
        parts = [part.replace("~1", "/").replace("~0", "~") for part in change.pointer.split("/")]
        at: Any = root
        for part in parts[:-1]:
            at = at[int(part) if isinstance(at, list) else part]
        last: Any = int(parts[-1]) if isinstance(at, list) else parts[-1]
        if change.op != "add":
            assert at[last] == change.old
        if change.op == "remove":
            del at[last]
        elif change.op == "add" and isinstance(at, list):
            at.insert(last, change.new)
        else:
            at[last] = change.new
    return root[""]


def exactly(document: Any) -> Any:
    """So that true and 1 differ."""
    return repr(document)


@given(JSON, JSON)
def test_the_changes_lead_from_one_document_to_the_other(old, new):
    told = list(changes(old, new))
    assert exactly(sort(patched(old, told))) == exactly(sort(new))
    assert (told == []) == (exactly(sort(old)) == exactly(sort(new)))


def sort(document: Any) -> Any:
    if isinstance(document, dict):
        return {name: sort(document[name]) for name in sorted(document)}
    return [sort(part) for part in document] if isinstance(document, list) else document


def test_a_card_that_left_a_hand_is_one_change():
    told = list(changes({"hand": ["ward", "torch", "coin"]}, {"hand": ["ward", "coin"]}))
    assert told == [Change("remove", "/hand/1", "torch", None)]


def test_a_changed_member_of_a_list_is_named_by_its_place():
    told = list(changes({"seats": [{"coins": 3}, {"coins": 4}]}, {"seats": [{"coins": 3}, {"coins": 6}]}))
    assert told == [Change("replace", "/seats/1/coins", 4, 6)]


def test_no_view_and_a_view_differ_as_a_whole():
    assert list(changes(None, {"coins": 1})) == [Change("replace", "", None, {"coins": 1})]
