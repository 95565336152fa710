"""Does the ledger say who could have known what when, without a read ever writing?"""

from __future__ import annotations

import time

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext

from events import store
from gameplay import selectors
from gameplay.models import Delivery
from gameplay.referee import ledger
from gameplay.rules.contract import REFEREE, SPECTATOR
from gameplay.selectors import Viewer
from tests.referee.conftest import LOOK, ONE, choose


@pytest.fixture
def clean(game):
    """The game, with nothing delivered yet."""
    ledger.forget()
    return game


def rows(game):
    ledger.flush()
    found = Delivery.objects.filter(game=game).order_by("id")
    return [(row.player, row.seen_as, row.what, row.after, row.upto) for row in found]


def test_what_was_sent_is_written_down_once(clean, viewers, referee):
    for _ in range(3):
        selectors.game_view(game_id=clean, viewer=viewers[0])
    selectors.decisions_open(game_id=clean, viewer=viewers[1])
    selectors.feed(game_id=clean, viewer=Viewer(), after=0, limit=4)
    selectors.view_at(game_id=clean, viewer=viewers[2], seq=5)
    list(selectors.record(game_id=clean, viewer=referee))
    assert rows(clean) == [
        (viewers[0].player, 0, "view", 6, 6),
        (viewers[1].player, 1, "decisions", 6, 6),
        (None, SPECTATOR, "feed", 0, 4),
        (viewers[2].player, 2, "at", 5, 5),
        (referee.player, REFEREE, "record", 0, 6),
    ]
    for _ in range(2):
        selectors.game_view(game_id=clean, viewer=viewers[0])
    assert len(rows(clean)) == 5


def test_a_read_writes_nothing(clean, viewers):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        selectors.game_view(game_id=clean, viewer=viewers[0])
        selectors.feed(game_id=clean, viewer=viewers[0], after=0)
    assert [q["sql"] for q in queries if not q["sql"].lstrip("( ").upper().startswith("SELECT")] == []
    assert Delivery.objects.count() == 0


def test_pages_of_a_feed_within_a_second_are_one_row(clean, viewers):
    for after in (0, 2, 4):
        selectors.feed(game_id=clean, viewer=viewers[0], after=after, limit=2)
    assert rows(clean) == [(viewers[0].player, 0, "feed", 0, 6)]
    choose(clean, viewers[1], ONE)
    selectors.feed(game_id=clean, viewer=viewers[0], after=6)
    assert rows(clean)[-1] == (viewers[0].player, 0, "feed", 6, 7)


def test_an_empty_page_tells_nothing_and_is_not_written(clean, viewers):
    selectors.feed(game_id=clean, viewer=viewers[0], after=6)
    assert rows(clean) == []


def test_what_an_accepted_choice_answers_is_a_delivery(clean, viewers):
    selectors.decisions_open(game_id=clean, viewer=viewers[0])
    choose(clean, viewers[0], LOOK)
    assert (viewers[0].player, 0, "feed", 6, 7) in rows(clean)


def test_who_could_have_known_an_event_and_when(clean, viewers):
    selectors.feed(game_id=clean, viewer=viewers[0], after=0, limit=5)
    selectors.game_view(game_id=clean, viewer=viewers[1])
    before = store.now_micros()
    ledger.flush()
    known = [item for _, item in ledger.deliveries_of(game=clean, seq=6)]
    assert [(item.seat, item.what, item.upto) for item in known] == [(1, "view", 6)]
    assert known[0].first_at <= ledger.rfc3339(before)
    assert [item.seat for _, item in ledger.deliveries_of(game=clean, seq=5)] == [0, 1]
    assert [item.seat for _, item in ledger.deliveries_of(game=clean, seat=0)] == [0]
    selectors.feed(game_id=clean, viewer=viewers[2], after=5)
    ledger.flush()
    assert [item.seat for _, item in ledger.deliveries_of(game=clean, seq=3)] == [0, 1]
    assert [item.seat for _, item in ledger.deliveries_of(game=clean, seq=6)] == [1, 2]


def test_a_database_that_is_away_loses_nothing(clean, viewers, monkeypatch):
    selectors.game_view(game_id=clean, viewer=viewers[0])

    def away(*args, **given):
        raise DatabaseError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(Delivery.objects, "bulk_create", away)
        with pytest.raises(DatabaseError):
            ledger.flush()
    selectors.game_view(game_id=clean, viewer=viewers[1])
    assert [row[1] for row in rows(clean)] == [0, 1]


def test_what_waits_has_a_bound(clean, viewers, monkeypatch):
    monkeypatch.setattr(ledger, "PENDING_MOST", 3)
    for seq in (1, 2, 3, 4, 5):
        selectors.view_at(game_id=clean, viewer=viewers[0], seq=seq)
    assert [row[3] for row in rows(clean)] == [3, 4, 5]


@pytest.mark.django_db(transaction=True)
def test_a_thread_writes_it_down_within_about_a_second(clean, viewers, settings, monkeypatch):
    settings.LEDGER_SECONDS = 0.05
    monkeypatch.setattr(ledger, "_thread", None)
    selectors.game_view(game_id=clean, viewer=viewers[0])
    thread, waited = ledger._thread, time.monotonic() + 10
    while not Delivery.objects.filter(game=clean).exists() and time.monotonic() < waited:
        time.sleep(0.02)
    settings.LEDGER_SECONDS = 0
    thread.join(10)
    assert not thread.is_alive()
    assert Delivery.objects.filter(game=clean).count() == 1
