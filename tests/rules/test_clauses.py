"""Is every clause of a specification carried out somewhere, tested somewhere, and found from the game's README?"""

from __future__ import annotations

import pytest

from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Rules

from . import clauses

RULES = list(GAMES.values())


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
class TestClauses:
    def test_every_clause_is_named_by_a_docstring_of_the_rules(self, rules: Rules):
        assert clauses.specified(rules) - set(clauses.named(rules, clauses.PACKAGE)) == set()

    def test_every_clause_is_named_by_a_test(self, rules: Rules):
        assert clauses.specified(rules) - set(clauses.named(rules, clauses.TESTS)) == set()

    def test_no_clause_is_named_that_the_specification_does_not_have(self, rules: Rules):
        named = set(clauses.named(rules, clauses.TESTS)) | set(clauses.named(rules, clauses.PACKAGE)) | clauses.clauses(rules, rules.text)
        assert named - clauses.specified(rules) == set()

    def test_the_readme_leads_from_every_clause_to_its_functions(self, rules: Rules):
        assert clauses.index(rules) in (clauses.PACKAGE / rules.name / "README.md").read_text(encoding="utf-8")

    def test_a_rules_file_fits_in_three_hundred_lines(self, rules: Rules):
        long = {
            path.name: lines for path in (clauses.PACKAGE / rules.name).glob("*.py") if (lines := len(path.read_text().splitlines())) > 300
        }
        assert long == {}
