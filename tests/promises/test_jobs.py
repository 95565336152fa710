"""What if the broker is away, a task runs twice, or one game can't be attended to? (Promise 18.)"""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import httpx
import pytest
from django.db import connection

from config.celery import app
from events import store
from gameplay import bots, log, projection, services, standing, tables, timeouts
from gameplay.clocks import Clock
from gameplay.models import Seat
from gameplay.rules.catalogue import GAMES
from gameplay.selectors import LISTED, Viewer, decisions_open, game_view, player_of
from gameplay.tasks import answers_forget, bots_play, bots_sweep, clocks_sweep, standing_sweep
from tests.api.conftest import game_new, person, to_json
from tests.promises.serving import free_port, serving
from tests.store_fixtures import at_once


def answers_of_bots(game: Any) -> int:
    return sum(event.kind == log.CHOICE_MADE and event.actor.startswith(log.BOT_ACTOR) for event in store.read(stream=game))


def made(game: Any) -> list[tuple[int, str]]:
    events = store.read(stream=game)
    codec = log.codec(log.decode(events[0].kind, events[0].body).rules)
    events = [event for event in events if event.kind == log.CHOICE_MADE]
    return [(one.seat, one.decision) for one in (codec.choice_made(event.body) for event in events)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("broker", ["refuses", "is silent"])
def test_while_the_broker_is_away_moves_are_accepted_at_once_and_the_bots_catch_up_after(broker, ada, tmp_path):
    """A port where nobody listens, and one where somebody takes connections and never says a word."""
    game = game_new(ada, bots=2)
    bots.play(game_id=game)
    before = answers_of_bots(game)
    port = free_port()
    silent = _silent(port) if broker == "is silent" else None
    connection.close()
    headers = {"Authorization": f"Bearer {ada.secret}"}
    try:
        with (
            serving("uvicorn", tmp_path, CELERY_BROKER_URL=f"redis://127.0.0.1:{port}/0") as web,
            httpx.Client(base_url=f"{web.url}/api/v1/games/{game}", headers=headers, timeout=30) as wire,
        ):
            accepted = 0
            while accepted < 4:
                for asked in wire.get("/decisions").json()["items"]:
                    body = {"decision": asked["id"], "choice": asked["choices"][0]}
                    began = time.monotonic()
                    answer = wire.post("/choices", json=body, headers={"Idempotency-Key": asked["id"]})
                    assert (answer.status_code, time.monotonic() - began < 8) == (201, True)
                    accepted += 1
                bots_sweep()  # what the beat sends once the broker is back
    finally:
        if silent is not None:
            silent.set()
    assert answers_of_bots(game) > before
    assert len(made(game)) == len(set(made(game)))
    assert store.verify(stream=game).ok
    assert projection.rebuild(game) is False


def _silent(port: int) -> threading.Event:
    import socket

    over = threading.Event()
    listening = socket.create_server(("127.0.0.1", port))

    def hold() -> None:
        held = []
        listening.settimeout(0.1)
        while not over.is_set():
            try:
                held.append(listening.accept())
            except TimeoutError:
                continue
        for wire, _ in held:
            wire.close()
        listening.close()

    threading.Thread(target=hold, daemon=True).start()
    return over


def test_every_task_of_ours_is_tried_twice_by_a_test_of_this_file_or_of_the_exporter():
    app.loader.import_default_modules()
    assert {name for name in app.tasks if not name.startswith("celery.")} == {
        "gameplay.tasks.bots_play",
        "gameplay.tasks.bots_sweep",
        "gameplay.tasks.clocks_sweep",
        "gameplay.tasks.standing_sweep",
        "gameplay.tasks.answers_forget",
        "analytics.tasks.datasets",
        "analytics.tasks.export",
    }


@pytest.mark.django_db(transaction=True)
def test_every_task_about_games_may_run_twice_at_once_and_again(ada, ben):
    clock = Clock(kind="per_decision", seconds=5)
    slow, _ = services.game_create(player=player_of(ada.user), rules="spooky_bar", seats=2, clock=clock)
    for who in (ada, ben):
        services.seat_take(game_id=slow, viewer=who.viewer)
    services.game_start(game_id=slow, viewer=ada.viewer)
    late = store.now_micros() - 60_000_000
    played = game_new(ada, bots=2)
    Seat.objects.filter(game_id=slow, attend_at__isnull=False).update(attend_at=late)
    acts = [
        lambda: bots_play(str(played)),
        bots_sweep,
        clocks_sweep,
        lambda: timeouts.sweep(store.now_micros() + 60_000_000),
        answers_forget,
    ]
    at_once(8, lambda number: acts[number % len(acts)]())
    tables.forget()
    heads = {game: store.head(stream=game) for game in (slow, played)}
    for act in acts[:3]:
        act()
    assert {game: store.head(stream=game) for game in (slow, played)} == heads
    for game in (slow, played):
        assert len(made(game)) == len(set(made(game)))
        assert store.verify(stream=game).ok
        assert projection.rebuild(game) is False
    expired = [event for event in store.read(stream=slow) if event.kind == log.CLOCK_EXPIRED]
    assert len({event.body for event in expired}) == len(expired) > 0
    assert game_view(game_id=played, viewer=Viewer()).seats[0].awaiting


@pytest.mark.django_db(transaction=True)
def test_standing_answers_given_by_many_sweeps_at_once_are_given_once():
    name = next(name for name, rules in GAMES.items() if rules.standing)
    people = [person(f"person{seat}") for seat in range(max(3, GAMES[name].seats.start))]
    game, _ = services.game_create(player=player_of(people[0].user), rules=name, seats=len(people))
    for who in people:
        services.seat_take(game_id=game, viewer=who.viewer)
    services.game_start(game_id=game, viewer=people[0].viewer)
    for who in people:
        standing.standing_set(game_id=game, viewer=who.viewer, until=next(iter(GAMES[name].standing)))
    dice = random.Random(4)
    for _ in range(12):
        for who in people:
            for asked in decisions_open(game_id=game, viewer=who.viewer, limit=LISTED + 1):
                if asked.due and asked.choices:
                    choice = to_json(dice.choice(asked.choices))
                    services.choice_make(game_id=game, viewer=who.viewer, decision=asked.id, choice=choice, key=f"{asked.seat}{asked.id}")
        at_once(4, lambda _: standing_sweep())
    tables.forget()
    assert len(made(game)) == len(set(made(game))) > 12
    assert store.verify(stream=game).ok
    assert projection.rebuild(game) is False


@pytest.mark.django_db
def test_one_game_that_cannot_be_attended_to_keeps_no_other_from_its_bots_and_clocks(ada, ben, monkeypatch, caplog):
    """A bot or a rule that raises is a fault of ours: it is logged with the game's id, and the sweep goes on."""
    broken, fine = (game_new(ada, bots=1) for _ in range(2))
    heads = store.head(stream=fine)
    answer = bots._answer

    def failing(draft: Any, chance: Any) -> bool:
        if draft.table.game == broken:
            raise ZeroDivisionError
        return answer(draft, chance)

    monkeypatch.setattr(bots, "_answer", failing)
    assert bots_sweep() > 0
    assert store.head(stream=fine) != heads
    assert str(broken) in caplog.text

    late: list[Any] = []

    def attend(*, game_id: Any, now: int) -> int:
        if game_id == broken:
            raise ZeroDivisionError
        late.append(game_id)
        return 1

    monkeypatch.setattr(timeouts, "attend", attend)
    Seat.objects.filter(game_id__in=[broken, fine]).update(attend_at=1)
    assert clocks_sweep() == 1
    assert late == [fine]


@pytest.mark.django_db
def test_a_lost_database_ends_the_sweep_so_that_it_is_seen():
    from django.db import OperationalError

    def away(game: Any) -> int:
        raise OperationalError

    with pytest.raises(OperationalError):
        bots.each_alone([1], away)  # type: ignore[list-item]
