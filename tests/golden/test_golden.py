"""Do the golden logs fold to the same end for ever?"""

from __future__ import annotations

from pathlib import Path

import pytest

from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Rules

from . import logs

PATHS = [path for game in GAMES for path in logs.paths(game)]
RULES = list(GAMES.values())


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}-{path.stem}")
class TestLog:
    def test_it_folds_to_its_end(self, path: Path):
        log = logs.read(path)
        assert logs.end_of(log) == log.end

    def test_every_answer_was_offered(self, path: Path):
        for s, answer, _ in logs.fold(logs.read(path)):
            if answer is not None:
                kernel.decide(s, *answer)
            else:
                assert not s.stack

    def test_its_playthrough_says_the_same(self, path: Path):
        assert path.with_suffix(".txt").read_text(encoding="utf-8") == logs.playthrough(logs.read(path))

    def test_its_edition_is_the_one_that_it_was_played_with(self, path: Path):
        log = logs.read(path)
        assert log.rules.editions[log.head.edition].digest == log.head.deck_digest


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_the_logs_of_a_game_have_every_choice_every_answer_and_every_fact_in_them(rules: Rules):
    found: set[type] = set()
    seats = set()
    for path in logs.paths(rules.name):
        log = logs.read(path)
        seats.add(log.head.seats)
        found |= {type(choice) for _, choice in log.answers}
        found |= {type(fact) for _, _, told in logs.fold(log) for fact in told}
    assert {*rules.choices, *rules.answers, *rules.facts} - found == set()
    assert seats == set(rules.seats)
