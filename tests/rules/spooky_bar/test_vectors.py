"""Does the game do what every conformance vector says?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from gameplay.rules.spooky_bar import RULES

from .vectors import carry_out

FILE = yaml.safe_load((Path(__file__).parents[2] / "vectors" / "spooky_bar.yaml").read_text(encoding="utf-8"))
CASES = [
    pytest.param(case, id=f"{vector['id']}-{number}")
    for vector in FILE["vectors"]
    for number, case in enumerate(vector.get("cases") or [{key: vector[key] for key in ("given", "when", "then") if key in vector}])
]


def test_the_vectors_are_for_the_edition_that_is_played():
    assert (FILE["game"], FILE["deck"]) == (RULES.name, RULES.edition)
    assert len(FILE["vectors"]) == 33


def test_every_clause_that_a_vector_names_is_in_the_specification():
    ids = set(re.findall(r"SB-\d+\.\d+", RULES.text))
    assert {clause for vector in FILE["vectors"] for clause in vector["clauses"]} <= ids


@pytest.mark.parametrize("case", CASES)
def test_vector(case: Any):
    carry_out(case)
