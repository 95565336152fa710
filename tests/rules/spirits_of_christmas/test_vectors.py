"""Does the game do what every conformance vector says?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from gameplay.rules.spirits_of_christmas import RULES

from .vectors import carry_out, deals, mode_row

FILE = yaml.safe_load((Path(__file__).parents[2] / "vectors" / "spirits_of_christmas.yaml").read_text(encoding="utf-8"))
PARTS = ("given", "before", "when", "then", "continue")
TABLES = {"SCV-19", "SCV-21"}
"""Vectors whose `then` is a table over player counts or modes."""
CASES = [
    pytest.param(case, id=f"{vector['id']}-{number}")
    for vector in FILE["vectors"]
    for number, case in enumerate(
        vector.get("cases") or ([] if vector["id"] in TABLES else [{key: vector[key] for key in PARTS if key in vector}])
    )
]
MODES = next(vector["then"] for vector in FILE["vectors"] if vector["id"] == "SCV-21")


def test_the_vectors_are_for_the_edition_that_is_played():
    assert (FILE["game"], FILE["deck"]) == (RULES.name, RULES.edition)
    assert len(FILE["vectors"]) == 30


def test_every_clause_that_a_vector_names_is_in_the_specification():
    ids = set(re.findall(r"SC-\d+\.\d+", RULES.text))
    assert {clause for vector in FILE["vectors"] for clause in vector["clauses"]} <= ids


@pytest.mark.parametrize("case", CASES)
def test_vector(case: Any):
    carry_out(case)


def test_the_vector_of_deals():
    """SC-3.4 SC-3.5"""
    deals(next(vector["then"] for vector in FILE["vectors"] if vector["id"] == "SCV-19"))


@pytest.mark.parametrize("mode", MODES)
def test_the_vector_of_modes(mode: str):
    """SC-17.1 SC-17.2 SC-17.3 SC-17.4 SC-17.5 SC-17.6"""
    mode_row(mode, MODES[mode])
