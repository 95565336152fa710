"""Does every game of the catalogue keep the contract of all games?"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import typing
from typing import Any

import msgspec
import pytest

from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Choice, Rules

from . import contract_suite as suite
from . import playing

CASES = playing.cases()
RULES = list(GAMES.values())


@pytest.mark.parametrize("check", suite.CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("case", CASES, ids=str)
def test_contract(case: playing.Case, check: Any):
    for seed in playing.games(case):
        check(case, seed)


def test_a_fold_is_the_same_under_every_hash_seed():
    digests = set()
    for seed in ("0", "1", "random"):
        command = [sys.executable, "-c", "from tests.rules.contract_suite import digest; print(digest())"]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        digests.add(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
    assert digests == {f"{suite.digest()}\n"}


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
class TestDeclarations:
    def test_every_frame_choice_and_fact_names_a_clause_of_the_specification(self, rules: Rules):
        for part in (*rules.frames, *rules.choices, *rules.answers, *rules.facts):
            clause = (part.__doc__ or " ").split()[0]
            assert clause.startswith(rules.prefix) and clause in rules.text, part

    def test_types_are_told_apart_by_their_tags(self, rules: Rules):
        for parts in (rules.frames, (*rules.choices, *rules.answers), rules.facts):
            found = [str(part.__struct_config__.tag) for part in parts]
            assert len(set(found)) == len(found)
            assert all(tag == tag.lower() for tag in found)

    def test_facts_are_flat_columns_with_one_type_per_name(self, rules: Rules):
        columns: dict[str, str] = {}
        for fact in rules.facts:
            for name, hint in typing.get_type_hints(fact, include_extras=False).items():
                if name not in fact.__struct_fields__:
                    continue
                kind = column_type(hint)
                assert columns.setdefault(name, kind) == kind, (fact, name)

    def test_every_option_has_a_default_and_a_schema(self, rules: Rules):
        assert rules.options()
        schema = msgspec.json.schema(rules.options)
        assert schema

    def test_the_edition_is_known_by_the_digest_of_its_canonical_json(self, rules: Rules):
        for name, edition in rules.editions.items():
            text = json.dumps(edition.deck, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            assert (edition.name, edition.digest) == (name, hashlib.sha256(text.encode()).hexdigest())
        assert rules.edition in rules.editions

    def test_a_choice_with_an_unknown_member_or_a_wrong_type_is_refused_before_the_rules(self, rules: Rules):
        union: Any = typing.Union[rules.choices]  # noqa: UP007 - built from a tuple
        for choice in rules.choices:
            tag = str(choice.__struct_config__.tag)
            with pytest.raises(msgspec.ValidationError):
                msgspec.json.decode(json.dumps({"type": tag, "surprise": 1}), type=union)
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(b'{"type": "no_such_choice"}', type=union)

    def test_a_number_of_seats_out_of_range_is_refused(self, rules: Rules):
        from gameplay.rules.contract import Illegal

        for seats in (rules.seats.start - 1, rules.seats.stop):
            with pytest.raises(Illegal, match="bad_config"):
                rules.setup(seats, rules.options(), rules.editions[rules.edition])

    def test_canonical_changes_nothing_but_the_order_of_lists(self, rules: Rules):
        for case in [case for case in CASES if case.game == rules.name][:1]:
            for _, choice in playing.record(case, 0):
                again: Choice = choice.canonical()
                assert again.canonical() == again


def column_type(hint: Any) -> str:
    """The type of a column: int, str, bool, list[int] or list[str]; literals are strings."""
    if hint in (int, str, bool):
        return str(hint.__name__)
    if typing.get_origin(hint) is typing.Literal:
        assert all(isinstance(value, str) for value in typing.get_args(hint))
        return "str"
    if typing.get_origin(hint) is list:
        inner = column_type(typing.get_args(hint)[0])
        assert inner in ("int", "str")
        return f"list[{inner}]"
    raise AssertionError(f"a fact can't have a field of type {hint}")
