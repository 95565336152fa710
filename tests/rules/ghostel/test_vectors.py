"""Does the game do what every conformance vector says?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from gameplay.rules.ghostel import RULES

from .vectors import carry_out

FILE = yaml.safe_load((Path(__file__).parents[2] / "vectors" / "ghostel.yaml").read_text(encoding="utf-8"))


def test_the_vectors_are_for_the_edition_that_is_played():
    assert (FILE["game"], FILE["deck"]) == (RULES.name, RULES.edition)
    assert len(FILE["vectors"]) == 46


def test_every_clause_that_a_vector_names_is_in_the_specification():
    ids = set(re.findall(r"GH-\d+\.\d+", RULES.text))
    assert {clause for vector in FILE["vectors"] for clause in vector["clauses"]} <= ids


@pytest.mark.parametrize("vector", [pytest.param(vector, id=vector["id"]) for vector in FILE["vectors"]])
def test_vector(vector: Any):
    carry_out(vector)
