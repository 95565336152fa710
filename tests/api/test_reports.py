"""Do the reports of the statistics come over REST as they are documented, in both forms?"""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from django.db import transaction

from analytics.export import export
from analytics.reports import REPORTS
from gameplay.api.tokens import SCOPES, Scope
from tests.analytics.playing import played, put
from tests.api.conftest import with_scopes

ROOT = "/analytics/reports"


def published(folder: Path) -> None:
    """A dozen finished games of Spooky Bar with two and three seats and a few of the other games, exported and published."""
    for seed in range(6):
        for seats in (2, 3):
            put(played("spooky_bar", seats, seed))
    put(played("ghostel", 3, 1))
    put(played("bar_fight", 4, 1))
    for seed in range(2):
        put(played("spirits_of_christmas", 2, seed, bot="sensible"))
    export(folder)


@pytest.fixture(scope="module")
def common(django_db_setup, django_db_blocker, tmp_path_factory) -> Path:
    """Statistics that all these tests read; the log is empty again."""
    folder = tmp_path_factory.mktemp("reports")
    with django_db_blocker.unblock(), transaction.atomic():
        published(folder)
        transaction.set_rollback(True)
    return folder


@pytest.fixture
def statistics(settings, common, db) -> None:
    settings.STATISTICS_DIR = common


@pytest.fixture
def own(settings, tmp_path, db) -> Path:
    """The same, with the games still in the log."""
    settings.STATISTICS_DIR = tmp_path
    published(tmp_path)
    return tmp_path


def test_the_list_says_what_is_in_each_report(ada):
    items = ada.get(ROOT).json["items"]
    assert [item["name"] for item in items] == list(REPORTS)
    for item in items:
        assert item["question"].endswith("?")
        assert all(column["meaning"].endswith(".") for column in item["columns"])


@pytest.mark.parametrize("name", REPORTS)
def test_the_rows_have_the_columns_of_the_list(ada, statistics, name):
    columns = next(item["columns"] for item in ada.get(ROOT).json["items"] if item["name"] == name)
    answer = ada.get(f"{ROOT}/{name}")
    assert answer.status == 200
    assert answer.json["name"] == name
    assert answer.json["rows"]
    for row in answer.json["rows"]:
        assert list(row) == [column["name"] for column in columns]


@pytest.mark.parametrize("name", REPORTS)
def test_csv_says_what_json_says(ada, statistics, name):
    shown = ada.get(f"{ROOT}/{name}").json["rows"]
    answer = ada.get(f"{ROOT}/{name}", Accept="text/csv")
    assert answer.headers["Content-Type"].startswith("text/csv")
    assert f'filename="{name}.csv"' in answer.headers["Content-Disposition"]
    read = list(csv.DictReader(io.StringIO(answer.body.decode(), newline="")))
    assert read == [{key: "" if value is None else str(value) for key, value in row.items()} for row in shown]
    assert answer.body.endswith(b"\r\n")


def test_the_form_can_be_asked_for_in_the_query(ada, statistics):
    assert ada.get(f"{ROOT}/game_length", query="format=csv").body == ada.get(f"{ROOT}/game_length", Accept="text/csv").body
    by_query = ada.get(f"{ROOT}/game_length", query="format=json", Accept="text/csv")
    assert by_query.json == ada.get(f"{ROOT}/game_length").json


def test_parameters_restrict_a_report(ada, statistics):
    rows = ada.get(f"{ROOT}/win_rate_by_seat", query="rules=spooky_bar&seats=3").json["rows"]
    assert [(row["seat_count"], row["seat"], row["games"]) for row in rows] == [(3, 0, 6), (3, 1, 6), (3, 2, 6)]
    assert ada.get(f"{ROOT}/win_rate_by_seat", query="rules=spooky_bar&seats=4").json["rows"] == []
    answer = ada.get(f"{ROOT}/card_win_rates", query="rules=bar_fight&card=lime&simulated=include").json
    assert (answer["rules"], answer["seats"]) == ("bar_fight", None)
    assert answer["parameters"] == {"rules": "bar_fight", "card": "lime", "simulated": "include"}
    assert [row["card"] for row in answer["rows"]] == ["lime"]
    assert ada.get(f"{ROOT}/card_win_rates", query="simulated=only").json["rows"] == []


