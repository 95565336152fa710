"""Does a take-back tell its player anything about what that player can't see?"""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model

from events import store
from gameplay import projection, tables
from gameplay.errors import GameplayError
from gameplay.referee import takebacks
from gameplay.rules.catalogue import GAMES
from gameplay.selectors import Viewer, player_of
from tests.promises import twins

NAMES = sorted(GAMES)


@pytest.mark.django_db
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", NAMES)
def test_two_games_that_differ_only_in_what_is_hidden_answer_a_take_back_alike(name, seat):
    """Asked after many lengths of the game: done, asked of others, or refused, and with which code."""
    rules = GAMES[name]
    seats = min(3, rules.seats.stop - 1)
    players = [player_of(get_user_model().objects.create_user(f"seat{i}")) for i in range(seats)]
    viewer = Viewer(player=players[seat].id)
    told = []
    for length in range(8, 44, 3):
        line = twins.played(rules, seats, length, length)
        other = twins.twin(rules, seats, line, seat, length)
        answers = [outcome(twins.events(rules, [str(player.id) for player in players], one), viewer) for one in (line, other)]
        assert answers[0] == answers[1], f"after {length} answers"
        told.append(answers[0])
    assert len(set(told)) > 1


def outcome(events, viewer):
    from tests.analytics.playing import put

    game = put(events)
    projection.rebuild(game)
    tables.forget()
    try:
        told = takebacks.takeback_ask(game_id=game, viewer=viewer)
    except GameplayError as refused:
        return refused.code
    assert store.head(stream=game).version >= told.seq
    return told.status, told.seq, tuple(told.waiting)
