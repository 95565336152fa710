"""How does a declared operation read in OpenAPI?"""

from __future__ import annotations

from collections import defaultdict
from http import HTTPStatus
from typing import Any, Final, get_args, get_type_hints

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentIdentity, ComponentRegistry, ResolvedComponent
from msgspec import NODEFAULT
from msgspec import inspect as ms

from gameplay.api.endpoint import ApiView
from gameplay.api.errors import KINDS
from gameplay.api.operations import ARROW, CSV, JSON, NDJSON, PARQUET, SVG, ZIP, Key, Operation
from gameplay.api.problems import MEDIA_TYPE, ProblemBody
from gameplay.api.prose import member_docs

from .components import Components, Schema

PATH_PARAMETERS: Final[dict[str, Schema]] = {
    "game_id": {"schema": {"type": "string", "format": "uuid"}, "description": "Id of the game."},
    "dispute_id": {"schema": {"type": "string", "format": "uuid"}, "description": "Id of the dispute."},
    "token_id": {"schema": {"type": "string", "format": "uuid"}, "description": "Id of the token, not its secret."},
    "seat": {"schema": {"type": "integer", "minimum": 0, "maximum": 99}, "description": "Number of the seat, from 0."},
    "seq": {"schema": {"type": "integer", "minimum": 0, "maximum": 999999999}, "description": "Number of an event, from 1."},
    "name": {"schema": {"type": "string"}, "description": "Name, as in the list."},
    "query_id": {"schema": {"type": "string", "format": "uuid"}, "description": "Id of the query."},
    "saved_id": {"schema": {"type": "string", "format": "uuid"}, "description": "Which saved query."},
    "report": {"schema": {"type": "string"}, "description": "Name of the report, as in the list."},
    "edition": {"schema": {"type": "string"}, "description": "Name of the deck edition."},
    "path": {"schema": {"type": "string"}, "description": "Path of the file, as in the manifest. The slashes in it may stay as they are."},
}
_KEY: Final = {
    Key.RECORDED: "Optional. Sent again with the same body within 7 days, the command is not repeated: the first answer comes again.",
    Key.ACT: "Required. Sent again with the same body within 7 days, the act is not repeated: the first answer comes again.",
    Key.COMMAND: "Required. Sent again with the same body, the command is not repeated: the first result comes again.",
}
_BYTES: Final = {
    ZIP: "The archive, as bytes.",
    PARQUET: "The rows as a Parquet file, with their types.",
    ARROW: "The same rows as a stream of Arrow, with their types.",
    SVG: "A chart of the rows, as an SVG picture without scripts.",
}
_ALWAYS: Final = {
    "X-Request-Id": "The id of this request in our logs: your own, if you sent one.",
    "RateLimit": "What is left of the limit, as in the IETF draft: `r` requests now, the next one in `t` seconds.",
    "RateLimit-Policy": "The limit that applies: `q` requests at once, refilled within `w` seconds.",
}


class OperationSchema(AutoSchema):
    """Reads `@operation` where REST framework's own inspector would look for serializers."""

    def get_operation(
        self,
        path: str,
        path_regex: str,  # noqa: ARG002 - the signature is drf-spectacular's
        path_prefix: str,  # noqa: ARG002
        method: str,
        registry: ComponentRegistry,
    ) -> Schema | None:
        view = self.view
        if not isinstance(view, ApiView):
            return None
        declared = view.operations[method.upper()]
        assert isinstance(registry, Registry)
        components = registry.components
        found: Schema = {
            "operationId": declared.id,
            "tags": [declared.tag],
            "summary": declared.summary,
            "description": _description(declared),
        }
        if parameters := [*_path(path), *_query(declared, components), *_headers(declared)]:
            found["parameters"] = parameters
        if declared.body is not None:
            content = {JSON: {"schema": components.ref(declared.body)}}
            found["requestBody"] = {"required": declared.body_required, "content": content}
        found["security"] = _needs(declared)
        found["responses"] = _responses(declared, components)
        return found


class Registry(ComponentRegistry):
    """The components of one document: those of the games, and what its operations add."""

    def __init__(self) -> None:
        super().__init__()
        self.components = Components(lambda name, schema: self._add(name, ResolvedComponent.SCHEMA, schema))
        self.components.games()
        scheme = {"type": "http", "scheme": "bearer", "description": "A personal token, `rv_pat_…`."}
        self._add("token", ResolvedComponent.SECURITY_SCHEMA, scheme)

    def _add(self, name: str, kind: str, schema: Schema) -> None:
        made: Any = ResolvedComponent
        identity: Any = ComponentIdentity
        self.register(made(name=name, type=kind, schema=schema, object=identity(name)))


def _needs(declared: Operation) -> list[Schema]:
    token: list[Schema] = [{"token": [declared.scope] if declared.scope else []}]
    return [*token, {}] if declared.anonymous else token


