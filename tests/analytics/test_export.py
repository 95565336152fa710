"""Is each event of the log in the warehouse exactly once, and nothing in it that is still hidden?"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.db import connection

from analytics import export as exporting
from analytics import schema as schemas
from analytics.columns import FREE_TEXT, WORD
from analytics.export import export
from analytics.pseudonyms import actor_shown, key_of_settings, pseudonym
from analytics.schema import Schema
from analytics.snapshots import pointer_read, reading
from analytics.warehouse import Busy, opened
from events import store
from events.store import NewEvent
from gameplay import log
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import SPECTATOR
from gameplay.table import History, history
from tests.analytics.playing import played, put
from tests.store_fixtures import guards_off

pytestmark = pytest.mark.django_db


def folded(game: UUID) -> History:
    return history(game, store.read(stream=game))


def facts_of(found: History, *, public: bool = False) -> list[tuple[int, dict[str, Any]]]:
    return [
        (entry.seq, {name: value for name, value in msgspec.to_builtins(fact).items() if name != FREE_TEXT})
        for entry in found.entries
        for fact in entry.facts
        if not public or fact.seen_by(SPECTATOR)
    ]


def rows_as_members(ask, table: str, game: UUID) -> list[tuple[int, dict[str, Any]]]:
    """The rows of a game's facts or choices as (seq, members that are not null)."""
    names = [name for (name,) in ask("SELECT column_name FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index", table)]
    drop = {"game_id", "seq", "ordinal", "undone", "auto"}
    rows = ask(f"SELECT * FROM {table} WHERE game_id = ? ORDER BY seq, {'ordinal' if 'ordinal' in names else 'type'}", game)
    return [
        (row[names.index("seq")], {name: value for name, value in zip(names, row, strict=True) if name not in drop and value is not None})
        for row in rows
    ]


def same(found: list[tuple[int, dict]], expected: list[tuple[int, dict]]) -> bool:
    """Equal as collections of rows; members that are null are left out on both sides."""

    def counted(rows: list[tuple[int, dict]]) -> Counter[str]:
        return Counter(f"{seq} {sorted((k, v) for k, v in members.items() if v is not None)}" for seq, members in rows)

    return counted(found) == counted(expected)


def test_the_events_of_the_warehouse_are_those_of_the_log(folder, ask):
    games = [put(played("spooky_bar", seats, 5)) for seats in (2, 3, 4)]
    done = export(folder)
    assert done.events == sum(store.heads(streams=games).values())
    for game in games:
        logged = [(e.seq, e.kind, actor_shown(e.actor, key_of_settings()), e.recorded_at) for e in store.read(stream=game)]
        assert ask("SELECT seq, kind, actor, epoch_us(recorded_at) FROM events WHERE game_id = ? ORDER BY seq", game) == logged


@pytest.mark.parametrize("rules", GAMES)
def test_the_facts_of_the_warehouse_are_those_of_the_fold(folder, ask, rules):
    for seats in (GAMES[rules].seats.start, GAMES[rules].seats.stop - 1):
        game = put(played(rules, seats, 11))
        export(folder, publish_now=True)
        expected = facts_of(folded(game))
        assert len(expected) > 20
        assert same(flattened(rules, rows_as_members(ask, f"facts_{rules}", game)), expected)


def flattened(rules: str, rows: list[tuple[int, dict]]) -> list[tuple[int, dict]]:
    """The two columns of a number or a word as the one field that they were."""
    schema = Schema({rules: GAMES[rules]})
    words = {place.column: place.field for source in schema.sources.values() for place in source.places if place.part == WORD}
    return [(seq, {words.get(name, name): value for name, value in members.items()}) for seq, members in rows]


def test_the_choices_of_the_warehouse_are_those_of_the_log(folder, ask):
    game = put(played("spooky_bar", 3, 4))
    export(folder)
    expected = []
    for event in store.read(stream=game):
        body = msgspec.json.decode(event.body)
        if event.kind == log.CHOICE_MADE:
            expected.append((event.seq, {"seat": body["seat"], **body["choice"]}))
        elif event.kind == log.DEALER_ANSWERED:
            expected.append((event.seq, {"seat": -1, **body["answer"]}))
    assert same(flattened("spooky_bar", rows_as_members(ask, "choices_spooky_bar", game)), expected)


