"""What do the generated pages of the guide say: the errors and who may call what?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from django.urls import URLPattern, get_resolver
from django.urls.resolvers import URLResolver

from gameplay.api.endpoint import ApiView
from gameplay.api.errors import KINDS, RULES_REFUSAL
from gameplay.api.operations import Key, Operation
from gameplay.api.tokens import SCOPES

from .refusals import refusals

GUIDE: Final = Path(__file__).parent / "guide"


def routes() -> Iterator[tuple[str, str, Operation]]:
    """(method, path as in the document, operation) of every route of the API."""

    def walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[tuple[str, str, Operation]]:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, path)
                continue
            view = getattr(pattern.callback, "cls", None)
            if view is not None and issubclass(view, ApiView):
                for method, declared in view.operations.items():
                    if method != "HEAD":
                        yield method, "/" + _spelled(path), declared

    yield from walk(get_resolver().url_patterns, "")


def _spelled(path: str) -> str:
    parts = [part.strip("<>").split(":")[-1] if part.startswith("<") else part for part in path.split("/")]
    kept = path.split("/")
    return "/".join("{" + part + "}" if was.startswith("<") else part for part, was in zip(parts, kept, strict=True))


def errors_page() -> str:
    lines = [
        "# Errors",
        "",
        "Every answer with a status of 400 or more is `application/problem+json` (RFC 9457), whichever layer it comes from.",
        "Decide by `code`: it is never renamed. `type` leads to this page. `detail` is for people and may change.",
        "`errors` names each fault of a request: `pointer` is a JSON Pointer into the body, or `?name` for a query parameter.",
        "Where one of a few words was wanted, its `detail` lists them.",
        "Quote `request_id` when you report a problem; it is also in the header `X-Request-Id`, and you may send your own there.",
        "",
        "## Codes of the service",
        "",
        "| code | status | what it means | what to do |",
        "|---|---|---|---|",
    ]
    for code, kind in sorted(KINDS.items(), key=lambda item: (item[1].status, item[0])):
        lines.append(f"| `{code}` | {kind.status} | {kind.title} | {kind.advice} |")
    lines += [
        "",
        "## Codes of the rules",
        "",
        f"Always with status {RULES_REFUSAL.status} and `clause`. {RULES_REFUSAL.title} {RULES_REFUSAL.advice}",
        "The clauses are at `GET /api/v1/rules/{name}`.",
        "",
        "| code | game | clause | detail |",
        "|---|---|---|---|",
    ]
    for code, places in refusals().items():
        lines += [f"| `{code}` | {place.game} | {place.clause} | {place.detail} |" for place in places]
    return "\n".join(lines) + "\n"


def who_may(declared: Operation) -> dict[str, str]:
    """role -> status of the answer to each role, as far as the role decides it. `yes` stands for "not refused for that"."""
    needs_scope = declared.scope is not None
    return {
        "anonymous": "yes" if declared.anonymous else "401",
        "token without the scope": "403" if needs_scope else "yes",
        "token with the scope": "yes",
        "invalid token": "401",
    }


def access_page() -> str:
    lines = [
        "# Who may call what",
        "",
        "A token does what its scopes say and no more, whatever the account may do. What your account may not see, such as a",
        "private game of others, does not exist: 404. Acts that belong to somebody else in a game that you do see, such as",
        "starting a game that you did not create, are 403 with a code that says so.",
        "",
        "## Scopes",
        "",
        "| scope | allows |",
        "|---|---|",
        *[f"| `{scope}` | {text} |" for scope, text in SCOPES.items()],
        "",
        "Staff see games with a referee's eyes only with `referee:read`, and never those in which they sit.",
        "",
        "## Operations",
        "",
        "| method | path | scope | anonymous | token without the scope | token with the scope | more for staff | Idempotency-Key | limit |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    keys = {Key.NONE: "", Key.RECORDED: "optional", Key.COMMAND: "required", Key.ACT: "required"}
    for method, path, declared in routes():
        roles = who_may(declared)
        scope = f"`{declared.scope}`" if declared.scope else "any"
        lines.append(
            f"| {method} | `{path}` | {scope} | {roles['anonymous']} | {roles['token without the scope']} | {roles['token with the scope']}"
            f" | {'yes' if declared.staff else ''} | {keys[declared.key]} | {declared.policy} |"
        )
    return "\n".join(lines) + "\n"


GENERATED: Final[dict[Path, Callable[[], str]]] = {GUIDE / "errors.md": errors_page, GUIDE / "access.md": access_page}
"""The pages that the code writes: file -> its text."""
