"""How does a request become a call of one operation, and its outcome an answer?

The order is fixed: method, media types, token, scope, rate, Idempotency-Key, query, body. What is refused on the way was
never begun.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

import msgspec
from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.views import APIView

from gameplay.selectors import Viewer, player_of

from . import buckets, idempotency, parsing
from .errors import Problem
from .operations import JSON, NDJSON, Key, Operation
from .problems import response_of
from .tokens import ANONYMOUS, Caller, caller_find
from .waiting import waiting_of

B = TypeVar("B", bound=msgspec.Struct | None)
Q = TypeVar("Q", bound=msgspec.Struct | None)

VARY: Final = "Authorization, Accept"
_KEY: Final = re.compile(r"[\x21-\x7e]{1,200}")
_SAFE: Final = frozenset({"GET", "HEAD"})
_encode: Final = msgspec.json.Encoder().encode


class Call(Generic[B, Q]):
    """One admitted request: who calls what, with which body and query."""

    def __init__(self, request: HttpRequest, operation: Operation, caller: Caller, media: str) -> None:
        self.request = request
        self.operation = operation
        self.caller = caller
        self.media = media
        """The media type of the answer, as negotiated."""
        self.body: B
        self.query: Q
        self.key: str | None = None
        self.body_digest = b""

    @property
    def viewer(self) -> Viewer:
        """With whose eyes the caller sees games."""
        return Viewer(player=self.caller.player, referee=self.caller.is_staff and "referee:read" in self.caller.scopes)

    @property
    def actor(self) -> Viewer:
        """As whom the caller acts in games: an account becomes a player when it first does."""
        caller = self.caller
        player = caller.player or player_of(get_user_model().objects.get(pk=caller.user_id)).id
        return Viewer(player=player, referee=caller.is_staff and "referee:act" in caller.scopes)

    def to_keep(self, body: bytes) -> bytes:
        """What is kept of an answer for its replay: all of it, unless it holds a secret that is shown once."""
        if not self.operation.shown_once:
            return body
        shown = msgspec.json.decode(body)
        return _encode({**shown, **{name: None for name in self.operation.shown_once if name in shown}})

    def answer(self, shown: Any, status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
        """The answer with this content, or 304 where the caller has it already."""
        body = _encode(shown)
        response = HttpResponse(body, content_type=JSON, status=status)
        if self.operation.etag:
            etag = etag_of(self.caller, body)
            if etag_matches(self.request.META.get("HTTP_IF_NONE_MATCH", ""), etag):
                kept = HttpResponse(status=304, headers={"ETag": etag})
                del kept["Content-Type"]
                return kept
            response["ETag"] = etag
        for name, value in (headers or {}).items():
            response[name] = value
        return response

    def nothing(self) -> HttpResponse:
        """204."""
        response = HttpResponse(status=204)
        del response["Content-Type"]
        return response


def etag_of(caller: Caller, body: bytes) -> str:
    """A strong validator of these bytes for this account, whatever token it came with."""
    return f'"{hashlib.blake2b(body, digest_size=16, key=str(caller.user_id).encode()).hexdigest()}"'


def etag_matches(header: str, etag: str) -> bool:
    """Does `If-None-Match` name it? Weak comparison, as RFC 9110 asks."""
    if not header:
        return False
    return header.strip() == "*" or etag in (part.strip().removeprefix("W/") for part in header.split(","))


class ApiView(APIView):
    """A route: its methods are declared with `@operation` and called as `method(call, **path)`."""

    operations: ClassVar[dict[str, Operation]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        found = {name.upper(): getattr(getattr(cls, name, None), "operation", None) for name in cls.http_method_names}
        cls.operations = {name: declared for name, declared in found.items() if declared is not None}
        if "GET" in cls.operations:
            cls.operations["HEAD"] = cls.operations["GET"]

    @property
    def allow(self) -> str:
        return ", ".join([*self.operations, "OPTIONS"])

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:  # noqa: ARG002
        """Answer one request. REST framework's own steps are replaced: each is done once, by the declaration."""
        limits: dict[str, str] = {}
        try:
            response = self._respond(request, limits, kwargs)
        except Exception as exc:  # noqa: BLE001 - every failure is answered with a problem document
            response = response_of(request, exc)
        for name, value in limits.items():
            response[name] = value
        response["Vary"] = VARY
        if "Cache-Control" not in response:
            response["Cache-Control"] = "private, no-cache"
        return response

    def _respond(self, request: HttpRequest, limits: dict[str, str], path: dict[str, Any]) -> HttpResponseBase:
        method = request.method or ""
        declared = self.operations.get(method)
        if declared is None:
            if method == "OPTIONS":
                return HttpResponse(status=204, headers={"Allow": self.allow})
            raise Problem("method_not_allowed", f"{method[:20]} is not known here.", headers={"Allow": self.allow})
        call: Call[Any, Any] = Call(request, declared, ANONYMOUS, media_choose(request, declared.media))
        try:
            call.caller = authenticate(request, declared)
        except Problem:
            throttle(call, limits, refused=True)
            raise
        throttle(call, limits)
        call.key = key_read(request, declared)
        call.query = parsing.query_decode(request.GET, declared.query)
        _body_take(call)
        method_of = cast("Callable[..., HttpResponseBase]", getattr(self, "get" if method == "HEAD" else method.lower()))
        if declared.key in (Key.RECORDED, Key.ACT) and call.key is not None and not getattr(call.query, "validate_only", False):
            return idempotency.once(call, lambda: method_of(call, **path))
        return method_of(call, **path)


