"""How do referees rule on a game, and players take back a choice, over REST?"""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

import msgspec
from django.http import HttpResponse

from gameplay import selectors
from gameplay.api.endpoint import ApiView, Call, etag_matches, etag_of
from gameplay.api.errors import Problem
from gameplay.api.operations import Key, Mark, operation
from gameplay.api.tokens import Scope
from gameplay.errors import CODES, GameplayError
from gameplay.referee import rulings, takebacks
from gameplay.referee.rulings import Act, Rewind, RewindPreview, Ruled
from gameplay.referee.takebacks import TakeBackShown

from . import shapes

RULING: Final = (
    "game_not_found",
    "not_referee",
    "referee_is_seated",
    "reason_required",
    "version_required",
    "stale_version",
    "game_busy",
    "game_faulty",
)
"""What every ruling can be refused for."""
TAKING_BACK: Final = (
    "game_not_found",
    "not_seated",
    "game_not_playing",
    "game_over",
    "game_paused",
    "information_revealed",
    "game_busy",
    "game_faulty",
)
_DOES: Final = "With `validate_only` nothing is written: the answer says what would come of it."


def expected_version(call: Call[Any, Any], game_id: UUID) -> int:
    """The version on which a ruling was made: as the body says, or that of the game if it is still what `If-Match` names.

    Raises Problem `version_required`, GameplayError `stale_version` and, as the game itself, `game_not_found`.
    """
    named: int | None = call.body.expected_version
    header = call.request.META.get("HTTP_IF_MATCH", "").strip()
    if header in ("", "*"):  # `*` names no version
        if named is None:
            raise Problem("version_required")
        return named
    shown = selectors.game_view(game_id=game_id, viewer=call.viewer)
    if not etag_matches(header, etag_of(call.caller, msgspec.json.encode(shown))) or named not in (None, shown.version):
        raise GameplayError("stale_version", CODES["stale_version"], version=shown.version)
    return shown.version


def _act(call: Call[Any, Any], game_id: UUID) -> Act:
    version = expected_version(call, game_id)
    return Act(reason=call.body.reason, expected_version=version, validate_only=call.query.validate_only)


def _ruling(
    name: str, summary: str, body: type[msgspec.Struct], answer: Any = Ruled, problems: tuple[str, ...] = (), description: str = ""
) -> Mark:
    return operation(
        id=f"games_{name}",
        tag="referee",
        summary=summary,
        description=" ".join(filter(None, (description, _DOES))),
        scope=Scope.REFEREE_ACT,
        body=body,
        query=shapes.ActQuery,
        answers={200: answer},
        problems=(*RULING, *problems),
        policy="writes",
        key=Key.ACT,
        if_match=True,
    )


class RewindView(ApiView):
    @_ruling(
        "rewind",
        "Bring back the position as of an event",
        shapes.RewindNew,
        RewindPreview,
        ("game_not_playing", "rewind_to_future", "event_not_found", "rewind_not_at_decision", "fresh_draws_required"),
        "Nothing is deleted: what is undone stays readable and is marked. A rewind can itself be rewound.",
    )
    def post(self, call: Call[shapes.RewindNew, shapes.ActQuery], game_id: UUID) -> HttpResponse:
        body = call.body
        version = expected_version(call, game_id)
        asked = Rewind(to=body.to, draws=body.draws, reason=body.reason, evidence=body.evidence)
        rule = rulings.rewind_preview if call.query.validate_only else rulings.rewind
        return call.answer(rule(game_id=game_id, viewer=call.actor, asked=asked, expected_version=version))


class PauseView(ApiView):
    @_ruling("pause", "Ask nobody anything until the game is resumed", shapes.RulingNew, problems=("game_not_playing", "game_paused"))
    def post(self, call: Call[shapes.RulingNew, shapes.ActQuery], game_id: UUID) -> HttpResponse:
        return call.answer(rulings.pause(game_id=game_id, viewer=call.actor, act=_act(call, game_id)))