def test_ratings_are_asked_for_by_game_kind_and_participant(ada, statistics):
    rows = ada.get(f"{ROOT}/ratings", query="rules=spirits_of_christmas&kind=mode").json["rows"]
    assert [row["participant"] for row in rows] == ["mode:normal:2"]
    history = ada.get(f"{ROOT}/rating_history", query="rules=spooky_bar&participant=bot:random").json["rows"]
    assert [row["number"] for row in history] == list(range(1, 13))
    (pair,) = ada.get(f"{ROOT}/head_to_head", query="rules=ghostel&participant=bot:random").json["rows"]
    assert (pair["games"], pair["meetings"], pair["wins"] + pair["ties"] + pair["losses"]) == (1, 2, 2)


@pytest.mark.parametrize(
    ("name", "query", "pointer"),
    [
        ("win_rate_by_seat", "seat=1", "?seat"),
        ("win_rate_by_seat", "seats=0", "?seats"),
        ("win_rate_by_seat", "seats=2.0", "?seats"),
        ("win_rate_by_seat", "rules=chess", "?rules"),
        ("win_rate_by_seat", "seats=2&seats=3", "?seats"),
        ("win_rate_by_seat", "format=xml", "?format"),
        ("action_win_rates", "rules=spooky_bar", "?rules"),
        ("games_by_rules", "seats=2", "?seats"),
        ("games_by_rules", "card=lime", "?card"),
        ("card_win_rates", "simulated=maybe", "?simulated"),
        ("card_win_rates", "answered_by=bot", "?answered_by"),
        ("thinking_times", "answered_by=service", "?answered_by"),
        ("ratings", "kind=cat", "?kind"),
        ("ratings", "games=0", "?games"),
        ("ratings", "participant=bot:random", "?participant"),
        ("rating_history", f"participant={'x' * 81}", "?participant"),
        ("activity", "by=hour", "?by"),
    ],
)
def test_a_parameter_that_is_wrong_or_not_of_this_report_is_refused_by_name(ada, name, query, pointer):
    answer = ada.get(f"{ROOT}/{name}", query=query)
    assert (answer.status, answer.code) == (400, "invalid_request")
    assert [error["pointer"] for error in answer.json["errors"]] == [pointer]


def test_an_unknown_report_is_not_found(ada):
    assert ada.get(f"{ROOT}/luck").status == 404


def test_a_report_needs_the_scope(ada):
    narrow = with_scopes(ada, [scope for scope in SCOPES if scope != Scope.ANALYTICS_READ])
    assert narrow.get(f"{ROOT}/game_length").status == 403


def test_the_etag_holds_until_newer_statistics_are_published(ada, own):
    path = f"{ROOT}/game_length"
    first = ada.get(path)
    again = ada.get(path, If_None_Match=first.headers["ETag"])
    assert (again.status, again.body, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    put(played("spooky_bar", 2, 77))
    export(own, publish_now=True)
    changed = ada.get(path, If_None_Match=first.headers["ETag"])
    assert changed.status == 200
    assert changed.headers["ETag"] != first.headers["ETag"]
    assert changed.json["snapshot"]["number"] == first.json["snapshot"]["number"] + 1


def test_each_form_and_each_query_has_an_etag_of_its_own(ada, statistics):
    path = f"{ROOT}/win_rate_by_seat"
    answers = [ada.get(path), ada.get(path, Accept="text/csv"), ada.get(path, query="seats=2"), ada.get(f"{ROOT}/game_length")]
    assert len({answer.headers["ETag"] for answer in answers}) == len(answers)


def test_before_the_first_publication_the_answer_says_when_to_come_back(ada, settings, tmp_path):
    settings.STATISTICS_DIR = tmp_path / "none"
    answer = ada.get(f"{ROOT}/game_length")
    assert (answer.status, answer.code) == (503, "statistics_unavailable")
    assert answer.headers["Retry-After"] == "5"
    assert not (tmp_path / "none").exists()


def test_a_report_is_read_without_the_database(ada, statistics, django_assert_max_num_queries):
    """One query finds the token, at most two more note that it was used."""
    with django_assert_max_num_queries(4):
        assert ada.get(f"{ROOT}/action_win_rates").status == 200
