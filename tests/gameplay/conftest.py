"""What do the tests of the service stand on? Players, and the toy game beside those of the catalogue."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model

from gameplay import log, tables
from gameplay.models import Player
from gameplay.rules.catalogue import GAMES
from gameplay.selectors import Viewer, player_of
from tests.rules import toy


@pytest.fixture(autouse=True)
def _toy_in_the_catalogue(monkeypatch):
    from dataclasses import replace

    rules = replace(toy.RULES, bots={"first": lambda view, seat, options, chance: next(iter(options))})
    monkeypatch.setitem(GAMES, "toy", rules)
    log.codec.cache_clear()
    tables.forget()
    yield
    log.codec.cache_clear()
    tables.forget()


@pytest.fixture
def people(db) -> list[Player]:
    """Three players with accounts."""
    users = get_user_model().objects
    return [player_of(users.create_user(name)) for name in ("ada", "ben", "cy")]


@pytest.fixture
def viewers(people) -> list[Viewer]:
    return [Viewer(player=player.id) for player in people]
