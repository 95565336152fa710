"""What has happened in a game, as far as the caller may know?"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse

from gameplay import selectors
from gameplay.documents import EntryShown, FeedPage, RecordLine, Verified, ViewAt
from gameplay.errors import GameplayError

from . import shapes
from .endpoint import ApiView, Call
from .errors import Problem
from .operations import JSON, NDJSON, operation
from .tokens import Scope
from .waiting import wait_for

_encode = msgspec.json.Encoder()


def _page(call: Call[Any, Any], game_id: UUID, after: int, limit: int) -> FeedPage:
    try:
        return selectors.feed(game_id=game_id, viewer=call.viewer, after=after, limit=limit)
    except GameplayError as exc:
        if exc.code != "event_not_found":
            raise
        raise Problem("invalid_cursor", "There is no such event yet.", version=exc.extra.get("version")) from exc


def _answer(call: Call[Any, Any], page: FeedPage, limit: int) -> HttpResponse:
    headers = {"Link": f'<{call.request.path}?after={page.next_after}&limit={limit}>; rel="next"'} if page.has_more else {}
    if call.media == JSON:
        return call.answer(page, headers=headers)
    return HttpResponse(_encode.encode_lines(page.items), content_type=NDJSON, headers=headers)


class EventsView(ApiView):
    @operation(
        id="events_list",
        tag="events",
        summary="Events of a game after one that you know",
        description="As a page, or as NDJSON with one event a line. Pages put one after the other are the whole feed.",
        scope=Scope.GAMES_READ,
        anonymous=True,
        staff=True,
        query=shapes.EventsQuery,
        answers={200: FeedPage},
        media=(JSON, NDJSON),
        lines=EntryShown,
        headers={"Link": '`rel="next"`: the events after these.'},
        problems=("game_not_found", "invalid_cursor"),
        etag=True,
    )
    def get(self, call: Call[None, shapes.EventsQuery], game_id: UUID) -> HttpResponse:
        query = call.query
        return _answer(call, _page(call, game_id, query.after, query.limit), query.limit)


class EventsNextView(ApiView):
    @operation(
        id="events_next",
        tag="events",
        summary="The same page, as soon as it is not empty",
        description=(
            "Waits up to `wait` seconds for an event after `after`, then answers with an empty page. `ended` says that nothing will follow."
        ),
        scope=Scope.GAMES_READ,
        anonymous=True,
        staff=True,
        query=shapes.EventsNextQuery,
        answers={200: FeedPage},
        headers={"Link": '`rel="next"`: the events after these.'},
        problems=("game_not_found", "invalid_cursor"),
    )
    def get(self, call: Call[None, shapes.EventsNextQuery], game_id: UUID) -> HttpResponse:
        query = call.query
        page = _page(call, game_id, query.after, query.limit)
        if not page.items and not page.ended:
            wait_for(call.request, game_id, page.version, query.wait)
        return _answer(call, page, query.limit)


class AtView(ApiView):
    @operation(
        id="games_at",
        tag="games",
        summary="What you could see as of an event",
        scope=Scope.GAMES_READ,
        anonymous=True,
        staff=True,
        answers={200: ViewAt},
        problems=("game_not_found", "event_not_found"),
        etag=True,
    )
    def get(self, call: Call[None, None], game_id: UUID, seq: int) -> HttpResponse:
        return call.answer(selectors.view_at(game_id=game_id, viewer=call.viewer, seq=seq))


class RecordView(ApiView):
    @operation(
        id="games_record",
        tag="games",
        summary="The whole log of a finished game",
        description="NDJSON, each event as it is stored: enough to replay and to verify the game. Referees may have a running one.",
        scope=Scope.GAMES_READ,
        anonymous=True,
        staff=True,
        answers={200: None},
        media=(NDJSON,),
        lines=RecordLine,
        problems=("game_not_found", "game_not_finished"),
    )
    def get(self, call: Call[None, None], game_id: UUID) -> HttpResponse:
        # Some hundred lines: put together first, so that a failure on the way is an answer and not half a record.
        return HttpResponse(b"".join(selectors.record(game_id=game_id, viewer=call.viewer)), content_type=NDJSON)


class VerificationView(ApiView):
    @operation(
        id="games_verification",
        tag="games",
        summary="Is the log of this game untouched, and were its draws fair?",
        description="Checked now: the hash chain, a strict replay, and, once the secret is out, each draw.",
        scope=Scope.GAMES_READ,
        anonymous=True,
        answers={200: Verified},
        problems=("game_not_found",),
    )
    def get(self, call: Call[None, None], game_id: UUID) -> HttpResponse:
        return call.answer(selectors.verification(game_id=game_id, viewer=call.viewer))
