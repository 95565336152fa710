"""Does the exporter find what is new without a look at all that is not, and does it still notice what vanished?"""

from __future__ import annotations

import threading
from collections.abc import Callable
from uuid import UUID

import pytest
from django.db import connection, transaction

from analytics import export as exporting
from analytics.export import COMPARE_EVERY, OVERLAP, export
from analytics.schema import Schema
from analytics.warehouse import Look, opened
from events import store
from tests.analytics.playing import played, put
from tests.analytics.test_export import shorten
from tests.store_fixtures import guards_off

pytestmark = pytest.mark.django_db


@pytest.fixture
def listings(monkeypatch) -> list[str]:
    """Which questions the exporter asks of the heads, one after the other."""
    asked: list[str] = []

    def told(name: str, original: Callable) -> Callable:
        def telling(**given):
            asked.append(name)
            return original(**given)

        return telling

    for name in ("changed", "heads_listed"):
        monkeypatch.setattr(store, name, told(name, getattr(store, name)))
    return asked


def changed_at(game: UUID, at: int) -> None:
    """As if the game had last been appended to at that moment."""
    with guards_off(), connection.cursor() as cursor:
        key = game if connection.vendor == "postgresql" else game.hex
        cursor.execute("UPDATE events_stream SET changed_at = %s WHERE id = %s", [at, key])


def look(folder) -> Look:
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        return warehouse.look


def remember(folder, seen: Look) -> None:
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        warehouse.remember(seen)


def test_the_first_run_of_a_process_compares_everything_and_the_next_ask_what_has_changed(folder, listings):
    put(played("spooky_bar", 2, 1))
    assert export(folder).games == 1
    assert set(listings) == {"heads_listed"}
    listings.clear()
    game = put(played("spooky_bar", 2, 2)[:40])
    assert export(folder).games == 1
    put(played("spooky_bar", 2, 2)[40:], game=game, after=40)
    assert export(folder).games == 1
    assert export(folder).games == 0
    assert set(listings) == {"changed"}


def test_games_that_have_not_changed_lately_are_not_even_listed(folder, listings, monkeypatch):
    old = [put(played("spooky_bar", 2, seed)) for seed in range(3)]
    export(folder)
    for game in old:
        changed_at(game, 1)
    seen: list[UUID] = []
    original = store.changed
    monkeypatch.setattr(store, "changed", lambda **given: [found for found in original(**given) if not seen.append(found[0])])
    new = put(played("spooky_bar", 2, 9))
    assert export(folder).games == 1
    assert seen == [new]


def test_an_append_that_became_visible_long_after_its_time_is_not_missed(folder, listings):
    """Its transaction was open while the exporter looked, and longer than any may be by the settings."""
    put(played("spooky_bar", 2, 1))
    export(folder)
    late = put(played("spooky_bar", 2, 2))
    changed_at(late, look(folder).looked - OVERLAP + 1)
    listings.clear()
    assert export(folder).games == 1
    assert set(listings) == {"changed"}


def test_an_idle_exporter_does_not_list_the_same_games_for_ever(folder, monkeypatch):
    """A backlog of many games is looked at again for some minutes, and then no more."""
    put(played("spooky_bar", 2, 1))
    export(folder)
    before = look(folder).looked
    export(folder)
    assert look(folder).looked == before
    monkeypatch.setattr(store, "clock", lambda: before + OVERLAP)
    export(folder)
    assert look(folder).looked == before + OVERLAP


def vanish(folder) -> UUID:
    """A game that was exported and is no longer in the log."""
    gone = put(played("spooky_bar", 2, 3))
    export(folder, publish_now=True)
    shorten(gone, 0)
    assert export(folder).dropped == 0
    return gone


def test_a_game_that_vanished_is_noticed_by_the_next_process(folder, monkeypatch):
    vanish(folder)
    monkeypatch.setattr(exporting, "_compared_here", set())
    assert export(folder).dropped == 1


def test_a_game_that_vanished_is_noticed_after_a_day(folder):
    vanish(folder)
    seen = look(folder)
    remember(folder, Look(seen.looked, seen.compared - COMPARE_EVERY))
    assert export(folder).dropped == 1
    assert look(folder).compared >= seen.compared


def test_a_game_that_vanished_is_noticed_when_another_was_turned_back(folder):
    """Both are traces of a backup that was restored."""
    other = put(played("spooky_bar", 2, 4))
    vanish(folder)
    shorten(other, 30)
    assert export(folder).dropped == 2


def test_a_game_that_vanished_is_noticed_when_the_clock_stands_before_the_last_look(folder):
    vanish(folder)
    seen = look(folder)
    remember(folder, Look(seen.looked + COMPARE_EVERY // 2, seen.compared))
    assert export(folder).dropped == 1
    assert look(folder).looked < seen.looked + COMPARE_EVERY // 2


def test_a_run_that_failed_has_looked_at_nothing(folder, monkeypatch):
    put(played("spooky_bar", 2, 1))
    export(folder)
    before = look(folder)
    put(played("spooky_bar", 2, 2))

    def fail(*_args, **_given):
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(exporting.Warehouse, "write", fail)
        broken.setattr(store, "clock", lambda: before.looked + OVERLAP)
        with pytest.raises(ZeroDivisionError):
            export(folder)
    assert look(folder) == before
    assert export(folder).games == 1


@pytest.mark.django_db(transaction=True)
def test_an_append_whose_transaction_is_open_while_the_exporter_looks_is_exported_later(folder, listings):
    put(played("spooky_bar", 2, 1))
    export(folder)
    appended, looked = threading.Event(), threading.Event()

    def append() -> None:
        with transaction.atomic():
            put(played("spooky_bar", 2, 2))
            appended.set()
            assert looked.wait(60)
        connection.close()

    other = threading.Thread(target=append)
    other.start()
    assert appended.wait(60)
    listings.clear()
    assert export(folder).games == 0
    looked.set()
    other.join()
    assert export(folder).games == 1
    assert set(listings) == {"changed"}