class ResumeView(ApiView):
    @_ruling("resume", "Ask the seats again what they were asked", shapes.RulingNew, problems=("game_not_paused",))
    def post(self, call: Call[shapes.RulingNew, shapes.ActQuery], game_id: UUID) -> HttpResponse:
        return call.answer(rulings.resume(game_id=game_id, viewer=call.actor, act=_act(call, game_id)))


class VoidView(ApiView):
    @_ruling("void", "Let a game count for nothing", shapes.RulingNew, problems=("game_over",))
    def post(self, call: Call[shapes.RulingNew, shapes.ActQuery], game_id: UUID) -> HttpResponse:
        return call.answer(rulings.void(game_id=game_id, viewer=call.actor, act=_act(call, game_id)))


class AdjudicateView(ApiView):
    @_ruling("adjudicate", "End a game with a result of yours", shapes.AdjudicationNew, problems=("game_not_playing", "bad_result"))
    def post(self, call: Call[shapes.AdjudicationNew, shapes.ActQuery], game_id: UUID) -> HttpResponse:
        body = call.body
        told = rulings.adjudicate(game_id=game_id, viewer=call.actor, act=_act(call, game_id), scores=body.scores, winners=body.winners)
        return call.answer(told)


class VacateView(ApiView):
    @_ruling(
        "vacate",
        "Take a seat from who sits there",
        shapes.VacateNew,
        problems=("game_over", "seat_not_found", "unknown_bot"),
        description="It is free for others then, or a bot takes it.",
    )
    def post(self, call: Call[shapes.VacateNew, shapes.ActQuery], game_id: UUID) -> HttpResponse:
        body = call.body
        return call.answer(rulings.seat_vacate(game_id=game_id, viewer=call.actor, act=_act(call, game_id), seat=body.seat, bot=body.bot))


class ClockView(ApiView):
    @_ruling("clock", "Correct a seat's clock", shapes.ClockNew, problems=("game_not_playing", "no_clock", "seat_not_found"))
    def post(self, call: Call[shapes.ClockNew, shapes.ActQuery], game_id: UUID) -> HttpResponse:
        body = call.body
        told = rulings.clock_correct(game_id=game_id, viewer=call.actor, act=_act(call, game_id), seat=body.seat, seconds=body.seconds)
        return call.answer(told)


class TakeBackView(ApiView):
    @operation(
        id="takebacks_list",
        tag="play",
        summary="Take-backs that wait for consent",
        scope=Scope.GAMES_READ,
        answers={200: shapes.TakeBackList},
        problems=("game_not_found", "not_seated"),
        etag=True,
    )
    def get(self, call: Call[None, None], game_id: UUID) -> HttpResponse:
        return call.answer(shapes.TakeBackList(items=takebacks.takebacks_of(game_id=game_id, viewer=call.viewer)))

    @operation(
        id="takebacks_ask",
        tag="play",
        summary="Take back your last choice",
        description=(
            "At once if nobody else has acted since; otherwise the others are asked, and built-in bots agree."
            " It is refused if anything hidden was revealed by the choice or after it."
        ),
        scope=Scope.GAMES_PLAY,
        body=shapes.Nothing,
        body_required=False,
        answers={200: TakeBackShown},
        problems=(*TAKING_BACK, "nothing_to_take_back", "take_back_refused"),
        policy="writes",
        key=Key.RECORDED,
    )
    def post(self, call: Call[shapes.Nothing, None], game_id: UUID) -> HttpResponse:
        return call.answer(takebacks.takeback_ask(game_id=game_id, viewer=call.actor))


class ConsentView(ApiView):
    @operation(
        id="takebacks_consent",
        tag="play",
        summary="Agree to another seat's take-back, or not",
        description="It is carried out when the last of the others has agreed. One refusal ends it.",
        scope=Scope.GAMES_PLAY,
        body=shapes.Consent,
        answers={200: TakeBackShown},
        problems=(*TAKING_BACK, "take_back_not_asked"),
        policy="writes",
        key=Key.RECORDED,
    )
    def post(self, call: Call[shapes.Consent, None], game_id: UUID) -> HttpResponse:
        body = call.body
        told = takebacks.takeback_consent(game_id=game_id, viewer=call.actor, takeback=body.takeback, agree=body.agree)
        return call.answer(told)
