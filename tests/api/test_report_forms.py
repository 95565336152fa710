"""Do reports come over REST as charts and as Parquet, with the same figures, validators and refusals as in JSON?"""

from __future__ import annotations

import io
from xml.etree import ElementTree as ET

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analytics import forms
from analytics.charts import of_reports
from analytics.charts.drawing import GALLERY, Undrawn
from analytics.reports import REPORTS
from tests.analytics.charted import statistics_of_all_games

ROOT = "/analytics/reports"
SVG = "image/svg+xml"
PARQUET = "application/vnd.apache.parquet"


@pytest.fixture
def statistics(settings, db):
    settings.STATISTICS_DIR = statistics_of_all_games()


def table_of(body: bytes) -> pa.Table:
    return pq.read_table(io.BytesIO(body))


@pytest.mark.parametrize("name", REPORTS)
def test_parquet_says_what_json_says_with_types_and_units(ada, statistics, name):
    shown = ada.get(f"{ROOT}/{name}").json
    answer = ada.get(f"{ROOT}/{name}", Accept=PARQUET)
    assert (answer.status, answer.headers["Content-Type"]) == (200, PARQUET)
    assert f'filename="{name}.parquet"' in answer.headers["Content-Disposition"]
    table = table_of(answer.body)
    assert table.to_pylist() == shown["rows"]
    for column in REPORTS[name].columns():
        field = table.schema.field(column.name)
        assert (str(field.type), field.nullable) == ({"integer": "int64", "number": "double", "string": "string"}[column.kind], column.null)
        assert (field.metadata or {}).get(b"unit", b"").decode() == column.unit
    assert table.schema.metadata[b"question"].decode() == shown["question"]
    assert table.schema.metadata[b"snapshot"].decode() == str(shown["snapshot"]["number"])


def test_parquet_tells_by_what_it_was_restricted(ada, statistics):
    answer = ada.get(f"{ROOT}/win_rate_by_seat", query="format=parquet&rules=ghostel&seats=3")
    table = table_of(answer.body)
    assert set(table.column("rules").to_pylist()) == {"ghostel"}
    assert table.schema.metadata[b"parameters"] == b'{"rules":"ghostel","seats":3}'
    empty = ada.get(f"{ROOT}/win_rate_by_seat", query="format=parquet&rules=ghostel&seats=4")
    assert (table_of(empty.body).num_rows, table_of(empty.body).schema) == (0, table_of(empty.body).schema)
    assert table_of(empty.body).schema.names == table.schema.names


def test_parquet_of_the_same_statistics_is_the_same_bytes(ada, statistics):
    assert ada.get(f"{ROOT}/game_length", Accept=PARQUET).body == ada.get(f"{ROOT}/game_length", Accept=PARQUET).body


def test_a_chart_comes_by_accept_and_by_format_and_can_do_nothing(ada, statistics):
    answer = ada.get(f"{ROOT}/game_length", Accept=SVG)
    assert (answer.status, answer.headers["Content-Type"]) == (200, SVG)
    assert answer.body == ada.get(f"{ROOT}/game_length", query="format=svg").body
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["Vary"] == "Authorization, Accept"
    picture = ET.fromstring(answer.body)
    assert "Length of games" in "".join(picture.itertext())
    assert b"<script" not in answer.body


def test_a_browser_that_accepts_pictures_gets_one_and_a_program_that_accepts_anything_gets_json(ada, statistics):
    picture = ada.get(f"{ROOT}/game_length", Accept="image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8")
    assert picture.headers["Content-Type"] == SVG
    assert ada.get(f"{ROOT}/game_length", Accept="*/*").headers["Content-Type"] == "application/json"


