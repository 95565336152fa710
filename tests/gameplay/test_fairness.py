"""Can anybody check a finished game without trusting the service?"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest

from events import store
from gameplay import fairness, selectors, services
from gameplay.models import DealerSecret
from gameplay.rules.chance import HmacChance, shuffled

SCRIPT = Path(__file__).parents[2] / "api_docs" / "guide" / "verify.py"
GAME = UUID("01890a5d-ac96-774b-bcce-b302099a8057")
SECRET = bytes(range(32))


@pytest.fixture
def record(people, viewers) -> list[dict]:
    """The lines of a finished game's record."""
    game, _ = services.game_create(player=people[0], rules="toy", seats=2)
    for viewer in viewers[:2]:
        services.seat_take(game_id=game, viewer=viewer)
    services.game_start(game_id=game, viewer=viewers[0])
    for viewer in viewers[:2]:
        services.choice_make(game_id=game, viewer=viewer, decision="d1", choice={"type": "take", "count": 1}, key="k")
    return [json.loads(line) for line in selectors.record(game_id=game, viewer=viewers[0])]


def checked(lines: list[dict]) -> tuple[int, str]:
    """Exit code and output of the script, run as anybody would run it: alone, by a bare Python."""
    text = "\n".join(json.dumps(line) for line in lines)
    done = subprocess.run([sys.executable, "-I", "-S", SCRIPT], input=text, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def rehashed(lines: list[dict]) -> list[dict]:
    """The record of somebody who changed an event and computed every hash anew."""
    previous = bytes(32)
    for line in lines:
        body = json.dumps(line["body"], separators=(",", ":"), ensure_ascii=False)
        parts = [line["game"], line["seq"], line["kind"], line["actor"], line["recorded_at"], line["command_id"], body]
        previous = hashlib.sha256(previous + "\n".join(map(str, parts)).encode()).digest()
        line["hash"] = previous.hex()
    return lines


def test_the_script_finds_all_well_in_an_untouched_record(record):
    assert checked(record) == (0, "All well: 10 events in one chain, 1 draws as the committed secret gives them.\n")


def test_the_script_names_the_first_event_that_was_changed(record):
    record[5]["body"]["choice"]["count"] = 2
    code, said = checked(record)
    assert code == 1
    assert said.startswith("FAULT event 6: its hash")


def test_the_script_finds_a_draw_that_the_secret_does_not_give(record):
    row = record[4]["body"]["answer"]["row"]
    row[0], row[1] = row[1], row[0]
    assert checked(rehashed(record)) == (1, "FAULT event 5: not the answer that the secret gives\n")


def test_the_script_finds_a_secret_that_was_not_committed_to(record):
    record[-1]["body"]["secret"] = SECRET.hex()
    code, said = checked(rehashed(record))
    assert code == 1
    assert "not the one that the game committed to" in said


def test_the_script_is_short_and_needs_nothing():
    text = SCRIPT.read_text()
    assert len(text.splitlines()) < 150
    imported = {line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= set(sys.stdlib_module_names)


def test_the_published_test_vectors_hold():
    """Printed in the guide, `fairness.md`, for whoever writes a verifier of their own."""
    assert fairness.commitment(GAME, 1, SECRET) == hashlib.sha256(f"revenant/1{GAME}1".encode() + SECRET).hexdigest()
    dice = fairness.chance(GAME, 1, SECRET, 3)
    guide = (SCRIPT.parent / "fairness.md").read_text()
    assert fairness.commitment(GAME, 1, SECRET) in guide
    assert str([dice.below(6) for _ in range(10)]) in guide
    assert str(shuffled(list(range(1, 11)), fairness.chance(GAME, 1, SECRET, 4))) in guide
    assert isinstance(dice, HmacChance)


def test_two_games_draw_differently_with_the_same_secret():
    other = UUID(int=GAME.int + 1)
    assert [fairness.chance(GAME, 1, SECRET, 1).below(1000) for _ in range(3)] != [
        fairness.chance(other, 1, SECRET, 1).below(1000) for _ in range(3)
    ]


def test_the_audit_of_a_running_game_checks_its_draws_without_showing_the_secret(people, viewers):
    game, _ = services.game_create(player=people[0], rules="toy", seats=2)
    for viewer in viewers[:2]:
        services.seat_take(game_id=game, viewer=viewer)
    services.game_start(game_id=game, viewer=viewers[0])
    events = store.read(stream=game)
    secret = bytes(DealerSecret.objects.get(game=game).secret)
    assert fairness.audit(game, events, {1: secret}).fairness == fairness.Checked(ok=True, checked=1)
    wrong = fairness.audit(game, events, {1: SECRET})
    assert wrong.fairness.first_fault == 1
    assert secret.hex() not in repr(selectors.verification(game_id=game, viewer=viewers[0]))
