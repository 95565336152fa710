"""Do the checks of the statistics let through what is right, and does each find what is wrong?"""

from __future__ import annotations

import shutil
from io import StringIO
from pathlib import Path

import duckdb
import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from analytics import checks, queries
from analytics.export import export
from analytics.schema import Schema
from analytics.snapshots import pointer_read
from analytics.warehouse import opened
from gameplay.rules.catalogue import GAMES
from tests.analytics.every_kind import put_games
from tests.analytics.playing import played, put

FAULTS = {
    "answers_are_all_there:ghostel": "DELETE FROM ghostel_chose_dice_roll WHERE NOT undone",
    "answers_are_counted": "UPDATE stg_thinking_times SET thinking_ms = thinking_ms + 1 WHERE rules = 'bar_fight'",
    "answers_are_of_events:ghostel": "UPDATE ghostel_chose_dice_roll SET seat = 0",
    "cards_are_counted": "UPDATE stg_card_counts SET drawn = drawn + 1 WHERE card = 'lime'",
    "cards_are_in_hand": "DELETE FROM spooky_bar_hand_drawn WHERE seq > 40",
    "choices_are_counted": "UPDATE stg_activity_counts SET choices = choices + 1 WHERE actor = 'bot:random'",
    "decisions_agree_with_answers:ghostel": "UPDATE decisions SET choice = choice || 'er'",
    "decisions_agree_with_events": "UPDATE decisions SET asked_at = asked_at + INTERVAL 1 YEAR",
    "decisions_are_all_there": "DELETE FROM decisions WHERE seq = (SELECT max(seq) FROM decisions WHERE NOT undone)",
    "decisions_make_sense": "UPDATE decisions SET thinking_ms = -1 WHERE seat = 0",
    "events_are_counted": "DELETE FROM events WHERE seq = 7",
    "events_keep_time": "UPDATE events SET recorded_at = recorded_at - INTERVAL 1 DAY WHERE seq = 9",
    "facts_are_numbered:ghostel": "UPDATE ghostel_dice_rolled SET ordinal = ordinal + 100",
    "facts_are_of_events:ghostel": "UPDATE ghostel_dice_rolled SET undone = NOT undone",
    "guests_are_counted": "UPDATE stg_ghostel_guests_counted SET points = points + 1 WHERE paying > 0",
    "keys_are_unique": "INSERT INTO seats SELECT * FROM seats WHERE seat = 1",
    "mixers_are_counted": "UPDATE stg_bar_fight_scored_mixers SET cards = cards - 1 WHERE mixer = 'lime'",
    "nothing_is_null": "UPDATE ghostel_dice_rolled SET seq = NULL",
    "options_are_of_games:ghostel": "DELETE FROM options_ghostel",
    "ratings_follow_each_other": "UPDATE rating_changes SET mu_before = mu_before + 0.001 WHERE number = 2",
    "results_are_of_finished_games": "DELETE FROM results WHERE seat = 0",
    "rewinds_add_up": "UPDATE rulings SET events_undone = events_undone + 1 WHERE kind = 'rewound'",
    "rows_are_of_games": "DELETE FROM games WHERE status = 'finished'",
    "rulings_are_of_events": "UPDATE rulings SET seq = seq + 1000",
    "seats_are_counted": "UPDATE seats SET bot = 'random' WHERE player IS NOT NULL",
    "winners_are_counted": "UPDATE results SET won = NOT won WHERE seat = 0",
}
"""By check: what is done to good statistics so that it finds something. Of those that are asked of each game, one is shown."""


@pytest.fixture(scope="module")
def good(django_db_setup, django_db_blocker, tmp_path_factory) -> Path:
    """The snapshot of an export of games of all kinds, some of them half exported before; the log is empty again."""
    folder = tmp_path_factory.mktemp("good") / "statistics"
    with django_db_blocker.unblock(), transaction.atomic():
        events = played("spooky_bar", 3, 21)
        game = put(events[:70])
        export(folder)
        put(events[70:], game=game, after=70)
        put_games()
        done = export(folder, publish_now=True)
        transaction.set_rollback(True)
    assert done.snapshot is not None
    return folder / done.snapshot.name


def wrong(path: Path) -> set[str]:
    with duckdb.connect(path, read_only=True) as connection:
        return {fault.check.name for fault in checks.failed(connection, checks.checks(Schema.of_catalogue()))}


def test_games_of_every_kind_pass_every_check(good):
    assert wrong(good) == set()
    with duckdb.connect(good, read_only=True) as connection:
        for table in ("decisions", "rulings", "disputes", "results", "rating_changes", *(f"facts_{rules}" for rules in GAMES)):
            assert connection.execute(f"SELECT count(*) > 0 FROM {table}").fetchone() == (True,), table
        assert connection.execute("SELECT count(*) > 0 FROM events WHERE undone").fetchone() == (True,)


@pytest.mark.parametrize("name", FAULTS)
def test_each_check_finds_what_it_is_for(good, tmp_path, name):
    planted = tmp_path / "planted.duckdb"
    shutil.copyfile(good, planted)
    with duckdb.connect(planted) as connection:
        assert connection.execute(FAULTS[name]).fetchall() > [(0,)]
    assert name in wrong(planted)


def test_every_check_is_shown_a_fault_and_asks_a_question():
    every = checks.checks(Schema.of_catalogue())
    assert {check.name.partition(":")[0] for check in every} == {name.partition(":")[0] for name in FAULTS}
    assert all(check.question.endswith("?") or "?" in check.question for check in every)
    assert len(list((queries.FOLDER / "checks").rglob("*.sql"))) == len(FAULTS) - 1
    for rules in GAMES:
        assert sum(check.name.endswith(f":{rules}") for check in every) == len(list((queries.FOLDER / "checks/each_game").iterdir()))


@pytest.mark.django_db
def test_the_command_says_that_all_is_well_or_names_what_is_not(folder):
    put(played("spooky_bar", 2, 1))
    export(folder, publish_now=True)
    out = StringIO()
    call_command("export", "--check", stdout=out)
    asked = len(checks.checks(Schema.of_catalogue()))
    assert out.getvalue() == f"statistics number 1: {asked} checks found nothing wrong\n"
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        warehouse._connection.execute("DELETE FROM events WHERE seq = 7")
        warehouse._connection.execute("UPDATE internal.about SET revision = revision + 1")
        warehouse.publish(force=True)
    out = StringIO()
    with pytest.raises(CommandError, match="statistics number 2: 3 checks found something wrong") as refusal:
        call_command("export", "--check", stdout=out)
    assert refusal.value.returncode == 1
    lines = out.getvalue().splitlines()
    assert lines[0].startswith("answers_are_of_events:spooky_bar: 1 row; Is each answer of an event")
    assert lines[1].strip().startswith("game_id=")
    assert pointer_read(folder).number == 2
    assert not list(folder.glob("checks-*"))


@pytest.mark.django_db
def test_there_is_nothing_to_check_before_the_first_export(folder):
    with pytest.raises(CommandError, match=r"manage\.py export"):
        call_command("export", "--check", stdout=StringIO())
