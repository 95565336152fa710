"""What am I asked, and how do I answer?"""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.http import HttpResponse

from gameplay import selectors, services
from gameplay.documents import ChoiceChecked, ChoiceResult, DecisionShown

from . import shapes
from .endpoint import ApiView, Call
from .idempotency import REPLAYED
from .operations import Key, operation
from .tokens import Scope


class DecisionsView(ApiView):
    @operation(
        id="decisions_list",
        tag="play",
        summary="What you are asked now",
        description="A decision with many choices has `forms` that say how to build one; `enumerate` lists them all the same.",
        scope=Scope.GAMES_READ,
        anonymous=True,
        staff=True,
        query=shapes.DecisionsQuery,
        answers={200: shapes.DecisionList},
        problems=("game_not_found",),
        etag=True,
    )
    def get(self, call: Call[None, shapes.DecisionsQuery], game_id: UUID) -> HttpResponse:
        query = call.query
        limit = max(query.limit, selectors.LISTED + 1) if query.enumerate else selectors.LISTED
        open_now = selectors.decisions_open(game_id=game_id, viewer=call.viewer, limit=limit)
        if query.enumerate:
            open_now = [_at_most(decision, query.limit) for decision in open_now]
        return call.answer(shapes.DecisionList(items=open_now))


def _at_most(decision: DecisionShown, limit: int) -> DecisionShown:
    if len(decision.choices) <= limit:
        return decision
    return msgspec.structs.replace(decision, choices=decision.choices[:limit], complete=False)


class ChoicesView(ApiView):
    @operation(
        id="choices_make",
        tag="play",
        summary="Answer a decision with one of its choices",
        description=(
            "201 when the choice was accepted: `entries` is what it brought about, as far as you may know."
            " With `validate_only` nothing is written: 200 says that the choice would be accepted."
        ),
        scope=Scope.GAMES_PLAY,
        body=shapes.ChoiceNew,
        query=shapes.ChoicesQuery,
        answers={201: ChoiceResult, 200: ChoiceChecked},
        problems=(
            "game_not_found",
            "not_seated",
            "decision_closed",
            "not_your_decision",
            "choice_malformed",
            "choice_not_offered",
            "game_not_playing",
            "game_paused",
            "game_over",
            "game_faulty",
            "game_busy",
        ),
        policy="choices",
        key=Key.COMMAND,
    )
    def post(self, call: Call[shapes.ChoiceNew, shapes.ChoicesQuery], game_id: UUID) -> HttpResponse:
        answer = call.body
        if call.query.validate_only:
            return call.answer(services.choice_check(game_id=game_id, viewer=call.viewer, decision=answer.decision, choice=answer.choice))
        result, replayed = services.choice_make(
            game_id=game_id, viewer=call.actor, decision=answer.decision, choice=answer.choice, key=call.key or ""
        )
        return call.answer(result, 201, {REPLAYED: "true"} if replayed else None)
