"""How do I have passes made for me?"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse

from gameplay import selectors, standing

from . import shapes
from .endpoint import ApiView, Call
from .operations import operation
from .tokens import Scope

_SEATED = ("game_not_found", "not_seated")


class StandingView(ApiView):
    @operation(
        id="standing_get",
        tag="play",
        summary="What you have left to be answered for you",
        description="Nobody else sees it: what it answers looks like your own answer. `offered` lists what this game knows.",
        scope=Scope.GAMES_READ,
        answers={200: shapes.StandingState},
        problems=_SEATED,
    )
    def get(self, call: Call[None, None], game_id: UUID) -> HttpResponse:
        return call.answer(_state(call, game_id))

    @operation(
        id="standing_set",
        tag="play",
        summary="Leave an answer to be given for you",
        description="It takes the place of an earlier one, and is given at once if you are asked now.",
        scope=Scope.GAMES_PLAY,
        body=shapes.StandingNew,
        answers={200: shapes.StandingState},
        problems=(*_SEATED, "game_not_playing", "unknown_standing", "game_busy", "game_faulty", "game_paused"),
        policy="choices",
    )
    def put(self, call: Call[shapes.StandingNew, None], game_id: UUID) -> HttpResponse:
        standing.standing_set(game_id=game_id, viewer=call.actor, until=call.body.until)
        return call.answer(_state(call, game_id))

    @operation(
        id="standing_cancel",
        tag="play",
        summary="Answer for yourself again",
        scope=Scope.GAMES_PLAY,
        answers={204: None},
        problems=_SEATED,
        policy="choices",
    )
    def delete(self, call: Call[None, None], game_id: UUID) -> HttpResponse:
        standing.standing_cancel(game_id=game_id, viewer=call.actor)
        return call.nothing()


def _state(call: Call[Any, None], game_id: UUID) -> shapes.StandingState:
    found = standing.standing_of(game_id=game_id, viewer=call.viewer)
    with selectors.visible(game_id, call.viewer) as history:
        offered = standing.standing_offered(history.table.rules)
    return shapes.StandingState(standing=found, offered=[shapes.StandingOffer(until, text) for until, text in offered.items()])
