"""Is there a way on from every position of every game, whoever has gone? (Promise 11.)"""

from __future__ import annotations

import random

import pytest

from gameplay import bots, selectors, services
from gameplay.rules.catalogue import GAMES
from gameplay.selectors import Viewer, player_of
from tests.api.conftest import Api, person, to_json

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", sorted(GAMES))
def test_whoever_leaves_whenever_the_game_comes_to_its_end_by_bots(name):
    """Each person leaves after some choices of their own, the last one too; a referee seats bots in their places."""
    rules, dice = GAMES[name], random.Random(name)
    seats = min(3, rules.seats.stop - 1)
    people = [person(f"person{seat}") for seat in range(seats)]
    host = Viewer(player=player_of(person("host").user).id)
    judge = Viewer(player=player_of(person("judge", staff=True).user).id, referee=True)
    game, _ = services.game_create(player=player_of(people[0].user), rules=name, seats=seats)
    for who in people:
        services.seat_take(game_id=game, viewer=who.viewer)
    services.game_start(game_id=game, viewer=people[0].viewer)
    for who in dice.sample(people, seats):
        played(game, people, dice)
        seat = selectors.game_view(game_id=game, viewer=who.viewer).viewer.seat
        services.seat_leave(game_id=game, viewer=who.viewer, seat=seat)
        assert selectors.decisions_open(game_id=game, viewer=who.viewer) == []
        services.seat_bot(game_id=game, viewer=judge, bot="random", seat=seat)
    assert bots.play(game_id=game) > 0
    shown = selectors.game_view(game_id=game, viewer=host)
    assert (shown.status, shown.result is not None) == ("finished", True)


def played(game: object, people: list[Api], dice: random.Random) -> None:
    """Some choices by those people who still sit there."""
    for _ in range(4):
        bots.play(game_id=game)
        for who in people:
            for asked in selectors.decisions_open(game_id=game, viewer=who.viewer, limit=200):
                if asked.choices:
                    choice = to_json(dice.choice(asked.choices))
                    services.choice_make(game_id=game, viewer=who.viewer, decision=asked.id, choice=choice, key=f"{asked.seat}{asked.id}")
