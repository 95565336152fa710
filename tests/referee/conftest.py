"""What do the tests of the referee's office stand on? The toy game of three, people, and referees who sit nowhere."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model

from events import store
from gameplay import selectors, services
from gameplay.referee import ledger, rulings
from gameplay.referee.rulings import Rewind
from gameplay.selectors import Viewer, player_of
from tests.gameplay.conftest import _toy_in_the_catalogue, people, viewers  # noqa: F401 - fixtures

LOOK, ONE, TWO = {"type": "look"}, {"type": "take", "count": 1}, {"type": "take", "count": 2}


@pytest.fixture(autouse=True)
def _empty_ledger():
    ledger.forget()
    yield
    ledger.forget()


def staff(name: str) -> Viewer:
    return Viewer(player=player_of(get_user_model().objects.create_user(name, is_staff=True)).id, referee=True)


@pytest.fixture
def referee(db) -> Viewer:
    return staff("ref")


@pytest.fixture
def second(db) -> Viewer:
    """Another referee."""
    return staff("second")


@pytest.fixture
def game(people, viewers):  # noqa: F811
    """A running toy game of three; event 6 is the shuffle, after which all are asked."""
    return game_new(people, viewers)


def game_new(people, viewers, *, seated=None, bots=0, **more):  # noqa: F811
    game, invitation = services.game_create(player=people[0], rules="toy", seats=3, **more)
    for viewer in (seated or viewers)[: 3 - bots]:
        services.seat_take(game_id=game, viewer=viewer, invitation=invitation)
    for _ in range(bots):
        services.seat_bot(game_id=game, viewer=viewers[0], bot="first")
    services.game_start(game_id=game, viewer=viewers[0])
    return game


def choose(game, viewer, choice, key="k"):
    """Answer what this viewer is asked now."""
    decision = selectors.decisions_open(game_id=game, viewer=viewer)[0].id
    return services.choice_make(game_id=game, viewer=viewer, decision=decision, choice=choice, key=f"{key}-{decision}-{viewer.player}")


def played_out(game, viewers):  # noqa: F811
    for viewer in viewers:
        choose(game, viewer, TWO)
    choose(game, viewers[2], {"type": "blame", "seat": 0})


def version(game) -> int:
    return len(store.read(stream=game))


def kinds(game) -> list[str]:
    return [event.kind for event in store.read(stream=game)]


def rewind(game, viewer, to, **more):
    asked = Rewind(to=to, reason="a misclick", **more)
    return rulings.rewind(game_id=game, viewer=viewer, asked=asked, expected_version=version(game))