def test_a_choice_of_a_number_or_a_word_is_in_one_of_two_columns(folder, ask):
    for seed in range(6):
        put(played("spooky_bar", 3, seed))
    export(folder)
    both = ask("SELECT count(*), count(source), count(source_word) FROM choices_spooky_bar WHERE type = 'move_ghost'")
    ((rows, numbers, words),) = both
    assert rows == numbers + words > 0
    assert words > 0


def test_the_result_is_that_of_the_game(folder, ask):
    game = put(played("spooky_bar", 4, 2))
    export(folder)
    result = folded(game).table.result
    found = ask("SELECT seat, score, won, winners FROM results WHERE game_id = ? ORDER BY seat", game)
    assert found == [(seat, score, seat in result.winners, len(result.winners)) for seat, score in enumerate(result.scores)]


def test_seats_tell_people_from_bots(folder, ask):
    game = put(played("spooky_bar", 3, 2))
    export(folder)
    assert ask("SELECT seat, player, bot FROM seats WHERE game_id = ? ORDER BY seat", game) == [
        (0, pseudonym(str(UUID(int=3)), key_of_settings()), None),
        (1, None, "random"),
        (2, None, "random"),
    ]


def test_a_second_export_changes_nothing_and_publishes_nothing(folder, published):
    put(played("spooky_bar", 3, 1))
    assert export(folder, publish_now=True).snapshot.number == 1
    before = published()
    again = export(folder, publish_now=True)
    assert (again.games, again.events, again.snapshot) == (0, 0, None)
    assert published() == before


@pytest.mark.parametrize("step", [5, 40])
def test_a_game_exported_piece_by_piece_has_the_rows_of_one_exported_at_once(folder, published, tmp_path, step):
    events = played("spooky_bar", 3, 9)
    game = put(events[:step])
    for start in range(step, len(events), step):
        export(folder, publish_now=start % 5 == 0)
        put(events[start : start + step], game=game, after=start)
    export(folder, publish_now=True)
    by_pieces = published()
    export(tmp_path / "at once")
    with reading(tmp_path / "at once") as (_, whole):
        for name, rows in by_pieces.items():
            assert rows == whole.execute(f"SELECT * FROM {name} ORDER BY ALL").fetchall(), name
    assert len(by_pieces["events"]) == len(events)


def test_only_new_rows_are_inserted(folder):
    events = played("spooky_bar", 3, 9)
    game = put(events[:50])
    assert export(folder).events == 50
    put(events[50:53], game=game, after=50)
    assert export(folder).events == 3


def test_what_is_hidden_of_a_running_game_is_not_in_the_warehouse(folder, ask):
    events = played("spooky_bar", 3, 3)
    game = put(events[:-40])
    export(folder)
    found = folded(game)
    assert len(facts_of(found)) > len(facts_of(found, public=True))
    assert same(rows_as_members(ask, "facts_spooky_bar", game), facts_of(found, public=True))
    redact = found.table.rules.redact
    shown = {entry.seq for entry in found.entries if entry.choice and redact(entry.choice, entry.seat, SPECTATOR) == entry.choice}
    assert {seq for (seq,) in ask("SELECT seq FROM choices_spooky_bar WHERE game_id = ?", game)} == shown
    assert ask("SELECT count(*) FROM choices_spooky_bar WHERE type IN ('deck_order', 'choose_pair', 'choose_wild')") == [(0,)]


def test_what_was_hidden_is_there_once_the_game_is_over(folder, ask):
    events = played("spooky_bar", 3, 3)
    game = put(events[:-40])
    export(folder, publish_now=True)
    put(events[-40:], game=game, after=len(events) - 40)
    export(folder, publish_now=True)
    assert same(rows_as_members(ask, "facts_spooky_bar", game), facts_of(folded(game)))
    assert ask("SELECT count(*) > 0 FROM choices_spooky_bar WHERE type = 'deck_order'") == [(True,)]


def test_the_numbers_of_public_facts_do_not_tell_that_others_are_hidden(folder, ask):
    put(played("spooky_bar", 3, 3)[:-40])
    export(folder)
    assert ask("SELECT count(*) FROM (SELECT seq FROM facts_spooky_bar GROUP BY seq HAVING max(ordinal) <> count(*) - 1)") == [(0,)]


