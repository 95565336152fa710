"""Does the data dictionary say what is in the published statistics, all of it and nothing else?"""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from analytics import dictionary as dictionaries
from analytics.dictionary import dictionary
from analytics.management.commands.dictionary import PAGE
from analytics.schema import Schema
from analytics.snapshots import reading
from analytics.warehouse import opened

ROOT = Path(__file__).resolve().parents[2]


def test_it_names_every_column_of_a_snapshot_with_its_type(folder):
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        warehouse.publish(force=True)
    with reading(folder) as (_, connection):
        rows = connection.execute(
            "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_catalog = current_database()"
        ).fetchall()
    # The names within a STRUCT may stand in quotes or not: it is the same type.
    rows = [(table, column, kind.replace('"', "")) for table, column, kind in rows]
    told = [(table.name, column.name, column.type.replace('"', "")) for table in dictionary() for column in table.columns]
    assert sorted(told) == sorted(rows)


def test_every_table_and_column_of_it_has_a_meaning():
    for table in dictionary():
        assert table.meaning.endswith((".", "?", ")")), table.name
        if table.stability != "internal":
            assert all(column.meaning for column in table.columns), table.name


def test_a_column_that_can_be_null_says_when():
    for table in dictionary():
        if table.stability != "internal":
            assert all(column.nullable == bool(column.null) for column in table.columns)


def test_the_page_of_the_guide_is_that_of_the_code():
    call_command("dictionary", "--check")


def test_a_page_that_is_out_of_date_is_noticed_and_written_anew(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    page = tmp_path / PAGE
    page.parent.mkdir(parents=True)
    page.write_text("old")
    with pytest.raises(CommandError, match="out of date"):
        call_command("dictionary", "--check")
    assert page.read_text() == "old"
    call_command("dictionary")
    assert page.read_text() == (ROOT / PAGE).read_text() == dictionaries.statistics_page()


@pytest.mark.django_db
def test_other_games_have_another_dictionary(toy_rules):
    assert {"facts_toy", "choices_toy", "options_toy", "toy_looked", "toy_chose_take"} <= {table.name for table in dictionary()}
