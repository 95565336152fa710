"""Are rolls of dice drawn fairly, and can their recipe be checked by who knows no rules?"""

from __future__ import annotations

import itertools
from collections import Counter
from importlib import util
from pathlib import Path

from gameplay.rules.chance import HmacChance, RandomChance, Rolls, draw, recipe
from gameplay.rules.contract import Choice


class Faces(Choice, tag="faces", frozen=True):
    faces: list[int]


def verify_script():
    """The script that the service offers for download, as a module."""
    spec = util.spec_from_file_location("verify", Path(__file__).parents[2] / "api_docs/guide/verify.py")
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_roll_has_one_face_of_each_die_in_the_order_of_the_dice():
    rolls = Rolls([6, 8], Faces, "faces")
    assert len(rolls) == len(list(rolls)) == 48
    assert Faces([6, 8]) in rolls
    for faces in ([8, 6], [0, 1], [1], [1, 1, 1]):
        assert Faces(faces) not in rolls
    assert all(choice in rolls for choice in rolls)


def test_every_face_of_a_d8_is_equally_likely():
    chance = RandomChance(5)
    counts = Counter(draw(Rolls([8], Faces, "faces"), chance).faces[0] for _ in range(100_000))
    expected = 100_000 / 8
    assert sorted(counts) == list(range(1, 9))
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 24.3  # chi-square, 7 degrees, p = 0.001


def test_the_downloadable_script_finds_the_roll_that_the_secret_gives():
    script, secret = verify_script(), b"s" * 32
    rolls = Rolls([6, 6, 8], Faces, "faces")
    how = recipe(rolls)
    assert (how.how, how.items) == ("roll", [6, 6, 8])
    answer = draw(rolls, HmacChance(secret, f"{script.TAG}/g/1/4"))
    line = {
        "game": "g",
        "body": {"decision": "d4", "answer": {"type": "faces", "faces": answer.faces}},
        "draw": {"how": "roll", "items": how.items},
    }
    assert script.drawn_right(line, secret, 1)
    for other in itertools.islice(rolls, 5):
        line["body"]["answer"]["faces"] = other.faces
        assert script.drawn_right(line, secret, 1) == (other == answer)
