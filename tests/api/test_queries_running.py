"""How many queries run at once, how are they stopped, and whom do they disturb?"""

from __future__ import annotations

import os
import re
import threading
import time
from datetime import timedelta
from pathlib import Path
from statistics import median
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from analytics import sandbox
from analytics.models import SLOTS, Query
from tests.api.asking import ENDLESS, ROOT, ask, three_games_exported_before
from tests.api.conftest import person


@pytest.fixture
def statistics(settings, tmp_path, db):
    """Three finished games of Spooky Bar."""
    settings.STATISTICS_DIR = tmp_path / "statistics"
    return three_games_exported_before(settings.STATISTICS_DIR)


def seated(api, slot, **row):
    """A query that runs elsewhere."""
    made = {"sql": "SELECT 1", "limit": 1, "snapshot": 1, "asked_at": timezone.now(), **row}
    return Query.objects.create(user=api.user, slot=slot, **made)


def test_an_account_has_one_query_at_a_time(ada, ben):
    seated(ada, 0)
    answer = ask(ada, "SELECT 1")
    assert (answer.status, answer.code) == (429, "queries_busy")
    assert 1 <= int(answer.headers["Retry-After"]) <= sandbox.LIMITS.seconds
    assert ask(ben, "SELECT 1").status == 200


def test_four_queries_run_at_a_time_whoever_asks(ada):
    for slot in range(SLOTS):
        seated(person(f"analyst{slot}"), slot)
    answer = ask(ada, "SELECT 1")
    assert (answer.status, answer.code, answer.headers["Retry-After"]) == (429, "queries_busy", "2")


def test_a_query_whose_server_was_killed_blocks_its_account_for_seconds_only(ada):
    lost = seated(ada, 0, asked_at=timezone.now() - timedelta(seconds=sandbox.LIMITS.seconds + 21))
    assert ask(ada, "SELECT 1").status == 200
    assert ada.get(f"{ROOT}/{lost.id}").json["status"] == "lost"


def test_a_slot_is_given_back_whatever_happens(ada, monkeypatch):
    def fails(*args, **kwargs):
        raise OSError("no process can be started")

    with monkeypatch.context() as patch:
        patch.setattr(sandbox, "run", fails)
        assert ask(ada, "SELECT 1").status == 500
    assert ask(ada, "SELECT colour").status == 422
    assert ask(ada, "SELECT 1").status == 200
    assert not Query.objects.filter(slot__isnull=False).exists()


@pytest.mark.django_db(transaction=True)
def test_a_running_query_is_found_in_the_list_and_stopped(live_server):
    ada = person("ada")
    answers = []

    def wait():
        answers.append(ask(ada, ENDLESS))
        connection.close()

    waiting = threading.Thread(target=wait)
    started = time.monotonic()
    waiting.start()
    while not (found := ada.get(ROOT, query="status=running").json["items"]):
        assert time.monotonic() - started < 30
        time.sleep(0.05)
    busy = ask(ada, "SELECT 1")
    assert (busy.status, busy.code) == (429, "queries_busy")
    assert ada.delete(f"{ROOT}/{found[0]['id']}").status == 204
    waiting.join(30)
    assert (answers[0].status, answers[0].code) == (409, "query_cancelled")
    assert ada.get(f"{ROOT}/{found[0]['id']}").json["status"] == "cancelled"
    assert ask(ada, "SELECT 1").status == 200


def resident() -> int:
    """Bytes of memory that this process has: the server's, who runs in a thread of it."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.django_db(transaction=True)
def test_four_attackers_neither_slow_another_request_down_nor_make_the_server_grow(live_server, statistics, monkeypatch, record_property):
    monkeypatch.setattr(sandbox.run, "__kwdefaults__", {"limits": sandbox.Limits(seconds=2)})
    eve = person("eve")

    def timed() -> float:
        started = time.perf_counter()
        request = Request(f"{live_server.url}/api/v1/analytics/reports/game_length", headers={"Authorization": f"Bearer {eve.secret}"})
        with urlopen(request, timeout=30) as answer:
            assert answer.status == 200
        return time.perf_counter() - started

    quiet = median(timed() for _ in range(20))
    before = largest = resident()
    attacks = [
        ENDLESS,
        "SELECT repeat('x', 2000000000)",
        "SELECT repeat('x', 7000000)",
        "SELECT * FROM range(10000000) a, range(10000000) b ORDER BY ALL",
    ]
    attackers = [person(f"attacker{n}") for n in range(SLOTS)]
    statuses = []

    def attack(who, sql):
        statuses.append(ask(who, sql).status)
        connection.close()

    threads = [threading.Thread(target=attack, args=pair) for pair in zip(attackers, attacks, strict=True)]
    for thread in threads:
        thread.start()
    spent = []
    while any(thread.is_alive() for thread in threads):
        spent.append(timed())
        largest = max(largest, resident())
    grown = largest - before
    record_property(
        "measured", f"a report over HTTP takes {median(spent) / quiet:.1f} times as long, {grown / 1e6:.0f} MB more, while 4 attack"
    )
    # On a machine with much other work any of them may run out of time before it meets another limit.
    assert len(statuses) == SLOTS
    assert 408 in statuses
    assert set(statuses) <= {200, 408, 413}
    assert median(spent) < quiet * 15
    assert grown < SLOTS * 4 * sandbox.LIMITS.bytes


def test_the_log_of_the_server_tells_who_asked_how_much_and_how_long(ada, statistics, caplog):
    with caplog.at_level("INFO", logger="analytics.asked"):
        asked = ask(ada, "SELECT * FROM range(7)").json["id"]
        ask(ada, "SELECT colour FROM games")
    good, bad = [record.getMessage() for record in caplog.records if record.name == "analytics.asked"]
    assert re.fullmatch(rf"query {asked} of account {ada.user.pk}: answered , 7 rows, \d+ ms", good)
    assert re.fullmatch(rf"query \S+ of account {ada.user.pk}: failed query_failed, None rows, \d+ ms", bad)


def test_to_cancel_what_is_over_changes_nothing(ada):
    over = ask(ada, "SELECT 1").json["id"]
    before = ada.get(f"{ROOT}/{over}").json
    assert ada.delete(f"{ROOT}/{over}").status == 204
    assert ada.get(f"{ROOT}/{over}").json == before
    assert ada.delete(f"{ROOT}/{uuid4()}").status == 404