def media_choose(request: HttpRequest, offered: tuple[str, ...]) -> str:
    """The first of the offered media types that the caller accepts, by its order of preference."""
    accept = request.META.get("HTTP_ACCEPT", "")
    if not accept or accept == "*/*":
        return offered[0]
    best, best_weight = "", 0.0
    for media in offered:
        weight = _weight(accept, media)
        if weight > best_weight:
            best, best_weight = media, weight
    if not best:
        raise Problem("not_acceptable", f"Offered: {', '.join(offered)}.")
    return best


def _weight(accept: str, media: str) -> float:
    """How much an `Accept` header wants this media type: the most specific range decides."""
    wanted, rank = 0.0, 0
    for part in accept.lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        specific = 3 if name == media else 2 if name == media.partition("/")[0] + "/*" else 1 if name == "*/*" else 0
        if specific > rank:
            rank, wanted = specific, 1.0
            for parameter in parameters:
                if parameter.startswith("q="):
                    try:
                        wanted = float(parameter[2:])
                    except ValueError:
                        wanted = 0.0
    return wanted


def authenticate(request: HttpRequest, declared: Operation) -> Caller:
    """Who calls; refuses a token that is not valid or lacks the scope, and nobody where somebody is needed."""
    header = request.META.get("HTTP_AUTHORIZATION", "")
    if not header:
        if declared.anonymous:
            return ANONYMOUS
        raise Problem("not_authenticated", headers={"WWW-Authenticate": "Bearer"})
    scheme, _, secret = header.partition(" ")
    caller = caller_find(secret=secret.strip()) if scheme.lower() == "bearer" else None
    if caller is None:
        raise Problem("invalid_token", headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    if declared.scope and declared.scope not in caller.scopes:
        raise Problem(
            "insufficient_scope",
            f"This needs the scope {declared.scope}.",
            scope=declared.scope,
            headers={"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{declared.scope}"'},
        )
    return caller


def address_of(request: HttpRequest) -> str:
    """Whom an anonymous request is counted for: an IPv4 address, or the /64 of an IPv6 one, which is what one person has."""
    told = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        told = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip() or told
    try:
        address = ipaddress.ip_address(told)
    except ValueError:
        return ""
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


def throttle(call: Call[Any, Any], limits: dict[str, str], *, refused: bool = False) -> None:
    """Take a token of the caller's bucket, and say what is left.

    Callers who were `refused` have a bucket for each address, apart from that of the anonymous ones there: whoever tries out
    tokens takes nothing from anybody.
    """
    waiting = waiting_of(call.request)
    if waiting is not None and waiting.again:
        limits.update(waiting.limits)
        return
    policy = buckets.policies()[call.operation.policy]
    caller = f"u{call.caller.user_id}" if call.caller.user_id else f"{'refused ' if refused else ''}{address_of(call.request)}"
    taken = buckets.buckets().take(caller, policy)
    limits.update(buckets.headers_of(policy, taken))
    if waiting is not None:
        waiting.limits = limits
    if not taken.allowed:
        raise Problem("rate_limited", retry_after=taken.wait)


def key_read(request: HttpRequest, declared: Operation) -> str | None:
    """The `Idempotency-Key` where it means something."""
    if declared.key is Key.NONE:
        return None
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        if declared.key is not Key.RECORDED:
            raise Problem("idempotency_key_required")
        return None
    if not _KEY.fullmatch(key):
        raise Problem("idempotency_key_invalid")
    return str(key)


def _body_take(call: Call[Any, Any]) -> None:
    request, shape = call.request, call.operation.body
    call.body = None
    if request.method in _SAFE:
        return
    body = parsing.body_read(request)
    if shape is None:
        if body:
            raise Problem("invalid_request", "This operation takes no body.")
        return
    if body:
        parsing.media_type_check(request)
    elif not call.operation.body_required:
        body = b"{}"
    call.body = parsing.body_decode(body, shape)
    call.body_digest = hashlib.sha256(_encode(call.body)).digest()


__all__ = ["NDJSON", "ApiView", "Call", "etag_matches", "etag_of"]
