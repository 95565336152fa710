"""Does the game do what every conformance vector says?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from gameplay.rules.bar_fight import RULES

from .vectors import carry_out

FILE = yaml.safe_load((Path(__file__).parents[2] / "vectors" / "bar_fight.yaml").read_text(encoding="utf-8"))


def test_the_vectors_are_for_an_edition_that_can_be_played():
    assert FILE["game"] == RULES.name
    assert FILE["deck"] in RULES.editions
    assert len(FILE["vectors"]) == 40


def test_every_clause_that_a_vector_names_is_in_the_specification():
    ids = set(re.findall(r"BF-\d+\.\d+", RULES.text))
    assert {clause for vector in FILE["vectors"] for clause in vector["clauses"]} <= ids


@pytest.mark.parametrize("vector", FILE["vectors"], ids=lambda vector: vector["id"])
def test_vector(vector: Any):
    carry_out(vector)
