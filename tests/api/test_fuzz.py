"""Does anything that a client can send, well formed or not, as whoever, bring forth a failure of ours?"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from config.wsgi import application
from tests.api.contract import document, keeps_to_the_document
from tests.api.routes import ABSENT, ROUTES

EXAMPLES = 50
WAREHOUSE_ALONE = tuple(f"/api/v1/analytics/{name}" for name in ("reports", "tables", "datasets"))
WITHOUT_GAMES = ("/api/v1/rules", "/api/v1/analytics/queries", "/api/v1/analytics/saved", *WAREHOUSE_ALONE)
"""What these answer does not depend on the games in the database."""
bounded = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def schema() -> Any:
    loaded = schemathesis.openapi.from_dict(document())
    loaded.app = application
    return loaded


@pytest.fixture(autouse=True)
def _one_connection():
    """A served request gives its connection back; here all requests of a test are within its transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def people(nobody, ada, ben, eve, referee) -> dict[str, Any]:
    """A token of each role."""
    return {"anonymous": nobody, "creator": ada, "seated": ben, "not seated": eve, "staff": referee}


@pytest.fixture
def games(game, open_game, private_game, finished_game) -> list[UUID]:
    return [game, open_game, private_game, finished_game, ABSENT]


def refuses_to_fail(case: Any, person: Any) -> None:
    headers = {"Host": "localhost"}
    if person.secret:
        headers["Authorization"] = f"Bearer {person.secret}"
    response = case.call(headers=headers)
    assert response.status_code < 500, f"{case.as_curl_command()}: {response.text[:500]}"
    media = response.headers.get("content-type", [""])[0]
    assert "html" not in media
    if response.status_code >= 400:
        assert media == "application/problem+json"
    parsed = response.json() if media in ("application/json", "application/problem+json") else None
    flat = {name.title().replace("Etag", "ETag").replace("Www", "WWW"): value[0] for name, value in response.headers.items()}
    flat = {{"Ratelimit": "RateLimit", "WWW-Authenticate": "WWW-Authenticate"}.get(name, name): value for name, value in flat.items()}
    keeps_to_the_document(
        case.method, "", SimpleNamespace(status=response.status_code, headers=flat, body=response.content, json=parsed), case.path
    )


def marked(route: Any) -> Any:
    """The route; those that ask nothing of the database of the run but who is asking are marked."""
    return pytest.param(route, marks=pytest.mark.warehouse) if route.path.startswith(WAREHOUSE_ALONE) else route


@pytest.mark.parametrize("route", [marked(route) for route in ROUTES], ids=str)
def test_no_request_brings_forth_a_failure(route, schema, people, request):
    operation = schema[route.path][route.method]
    games = [] if route.path.startswith(WITHOUT_GAMES) else request.getfixturevalue("games")
    fixed = st.fixed_dictionaries({"game_id": st.sampled_from([str(game) for game in games])}) if "{game_id}" in route.path else st.none()

    @bounded
    @given(data=st.data())
    def fuzz(data: st.DataObject) -> None:
        mode = data.draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
        person = people[data.draw(st.sampled_from(sorted(people)))]
        path = data.draw(fixed)
        query = {"wait": 0} if route.operation.id == "events_next" else None
        case = data.draw(operation.as_strategy(generation_mode=mode, path_parameters=path, query=query))
        refuses_to_fail(case, person)

    fuzz()


@pytest.mark.parametrize("route", [route for route in ROUTES if route.operation.body is not None], ids=str)
def test_no_bytes_bring_forth_a_failure(route, people, game):
    @bounded
    @given(
        body=st.one_of(st.binary(max_size=200), st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass"))),
        data=st.data(),
    )
    def fuzz(body: bytes, data: st.DataObject) -> None:
        person = people[data.draw(st.sampled_from(sorted(people)))]
        wrapped = data.draw(st.sampled_from([body, b'{"decision":"d1","choice":' + body + b"}", b'{"rules":' + body + b"}"]))
        answer = person.send(route.method, route.at(game), wrapped, **route.headers())
        assert answer.status < 500

    fuzz()


@pytest.mark.parametrize("header", ["Authorization", "Accept", "Idempotency_Key", "If_None_Match", "X_Request_Id", "Content_Type", "Host"])
def test_no_header_brings_forth_a_failure(header, ada, game):
    @bounded
    @given(value=st.text(st.characters(max_codepoint=255, blacklist_characters="\r\n"), max_size=60))
    def fuzz(value: str) -> None:
        for method, path, body in (("GET", f"/games/{game}", b""), ("POST", f"/games/{game}/choices", b'{"decision":"d9","choice":{}}')):
            assert ada.send(method, path, body, **{header: value}).status < 500

    fuzz()
