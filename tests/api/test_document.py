"""Is the committed document the code's, whole, and fit for generators?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from django.core.management import CommandError, call_command

from api_docs.document import COMMITTED, document_make, document_text
from api_docs.pages import GUIDE, errors_page
from gameplay.api.errors import KINDS
from gameplay.errors import CODES
from gameplay.rules.catalogue import GAMES
from tests.api.contract import document
from tests.api.routes import ROUTES

SCHEMAS = document()["components"]["schemas"]


def test_the_committed_files_are_those_of_the_code():
    call_command("openapi", check=True)


def test_a_stale_document_fails_the_check(monkeypatch, tmp_path):
    from api_docs.management.commands import openapi

    stale = tmp_path / "openapi.json"
    stale.write_text(COMMITTED.read_text().replace("Create a game", "Make a game"))
    monkeypatch.setattr(openapi, "COMMITTED", stale)
    monkeypatch.setattr(openapi, "GENERATED", {})
    with pytest.raises(CommandError, match=r"openapi\.json"):
        call_command("openapi", check=True)
    call_command("openapi")
    assert stale.read_text() == document_text()


def test_it_is_the_same_document_each_time():
    assert json.dumps(document_make()) == json.dumps(document_make())


def test_it_is_openapi_3_1():
    assert document()["openapi"] == "3.1.0"
    assert document()["info"]["title"] == "Revenant"
    for schema in SCHEMAS.values():
        jsonschema_rs.Draft202012Validator({**schema, "components": document()["components"]})


def test_every_route_is_in_it_and_nothing_else():
    written = {(method.upper(), path) for path, methods in document()["paths"].items() for method in methods}
    assert written == {(route.method, route.path) for route in ROUTES}


def test_every_operation_has_a_name_a_summary_and_a_tag_of_its_own():
    operations = [operation for methods in document()["paths"].values() for operation in methods.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    known = {tag["name"] for tag in document()["tags"]}
    for operation in operations:
        assert operation["summary"]
        assert set(operation["tags"]) <= known
        for parameter in operation.get("parameters", []):
            assert parameter["description"]


def nested(schema: Any, at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, dict):
        yield at, schema
        for name, value in schema.items():
            if name != "const":
                yield from nested(value, f"{at}/{name}")
    elif isinstance(schema, list):
        for index, value in enumerate(schema):
            yield from nested(value, f"{at}/{index}")


def test_no_object_is_anonymous():
    for name, schema in SCHEMAS.items():
        inline = [at for at, part in nested(schema) if at and part.get("type") == "object"]
        assert inline == [], f"{name}{inline[0]}"
    for path, methods in document()["paths"].items():
        assert [at for at, part in nested(methods) if part.get("type") == "object"] == [], path


def test_every_reference_leads_somewhere():
    for at, part in nested(document()):
        if isinstance(reference := part.get("$ref"), str):
            assert reference.removeprefix("#/components/schemas/") in SCHEMAS, at


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("kind", ["Choice", "Answer", "Fact"])
def test_every_member_of_a_games_unions_says_what_it_is(game, kind):
    prefix = "".join(word.capitalize() for word in game.split("_"))
    union = SCHEMAS[prefix + kind]
    assert {"$ref": f"#/components/schemas/{prefix}{kind}"} in SCHEMAS[kind]["oneOf"]
    mapping = union["discriminator"]["mapping"]
    assert [{"$ref": target} for target in mapping.values()] == union["oneOf"]
    for tag, target in mapping.items():
        name = target.rpartition("/")[2]
        assert name.startswith(prefix)
        member = SCHEMAS[name]
        assert member["properties"]["type"] == {"type": "string", "const": tag}
        assert "type" in member["required"]
        assert member["additionalProperties"] is False


def test_every_object_refuses_what_is_not_documented():
    loose = {name for name, schema in SCHEMAS.items() if schema.get("type") == "object" and schema.get("additionalProperties") is not False}
    assert {name for name in loose if not name.startswith("MapOf")} == {"AnyMembers"}


def test_every_code_is_answered_by_some_operation():
    """Those of the service are checked where they are met: each tested answer must be documented for its operation."""
    written = json.dumps(document()["paths"])
    undocumented = {code for code in KINDS if f"`{code}`" not in written}
    assert undocumented - set(CODES) == {"method_not_allowed"}


def test_every_code_is_in_the_guide():
    page = (GUIDE / "errors.md").read_text()
    assert page == errors_page()
    for code, kind in KINDS.items():
        assert f"| `{code}` | {kind.status} |" in page


def test_the_document_is_served_as_json_and_yaml(nobody):
    import yaml

    served = nobody.get("/api/v1/openapi.json")
    assert json.loads(served.body) == document()
    assert nobody.get("/api/v1/openapi.json", If_None_Match=served.headers["ETag"]).status == 304
    assert yaml.safe_load(nobody.get("/api/v1/openapi.yaml").body) == document()


@pytest.mark.parametrize("page", ["/docs", "/docs/swagger", "/docs/redoc", "/docs/errors", "/docs/guide/errors", "/docs/guide/access"])
def test_pages_ask_no_other_host(nobody, page):
    import re

    response = nobody.client.get(page, headers={"Host": "localhost"})
    assert response.status_code == 200
    text = response.content.decode()
    loaded = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert loaded
    assert all(address.startswith("/") for address in loaded)
    assert "<style" not in text
    assert re.search(r"<script(?! src=)", text) is None
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy
    for address in loaded:
        if address.startswith("/static/"):
            assert nobody.client.get(address, headers={"Host": "localhost"}).status_code == 200
