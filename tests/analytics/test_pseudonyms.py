"""Can nobody tell from the statistics who a person is?"""

from __future__ import annotations

import hashlib
import hmac
from uuid import UUID

import pytest

from analytics.export import export
from analytics.pseudonyms import actor_shown, key_of_settings, pseudonym
from analytics.snapshots import pointer_read, reading
from gameplay import log
from tests.analytics.playing import played, put
from tests.analytics.sitting import Sitting

PEOPLE = [str(UUID(bytes=hashlib.sha256(bytes([n])).digest()[:16])) for n in range(4)]


def test_a_pseudonym_is_a_keyed_hash_of_the_id():
    hashed = hmac.new(b"key", PEOPLE[0].encode(), "sha256").hexdigest()[:32]
    found = pseudonym(PEOPLE[0], b"key")
    assert (found.version, found.variant) == (8, "specified in RFC 4122")
    # All but the bits of version and variant are those of the hash.
    assert [a for a, b in zip(found.hex, hashed, strict=True) if a != b] in ([], *([c] for c in "89ab"), ["8"], *(["8", c] for c in "89ab"))
    assert pseudonym(PEOPLE[0], b"other key") != found
    assert pseudonym(PEOPLE[1], b"key") != found


def test_only_people_get_one():
    for actor in ("bot:sensible", log.DEALER_ACTOR, log.SYSTEM_ACTOR):
        assert actor_shown(actor, b"key") == actor
    assert actor_shown(PEOPLE[0], b"key") == str(pseudonym(PEOPLE[0], b"key"))


def test_the_key_follows_from_the_secret_key_unless_it_is_set(settings):
    settings.PSEUDONYM_KEY, settings.SECRET_KEY = "", "one"
    first = key_of_settings()
    settings.SECRET_KEY = "another"
    assert key_of_settings() != first
    settings.PSEUDONYM_KEY = "mine"
    assert key_of_settings() == b"mine"


@pytest.mark.django_db
def test_no_id_of_a_person_is_anywhere_in_a_snapshot(folder):
    """Players, referees, who opened the game and who left it: in no column of no table, and in no byte of the file."""
    referee, guest = PEOPLE[2:]
    for seed in range(3):
        sitting = Sitting("spooky_bar", 3, seed, players=[*PEOPLE[:2], "bot:random"])
        sitting.steps(10)
        sitting.write(log.SEAT_LEFT, PEOPLE[1], log.SeatChanged(1, PEOPLE[1]))
        sitting.write(log.SEAT_REPLACED, guest, log.SeatChanged(1, guest))
        sitting.write(log.GAME_PAUSED, referee, log.Ruled("r"))
        sitting.write(log.GAME_RESUMED, referee, log.Ruled("r"))
        sitting.write(log.DISPUTE_OPENED, guest, log.DisputeOpened("a", 1, 12, "rules"))
        sitting.finish()
        sitting.put()
    export(folder, publish_now=True)
    with reading(folder) as (snapshot, connection):
        names = connection.execute("SELECT table_name FROM duckdb_tables() UNION SELECT view_name FROM duckdb_views() WHERE NOT internal")
        told = str([connection.execute(f'SELECT * FROM "{name}"').fetchall() for (name,) in names.fetchall()])
    raw = (folder / snapshot.name).read_bytes()
    for person in PEOPLE:
        assert str(pseudonym(person, key_of_settings())) in told
        assert person not in told
        plain = UUID(person).bytes
        # DuckDB stores a UUID as two numbers, one with its first bit turned.
        for form in (person.encode(), plain.hex().encode(), plain[1:8], plain[1:8][::-1], plain[8:], plain[8:][::-1]):
            assert form not in raw


@pytest.mark.django_db
def test_the_same_person_has_the_same_id_in_every_game(folder, ask):
    for seed in (1, 2):
        sitting = Sitting("spooky_bar", 2, seed, players=[PEOPLE[0], "bot:random"])
        sitting.finish()
        sitting.put()
    export(folder)
    expected = pseudonym(PEOPLE[0], key_of_settings())
    assert ask("SELECT DISTINCT player FROM seats WHERE seat = 0") == [(expected,)]
    assert ask("SELECT DISTINCT actor FROM events WHERE kind = 'game.created'") == [(str(expected),)]
    assert ask("SELECT player, bot, games, finished_games, rules FROM players ORDER BY bot NULLS FIRST") == [
        (expected, None, 2, 2, ["spooky_bar"]),
        (None, "random", 2, 2, ["spooky_bar"]),
    ]


@pytest.mark.django_db
def test_another_key_makes_the_warehouse_anew(folder, ask, settings):
    events = played("spooky_bar", 2, 3)
    put(events)
    settings.PSEUDONYM_KEY = "one"
    export(folder, publish_now=True)
    before, (first,) = pointer_read(folder), ask("SELECT player FROM seats WHERE seat = 0")
    assert export(folder, publish_now=True).events == 0
    settings.PSEUDONYM_KEY = "another"
    assert export(folder, publish_now=True).events == len(events)
    (second,) = ask("SELECT player FROM seats WHERE seat = 0")
    assert pointer_read(folder).warehouse != before.warehouse
    assert first != second == (pseudonym(str(UUID(int=4)), b"another"),)


@pytest.mark.django_db(transaction=True)
def test_processes_that_fold_use_the_same_key(folder, ask, settings, monkeypatch):
    from analytics import export as exporting

    monkeypatch.setattr(exporting, "PIECE", 50)
    settings.PSEUDONYM_KEY = "only here"
    for seed in range(6):
        put(played("spooky_bar", 2, seed))
    export(folder, processes=2)
    found = {player for (player,) in ask("SELECT player FROM seats WHERE seat = 0")}
    assert found == {pseudonym(str(UUID(int=seed + 1)), b"only here") for seed in range(6)}