def test_colours_and_width_are_chosen_and_each_has_its_validator(ada, statistics):
    asked = ["", "&theme=dark", "&width=narrow", "&theme=dark&width=narrow", "&seats=2"]
    answers = [ada.get(f"{ROOT}/game_length", query=f"format=svg{more}") for more in asked]
    assert len({answer.headers["ETag"] for answer in answers}) == len({answer.body for answer in answers}) == len(asked)
    widths = [float(ET.fromstring(answer.body).attrib["width"]) for answer in answers]
    assert widths[2] < 360 < widths[0]
    assert b'fill="#201d29"' in answers[1].body
    assert b'fill="#201d29"' not in answers[0].body
    plain = [ada.get(f"{ROOT}/game_length", query=query) for query in ("", "theme=dark", "width=narrow")]
    assert len({answer.headers["ETag"] for answer in plain}) == 1


def test_who_has_the_chart_is_told_so_and_nothing_is_drawn(ada, statistics, monkeypatch):
    first = ada.get(f"{ROOT}/game_length", Accept=SVG)
    GALLERY.end()
    monkeypatch.setattr(GALLERY, "picture", None)
    again = ada.get(f"{ROOT}/game_length", Accept=SVG, If_None_Match=first.headers["ETag"])
    assert (again.status, again.body, again.headers["ETag"]) == (304, b"", first.headers["ETag"])


def test_a_picture_that_was_drawn_is_shown_again_without_asking_the_statistics(ada, statistics, monkeypatch):
    first = ada.get(f"{ROOT}/game_length", Accept=SVG)
    monkeypatch.setattr(forms, "answered", None)
    again = ada.get(f"{ROOT}/game_length", Accept=SVG)
    assert (again.body, again.headers["ETag"]) == (first.body, first.headers["ETag"])
    assert again.headers["Content-Security-Policy"] == forms.DOCUMENT_POLICY


def test_a_chart_of_no_rows_says_that_there_are_none(ada, statistics):
    answer = ada.get(f"{ROOT}/win_rate_by_seat", query="format=svg&rules=ghostel&seats=4&theme=dark")
    assert answer.status == 200
    assert "No games that this could be drawn of." in "".join(ET.fromstring(answer.body).itertext())
    assert answer.headers["Content-Security-Policy"] == forms.DOCUMENT_POLICY


def test_a_report_without_a_chart_says_so(ada, statistics, monkeypatch):
    GALLERY.end()
    monkeypatch.setattr(of_reports, "CHARTS", {})
    monkeypatch.setattr(of_reports, "suggested", lambda columns: None)
    answer = ada.get(f"{ROOT}/game_length", Accept=SVG)
    assert (answer.status, answer.code, answer.json["detail"]) == (406, "not_acceptable", "This report has no chart.")


def test_a_chart_that_cannot_be_drawn_now_is_a_503_and_its_figures_can_still_be_had(ada, statistics, monkeypatch):
    def failing(key, plot):
        raise Undrawn

    GALLERY.end()
    monkeypatch.setattr(GALLERY, "picture", failing)
    answer = ada.get(f"{ROOT}/game_length", Accept=SVG)
    assert (answer.status, answer.code, answer.headers["Retry-After"]) == (503, "chart_unavailable", "5")
    assert ada.get(f"{ROOT}/game_length").status == 200


def test_without_statistics_no_form_comes(ada, settings, tmp_path):
    settings.STATISTICS_DIR = tmp_path
    for media in (SVG, PARQUET):
        answer = ada.get(f"{ROOT}/game_length", Accept=media)
        assert (answer.status, answer.code) == (503, "statistics_unavailable")


@pytest.mark.parametrize(
    ("query", "pointer"), [("format=png", "?format"), ("theme=pink", "?theme"), ("width=0", "?width"), ("theme=", "?theme")]
)
def test_a_form_that_there_is_not_is_refused_by_name(ada, query, pointer):
    answer = ada.get(f"{ROOT}/game_length", query=query)
    assert (answer.status, answer.code) == (400, "invalid_request")
    assert [error["pointer"] for error in answer.json["errors"]] == [pointer]