def test_a_game_that_differs_only_in_what_is_hidden_gives_the_same_rows(folder, toy_rules, published):
    """Two runs of the toy game that a spectator can't tell apart: what the seats took is still secret."""

    def rows(first: int, row: list[int]) -> dict[str, list[tuple[Any, ...]]]:
        game = UUID(int=7)
        events = [event for event in played("toy", 3, 1) if event.kind not in (log.CHOICE_MADE, log.DEALER_ANSWERED)][:5]
        dealt = {"decision": "d1", "answer": {"type": "shuffle", "row": row}}
        took = {"decision": "d1", "seat": 0, "choice": {"type": "take", "count": first}}
        events.append(NewEvent(kind=log.DEALER_ANSWERED, actor="dealer", body=msgspec.json.encode(dealt)))
        events.append(NewEvent(kind=log.CHOICE_MADE, actor=events[0].actor, body=msgspec.json.encode(took)))
        store.append(stream=game, events=events, expected_version=0, now=1_700_000_000_000_000)
        export(folder, publish_now=True)
        found = published()
        with guards_off(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM events_event")
            cursor.execute("DELETE FROM events_stream")
        return found

    assert rows(1, [0, 1, 2, 3, 4, 5]) == rows(2, [5, 4, 3, 2, 1, 0])


def test_a_private_game_is_not_in_the_warehouse_until_it_is_over(folder, published, ask):
    events = played("spooky_bar", 2, 8, private=True)
    game = put(events[:-30])
    put(played("spooky_bar", 2, 1)[:20])
    export(folder, publish_now=True)
    assert str(game) not in str(published())
    put(events[-30:], game=game, after=len(events) - 30)
    export(folder, publish_now=True)
    assert ask("SELECT private, events FROM games WHERE game_id = ?", game) == [(True, len(events))]
    assert same(rows_as_members(ask, "facts_spooky_bar", game), facts_of(folded(game)))


def test_undone_events_are_kept_and_marked(folder, ask, published, tmp_path):
    """A rewind corrects rows that were exported before it."""
    events = played("spooky_bar", 3, 6)
    cut = next(i for i in range(40, len(events)) if events[i].kind == log.CHOICE_MADE)
    game = put(events[: cut + 10])
    export(folder, publish_now=True)
    assert ask("SELECT count(*) FROM events WHERE undone") == [(0,)]
    rewound = NewEvent(kind=log.GAME_REWOUND, actor="system", body=log.encode(log.GameRewound(to=cut, cause="ruling")))
    store.append(stream=game, events=[rewound])
    assert export(folder, publish_now=True).dropped == 1
    undone = list(range(cut + 1, cut + 11))
    assert [seq for (seq,) in ask("SELECT seq FROM events WHERE undone ORDER BY seq")] == undone
    assert {seq for (seq,) in ask("SELECT seq FROM facts_spooky_bar WHERE undone")} <= set(undone)
    assert ask("SELECT count(*) FROM events") == [(cut + 11,)]
    by_pieces = published()
    export(tmp_path / "at once")
    with reading(tmp_path / "at once") as (_, whole):
        for name, rows in by_pieces.items():
            assert rows == whole.execute(f"SELECT * FROM {name} ORDER BY ALL").fetchall(), name


def test_a_log_that_was_restored_shorter_is_noticed(folder, ask):
    game = put(played("spooky_bar", 3, 3))
    other = put(played("spooky_bar", 2, 3))
    export(folder, publish_now=True)
    shorten(game, 60)
    done = export(folder, publish_now=True)
    assert (done.dropped, done.events) == (1, 60)
    assert ask("SELECT max(seq), count(*) FROM events WHERE game_id = ?", game) == [(60, 60)]
    assert ask("SELECT status, finished_at FROM games WHERE game_id = ?", game) == [("playing", None)]
    assert ask("SELECT count(*) FROM results WHERE game_id = ?", game) == [(0,)]
    assert same(rows_as_members(ask, "facts_spooky_bar", game), facts_of(folded(game), public=True))
    assert ask("SELECT count(*) FROM events WHERE game_id = ?", other) == [(store.head(stream=other).version,)]


def test_a_log_that_was_restored_and_went_on_another_way_is_noticed(folder, ask):
    events = played("spooky_bar", 3, 3)
    game = put(events)
    export(folder, publish_now=True)
    shorten(game, 6)
    others = played("spooky_bar", 3, 4)
    put(others[6:], game=game, after=6)
    assert export(folder, publish_now=True).dropped == 1
    logged = [(event.seq, event.kind) for event in store.read(stream=game)]
    assert ask("SELECT seq, kind FROM events WHERE game_id = ? ORDER BY seq", game) == logged
    assert same(rows_as_members(ask, "facts_spooky_bar", game), facts_of(folded(game)))


def test_a_game_that_the_log_no_longer_has_goes(folder, published):
    game = put(played("spooky_bar", 3, 3))
    put(played("spooky_bar", 3, 4))
    export(folder, publish_now=True)
    shorten(game, 0)
    assert export(folder, publish_now=True, everything=True).dropped == 1
    assert str(game) not in str(published())
    assert len(published()["games"]) == 1


def shorten(game: UUID, length: int) -> None:
    """The log as a backup has it, that was made when the game had so many events."""
    kept = store.read(stream=game)[:length]
    key = game if connection.vendor == "postgresql" else game.hex
    with guards_off(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM events_event WHERE stream_id = %s AND seq > %s", [key, length])
        if kept:
            cursor.execute("UPDATE events_stream SET version = %s, head_hash = %s WHERE id = %s", [length, kept[-1].hash, key])
        else:
            cursor.execute("DELETE FROM events_stream WHERE id = %s", [key])


def test_a_game_that_cannot_be_folded_is_exported_up_to_its_fault_and_stops_no_other(folder, ask, monkeypatch):
    events = played("spooky_bar", 3, 3)
    bad = NewEvent(kind=log.CHOICE_MADE, actor="x", body=b'{"decision":"d1","seat":0,"choice":{"type":"fly"}}')
    faulty = put([*events[:50], bad, *events[50:]])
    sound = put(events)
    done = export(folder, publish_now=True)
    assert [game for game, _ in done.faults] == [faulty]
    assert "event 51: ValidationError" in done.faults[0][1]
    assert ask("SELECT events FROM games WHERE game_id = ?", faulty) == [(50,)]
    assert ask("SELECT events FROM games WHERE game_id = ?", sound) == [(len(events),)]
    assert export(folder).games == 0
    monkeypatch.setattr(exporting, "_compared_here", set())
    assert export(folder).games == 1


def test_a_warehouse_with_other_columns_is_made_anew_from_the_log(folder, published, monkeypatch):
    put(played("spooky_bar", 3, 3))
    export(folder)
    before = published()
    first = pointer_read(folder)
    monkeypatch.setattr(schemas, "FORM", schemas.FORM + 1)
    done = export(folder, publish_now=True)
    assert done.events == len(before["events"])
    assert done.snapshot.number == first.number + 1
    assert published() == before


def test_several_processes_export_what_one_does(folder, published, tmp_path, monkeypatch, transactional_db):
    monkeypatch.setattr(exporting, "PIECE", 150)
    monkeypatch.setattr(exporting, "STAGE", 300)
    monkeypatch.setattr(exporting, "BATCH", 800)
    for seed in range(12):
        put(played("spooky_bar", 2 + seed % 3, seed)[: None if seed % 4 else 60])
    done = export(folder, processes=2)
    assert done.events == sum(version for _, version in store.versions(limit=100))
    shared = published()
    export(tmp_path / "alone")
    with reading(tmp_path / "alone") as (_, alone):
        for name, rows in shared.items():
            assert rows == alone.execute(f"SELECT * FROM {name} ORDER BY ALL").fetchall(), name


def test_a_process_that_dies_fails_the_run_and_the_next_one_completes_it(folder, published, monkeypatch, transactional_db):
    monkeypatch.setattr(exporting, "PIECE", 50)
    games = [put(played("spooky_bar", 3, seed)) for seed in range(6)]
    real = subprocess.Popen
    with monkeypatch.context() as broken:
        broken.setattr(subprocess, "Popen", lambda command, **pipes: real([sys.executable, "-c", ""], **pipes))
        with pytest.raises((RuntimeError, BrokenPipeError)):
            export(folder, processes=2)
    export(folder, processes=2, publish_now=True)
    assert len(published()["events"]) == sum(store.heads(streams=games).values())


def test_while_one_exports_a_second_goes_away_or_waits_its_turn(folder):
    put(played("spooky_bar", 3, 3))
    with opened(folder, Schema.of_catalogue(), wait=True):
        with pytest.raises(Busy):
            export(folder)
        ready, entered = threading.Event(), threading.Event()

        def second() -> None:
            ready.set()
            with opened(folder, Schema.of_catalogue(), wait=True):
                entered.set()

        waiting = threading.Thread(target=second)
        waiting.start()
        assert ready.wait(5)
        assert not entered.wait(0.3)
    assert entered.wait(5)
    waiting.join()
    assert export(folder).games == 1
