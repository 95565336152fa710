"""Is a game safe when several seats act for the group at the same moment? Spirits of Christmas, where any seat may take Chains."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model

from gameplay import bots, projection, selectors, services, tables
from gameplay.errors import GameplayError
from gameplay.models import Seat
from gameplay.rules.contract import Illegal
from gameplay.selectors import Viewer, player_of
from tests.store_fixtures import at_once

pytestmark = pytest.mark.django_db(transaction=True)
CHAINS = {"type": "take_chains"}
HUMBUG = {"type": "speak", "messages": [{"kind": "bah_humbug"}]}


@pytest.fixture
def first_turn():
    """A running game of four people at its first turn, and its viewers by seat."""
    users = get_user_model().objects
    players = [player_of(users.create_user(name)) for name in ("ada", "ben", "cy", "dee")]
    viewers = [Viewer(player=player.id) for player in players]
    game, _ = services.game_create(player=players[0], rules="spirits_of_christmas", seats=4, options={"communication": "virtuous"})
    for viewer in viewers:
        services.seat_take(game_id=game, viewer=viewer)
    services.game_start(game_id=game, viewer=viewers[0])
    send(game, viewers[2], asked(game, viewers[2]), {"type": "choose_gifts", "gifts": [2]}, key="gift")
    return game, viewers


def asked(game, viewer):
    (decision,) = selectors.decisions_open(game_id=game, viewer=viewer)
    return decision.id


def send(game, viewer, decision, choice, *, key):
    """`new`, or the code of the refusal and what is open now."""
    try:
        services.choice_make(game_id=game, viewer=viewer, decision=decision, choice=choice, key=key)
    except (GameplayError, Illegal) as refused:
        return refused
    return "new"


def state(game):
    return tables.caught_up(game).table.state


def test_of_four_that_take_chains_at_once_one_does_and_the_others_hear_what_is_open(first_turn):
    game, viewers = first_turn
    questions = [asked(game, viewer) for viewer in viewers]
    answers = at_once(4, lambda seat: send(game, viewers[seat], questions[seat], CHAINS, key="chains"))
    refused = [answer for answer in answers if answer != "new"]
    assert len(refused) == 3
    assert {answer.code for answer in refused} == {"decision_closed"}
    assert all(answer.extra["decisions"][0].kind == "take_action" for answer in refused)
    assert (state(game).chains, state(game).taken, state(game).pool) == (2, 1, 20)
    assert projection.rebuild(game) is False


def test_words_and_an_action_at_the_same_moment_all_count(first_turn):
    game, viewers = first_turn
    questions = [asked(game, viewer) for viewer in viewers]
    answers = at_once(4, lambda seat: send(game, viewers[seat], questions[seat], HUMBUG, key="humbug"))
    assert answers == ["new"] * 4
    assert [heard.seat for heard in sorted(state(game).said, key=lambda heard: heard.seat)] == [0, 1, 2, 3]


def test_an_action_that_crosses_with_chains_is_refused_and_can_be_sent_again(first_turn):
    game, viewers = first_turn
    question = asked(game, viewers[0])
    assert send(game, viewers[3], asked(game, viewers[3]), CHAINS, key="chains") == "new"
    refused = send(game, viewers[0], question, {"type": "draw"}, key="draw")
    assert refused.code == "decision_closed"
    assert send(game, viewers[0], asked(game, viewers[0]), {"type": "draw"}, key="again") == "new"


def test_a_seat_that_need_not_answer_is_asked_and_not_waited_for(first_turn):
    game, viewers = first_turn
    shown = [selectors.decisions_open(game_id=game, viewer=viewer)[0].due for viewer in viewers]
    assert shown == [True, False, False, False]
    assert list(Seat.objects.filter(game_id=game, awaiting=True).values_list("index", flat=True)) == [0]


def test_bots_answer_for_what_is_waited_for_and_leave_the_rest(db):
    player = player_of(get_user_model().objects.create_user("ada"))
    viewer = Viewer(player=player.id)
    game, _ = services.game_create(player=player, rules="spirits_of_christmas", seats=3, options={"mode": "hard", "first_player": 1})
    services.seat_take(game_id=game, viewer=viewer)
    for _ in range(2):
        services.seat_bot(game_id=game, viewer=viewer, bot="sensible")
    services.game_start(game_id=game, viewer=viewer)
    assert bots.play(game_id=game) > 0
    assert tables.caught_up(game).table.due() == [0]
    assert bots.play(game_id=game) == 0
