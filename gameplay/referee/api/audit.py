"""How are positions, differences, deliveries and the case file of a game read over REST?"""

from __future__ import annotations

from tempfile import SpooledTemporaryFile
from typing import Any
from uuid import UUID

from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase

from gameplay import selectors
from gameplay.api.cursors import cursor_make, cursor_read
from gameplay.api.endpoint import ApiView, Call
from gameplay.api.operations import ZIP, operation
from gameplay.api.tokens import Scope
from gameplay.documents import ViewAt, rfc3339
from gameplay.referee import audit, casefile, ledger
from gameplay.referee.audit import Difference, Eyes, ReplayShown
from gameplay.referee.models import AccessRecord, Ruling
from gameplay.referee.rulings import require_referee
from gameplay.rules.contract import REFEREE, SPECTATOR

from . import shapes
from .disputes import page_link

LOOK = ("game_not_found", "event_not_found", "seat_not_found", "not_referee", "referee_is_seated", "reason_required")
IN_MEMORY = 8_000_000
"""Bytes of a case file that are held in memory; a larger one is written to disk on its way."""


def eyes_of(seen_as: str | None, reason: str) -> Eyes:
    """As the query says it."""
    if seen_as is None:
        return Eyes(None, reason)
    return Eyes({"whole": REFEREE, "spectator": SPECTATOR}.get(seen_as) or int(seen_as), reason)


def _referee(call: Call[Any, Any], game_id: UUID) -> None:
    with selectors.visible(game_id, call.viewer) as found:
        require_referee(found.table, call.viewer)


class PositionView(ApiView):
    @operation(
        id="audit_position",
        tag="referee",
        summary="The position as of an event, seen with anybody's eyes",
        description="While the game runs a look at what is hidden needs a `reason`, and is recorded before it is answered.",
        scope=Scope.REFEREE_READ,
        query=shapes.EyesQuery,
        answers={200: ViewAt},
        problems=LOOK,
    )
    def get(self, call: Call[None, shapes.EyesQuery], game_id: UUID, seq: int) -> HttpResponse:
        eyes = eyes_of(call.query.seen_as or "whole", call.query.reason)
        return call.answer(audit.position(game_id=game_id, viewer=call.viewer, seq=seq, eyes=eyes))


class DifferenceView(ApiView):
    @operation(
        id="games_difference",
        tag="games",
        summary="What changed between two events, on one branch or on two",
        description=(
            "Between what you could see as of each. A referee may look with other eyes; while the game runs that needs a `reason`,"
            " and is recorded before it is answered."
        ),
        scope=Scope.GAMES_READ,
        anonymous=True,
        staff=True,
        query=shapes.DifferenceQuery,
        answers={200: Difference},
        problems=LOOK,
    )
    def get(self, call: Call[None, shapes.DifferenceQuery], game_id: UUID) -> HttpResponse:
        query = call.query
        eyes = eyes_of(query.seen_as, query.reason)
        return call.answer(audit.difference(game_id=game_id, viewer=call.viewer, old=query.old, new=query.new, eyes=eyes))


class ReplayView(ApiView):
    @operation(
        id="audit_replay",
        tag="referee",
        summary="Was every event legal, and would it be under another version of the rules?",
        description="Each event is checked again, now; `first_divergence` is the first that would be refused or lead elsewhere.",
        scope=Scope.REFEREE_READ,
        query=shapes.ReplayQuery,
        answers={200: ReplayShown},
        problems=("game_not_found", "not_referee", "referee_is_seated", "unknown_rules_version"),
    )
    def get(self, call: Call[None, shapes.ReplayQuery], game_id: UUID) -> HttpResponse:
        return call.answer(audit.replay(game_id=game_id, viewer=call.viewer, version=call.query.version))


class DeliveriesView(ApiView):
    @operation(
        id="audit_deliveries",
        tag="referee",
        summary="What was delivered to whom: who could have known what when",
        description="Complete up to about a second ago. Built-in bots get nothing delivered.",
        scope=Scope.REFEREE_READ,
        query=shapes.DeliveriesQuery,
        answers={200: shapes.DeliveryPage},
        headers={"Link": '`rel="next"`: the next page.'},
        problems=("game_not_found", "not_referee", "referee_is_seated", "invalid_cursor"),
        etag=True,
    )
    def get(self, call: Call[None, shapes.DeliveriesQuery], game_id: UUID) -> HttpResponse:
        query = call.query
        _referee(call, game_id)
        of = f"deliveries {game_id} {query.seat} {query.seq}"
        after = int(cursor_read(of=of, cursor=query.cursor) or 0)
        rows = ledger.deliveries_of(game=game_id, seat=query.seat, seq=query.seq, after=after, limit=query.limit + 1)
        page = rows[: query.limit]
        following = cursor_make(of=of, key=str(page[-1][0])) if len(rows) > query.limit else None
        shown = shapes.DeliveryPage(items=[item for _, item in page], next_cursor=following, has_more=following is not None)
        return call.answer(shown, headers=page_link(call, following))


class RulingsView(ApiView):
    @operation(
        id="audit_rulings",
        tag="referee",
        summary="The rulings and take-backs of a game",
        scope=Scope.REFEREE_READ,
        answers={200: shapes.RulingList},
        problems=("game_not_found", "not_referee", "referee_is_seated"),
        etag=True,
    )
    def get(self, call: Call[None, None], game_id: UUID) -> HttpResponse:
        _referee(call, game_id)
        items = [
            shapes.RulingShown(
                id=str(row.id),
                act=row.act,
                player=str(row.player),
                reason=row.reason,
                evidence=row.evidence,
                seq=row.seq,
                at=rfc3339(int(row.created_at.timestamp() * 1_000_000)),
            )
            for row in Ruling.objects.filter(game=game_id)
        ]
        return call.answer(shapes.RulingList(items=items))


class AccessesView(ApiView):
    @operation(
        id="audit_accesses",
        tag="referee",
        summary="Which referees looked at what others may not see, and why",
        scope=Scope.REFEREE_READ,
        answers={200: shapes.AccessList},
        problems=("game_not_found", "not_referee", "referee_is_seated"),
        etag=True,
    )
    def get(self, call: Call[None, None], game_id: UUID) -> HttpResponse:
        _referee(call, game_id)
        items = [
            shapes.AccessShown(
                player=str(row.player),
                what=row.what,
                seq=row.seq,
                role="seat" if row.seen_as >= 0 else "referee",
                seat=row.seen_as if row.seen_as >= 0 else None,
                reason=row.reason,
                at=rfc3339(row.at),
            )
            for row in AccessRecord.objects.filter(game=game_id)
        ]
        return call.answer(shapes.AccessList(items=items))


class CaseFileView(ApiView):
    @operation(
        id="audit_case_file",
        tag="referee",
        summary="All there is to know about a game, in one archive",
        description="With a manifest and the verifier that runs with only Python. While the game runs it needs a `reason`; it is recorded.",
        scope=Scope.REFEREE_READ,
        query=shapes.ReasonQuery,
        answers={200: None},
        media=(ZIP,),
        headers={"Content-Disposition": "A name for the file."},
        problems=("game_not_found", "not_referee", "referee_is_seated", "reason_required"),
    )
    def get(self, call: Call[None, shapes.ReasonQuery], game_id: UUID) -> HttpResponseBase:
        audit.case_file_open(game_id=game_id, viewer=call.viewer, reason=call.query.reason)
        archive = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - the response closes it
        casefile.case_file(game_id, archive)
        archive.seek(0)
        return FileResponse(archive, as_attachment=True, filename=f"case-{game_id}.zip", content_type=ZIP)
