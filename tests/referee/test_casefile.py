"""Does one file hold all there is to know about a game, and can it be checked with only Python?"""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import zipfile

import pytest

from gameplay import log, selectors
from gameplay.errors import GameplayError
from gameplay.models import DealerSecret
from gameplay.referee import casefile, disputes, takebacks
from tests.gameplay.test_fairness import rehashed
from tests.referee.conftest import LOOK, ONE, TWO, choose, played_out, rewind


@pytest.fixture
def disputed(game, viewers, referee):
    """A game with a dispute, a rewind with fresh draws, a take-back and an end."""
    selectors.game_view(game_id=game, viewer=viewers[1])
    choose(game, viewers[0], LOOK)
    dispute = disputes.dispute_open(game_id=game, viewer=viewers[1], seq=7, category="rules", reason="He looked twice")
    disputes.dispute_claim(dispute_id=dispute.id, viewer=referee)
    rewind(game, referee, 6, draws="fresh")
    choose(game, viewers[0], ONE)
    takebacks.takeback_ask(game_id=game, viewer=viewers[0])
    choose(game, viewers[0], TWO)
    selectors.feed(game_id=game, viewer=viewers[2], after=0, limit=100)
    return game


def members(game):
    out = io.BytesIO()
    casefile.case_file(game, out)
    with zipfile.ZipFile(out) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def unpacked(found, folder):
    for name, content in found.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "verify.py", "record.ndjson"], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


def test_it_holds_everything_with_a_manifest_of_hashes(disputed, viewers):
    played_out_rest(disputed, viewers)
    found = members(disputed)
    manifest = json.loads(found.pop("manifest.json"))
    assert manifest["sha256"] == {name: hashlib.sha256(content).hexdigest() for name, content in found.items()}
    lines = [json.loads(line) for line in found["record.ndjson"].splitlines()]
    assert manifest["head_hash"] == lines[-1]["hash"]
    assert [ruling["act"] for ruling in json.loads(found["rulings.json"])] == ["rewind", "take_back"]
    assert json.loads(found["disputes.json"])[0]["notes"][0]["text"] == "He looked twice"
    assert [request["status"] for request in json.loads(found["takebacks.json"])] == ["done"]
    told = json.loads(found["game.json"])
    assert (told["rules_version"], told["status"], told["verification"]["ok"]) == (1, "finished", True)
    assert set(json.loads(found["secrets.json"])) == {"1", "2"}
    assert json.loads(found["accesses.json"]) == []


def played_out_rest(game, viewers):
    for viewer in viewers[1:]:
        choose(game, viewer, TWO)
    choose(game, viewers[2], {"type": "blame", "seat": 0})


def test_the_views_are_those_that_were_sent(disputed, viewers):
    found = members(disputed)
    sent = json.loads(found["deliveries.json"])
    assert {(row["seat"], row["what"]) for row in sent} >= {(1, "view"), (0, "feed"), (2, "feed")}
    shown = json.loads(found["views/seat-1/000006.json"])
    assert (shown["seq"], shown["viewer"]["seat"], shown["view"]["top"]) == (6, 1, None)
    entries = [json.loads(line) for line in found["feeds/seat-2.ndjson"].splitlines()]
    page = selectors.feed(game_id=disputed, viewer=viewers[2], after=0, limit=100)
    assert [entry["seq"] for entry in entries] == [item.seq for item in page.items]
    assert [entry["choice"] for entry in entries if entry["kind"] == log.CHOICE_MADE] == [None, None, None]
    assert "views/seat-2/000006.json" not in found


def test_of_a_running_game_no_secret_is_in_it(disputed):
    found = members(disputed)
    raw = b"".join(found.values())
    for row in DealerSecret.objects.filter(game=disputed):
        assert bytes(row.secret).hex().encode() not in raw
        assert bytes(row.secret) not in raw


def test_the_verifier_in_it_finds_all_well_after_rewinds_with_fresh_draws(disputed, viewers, tmp_path):
    played_out_rest(disputed, viewers)
    code, said = unpacked(members(disputed), tmp_path)
    assert code == 0, said
    assert said.startswith("All well:")


def test_the_verifier_says_what_it_cannot_check_yet(disputed, tmp_path):
    code, said = unpacked(members(disputed), tmp_path)
    assert code == 2
    assert [line.split(":")[0] for line in said.splitlines()] == ["OPEN event 1", "OPEN event 10"]


@pytest.mark.parametrize(
    ("member", "sentence"), [("deal", "what was dealt anew"), ("commitment", "not the one that the game committed to")]
)
def test_the_verifier_finds_a_forged_rewind(disputed, viewers, tmp_path, member, sentence):
    played_out_rest(disputed, viewers)
    found = members(disputed)
    lines = [json.loads(line) for line in found["record.ndjson"].splitlines()]
    forged = next(line for line in lines if line["kind"] == log.GAME_REWOUND)
    forged["body"][member] = "00" * 32
    found["record.ndjson"] = "\n".join(json.dumps(line) for line in rehashed(lines)).encode()
    code, said = unpacked(found, tmp_path)
    assert code == 1
    assert said.startswith(f"FAULT event {forged['seq']}: ")
    assert sentence in said


def test_draws_after_a_reopened_game_come_from_the_new_secret(game, viewers, referee, tmp_path):
    played_out(game, viewers)
    rewind(game, referee, 4 + 2, draws="fresh")
    played_out(game, viewers)
    code, said = unpacked(members(game), tmp_path)
    assert code == 0, said


def test_the_same_rows_make_the_same_bytes(disputed):
    first, second = io.BytesIO(), io.BytesIO()
    casefile.case_file(disputed, first)
    casefile.case_file(disputed, second)
    assert first.getvalue() == second.getvalue()


def test_of_a_game_that_is_not_there_nothing_is_written(db):
    from uuid import uuid4

    out = io.BytesIO()
    with pytest.raises(GameplayError, match="game_not_found"):
        casefile.case_file(uuid4(), out)
    assert out.getvalue() == b""
