"""Is every refusal, from whichever layer, a problem document that the guide explains?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.db.backends.utils import CursorWrapper
from django.http import Http404
from rest_framework import exceptions as drf

import gameplay
from api_docs.pages import GUIDE
from gameplay import errors as gameplay_errors
from gameplay import selectors
from gameplay.api.errors import KINDS
from gameplay.api.problems import ProblemBody, problem_of
from gameplay.api.tokens import SCOPES
from gameplay.models import Game, Seat
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Illegal
from tests.api.conftest import Api, game_new, person, with_scopes
from tests.api.routes import ROUTES

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "FROB")
SOURCES = Path(gameplay.__file__).parent


def check(answer, status=None, code=None):
    """The shape that every refusal has."""
    assert answer.status >= 400
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json
    assert problem["status"] == answer.status
    assert problem["type"] == f"/docs/errors/{problem['code']}"
    assert problem["title"]
    assert problem["detail"]
    assert problem["instance"].startswith("/")
    assert problem["request_id"] == answer.headers["X-Request-Id"]
    assert set(problem) <= set(ProblemBody.__struct_encode_fields__)
    if problem["code"] in KINDS:
        assert KINDS[problem["code"]].status == answer.status
    else:
        assert answer.status == 422
    if status is not None:
        assert answer.status == status
    if code is not None:
        assert answer.code == code
    if "retry_after" in problem:
        assert answer.headers["Retry-After"] == str(problem["retry_after"])
    return answer


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_every_route_refuses_in_one_shape(route, ada, nobody):
    path = route.at()
    ada = with_scopes(ada, SCOPES)
    for method in METHODS:
        if method not in [r.method for r in ROUTES if r.path == route.path]:
            answer = check(ada.send(method, path), 405, "method_not_allowed")
            assert set(answer.headers["Allow"].split(", ")) >= {r.method for r in ROUTES if r.path == route.path}
    check(ada.send(route.method, path, Accept="image/png"), 406, "not_acceptable")
    check(ada.send(route.method, path + "/", b""), 404, "not_found")
    check(nobody.send(route.method, path, Authorization="Bearer nonsense"), 401, "invalid_token")
    check(ada.send(route.method, path, query="no_such=1", **route.headers()), 400, "invalid_request")
    if not route.operation.anonymous:
        check(nobody.send(route.method, path), 401, "not_authenticated")
    if route.operation.body is not None:
        check(ada.send(route.method, path, b"{", **route.headers()), 400, "malformed_json")
        check(ada.send(route.method, path, b'{"no_such": 1}', **route.headers()), 400, "invalid_request")
        check(ada.send(route.method, path, b"{}", Content_Type="text/plain", **route.headers()), 415, "unsupported_media_type")
        check(ada.send(route.method, path, b" " * 70_000, **route.headers()), 413, "body_too_large")
    if "{game_id}" in path or "{game_id}" in route.path:
        check(route.call(ada), 404, "game_not_found")


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_every_route_survives_a_lost_database(route, ada, monkeypatch):
    def lost(self, *args, **kwargs):
        raise OperationalError("server closed the connection unexpectedly: secret detail")

    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", lost)
        answer = check(route.call(ada), 503, "unavailable")
    assert answer.headers["Retry-After"]
    assert b"secret detail" not in answer.body


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("statement", range(1, 9))
def test_a_database_lost_within_a_choice_leaves_nothing_half_done(statement, monkeypatch):
    ada, ben = person("ada"), person("ben")
    game = game_new(ada, ben)
    asked = ada.asked(game)
    before = (selectors.feed(game_id=game, viewer=ada.viewer, after=0, limit=200), Game.objects.values().get(), list(Seat.objects.values()))
    execute, count = CursorWrapper.execute, 0

    def lost(self, *args, **kwargs):
        nonlocal count
        count += 1
        if count >= statement:
            raise OperationalError("gone")
        return execute(self, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", lost)
        answer = ada.choose(game, asked["id"], asked["choices"][0], key="k")
    assert answer.status in (201, 503)
    if answer.status == 201:
        assert count < statement
        return
    check(answer, 503, "unavailable")
    after = (selectors.feed(game_id=game, viewer=ada.viewer, after=0, limit=200), Game.objects.values().get(), list(Seat.objects.values()))
    assert after == before
    again = ada.choose(game, asked["id"], asked["choices"][0], key="k")
    assert (again.status, again.headers.get("Idempotent-Replayed")) == (201, None)


@pytest.mark.parametrize(
    "path",
    [
        "/nope",
        "/games/not-a-uuid",
        "/games/00000000-0000-0000-0000-00000000000G",
        "/api/v2/games",
        "/docs/nope",
        "/docs/guide/nope",
        "/docs/guide/../pages",
        "/games/%00",
        "/games/%ff%fe",
        "/rules/nope",
        "/rules/spooky_bar/decks/nope",
        "/games/" + "9" * 3000,
    ],
)
def test_an_address_that_leads_nowhere_is_404(nobody, path):
    check(nobody.get(path), 404)


def test_the_site_root_refuses_in_the_same_shape(nobody):
    response = nobody.client.get("/", headers={"Host": "localhost"})
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")


def test_a_strange_host_is_400(nobody):
    check(nobody.get("/nope", Host="evil.example"), 400, "malformed_request")


@pytest.mark.parametrize("page", ["/docs", "/docs/swagger", "/docs/redoc", "/docs/errors", "/api/v1/openapi.json", "/api/v1/openapi.yaml"])
def test_pages_refuse_to_be_written_in_the_same_shape(nobody, page):
    answer = check(nobody.send("POST", page, b"x"), 405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD"


def test_a_failure_of_ours_is_500_without_its_cause_and_is_logged(ada, game, monkeypatch, caplog):
    def broken(**given):
        raise ZeroDivisionError("a secret of the code")

    monkeypatch.setattr(selectors, "game_view", broken)
    answer = check(ada.get(f"/games/{game}"), 500, "server_error")
    assert b"secret" not in answer.body
    assert answer.json["request_id"] in caplog.text
    assert "a secret of the code" in caplog.text


def test_a_failure_in_a_page_is_a_problem_too(nobody, monkeypatch):
    from api_docs import views

    def broken(*args, **given):
        raise ZeroDivisionError("a secret of the code")

    monkeypatch.setattr(views, "render", broken)
    answer = check(nobody.get("/docs"), 500, "server_error")
    assert b"secret" not in answer.body


def test_a_failure_in_a_middleware_is_a_problem_too(nobody, monkeypatch):
    from django.middleware.common import CommonMiddleware

    def broken(self, request):
        raise ZeroDivisionError("a secret of the code")

    monkeypatch.setattr(CommonMiddleware, "process_request", broken)
    answer = check(Api().get("/rules"), 500, "server_error")
    assert b"secret" not in answer.body


@pytest.mark.parametrize(
    ("exc", "code"),
    [
        (Http404(), "not_found"),
        (PermissionDenied(), "forbidden"),
        (SuspiciousOperation(), "malformed_request"),
        (OperationalError(), "unavailable"),
        (InterfaceError(), "unavailable"),
        (drf.NotFound(), "not_found"),
        (drf.NotAuthenticated(), "not_authenticated"),
        (drf.PermissionDenied(), "forbidden"),
        (drf.MethodNotAllowed("PUT"), "method_not_allowed"),
        (drf.NotAcceptable(), "not_acceptable"),
        (drf.UnsupportedMediaType("x"), "unsupported_media_type"),
        (drf.Throttled(3), "rate_limited"),
        (drf.ParseError(), "invalid_request"),
        (Illegal("own_code", "SB-1", "No."), "own_code"),
    ],
    ids=repr,
)
def test_each_layers_exceptions_have_a_code(exc, code):
    problem = problem_of(exc)
    assert problem is not None
    assert problem.code == code


def test_what_is_no_refusal_has_no_code():
    assert problem_of(ValueError()) is None
    assert problem_of(drf.APIException()) is None


def test_a_sane_request_id_is_kept_and_another_replaced(nobody):
    assert nobody.get("/rules", X_Request_Id="client-4711").headers["X-Request-Id"] == "client-4711"
    for odd in ("short", "x" * 65, "with space 1", "new\nline-here", "<script>alert"):
        assert nobody.get("/rules", X_Request_Id=odd).headers["X-Request-Id"] != odd
    assert nobody.get("/rules").headers["X-Request-Id"] != nobody.get("/rules").headers["X-Request-Id"]


def test_every_code_of_the_service_is_in_the_table():
    assert set(gameplay_errors.CODES) <= set(KINDS)


def test_every_member_that_the_service_adds_to_a_refusal_is_documented():
    added = set()
    for path in SOURCES.glob("*.py"):
        for call in re.findall(r"(?:refuse|GameplayError)\(([^\n]*)\)", path.read_text()):
            added |= set(re.findall(r"[ (,](\w+)=", call))
    assert "decisions" in added
    assert added <= set(ProblemBody.__struct_fields__)


@pytest.mark.parametrize("code", sorted(KINDS))
def test_every_code_has_a_page_where_its_type_leads(code, nobody):
    response = nobody.client.get(f"/docs/errors/{code}", headers={"Host": "localhost"})
    assert response.status_code == 200
    assert KINDS[code].title in response.content.decode().replace("&#x27;", "'")


def test_every_code_of_the_rules_has_a_page(nobody):
    rules = SOURCES / "rules"
    paths = [*rules.glob("*.py"), *(path for name in GAMES for path in (rules / name).glob("*.py"))]
    codes = {code for path in paths for code in re.findall(r'Illegal\(\s*"(\w+)"', path.read_text())}
    assert {"choice_not_offered", "must_redraw"} <= codes
    page = (GUIDE / "errors.md").read_text()
    for code in codes:
        assert f"| `{code}` |" in page
        assert nobody.client.get(f"/docs/errors/{code}", headers={"Host": "localhost"}).status_code == 200


def test_a_code_that_nobody_uses_has_no_page(nobody):
    check(nobody.get("/docs/errors/no_such_code"), 404, "not_found")
