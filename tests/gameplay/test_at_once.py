"""Is a game safe when everybody acts at the same moment?"""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError

from events import store
from events.store import Statement
from gameplay import bots, log, projection, selectors, services, tables
from gameplay.errors import GameplayError
from gameplay.rules.contract import Illegal
from gameplay.selectors import Viewer, player_of
from tests.store_fixtures import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table_of_four():
    """A running toy game with four people, and its viewers by seat."""
    users = get_user_model().objects
    players = [player_of(users.create_user(name)) for name in ("ada", "ben", "cy", "dee")]
    viewers = [Viewer(player=player.id) for player in players]
    game, _ = services.game_create(player=players[0], rules="toy", seats=4, options={"cards": 8})
    for viewer in viewers:
        services.seat_take(game_id=game, viewer=viewer)
    services.game_start(game_id=game, viewer=viewers[0])
    return game, viewers


def take(game, viewer, *, key, count=1):
    """`new`, `replayed` or the code of the refusal."""
    try:
        _, replayed = services.choice_make(game_id=game, viewer=viewer, decision="d1", choice={"type": "take", "count": count}, key=key)
    except (GameplayError, Illegal) as refused:
        return refused.code
    return "replayed" if replayed else "new"


def made(game):
    return [event for event in store.read(stream=game) if event.kind == log.CHOICE_MADE]


def test_seats_that_answer_at_the_same_moment_never_conflict(table_of_four):
    game, viewers = table_of_four
    assert at_once(4, lambda i: take(game, viewers[i], key="k")) == ["new"] * 4
    assert len(made(game)) == 4
    assert projection.rebuild(game) is False


def test_one_command_sent_eight_times_at_once_is_made_once(table_of_four):
    game, viewers = table_of_four
    answers = at_once(8, lambda _: take(game, viewers[0], key="k"))
    assert sorted(answers) == ["new"] + ["replayed"] * 7
    assert len(made(game)) == 1


def test_of_eight_different_answers_to_one_decision_one_counts(table_of_four):
    game, viewers = table_of_four
    answers = at_once(8, lambda i: take(game, viewers[0], key=f"k{i}", count=1 + i % 2))
    assert sorted(answers) == ["decision_closed"] * 7 + ["new"]
    assert len(made(game)) == 1


def test_one_key_with_different_answers_counts_once_and_is_refused_otherwise(table_of_four):
    game, viewers = table_of_four
    answers = at_once(8, lambda i: take(game, viewers[0], key="k", count=1 + i % 2))
    assert answers.count("new") == 1
    assert answers.count("replayed") == 3
    assert answers.count("idempotency_key_reused") == 4


def test_the_last_free_seat_is_taken_once():
    users = get_user_model().objects
    players = [player_of(users.create_user(f"p{i}")) for i in range(8)]
    game, _ = services.game_create(player=players[0], rules="toy", seats=2)

    def sit(i):
        try:
            return services.seat_take(game_id=game, viewer=Viewer(player=players[i].id))
        except GameplayError as refused:
            return refused.code

    answers = at_once(8, sit)
    assert sorted(map(str, answers)) == ["0", "1"] + ["game_full"] * 6


def test_four_runs_of_the_bots_at_once_play_each_decision_once():
    player = player_of(get_user_model().objects.create_user("ada"))
    viewer = Viewer(player=player.id)
    game, _ = services.game_create(player=player, rules="toy", seats=4, options={"cards": 8})
    for _ in range(4):
        services.seat_bot(game_id=game, viewer=viewer, bot="first")
    services.game_start(game_id=game, viewer=viewer)
    at_once(4, lambda _: bots.play(game_id=game))
    assert selectors.game_view(game_id=game, viewer=viewer).status == "finished"
    decisions = [(log.codec("toy").choice_made(e.body).seat, log.codec("toy").choice_made(e.body).decision) for e in made(game)]
    assert len(decisions) == len(set(decisions)) == 9


def test_an_append_that_fails_leaves_neither_events_nor_a_folded_table_behind(table_of_four, monkeypatch):
    game, viewers = table_of_four
    selectors.game_view(game_id=game, viewer=viewers[0])

    def broken(table, before):
        return [Statement("UPDATE gameplay_seat SET no_such_column = 1 WHERE {appended}", [])]

    with monkeypatch.context() as patch:
        patch.setattr("gameplay.commands.rows_statements", broken)
        with pytest.raises(DatabaseError):
            take(game, viewers[0], key="k")
    assert made(game) == []
    assert selectors.game_view(game_id=game, viewer=viewers[0]).version == len(store.read(stream=game))
    assert take(game, viewers[0], key="k") == "new"


def test_a_process_catches_up_with_what_another_has_written(table_of_four):
    game, viewers = table_of_four
    tables.forget()
    stale = tables.caught_up(game)
    assert take(game, viewers[1], key="k") == "new"
    tables.forget()
    tables._cache[game] = stale
    assert take(game, viewers[0], key="k") == "new"
    assert len(made(game)) == 2
    assert stale.table.version == len(store.read(stream=game))