def _description(declared: Operation) -> str:
    needs = f"Needs the scope `{declared.scope}`" if declared.scope else "Needs a token, with any scope"
    if declared.anonymous:
        needs = f"Open to all; a token needs the scope `{declared.scope}`" if declared.scope else "Open to all"
    parts = [declared.description, f"{needs}. Limit: `{declared.policy}`."]
    return "\n\n".join(part for part in parts if part)


def _path(path: str) -> list[Schema]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    return [{"name": name, "in": "path", "required": True, **PATH_PARAMETERS[name]} for name in names]


def _query(declared: Operation, components: Components) -> list[Schema]:
    if declared.query is None:
        return []
    prose = member_docs(declared.query)
    found = []
    for member in ms.type_info(declared.query).fields:  # type: ignore[attr-defined]
        schema = components.ref(_without_none(declared.query, member.name))
        if not member.required and member.default not in (None, NODEFAULT):
            schema = {**schema, "default": member.default}
        parameter = {"name": member.encode_name, "in": "query", "required": member.required, "schema": schema}
        found.append({**parameter, "description": prose[member.name]})
    return found


def _without_none(shape: Any, name: str) -> Any:
    """The type of a member, where `None` stands for a parameter that is not given."""
    hint = get_type_hints(shape, include_extras=True)[name]
    parts = [part for part in get_args(hint) if part is not type(None)]
    return parts[0] if type(None) in get_args(hint) and len(parts) == 1 else hint


def _headers(declared: Operation) -> list[Schema]:
    found: list[Schema] = []
    if declared.key is not Key.NONE:
        schema = {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"}
        found.append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": declared.key in (Key.COMMAND, Key.ACT),
                "schema": schema,
                "description": _KEY[declared.key],
            }
        )
    if declared.if_match:
        found.append(
            {
                "name": "If-Match",
                "in": "header",
                "required": False,
                "schema": {"type": "string"},
                "description": "`ETag` of the game as you see it: if it has changed since, the answer is 412. Or send `expected_version`.",
            }
        )
    if declared.etag:
        found.append(
            {
                "name": "If-None-Match",
                "in": "header",
                "required": False,
                "schema": {"type": "string"},
                "description": "`ETag` of an answer you have: if it still holds, the answer is 304 without a body.",
            }
        )
    return found


def _responses(declared: Operation, components: Components) -> Schema:
    found: Schema = {}
    for status, shape in declared.answers.items():
        headers = dict(_ALWAYS)
        headers.update(declared.headers)
        if declared.etag:
            headers["ETag"] = "Strong validator of this answer for this account."
        if declared.key is not Key.NONE:
            headers["Idempotent-Replayed"] = "`true` if this is the first answer once more."
        answer: Schema = {"description": HTTPStatus(status).phrase, "headers": _header_objects(headers)}
        if shape is not None:
            answer["content"] = {
                media: {"schema": components.answer(declared.id, shape)} for media in declared.media if media not in (NDJSON, CSV, *_BYTES)
            }
        if CSV in declared.media:
            schema = {
                "type": "string",
                "description": "The same rows, after a line with the names of their members; null is an empty field.",
            }
            answer.setdefault("content", {})[CSV] = {"schema": schema}
        for media, text in _BYTES.items():
            if media in declared.media:
                schema = {"type": "string", "contentMediaType": media, "description": text}
                answer.setdefault("content", {})[media] = {"schema": schema}
        if NDJSON in declared.media:
            schema = {"type": "string", "description": "One JSON document a line, each a " + components.line(declared.lines)}
            answer.setdefault("content", {})[NDJSON] = {"schema": schema}
        found[str(status)] = answer
    if declared.etag:
        found["304"] = {"description": "Not Modified", "headers": _header_objects({**_ALWAYS, "ETag": "As you sent it."})}
    problem = {MEDIA_TYPE: {"schema": components.ref(ProblemBody)}}
    by_status: dict[int, list[str]] = defaultdict(list)
    for code in declared.codes():
        by_status[KINDS[code].status].append(code)
    for status in sorted(by_status):
        codes = ", ".join(f"`{code}`" for code in by_status[status])
        headers = {"X-Request-Id": _ALWAYS["X-Request-Id"]}
        if status in (409, 429, 503):
            headers["Retry-After"] = "Seconds to wait, where waiting helps."
        if status == HTTPStatus.UNAUTHORIZED:
            headers["WWW-Authenticate"] = "What is wrong with the token."
        found[str(status)] = {
            "description": f"{HTTPStatus(status).phrase}: {codes}",
            "headers": _header_objects(headers),
            "content": problem,
        }
    return found


def _header_objects(headers: dict[str, str]) -> Schema:
    return {name: {"schema": {"type": "string"}, "description": text} for name, text in sorted(headers.items())}
