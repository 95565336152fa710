"""Is the log that the benchmark of ten million events stands on a log like any other?"""

from __future__ import annotations

from collections import Counter

import pytest

from analytics.export import export
from events import store
from gameplay import fairness
from gameplay.rules.catalogue import GAMES
from tests.perf.scale.filling import fill

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_filled_game_verifies_and_is_exported(folder, ask):
    games, events = fill(3000)
    streams = store.versions(limit=1000)
    assert (len(streams), sum(version for _, version in streams)) == (games, events)
    assert events >= 3000
    for game, version in streams:
        assert store.verify(stream=game).ok
        replay = fairness.audit(game, store.read(stream=game)).replay
        assert (replay.ok, replay.checked) == (True, version)
    done = export(folder, publish_now=True)
    assert (done.games, done.events, done.faults) == (games, events, [])
    assert ask("SELECT count(*) FROM games WHERE status = 'finished'") == [(games,)]
    assert Counter(rules for (rules,) in ask("SELECT rules FROM games")).keys() == GAMES.keys()
    assert ask("SELECT count(DISTINCT player) > 1 FROM seats") == [(True,)]
