"""Does a game fold to the same bytes in any process, on any database and after any restore? (Promises 4 and 12.)"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import groupby
from uuid import UUID

import pytest

from events import store
from gameplay import projection, selectors, tables
from gameplay.selectors import Viewer
from gameplay.table import Table, history
from tests.api.conftest import game_new, play_out
from tests.promises import folding
from tests.promises.serving import ROOT

pytestmark = pytest.mark.django_db


def folded_elsewhere(record: bytes, *, hash_seed: str, import_seed: int) -> str:
    """What a fresh process makes of a record: no Django, no database, its modules imported in an order of their own."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.promises.folding", str(import_seed)],
        input=record,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=True,
    )
    return run.stdout.decode().strip()


@pytest.fixture
def record(ada, ben, eve) -> bytes:
    """The record of a finished game of three, as anybody may download it."""
    game = game_new(ada, ben, eve)
    play_out(game, ada, ben, eve)
    answer = ada.get(f"/games/{game}/record")
    assert answer.status == 200
    return answer.body


@pytest.mark.parametrize(("hash_seed", "import_seed"), [("0", 1), ("1", 2), ("random", 3)])
def test_another_process_another_hash_seed_and_another_order_of_imports_give_the_same_bytes(record, hash_seed, import_seed):
    assert folded_elsewhere(record, hash_seed=hash_seed, import_seed=import_seed) == folding.digest_of(record)


def test_the_digest_covers_every_position_and_notices_one_changed_answer(record):
    lines = record.splitlines()
    assert len(folding.digests(record)) == len(lines)
    last = next(i for i in reversed(range(len(lines))) if json.loads(lines[i])["kind"] == "choice.made")
    assert folding.digest_of(b"\n".join(lines[:last])) != folding.digest_of(record)


PLAYED_ON_SQLITE = """
import os, sys, random, django
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.contrib.auth import get_user_model
from gameplay import bots, selectors, services
from gameplay.selectors import Viewer, player_of
player = player_of(get_user_model().objects.create_user("ada"))
viewer = Viewer(player=player.id)
game, _ = services.game_create(player=player, rules="spooky_bar", seats=3)
for _ in range(3):
    services.seat_bot(game_id=game, viewer=viewer, bot="random")
services.game_start(game_id=game, viewer=viewer)
bots.play(game_id=game)
sys.stdout.buffer.write(b"".join(selectors.record(game_id=game, viewer=viewer)))
"""


def restored(record: bytes) -> UUID:
    """The game of this record in the database of this test, loaded event by event, command by command."""
    lines = [json.loads(line) for line in record.splitlines()]
    game = UUID(lines[0]["game"])
    raw = [line[line.index(b'"body":') + 7 : line.rindex(b',"hash":')] for line in record.splitlines()]
    for (command_id, now), group in groupby(zip(lines, raw, strict=True), lambda pair: (pair[0]["command_id"], pair[0]["recorded_at"])):
        part = list(group)
        store.append(
            stream=game,
            events=[store.NewEvent(kind=line["kind"], actor=line["actor"], body=body) for line, body in part],
            command_id=command_id,
            expected_version=part[0][0]["seq"] - 1,
            now=now,
        )
    return game


def test_a_game_played_on_another_database_has_the_same_hashes_views_and_end_here(tmp_path):
    """Played on SQLite by another process, dumped, and loaded by its events into this run's database."""
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"REVENANT_VAR": str(tmp_path), "CELERY_BROKER_URL": "memory://"}
    run = subprocess.run([sys.executable, "-c", PLAYED_ON_SQLITE], cwd=ROOT, env=environment, capture_output=True, check=True)
    record = run.stdout
    game = restored(record)
    assert [event.hash.hex() for event in store.read(stream=game)] == [json.loads(line)["hash"] for line in record.splitlines()]
    assert store.verify(stream=game).ok
    assert projection.rebuild(game) is True
    assert selectors.game_view(game_id=game, viewer=Viewer()).status == "finished"
    assert b"".join(selectors.record(game_id=game, viewer=Viewer())) == record
    verified = selectors.verification(game_id=game, viewer=Viewer())
    assert (verified.ok, verified.secret_revealed) == (True, True)


def test_two_games_folded_turn_by_turn_in_one_process_end_as_if_each_were_alone(ada, ben):
    games = [game_new(ada, ben), game_new(ada, ben)]
    for seed, game in enumerate(games):
        play_out(game, ada, ben, seed=seed)
    logs = [store.read(stream=game) for game in games]
    alone = [folding.state_digest(history(game, events).table) for game, events in zip(games, logs, strict=True)]
    together = [Table(game) for game in games]
    for turn in range(max(map(len, logs))):
        for table, events in zip(together, logs, strict=True):
            if turn < len(events):
                table.apply(events[turn], lambda fact: None)
    assert [folding.state_digest(table) for table in together] == alone
    assert alone[0] != alone[1]


def test_the_table_that_was_played_is_the_table_that_the_log_folds_to(ada, ben, settings):
    game = game_new(ada, ben)
    play_out(game, ada, ben)
    live = tables.caught_up(game)
    assert folding.state_digest(live.table) == folding.state_digest(history(game, store.read(stream=game)).table)
