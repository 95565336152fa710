"""Is every body that differs from the documented form refused, with a pointer to where it differs?"""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from gameplay.api.parsing import field_error

GOOD = b'{"rules": "spooky_bar", "seats": 2}'


def create(api, body, **headers):
    return api.send("POST", "/games", body, **headers)


def test_the_documented_form_is_accepted(ada):
    assert create(ada, GOOD).status == 201


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        (b'{"rules": "spooky_bar", "seats": 2, "colour": "red"}', "/colour", "unknown_member"),
        (b'{"rules": "spooky_bar"}', "/seats", "missing_member"),
        (b'{"rules": "spooky_bar", "seats": "2"}', "/seats", "invalid_value"),
        (b'{"rules": "spooky_bar", "seats": 2.0}', "/seats", "invalid_value"),
        (b'{"rules": "spooky_bar", "seats": 2e0}', "/seats", "invalid_value"),
        (b'{"rules": "spooky_bar", "seats": true}', "/seats", "invalid_value"),
        (b'{"rules": "spooky_bar", "seats": null}', "/seats", "invalid_value"),
        (b'{"rules": "spooky_bar", "seats": 0}', "/seats", "invalid_value"),
        (b'{"rules": "spooky_bar", "seats": 99999999999999999999}', "/seats", "invalid_value"),
        (b'{"rules": "spooky_bar", "seats": 2, "seats": 2}', "/seats", "duplicate_member"),
        (b'{"rules": "spooky_bar", "seats": 2, "options": {"a": {"b": 1, "b": 2}}}', "/options/a/b", "duplicate_member"),
        (b'{"rules": "spooky_bar", "seats": 2, "options": {"a/b": [{"c~": 1, "c~": 2}]}}', "/options/a~1b/0/c~0", "duplicate_member"),
        (b'{"rules": "spooky_bar", "seats": 2, "options": []}', "/options", "invalid_value"),
        (b"[]", "", "invalid_value"),
        (b"null", "", "invalid_value"),
        (b'"text"', "", "invalid_value"),
    ],
)
def test_another_form_is_400_with_a_pointer(ada, body, pointer, code):
    answer = create(ada, body)
    assert (answer.status, answer.code) == (400, "invalid_request")
    assert answer.json["errors"][0]["pointer"] == pointer
    assert answer.json["errors"][0]["code"] == code


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b'{"rules": "spooky_bar", "seats": 2} {}',
        b'{"rules": "spooky_bar", "seats": NaN}',
        b'{"rules": "spooky_bar", "seats": Infinity}',
        b'{"rules": "spooky_bar", "seats": -Infinity}',
        b'{"rules": "spooky\\ud800", "seats": 2}',
        b'{"rules": "spooky\\u0000", "seats": 2}',
        b'{"rules\\u0000": "spooky", "seats": 2}',
        b'{"rules": "spooky_bar", "seats": 2, "options": {"x": ["\\udfff"]}}',
        b'{"rules": "\xff\xfe", "seats": 2}',
        b'\xef\xbb\xbf{"rules": "spooky_bar", "seats": 2}',
        b'{"rules": "spooky_bar", "seats": 02}',
        b'{"rules": "spooky_bar", "seats": ' + b"9" * 5000 + b"}",
        b'{"rules": "spooky_bar", "seats": 2, "options": ' + b"[" * 33 + b"]" * 33 + b"}",
        b"[" * 30_000,
        b'{"a":' * 10_000,
        b"\x00" * 100,
        bytes(range(256)),
    ],
)
def test_what_is_no_json_of_ours_is_400(ada, body):
    answer = create(ada, body)
    assert (answer.status, answer.code) == (400, "malformed_json")


def test_brackets_inside_a_text_are_not_depth(ada):
    body = b'{"rules": "%s", "seats": 2}' % (b"[" * 40)
    answer = create(ada, body)
    assert (answer.status, answer.code) == (422, "unknown_rules")


