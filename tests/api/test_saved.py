"""Is the link the query: the same for the same text, never changed, shown to whom it is shared with, and to nobody else?"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from uuid import UUID

import pytest
from django.db import connection

from analytics import saved
from analytics.models import Saved
from api_docs.pages import GUIDE
from tests.api.asking import ask
from tests.api.conftest import person
from tests.api.contract import document

ROOT = "/analytics/saved"
SQL = "SELECT rules, count(*) AS games FROM games WHERE seat_count = $seats GROUP BY ALL"


def keep(api, sql=SQL, **more):
    return api.post(ROOT, {"title": "Games by rules", "sql": sql, "parameters": {"seats": 2}, **more})


def test_a_saved_query_is_found_under_its_link_as_it_was_saved(ada):
    made = keep(ada)
    assert made.status == 201
    assert made.headers["Location"] == f"/api/v1{ROOT}/{made.json['id']}"
    found = ada.get(f"{ROOT}/{made.json['id']}").json
    assert found == made.json
    assert (found["title"], found["sql"], found["parameters"]) == ("Games by rules", SQL, {"seats": 2})
    assert (found["shared"], found["mine"], found["owner"]) == (False, True, "ada")
    assert found["page"] == f"/analytics/sql/{found['id']}"


def test_the_link_is_made_from_the_query_alone(ada, ben):
    first = keep(ada).json
    again = keep(ada, title="Another title", shared=True)
    assert (again.status, again.json["id"]) == (200, first["id"])
    assert (again.json["title"], again.json["shared"], again.json["saved_at"]) == ("Another title", True, first["saved_at"])
    assert keep(ben).json["id"] == first["id"]
    assert Saved.objects.count() == 2


@pytest.mark.parametrize("sql", [f" {SQL};\n", f"{SQL}\r\n", f"\n{SQL} ; "])
def test_what_stands_around_a_text_is_not_part_of_it(ada, sql):
    assert keep(ada, sql).json["id"] == keep(ada).json["id"]


def test_another_text_or_another_value_is_another_link(ada):
    variants = [
        keep(ada),
        keep(ada, SQL + " "),
        keep(ada, SQL.replace("rules", "Rules")),
        keep(ada, parameters={"seats": 3}),
        keep(ada, parameters={"seats": "2"}),
        keep(ada, parameters={"seats": None}),
        keep(ada, parameters=[2]),
        keep(ada, parameters=[]),
    ]
    assert len({answer.json["id"] for answer in variants}) == len(variants) - 1


def test_the_link_can_be_computed_by_anybody(ada):
    """RFC 9562, appendix B.2: the first 16 bytes of a SHA-256, with the version and the variant set."""
    content = json.dumps([SQL, {"seats": 2}], separators=(",", ":")).encode()
    digest = bytearray(hashlib.sha256(b"revenant saved query\n" + content).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    link = UUID(bytes=bytes(digest))
    assert keep(ada).json["id"] == str(link)
    assert link.version == 8
    assert saved.link_of("a", {"x": 1, "y": 2}) == saved.link_of("a", {"y": 2, "x": 1})


def test_what_is_not_shared_does_not_exist_for_others(ada, ben):
    link = keep(ada).json["id"]
    absent = ben.get(f"{ROOT}/{UUID(int=7)}").json
    hidden = ben.get(f"{ROOT}/{link}").json
    assert hidden["status"] == 404
    assert {**hidden, "instance": "", "request_id": ""} == {**absent, "instance": "", "request_id": ""}
    assert ben.delete(f"{ROOT}/{link}").status == 404
    assert ben.get(ROOT).json["items"] == []
    made = keep(ben)  # nor does it show by what a save of the same answers
    assert (made.status, made.json["title"], made.json["owner"]) == (201, "Games by rules", "ben")


def test_what_is_shared_is_read_by_everybody_and_deleted_by_its_owner(ada, ben):
    link = keep(ada, shared=True).json["id"]
    found = ben.get(f"{ROOT}/{link}").json
    assert (found["mine"], found["owner"], found["sql"]) == (False, "ada", SQL)
    refused = ben.delete(f"{ROOT}/{link}")
    assert (refused.status, refused.code) == (403, "forbidden")
    assert ada.delete(f"{ROOT}/{link}").status == 204
    assert ada.get(f"{ROOT}/{link}").status == ben.get(f"{ROOT}/{link}").status == 404


def test_a_link_lives_as_long_as_anybody_shares_it(ada, ben, eve):
    link = keep(ada, shared=True).json["id"]
    keep(ben, title="Mine", shared=True)
    assert ben.get(f"{ROOT}/{link}").json["title"] == "Mine"
    assert eve.get(f"{ROOT}/{link}").json["owner"] == "ada"
    ada.delete(f"{ROOT}/{link}")
    assert eve.get(f"{ROOT}/{link}").json["owner"] == "ben"
    keep(ben, shared=False)
    assert eve.get(f"{ROOT}/{link}").status == 404


def test_the_list_has_own_and_shared_ones_each_link_once(ada, ben, eve):
    keep(ada, "SELECT 1", shared=True)
    keep(ben, "SELECT 1", shared=True)
    keep(ben, "SELECT 2")
    keep(ada, "SELECT 3", shared=True)
    keep(eve, "SELECT 3")

    def seen(api):
        return [(item["sql"], item["owner"]) for item in api.get(ROOT).json["items"]]

    assert seen(ada) == [("SELECT 3", "ada"), ("SELECT 1", "ada")]
    assert seen(ben) == [("SELECT 3", "ada"), ("SELECT 2", "ben"), ("SELECT 1", "ben")]
    assert seen(eve) == [("SELECT 3", "eve"), ("SELECT 1", "ada")]


def test_the_pages_of_the_list_are_the_whole_of_it(ada):
    for n in range(5):
        keep(ada, f"SELECT {n}")
    seen, query = [], "limit=2"
    while query:
        page = ada.get(ROOT, query=query).json
        seen += [item["sql"] for item in page["items"]]
        query = f"limit=2&cursor={page['next_cursor']}" if page["has_more"] else ""
    assert seen == [f"SELECT {n}" for n in reversed(range(5))]
    assert ada.get(ROOT, query="cursor=made-up").code == "invalid_cursor"


def test_an_account_keeps_so_many_and_no_more(ada, monkeypatch):
    monkeypatch.setattr(saved, "MOST", 2)
    for n in range(2):
        assert keep(ada, f"SELECT {n}").status == 201
    full = keep(ada, "SELECT 2")
    assert (full.status, full.code, full.json["most"]) == (409, "too_many_saved", 2)
    assert keep(ada, "SELECT 1", title="Again").status == 200


@pytest.mark.django_db(transaction=True)
def test_the_same_saved_at_once_is_kept_once_and_nobody_passes_the_limit(monkeypatch):
    monkeypatch.setattr(saved, "MOST", 3)
    ada = person("ada")
    answers = []

    def save(n):
        answers.append(keep(ada, f"SELECT {n % 4}").status)
        connection.close()

    threads = [threading.Thread(target=save, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(answers) == [200, 200, 200, 201, 201, 201, 409, 409]
    assert Saved.objects.count() == 3


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"title": "", "sql": SQL}, "/title"),
        ({"title": "  ", "sql": SQL}, "/title"),
        ({"title": "x" * 101, "sql": SQL}, "/title"),
        ({"title": "x", "sql": "  ;\n"}, "/sql"),
        ({"title": "x", "sql": "x" * 20_001}, "/sql"),
        ({"title": "x"}, "/sql"),
        ({"title": "x", "sql": SQL, "parameters": {"a": []}}, "/parameters/..."),
        ({"title": "x", "sql": SQL, "shared": 1}, "/shared"),
        ({"title": "x", "sql": SQL, "owner": "ben"}, "/owner"),
        ({"title": "x", "sql": SQL, "id": str(UUID(int=1))}, "/id"),
    ],
)
def test_a_body_of_another_form_is_refused(ada, body, pointer):
    answer = ada.post(ROOT, body)
    assert (answer.status, answer.json["errors"][0]["pointer"]) == (400, pointer)


@pytest.mark.parametrize(
    "text", ["'; DROP TABLE analytics_saved; --", "<script>alert(1)</script>", "\u202eevil", "{{ 7 * 7 }}", "%s %(x)s"]
)
def test_a_hostile_title_or_text_is_kept_as_it_is_and_not_run(ada, text):
    made = keep(ada, text, title=text, parameters={text[:60]: text})
    found = ada.get(f"{ROOT}/{made.json['id']}").json
    assert (found["title"], found["sql"], found["parameters"]) == (text, text, {text[:60]: text})
    assert Saved.objects.count() == 1
    assert ada.get("/analytics/queries").json["items"] == []


def test_a_saved_query_is_asked_with_its_parameters(ada):
    link = keep(ada, "SELECT $a + 1", parameters={"a": 41}).json["id"]
    found = ada.get(f"{ROOT}/{link}").json
    assert ask(ada, found["sql"], parameters=found["parameters"]).json["rows"] == [[42]]


def test_with_the_account_go_its_saved_queries(ada, ben):
    link = keep(ada, shared=True).json["id"]
    ada.user.delete()
    assert ben.get(f"{ROOT}/{link}").status == 404


def test_the_limits_of_saved_queries_are_told_once_and_right():
    assert f"| saved queries | {saved.MOST} for each account |" in (GUIDE / "sql.md").read_text()
    told = document()["paths"]["/api/v1/analytics/saved"]["post"]["description"]
    assert re.findall(r"\d+", told) == [str(saved.MOST)]
