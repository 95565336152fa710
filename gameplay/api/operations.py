"""What is an operation of the API?

One declaration for each: what it takes, what it answers, who may call it. The view is checked by it at run time and the
OpenAPI document, the access table and the tests are made from it, so that they can't disagree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Protocol, TypeVar

import msgspec

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
CSV: Final = "text/csv"
ZIP: Final = "application/zip"
PARQUET: Final = "application/vnd.apache.parquet"
ARROW: Final = "application/vnd.apache.arrow.stream"
SVG: Final = "image/svg+xml"

Method = TypeVar("Method", bound=Callable[..., Any])


class Key(Enum):
    """What an `Idempotency-Key` does for an operation."""

    NONE = "none"
    """It only reads, or it is a DELETE: sending it again does no harm."""
    RECORDED = "recorded"
    """Optional. The first answer is kept for 7 days."""
    COMMAND = "command"
    """Required. The command itself carries the key into the log of the game."""
    ACT = "act"
    """Required. The first answer is kept for 7 days; that of a preview is not."""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """All that is to be known about one method of one route."""

    id: str
    tag: str
    summary: str
    description: str = ""
    scope: str | None
    """The scope a token needs; None if any caller may."""
    anonymous: bool = False
    """May it be called without a token?"""
    staff: bool = False
    """Does it show more to staff with the scope `referee:read`?"""
    body: type[msgspec.Struct] | None = None
    body_required: bool = True
    query: type[msgspec.Struct] | None = None
    answers: dict[int, Any]
    """status -> type of the answer; None for no body."""
    media: tuple[str, ...] = (JSON,)
    lines: Any = None
    """The type of a line, where NDJSON is offered."""
    headers: dict[str, str] = field(default_factory=dict)
    """Headers of a good answer beyond those that all have -> what they say."""
    problems: tuple[str, ...] = ()
    """Codes beyond those that follow from the rest of the declaration."""
    policy: str = "reads"
    key: Key = Key.NONE
    etag: bool = False
    if_match: bool = False
    """Is it refused if the game is no longer what the caller saw: `If-Match` with the ETag of the game?"""
    shown_once: tuple[str, ...] = ()
    """Members of the answer that hold a secret: a replay has null in their place."""

    def codes(self) -> list[str]:
        """Every code of the table that this operation can answer with."""
        found = ["malformed_request", "invalid_request", "invalid_token", "not_found", "not_acceptable", "rate_limited"]
        found += ["server_error", "unavailable"]
        if not self.anonymous:
            found.append("not_authenticated")
        if self.scope:
            found.append("insufficient_scope")
        if self.body is not None:
            found += ["malformed_json", "body_too_large", "unsupported_media_type"]
        if self.key is not Key.NONE:
            found += ["idempotency_key_invalid", "idempotency_key_reused"]
        if self.key in (Key.RECORDED, Key.ACT):
            found.append("idempotency_in_progress")
        if self.key in (Key.COMMAND, Key.ACT):
            found.append("idempotency_key_required")
        return found + [code for code in self.problems if code not in found]


class Mark(Protocol):
    """Decorates a view's method and leaves its type as it is."""

    def __call__(self, method: Method, /) -> Method: ...


def operation(**declared: Any) -> Mark:
    """Declare what a view's method does."""

    def mark(method: Method) -> Method:
        method.operation = Operation(**declared)  # type: ignore[attr-defined]
        return method

    return mark