def test_a_surrogate_pair_is_a_character(ada):
    answer = create(ada, b'{"rules": "\\ud83d\\ude00", "seats": 2}')
    assert (answer.status, answer.code) == (422, "unknown_rules")


def test_32_levels_are_allowed(ada):
    body = b'{"rules": "spooky_bar", "seats": 2, "options": {"x": ' + b"[" * 30 + b"]" * 30 + b"}}"
    answer = create(ada, body)
    assert (answer.status, answer.code) == (422, "bad_options")


def test_a_body_of_64_kb_is_read_and_one_byte_more_is_413(ada):
    padding = 64 * 1024 - len(GOOD)
    assert create(ada, GOOD + b" " * padding).status == 201
    answer = create(ada, GOOD + b" " * (padding + 1))
    assert (answer.status, answer.code) == (413, "body_too_large")


@pytest.mark.parametrize(
    "media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json; charset=latin-1", ""]
)
def test_another_media_type_is_415(ada, media):
    answer = create(ada, GOOD, Content_Type=media)
    assert (answer.status, answer.code) == (415, "unsupported_media_type")
    assert answer.headers["Accept-Post"] == "application/json"


def test_json_may_say_that_it_is_utf_8(ada):
    assert create(ada, GOOD, Content_Type='application/json; charset="UTF-8"').status == 201


def test_an_operation_without_a_body_refuses_one(ada, open_game):
    answer = ada.send("DELETE", f"/games/{open_game}/seats/0", b"{}")
    assert (answer.status, answer.code) == (400, "invalid_request")


def test_a_body_that_may_be_left_out_may_be_empty(ada, ben, open_game):
    assert ben.post(f"/games/{open_game}/seats").status == 201


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    [
        ("colour=red", "?colour", "unknown_parameter"),
        ("limit=0", "?limit", "invalid_value"),
        ("limit=201", "?limit", "invalid_value"),
        ("limit=1.0", "?limit", "invalid_value"),
        ("limit=1e1", "?limit", "invalid_value"),
        ("limit=", "?limit", "invalid_value"),
        ("limit=" + "9" * 5000, "?limit", "invalid_value"),
        ("limit=5&limit=5", "?limit", "duplicate_parameter"),
        ("status=lost", "?status", "invalid_value"),
        ("mine=yes", "?mine", "invalid_value"),
        ("rules=%00", "?rules", "invalid_text"),
    ],
)
def test_another_query_is_400_with_the_parameter(ada, query, parameter, code):
    answer = ada.get("/games", query)
    assert (answer.status, answer.code) == (400, "invalid_request")
    assert answer.json["errors"][0]["pointer"] == parameter
    assert answer.json["errors"][0]["code"] == code


@pytest.mark.parametrize(
    ("path", "query", "words"),
    [
        ("/games", "status=lost", "finished, open, playing, voided"),
        ("/analytics/reports/activity", "by=hour", "day, month, week"),
        ("/analytics/reports/activity", "by=", "day, month, week"),
    ],
)
def test_a_word_that_is_none_of_those_allowed_is_refused_with_them(ada, path, query, words):
    answer = ada.get(path, query)
    assert answer.status == 400
    assert answer.json["errors"][0]["detail"] == f"Expected one of {words}."


class Drink(msgspec.Struct):
    served: Literal["hot", "cold"]


class Round(msgspec.Struct):
    drinks: list[Drink | None]


def test_the_words_allowed_are_told_however_deep_they_stand():
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.json.decode(b'{"drinks": [null, {"served": "iced"}]}', type=Round)
    told = field_error(refused.value, Round)
    assert (told.pointer, told.code, told.detail) == ("/drinks/1/served", "invalid_value", "Expected one of cold, hot.")


def test_a_query_where_none_is_documented_is_400(ada, game):
    answer = ada.get(f"/games/{game}", "x=1")
    assert answer.json["errors"][0]["pointer"] == "?x"
