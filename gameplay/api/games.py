"""How are games found, created, filled and started?"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse

from gameplay import selectors, services
from gameplay.documents import GameShown
from gameplay.models import Player

from . import shapes
from .cursors import cursor_make, cursor_read
from .endpoint import ApiView, Call
from .errors import Problem
from .operations import Key, operation
from .tokens import Scope


def game_page(
    call: Call[Any, Any],
    *,
    rules: str | None = None,
    status: str | None = None,
    mine: bool = False,
    awaiting: bool = False,
    cursor: str | None,
    limit: int,
) -> HttpResponse:
    """A page of games with these filters."""
    of = f"games {rules} {status} {mine} {awaiting}"
    before = cursor_read(of=of, cursor=cursor)
    items, has_more = selectors.game_list(
        viewer=call.viewer,
        rules=rules,
        status=status,
        mine=mine,
        awaiting=awaiting,
        before=UUID(before) if before else None,
        limit=limit,
    )
    following = cursor_make(of=of, key=items[-1].id) if has_more else None
    headers = {}
    if following:
        query = {name: value for name, value in call.request.GET.items() if name != "cursor"}
        headers["Link"] = f'<{call.request.path}?{urlencode({**query, "cursor": following})}>; rel="next"'
    return call.answer(shapes.GamePage(items=items, next_cursor=following, has_more=has_more), headers=headers)


class GamesView(ApiView):
    @operation(
        id="games_list",
        tag="games",
        summary="Games that you may see, newest first",
        scope=Scope.GAMES_READ,
        anonymous=True,
        staff=True,
        query=shapes.GamesQuery,
        answers={200: shapes.GamePage},
        headers={"Link": '`rel="next"`: the next page.'},
        problems=("invalid_cursor",),
        etag=True,
    )
    def get(self, call: Call[None, shapes.GamesQuery]) -> HttpResponse:
        query = call.query
        return game_page(
            call,
            rules=query.rules,
            status=query.status,
            mine=query.mine,
            awaiting=query.awaiting,
            cursor=query.cursor,
            limit=query.limit,
        )

    @operation(
        id="games_create",
        tag="games",
        summary="Create a game",
        description="All seats are free at first. Take one, let others take theirs or seat bots, then start it.",
        scope=Scope.GAMES_CREATE,
        body=shapes.GameNew,
        answers={201: shapes.GameCreated},
        headers={"Location": "The new game."},
        problems=("unknown_rules", "unknown_edition", "bad_seats", "bad_options"),
        policy="writes",
        key=Key.RECORDED,
        shown_once=("invitation",),
    )
    def post(self, call: Call[shapes.GameNew, None]) -> HttpResponse:
        new = call.body
        actor = call.actor
        game_id, invitation = services.game_create(
            player=Player(id=actor.player),
            rules=new.rules,
            seats=new.seats,
            options=new.options,
            edition=new.edition,
            private=new.private,
            clock=new.clock,
        )
        shown = selectors.game_view(game_id=game_id, viewer=actor)
        members = {name: getattr(shown, name) for name in GameShown.__struct_fields__}
        return call.answer(shapes.GameCreated(**members, invitation=invitation), 201, {"Location": f"/api/v1/games/{game_id}"})


class GameView(ApiView):
    @operation(
        id="games_get",
        tag="games",
        summary="A game as you may see it, and what you are asked",
        description="As the seat you hold, else as a spectator. `decisions` lists what you are asked with every legal choice.",
        scope=Scope.GAMES_READ,
        anonymous=True,
        staff=True,
        answers={200: GameShown},
        problems=("game_not_found",),
        etag=True,
    )
    def get(self, call: Call[None, None], game_id: UUID) -> HttpResponse:
        return call.answer(selectors.game_view(game_id=game_id, viewer=call.viewer))


class SeatsView(ApiView):
    @operation(
        id="seats_take",
        tag="seats",
        summary="Take a seat, or seat a bot",
        description="Before the start any free seat; in a running game a seat that somebody left.",
        scope=Scope.GAMES_PLAY,
        body=shapes.SeatTake,
        body_required=False,
        answers={201: shapes.SeatTaken},
        problems=(
            "game_not_found",
            "seat_not_found",
            "seat_taken",
            "already_seated",
            "seat_of_another",
            "referee_has_seen",
            "game_full",
            "game_over",
            "game_busy",
            "game_faulty",
            "not_creator",
            "unknown_bot",
        ),
        policy="writes",
        key=Key.RECORDED,
    )
    def post(self, call: Call[shapes.SeatTake, None], game_id: UUID) -> HttpResponse:
        wanted = call.body
        if wanted.bot is not None:
            if wanted.invitation is not None:
                raise Problem("invalid_request", "A bot needs no invitation.")
            seat = services.seat_bot(game_id=game_id, viewer=call.actor, bot=wanted.bot, seat=wanted.seat)
        else:
            seat = services.seat_take(game_id=game_id, viewer=call.actor, seat=wanted.seat, invitation=wanted.invitation)
        return call.answer(shapes.SeatTaken(game=str(game_id), seat=seat), 201)


class SeatView(ApiView):
    @operation(
        id="seats_leave",
        tag="seats",
        summary="Leave your seat",
        description="In any phase before the end. The creator of a game that has not begun may send a bot away.",
        scope=Scope.GAMES_PLAY,
        answers={204: None},
        problems=("game_not_found", "seat_not_found", "not_your_seat", "game_over", "game_busy", "game_faulty"),
        policy="writes",
    )
    def delete(self, call: Call[None, None], game_id: UUID, seat: int) -> HttpResponse:
        services.seat_leave(game_id=game_id, viewer=call.actor, seat=seat)
        return call.nothing()


class StartView(ApiView):
    @operation(
        id="games_start",
        tag="games",
        summary="Start a game whose seats are all taken",
        scope=Scope.GAMES_CREATE,
        body=shapes.GameStart,
        body_required=False,
        answers={200: GameShown},
        problems=("game_not_found", "not_creator", "game_not_open", "seats_not_filled", "game_busy", "game_faulty"),
        policy="writes",
        key=Key.RECORDED,
    )
    def post(self, call: Call[shapes.GameStart, None], game_id: UUID) -> HttpResponse:
        actor = call.actor
        services.game_start(game_id=game_id, viewer=actor)
        return call.answer(selectors.game_view(game_id=game_id, viewer=call.viewer))
