"""Who am I, which tokens do I have, and which games am I in?"""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.utils import timezone

from . import shapes
from .endpoint import ApiView, Call
from .errors import FieldError, Problem
from .games import game_page
from .models import AccessToken
from .operations import Key, operation
from .tokens import Scope, token_issue, token_list, token_revoke


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _shown(token: AccessToken) -> dict[str, object]:
    return {
        "id": str(token.id),
        "name": token.name,
        "scopes": [Scope(scope) for scope in token.scopes.split()],
        "created_at": _instant(token.created_at),
        "expires_at": _instant(token.expires_at) if token.expires_at else None,
        "last_used_at": _instant(token.last_used_at) if token.last_used_at else None,
    }


class MeView(ApiView):
    @operation(
        id="me_get",
        tag="me",
        summary="The account of this token",
        scope=None,
        answers={200: shapes.Me},
    )
    def get(self, call: Call[None, None]) -> HttpResponse:
        caller = call.caller
        username = get_user_model().objects.values_list("username", flat=True).get(pk=caller.user_id)
        return call.answer(
            shapes.Me(
                username=username,
                player=str(caller.player) if caller.player else None,
                is_staff=caller.is_staff,
                scopes=sorted(Scope(scope) for scope in caller.scopes),
            )
        )


class TokensView(ApiView):
    @operation(
        id="tokens_list",
        tag="me",
        summary="Your tokens, newest first",
        scope=Scope.TOKENS_MANAGE,
        answers={200: shapes.TokenList},
    )
    def get(self, call: Call[None, None]) -> HttpResponse:
        tokens = token_list(user_id=call.caller.user_id)
        return call.answer(shapes.TokenList(items=[shapes.TokenShown(**_shown(token)) for token in tokens]))  # type: ignore[arg-type]

    @operation(
        id="tokens_create",
        tag="me",
        summary="Make a token",
        description="The secret is shown in this answer only.",
        scope=Scope.TOKENS_MANAGE,
        body=shapes.TokenNew,
        answers={201: shapes.TokenMade},
        headers={"Location": "Where the token can be revoked."},
        problems=("forbidden",),
        policy="writes",
        key=Key.RECORDED,
        shown_once=("token",),
    )
    def post(self, call: Call[shapes.TokenNew, None]) -> HttpResponse:
        wanted = call.body
        if lacking := set(wanted.scopes) - call.caller.scopes:
            raise Problem("forbidden", f"Your own token lacks {', '.join(sorted(lacking))}.")
        if wanted.expires_at is not None and wanted.expires_at <= timezone.now():
            raise Problem(
                "invalid_request", errors=(FieldError(pointer="/expires_at", code="invalid_value", detail="This is in the past."),)
            )
        user = get_user_model().objects.get(pk=call.caller.user_id)
        token, secret = token_issue(user=user, name=wanted.name, scopes=wanted.scopes, expires_at=wanted.expires_at)
        made = shapes.TokenMade(token=secret, **_shown(token))  # type: ignore[arg-type]
        return call.answer(made, 201, {"Location": f"/api/v1/me/tokens/{token.id}"})


class TokenView(ApiView):
    @operation(
        id="tokens_revoke",
        tag="me",
        summary="Revoke a token, at once",
        scope=Scope.TOKENS_MANAGE,
        answers={204: None},
        policy="writes",
    )
    def delete(self, call: Call[None, None], token_id: UUID) -> HttpResponse:
        if not token_revoke(user_id=call.caller.user_id, token_id=token_id):
            raise Problem("not_found")
        return call.nothing()


class MyGamesView(ApiView):
    @operation(
        id="me_games_list",
        tag="me",
        summary="The games you sit in, newest first",
        scope=Scope.GAMES_READ,
        query=shapes.MyGamesQuery,
        answers={200: shapes.GamePage},
        headers={"Link": '`rel="next"`: the next page.'},
        problems=("invalid_cursor",),
        etag=True,
    )
    def get(self, call: Call[None, shapes.MyGamesQuery]) -> HttpResponse:
        query = call.query
        return game_page(call, status=query.status, mine=True, awaiting=query.awaiting, cursor=query.cursor, limit=query.limit)
