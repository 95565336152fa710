"""Does an answer keep to the committed document? Every answer of every test of the API is asked this."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs

from api_docs.document import COMMITTED
from gameplay.api.errors import KINDS


@cache
def document() -> dict[str, Any]:
    return json.loads(COMMITTED.read_text())


@cache
def _templates() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path.replace("{path}", ".+"))), path) for path in document()["paths"]]


@cache
def validator(name: str) -> Any:
    """Validates against one component of the document."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": document()["components"]}
    return jsonschema_rs.Draft202012Validator(schema, validate_formats=True)


def operation_at(method: str, path: str) -> dict[str, Any] | None:
    """The operation of the document that has this address."""
    for pattern, template in _templates():
        if pattern.fullmatch(path):
            return document()["paths"][template].get("get" if method == "HEAD" else method.lower())
    return None


def keeps_to_the_document(method: str, path: str, answer: Any, template: str = "") -> None:
    """Fails if the document does not say that this operation can answer so. `template` is its path there, if it is known."""
    operation = document()["paths"][template].get(method.lower()) if template else operation_at(method, path)
    if operation is None or (answer.status in (204, 405) and method == "OPTIONS"):
        return
    declared = operation["responses"].get(str(answer.status))
    assert declared is not None, f"{method} {path} answered {answer.status}, which is not documented: {answer.body[:300]!r}"
    for header in ("ETag", "Location", "Link", "Retry-After", "WWW-Authenticate", "Idempotent-Replayed", "RateLimit", "X-Request-Id"):
        if header in answer.headers and answer.status < 400:
            assert header in declared["headers"], f"{method} {path} sent {header}, which is not documented"
    media = answer.headers.get("Content-Type", "").partition(";")[0]
    if method == "HEAD" or not answer.body:
        return
    assert media in declared["content"], f"{method} {path} answered {media}"
    if answer.json is None:
        return
    name = declared["content"][media]["schema"]["$ref"].rpartition("/")[2]
    fault = next(validator(name).iter_errors(answer.json), None)
    assert fault is None, f"{method} {path} {answer.status} is no {name}: {fault}"
    if answer.status >= 400:
        code = answer.json["code"]
        assert f"`{code}`" in declared["description"] or (answer.status == 422 and code not in KINDS), (
            f"{method} {path}: {code} is not documented"
        )
