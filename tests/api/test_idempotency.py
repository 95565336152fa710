"""Does a command that is sent again happen once?"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from gameplay.api import idempotency
from gameplay.api.models import KEPT, IdempotencyRecord
from gameplay.models import Game, Seat
from gameplay.tasks import answers_forget
from tests.api.conftest import person
from tests.store_fixtures import at_once

NEW = {"rules": "spooky_bar", "seats": 2}


def test_the_first_answer_comes_again(ada):
    first = ada.post("/games", NEW, key="k")
    again = ada.post("/games", NEW, key="k")
    assert (again.status, again.body, again.headers["Location"]) == (first.status, first.body, first.headers["Location"])
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert Game.objects.count() == 1


def test_spaces_and_order_of_the_body_mean_nothing(ada):
    first = ada.send("POST", "/games", b'{"rules":"spooky_bar","seats":2}', Idempotency_Key="k")
    again = ada.send("POST", "/games", b'{ "seats": 2, "private": false, "rules": "spooky_bar" }', Idempotency_Key="k")
    assert again.json["id"] == first.json["id"]


def test_another_body_with_the_same_key_is_422(ada):
    ada.post("/games", NEW, key="k")
    answer = ada.post("/games", {**NEW, "seats": 3}, key="k")
    assert (answer.status, answer.code) == (422, "idempotency_key_reused")
    assert Game.objects.count() == 1


def test_a_key_belongs_to_one_caller_and_one_operation(ada, ben):
    first = ada.post("/games", NEW, key="k").json["id"]
    assert ben.post("/games", NEW, key="k").json["id"] != first
    assert ada.post(f"/games/{first}/seats", {}, key="k").status == 201
    second = ada.post("/games", NEW, key="k2").json["id"]
    assert ada.post(f"/games/{second}/seats", {}, key="k").status == 201


def test_a_command_without_a_key_happens_each_time(ada):
    ada.post("/games", NEW)
    ada.post("/games", NEW)
    assert Game.objects.count() == 2
    assert IdempotencyRecord.objects.count() == 0


def test_a_refusal_by_the_command_itself_comes_again(ada, ben, eve, open_game):
    ben.post(f"/games/{open_game}/seats", {})
    first = eve.post(f"/games/{open_game}/seats", {}, key="k")
    assert (first.status, first.code) == (409, "game_full")
    ben.delete(f"/games/{open_game}/seats/1")
    again = eve.post(f"/games/{open_game}/seats", {}, key="k")
    assert (again.status, again.body, again.headers["Idempotent-Replayed"]) == (409, first.body, "true")
    assert again.headers["Content-Type"] == "application/problem+json"
    assert eve.post(f"/games/{open_game}/seats", {}, key="k2").status == 201


def test_what_was_refused_before_it_began_is_not_kept(ada, nobody, open_game, private_game, eve):
    assert ada.post("/games", {"rules": 1}, key="k").status == 400
    assert nobody.post("/games", NEW, key="k").status == 401
    assert eve.post(f"/games/{private_game}/seats", {}, key="k").status == 404
    assert eve.post(f"/games/{open_game}/start", {}, key="k").status == 403
    assert ada.send("POST", "/games", b"{}", Content_Type="text/plain", Idempotency_Key="k").status == 415
    assert ada.send("POST", "/games", b" " * 70_000, Idempotency_Key="k").status == 413
    assert IdempotencyRecord.objects.count() == 0
    assert ada.post("/games", NEW, key="k").status == 201


def test_a_failure_of_ours_keeps_nothing_and_leaves_nothing(ada, monkeypatch):
    from gameplay import services

    create = services.game_create

    def half(**given):
        create(**given)
        raise RuntimeError("the server fell over")

    monkeypatch.setattr(services, "game_create", half)
    assert ada.post("/games", NEW, key="k").status == 500
    assert (Game.objects.count(), IdempotencyRecord.objects.count()) == (0, 0)
    monkeypatch.undo()
    assert ada.post("/games", NEW, key="k").status == 201


def test_an_answer_is_kept_for_seven_days(ada):
    first = ada.post("/games", NEW, key="k").json["id"]
    record = IdempotencyRecord.objects.get()
    IdempotencyRecord.objects.update(created_at=record.created_at - KEPT + timedelta(minutes=1))
    assert ada.post("/games", NEW, key="k").json["id"] == first
    IdempotencyRecord.objects.update(created_at=record.created_at - KEPT - timedelta(minutes=1))
    assert ada.post("/games", NEW, key="k").json["id"] != first
    assert IdempotencyRecord.objects.count() == 1


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 201, "ü", "tab\there"])
def test_a_key_that_can_not_be_used_is_400(ada, key):
    answer = ada.post("/games", NEW, key=key)
    assert (answer.status, answer.code) == (400, "idempotency_key_invalid")


def test_a_choice_needs_a_key(ada, game):
    asked = ada.asked(game)
    answer = ada.post(f"/games/{game}/choices", {"decision": asked["id"], "choice": asked["choices"][0]})
    assert (answer.status, answer.code) == (400, "idempotency_key_required")


def test_a_choice_sent_again_is_made_once(ada, game):
    asked = ada.asked(game)
    first = ada.choose(game, asked["id"], asked["choices"][0], key="k")
    again = ada.choose(game, asked["id"], asked["choices"][0], key="k")
    assert (first.status, again.status, again.body) == (201, 201, first.body)
    assert again.headers["Idempotent-Replayed"] == "true"
    other = ada.choose(game, asked["id"], asked["choices"][1], key="k")
    assert (other.status, other.code) == (422, "idempotency_key_reused")


def test_two_people_may_use_the_same_key_in_one_game(ada, ben, game):
    for who in (ada, ben):
        asked = who.asked(game)
        answer = who.choose(game, asked["id"], asked["choices"][0], key="same")
        assert answer.status == 201
        assert "Idempotent-Replayed" not in answer.headers


@pytest.mark.django_db(transaction=True)
def test_many_equal_commands_at_once_are_one(db):
    ada = person("ada")
    game = ada.post("/games", NEW).json["id"]
    answers = at_once(8, lambda i: ada.post(f"/games/{game}/seats", {}, key="k"))
    assert {answer.status for answer in answers} <= {201, 409}
    assert {answer.code for answer in answers if answer.status == 409} <= {"idempotency_in_progress"}
    assert sum(answer.status == 201 and "Idempotent-Replayed" not in answer.headers for answer in answers) == 1
    assert Seat.objects.filter(game_id=game, player=ada.viewer.player).count() == 1
    assert ada.post(f"/games/{game}/seats", {}, key="k").headers["Idempotent-Replayed"] == "true"


@pytest.mark.django_db(transaction=True)
def test_the_second_does_not_wait_for_the_first_on_postgresql(db, monkeypatch):
    if connection.vendor != "postgresql":
        # One writer at a time: there the second waits for the first and gets its answer, as the test above shows.
        assert connection.vendor == "sqlite"
        return
    from threading import Event

    from gameplay import services

    ada = person("ada")
    started, go_on = Event(), Event()
    create = services.game_create

    def slow(**given):
        started.set()
        assert go_on.wait(10)
        return create(**given)

    monkeypatch.setattr(services, "game_create", slow)

    def act(i):
        if i == 0:
            return ada.post("/games", NEW, key="k")
        assert started.wait(10)
        try:
            return ada.post("/games", NEW, key="k")
        finally:
            go_on.set()

    first, second = at_once(2, act)
    assert first.status == 201
    assert (second.status, second.code, second.headers["Retry-After"]) == (409, "idempotency_in_progress", "1")


def test_the_headers_that_are_kept_are_those_that_belong_to_the_answer():
    assert "X-Request-Id" not in idempotency._KEPT_HEADERS


def test_an_answer_is_forgotten_after_its_time_whoever_comes_back(ada):
    ada.post("/games", {"rules": "spooky_bar", "seats": 2}, key="old")
    ada.post("/games", {"rules": "spooky_bar", "seats": 2}, key="new")
    IdempotencyRecord.objects.filter(key="old").update(created_at=timezone.now() - KEPT - timedelta(seconds=1))
    assert answers_forget() == 1
    assert list(IdempotencyRecord.objects.values_list("key", flat=True)) == ["new"]
