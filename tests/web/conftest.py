"""What do the tests of the pages stand on? People who log in, and games of every kind that bots have played for a while."""

from __future__ import annotations

import random
from uuid import UUID, uuid4

import msgspec
import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from gameplay import selectors, services, tables
from gameplay.api import buckets
from gameplay.referee import ledger, rulings
from gameplay.selectors import Viewer, player_of

PASSWORD = "a long enough password"


@pytest.fixture(autouse=True)
def _fresh(settings, tmp_path):
    settings.API_BUCKETS = str(tmp_path / "limits.sqlite3")
    buckets.buckets.cache_clear()
    buckets.policies.cache_clear()
    tables.forget()
    ledger.forget()
    yield
    buckets.buckets.cache_clear()
    buckets.policies.cache_clear()
    tables.forget()
    ledger.forget()


class Person:
    """An account, its player and a browser without scripts."""

    def __init__(self, name: str, *, staff: bool = False, superuser: bool = False) -> None:
        self.name = name
        self.user = get_user_model().objects.create_user(name, password=PASSWORD, is_staff=staff, is_superuser=superuser)
        self.viewer = Viewer(player=player_of(self.user).id, referee=staff)
        self.seat = Viewer(player=self.viewer.player)
        self.client = Client(raise_request_exception=False)
        self.client.force_login(self.user)

    def get(self, path: str, **query: object):
        return self.client.get(path, query)

    def post(self, path: str, **form: object):
        return self.client.post(path, form)


@pytest.fixture
def ada(db) -> Person:
    return Person("ada")


@pytest.fixture
def ben(db) -> Person:
    return Person("ben")


@pytest.fixture
def eve(db) -> Person:
    """Sits nowhere."""
    return Person("eve")


@pytest.fixture
def referee(db) -> Person:
    return Person("ref", staff=True)


def game_new(rules: str, *people: Person, private: bool = False, **more: object) -> UUID:
    game, invitation = services.game_create(player=player_of(people[0].user), rules=rules, seats=len(people), private=private, **more)
    for person in people:
        services.seat_take(game_id=game, viewer=person.seat, invitation=invitation)
    services.game_start(game_id=game, viewer=people[0].seat)
    return game


def play(game: UUID, *people: Person, choices: int, seed: int = 1) -> bool:
    """So many random choices by who is waited for. Is the game over?"""
    dice = random.Random(seed)
    seats = {person.viewer.actor: person.seat for person in people}
    for _ in range(choices):
        shown = selectors.game_view(game_id=game, viewer=Viewer())
        if shown.status == "finished":
            return True
        viewer = next(seats[seat.player or ""] for seat in shown.seats if seat.awaiting)
        decision = next(each for each in selectors.decisions_open(game_id=game, viewer=viewer, limit=500) if each.due)
        choice = msgspec.to_builtins(dice.choice(decision.choices))
        services.choice_make(game_id=game, viewer=viewer, decision=decision.id, choice=choice, key=str(uuid4()))
    return False


def earlier(game: UUID) -> int:
    """The newest event before the last that a rewind could go back to."""
    table = tables.caught_up(game).table
    return next(seq for seq in range(table.version - 1, 0, -1) if rulings.at_decision(table, seq))
