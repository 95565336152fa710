"""Does PostgreSQL itself refuse, to the application's own role, to change what happened, was ruled or was seen?"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests import postgres

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.own_server

PLAY = """
import django
django.setup()
from django.contrib.auth import get_user_model
from django.core.management import call_command
from gameplay import bots, selectors, services
from gameplay.referee import audit, disputes, ledger, rulings
from gameplay.referee.rulings import Act, Rewind
from gameplay.rules.contract import REFEREE
from gameplay.selectors import Viewer, player_of

users = get_user_model().objects
ada = player_of(users.create_user("ada"))
viewer = Viewer(player=ada.id)
office = Viewer(player=player_of(users.create_user("ref", is_staff=True)).id, referee=True)
game, _ = services.game_create(player=ada, rules="spooky_bar", seats=2)
services.seat_take(game_id=game, viewer=viewer)
services.seat_bot(game_id=game, viewer=viewer, bot="random")
services.game_start(game_id=game, viewer=viewer)
bots.play(game_id=game)
def version():
    return selectors.game_view(game_id=game, viewer=office).version
dispute = disputes.dispute_open(game_id=game, viewer=viewer, seq=version(), category="rules", reason="x")
disputes.dispute_claim(dispute_id=dispute.id, viewer=office)
audit.position(game_id=game, viewer=office, seq=version(), eyes=audit.Eyes(REFEREE, "looking"))
rulings.pause(game_id=game, viewer=office, act=Act(reason="x", expected_version=version()))
asked = Rewind(to=version() - 3, reason="x", draws="fresh")
rulings.rewind(game_id=game, viewer=office, asked=asked, expected_version=version())
rulings.void(game_id=game, viewer=office, act=Act(reason="x", expected_version=version()))
ledger.flush()
call_command("verify")
"""


def run(url: str, var: Path, *command: str) -> str:
    environment = os.environ | {
        "DATABASE_URL": url,
        "REVENANT_VAR": str(var),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "CELERY_BROKER_URL": "memory://",
    }
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_application_can_do_all_it_has_to_and_undo_nothing(tmp_path):
    binaries = postgres.machine_binaries()
    with postgres.throwaway(binaries or postgres.wheel_binaries(), copy=binaries is None) as url:
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute("CREATE ROLE revenant_app LOGIN")
        run(url, tmp_path, "manage.py", "migrate", "--verbosity=0")
        run(url, tmp_path, "-m", "config.grants", "revenant_app")
        role_url = url.replace("revenant@", "revenant_app@")
        assert "1 games with" in run(role_url, tmp_path, "-c", PLAY)
        with psycopg.connect(role_url, autocommit=True) as role:
            for table in ("gameplay_ruling", "gameplay_accessrecord", "gameplay_delivery", "gameplay_disputenote", "events_event"):
                (rows,) = role.execute(f"SELECT count(*) FROM {table}").fetchone()
                assert rows > 0, table
                column = "body" if table == "events_event" else "game" if table != "gameplay_disputenote" else "text"
                for act in (f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}", f"TRUNCATE {table}"):
                    with pytest.raises(psycopg.errors.InsufficientPrivilege):
                        role.execute(act)
                assert role.execute(f"SELECT count(*) FROM {table}").fetchone() == (rows,)
