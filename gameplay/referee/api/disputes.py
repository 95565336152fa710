"""How does a player object to an event over REST, and how do referees work through the queue?"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from django.http import HttpResponse

from gameplay import selectors
from gameplay.api.cursors import cursor_make, cursor_read
from gameplay.api.endpoint import ApiView, Call
from gameplay.api.operations import Key, Mark, operation
from gameplay.api.tokens import Scope
from gameplay.referee import disputes
from gameplay.referee.disputes import DisputeShown

from . import shapes

STEP: Final = ("dispute_not_found", "dispute_moved_on", "game_busy", "game_faulty")
"""What every step of a dispute can be refused for."""
OFFICE: Final = (*STEP, "not_referee", "referee_is_seated")


def page_link(call: Call[Any, Any], following: str | None) -> dict[str, str]:
    """The header that leads to the next page."""
    if following is None:
        return {}
    query = {name: value for name, value in call.request.GET.items() if name != "cursor"}
    return {"Link": f'<{call.request.path}?{urlencode({**query, "cursor": following})}>; rel="next"'}


class GameDisputesView(ApiView):
    @operation(
        id="game_disputes_list",
        tag="referee",
        summary="Disputes of a game",
        description="Those that you opened or joined; a referee reads all of them.",
        scope=Scope.GAMES_READ,
        staff=True,
        answers={200: shapes.DisputeList},
        problems=("game_not_found",),
        etag=True,
    )
    def get(self, call: Call[None, None], game_id: UUID) -> HttpResponse:
        with selectors.visible(game_id, call.viewer) as found:
            items = disputes.disputes_of(game_id=game_id, viewer=call.viewer, history=found)
        return call.answer(shapes.DisputeList(items=items))

    @operation(
        id="disputes_open",
        tag="referee",
        summary="Dispute an event of a game you sit in",
        description="While the game runs and for some days after. An event that is being disputed already: you join that dispute.",
        scope=Scope.DISPUTES_WRITE,
        body=shapes.DisputeNew,
        answers={201: DisputeShown},
        headers={"Location": "The dispute."},
        problems=(
            "game_not_found",
            "not_seated",
            "game_not_playing",
            "event_not_found",
            "dispute_too_late",
            "too_many_disputes",
            "reason_required",
            "game_busy",
            "game_faulty",
        ),
        policy="writes",
        key=Key.RECORDED,
    )
    def post(self, call: Call[shapes.DisputeNew, None], game_id: UUID) -> HttpResponse:
        new = call.body
        told = disputes.dispute_open(game_id=game_id, viewer=call.actor, seq=new.event, category=new.category, reason=new.reason)
        return call.answer(told, 201, {"Location": f"/api/v1/disputes/{told.id}"})


class QueueView(ApiView):
    @operation(
        id="disputes_list",
        tag="referee",
        summary="The queue of disputes, oldest first",
        description="Without those of games in which you sit.",
        scope=Scope.REFEREE_READ,
        query=shapes.QueueQuery,
        answers={200: shapes.DisputePage},
        headers={"Link": '`rel="next"`: the next page.'},
        problems=("not_referee", "invalid_cursor"),
        etag=True,
    )
    def get(self, call: Call[None, shapes.QueueQuery]) -> HttpResponse:
        query = call.query
        of = f"disputes {query.status}"
        after = cursor_read(of=of, cursor=query.cursor)
        page = disputes.queue(viewer=call.viewer, status=query.status, after=UUID(after) if after else None, limit=query.limit)
        following = cursor_make(of=of, key=page.items[-1].id) if page.has_more else None
        shown = shapes.DisputePage(items=page.items, next_cursor=following, has_more=page.has_more)
        return call.answer(shown, headers=page_link(call, following))


class DisputeView(ApiView):
    @operation(
        id="disputes_get",
        tag="referee",
        summary="A dispute with what was said at each step",
        description="For the seats that opened or joined it, and for referees.",
        scope=Scope.GAMES_READ,
        staff=True,
        answers={200: DisputeShown},
        problems=("dispute_not_found",),
        etag=True,
    )
    def get(self, call: Call[None, None], dispute_id: UUID) -> HttpResponse:
        return call.answer(disputes.dispute_get(dispute_id=dispute_id, viewer=call.viewer))


def _office(name: str, summary: str, body: type[msgspec.Struct], problems: tuple[str, ...] = ()) -> Mark:
    return operation(
        id=f"disputes_{name}",
        tag="referee",
        summary=summary,
        scope=Scope.REFEREE_ACT,
        body=body,
        body_required=body is not shapes.Nothing,
        answers={200: DisputeShown},
        problems=(*OFFICE, *problems),
        policy="writes",
        key=Key.ACT,
    )


def _seat(name: str, summary: str, body: type[msgspec.Struct], problems: tuple[str, ...] = ()) -> Mark:
    return operation(
        id=f"disputes_{name}",
        tag="referee",
        summary=summary,
        scope=Scope.DISPUTES_WRITE,
        body=body,
        body_required=body is not shapes.Nothing,
        answers={200: DisputeShown},
        problems=(*STEP, "not_seated", *problems),
        policy="writes",
        key=Key.RECORDED,
    )


class ClaimView(ApiView):
    @_office("claim", "Take a dispute or an appeal to work on it", shapes.Nothing, ("conflict_of_interest",))
    def post(self, call: Call[shapes.Nothing, None], dispute_id: UUID) -> HttpResponse:
        return call.answer(disputes.dispute_claim(dispute_id=dispute_id, viewer=call.actor))


class AskView(ApiView):
    @_office("ask", "Ask the seats that dispute it for more", shapes.Said, ("not_your_dispute", "reason_required"))
    def post(self, call: Call[shapes.Said, None], dispute_id: UUID) -> HttpResponse:
        return call.answer(disputes.dispute_ask(dispute_id=dispute_id, viewer=call.actor, question=call.body.text))


class AnswerView(ApiView):
    @_seat("answer", "Answer the referee's question", shapes.Said, ("reason_required",))
    def post(self, call: Call[shapes.Said, None], dispute_id: UUID) -> HttpResponse:
        return call.answer(disputes.dispute_answer(dispute_id=dispute_id, viewer=call.actor, text=call.body.text))


class DecideView(ApiView):
    @_office("decide", "Decide a dispute", shapes.DecisionNew, ("not_your_dispute", "reason_required", "unknown_ruling"))
    def post(self, call: Call[shapes.DecisionNew, None], dispute_id: UUID) -> HttpResponse:
        body = call.body
        told = disputes.dispute_decide(
            dispute_id=dispute_id, viewer=call.actor, outcome=body.outcome, explanation=body.explanation, ruling=body.ruling
        )
        return call.answer(told)


class AppealView(ApiView):
    @_seat("appeal", "Ask for another referee's decision", shapes.Said, ("reason_required", "appeal_used", "dispute_too_late"))
    def post(self, call: Call[shapes.Said, None], dispute_id: UUID) -> HttpResponse:
        return call.answer(disputes.dispute_appeal(dispute_id=dispute_id, viewer=call.actor, reason=call.body.text))


class WithdrawView(ApiView):
    @_seat("withdraw", "Dispute it no longer", shapes.Nothing)
    def post(self, call: Call[shapes.Nothing, None], dispute_id: UUID) -> HttpResponse:
        return call.answer(disputes.dispute_withdraw(dispute_id=dispute_id, viewer=call.actor))


class CloseView(ApiView):
    @_office("close", "Put a decided dispute away", shapes.Nothing, ("not_your_dispute",))
    def post(self, call: Call[shapes.Nothing, None], dispute_id: UUID) -> HttpResponse:
        return call.answer(disputes.dispute_close(dispute_id=dispute_id, viewer=call.actor))
