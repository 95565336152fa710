"""How does a player follow a game, answer and object to an event, in a browser?

Everything here is what the seat itself may know, or a spectator: on these pages nobody has a referee's eyes.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render

from gameplay import selectors, services
from gameplay.documents import GameShown, ViewAt
from gameplay.referee import disputes, takebacks
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Illegal

from .choosing import choice_read
from .console import number_of
from .forms import DisputeForm, TextForm
from .looks import choices_said, table_templates, timeline
from .pages import as_actor, as_player, page, uuid_of
from .words import seat_names

FEED: Final = 40
"""So many of the newest events are shown."""
LISTS: Final = 20


@page()
def index(request: HttpRequest) -> HttpResponseBase:
    """My games, and those with a free seat."""
    query = request.GET.get("game", "").strip()
    if query:
        if (game := uuid_of(query)) is not None:
            return redirect(f"/play/{game}")
        messages.warning(request, "This is not the id of a game.")
    viewer = as_player(request)
    mine, _ = selectors.game_list(viewer=viewer, mine=True, limit=LISTS)
    waiting, _ = selectors.game_list(viewer=viewer, status="open", limit=LISTS)
    seated = {game.id for game in mine}
    return render(
        request,
        "web/play_index.html",
        {
            "mine": [(game, any(seat.awaiting and seat.player == viewer.actor for seat in game.seats)) for game in mine],
            "waiting": [game for game in waiting if game.id not in seated],
            "titles": {name: rules.title for name, rules in GAMES.items()},
        },
    )


def play_page(request: HttpRequest, game_id: UUID, status: int = 200, **given: Any) -> HttpResponseBase:
    """The table of one game as this person may see it."""
    viewer = as_player(request)
    game = selectors.game_view(game_id=game_id, viewer=viewer)
    at = number_of(request, "at")
    past: ViewAt | None = None
    if at is not None and at != game.version:
        past = selectors.view_at(game_id=game_id, viewer=viewer, seq=at)
    end = min(game.version, (at or game.version) + FEED // 2)
    feed = selectors.feed(game_id=game_id, viewer=viewer, after=max(0, end - FEED), limit=FEED)
    names = seat_names(game.seats, game.rules, past.view if past else game.view)
    seat = game.viewer.seat
    with selectors.visible(game_id, viewer) as found:
        objections = disputes.disputes_of(game_id=game_id, viewer=viewer, history=found)
    rows = timeline(feed.items, names, feed.undone)
    disputed = number_of(request, "dispute")
    context = {
        "game": game,
        "title": GAMES[game.rules].title if game.rules in GAMES else game.rules,
        "names": names,
        "seat": seat,
        "view": past.view if past else game.view,
        "at": at if past else game.version,
        "past": past,
        "decisions": [] if past else [(decision, choices_said(decision, names)) for decision in game.decisions],
        "asked": ",".join(decision.id for decision in game.decisions),
        "key": uuid4(),
        "rows": rows[::-1],
        "first": rows[0].seq if rows else 1,
        "last": rows[-1].seq if rows else game.version,
        "tables": table_templates(game.rules),
        "disputes": objections,
        "dispute": DisputeForm(initial={"event": disputed}) if disputed and seat is not None else None,
        "disputed": disputed,
        "text": TextForm(),
        "takebacks": takebacks.takebacks_of(game_id=game_id, viewer=viewer) if seat is not None else [],
        "free": _free(game),
        **given,
    }
    return render(request, "web/play.html", context, status=status)


def _free(game: GameShown) -> bool:
    """Is there a seat to be taken?"""
    return game.viewer.seat is None and game.status in ("open", "playing") and any(not (s.player or s.bot) for s in game.seats)


@page()
def game(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    return play_page(request, game_id)


@page()
def pulse(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """seq of the newest event: has anything happened?"""
    with selectors.visible(game_id, as_player(request)) as found:
        return HttpResponse(str(found.table.version), content_type="text/plain")


@page("POST", policy="choices")
def choose(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Answer a decision. The same form sent twice answers once."""
    viewer = as_actor(request)
    choice = choice_read(request.POST, selectors.decisions_open(game_id=game_id, viewer=viewer))
    decision, key = request.POST.get("decision", ""), request.POST.get("key", "")
    try:
        services.choice_make(game_id=game_id, viewer=viewer, decision=decision[:20], choice=choice, key=key[:80])
    except Illegal as refused:
        messages.warning(request, f"{refused.detail} ({refused.clause})")
    return redirect(f"/play/{game_id}")


@page("POST")
def sit_down(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Take the first free seat."""
    seat = services.seat_take(game_id=game_id, viewer=as_actor(request))
    messages.success(request, f"You sit at seat {seat}.")
    return redirect(f"/play/{game_id}")


@page("POST")
def dispute(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Object to an event."""
    form = DisputeForm(request.POST)
    if not form.is_valid():
        return play_page(request, game_id, 422, dispute=form)
    answer = form.cleaned_data
    disputes.dispute_open(
        game_id=game_id, viewer=as_actor(request), seq=answer["event"], category=answer["category"], reason=answer["reason"]
    )
    messages.success(request, f"Event {answer['event']} is disputed. A referee will look at it; you see here what becomes of it.")
    return redirect(f"/play/{game_id}")


@page("POST")
def dispute_step(request: HttpRequest, dispute_id: UUID, step: str) -> HttpResponseBase:
    """Answer a referee's question, appeal or withdraw."""
    viewer = as_actor(request)
    found = disputes.dispute_get(dispute_id=dispute_id, viewer=viewer)
    text = request.POST.get("text", "")
    if step == "answer":
        disputes.dispute_answer(dispute_id=dispute_id, viewer=viewer, text=text)
    elif step == "appeal":
        disputes.dispute_appeal(dispute_id=dispute_id, viewer=viewer, reason=text)
    else:
        disputes.dispute_withdraw(dispute_id=dispute_id, viewer=viewer)
    return redirect(f"/play/{found.game}")


@page("POST")
def take_back(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Take back one's last choice, or ask the others whether one may."""
    told = takebacks.takeback_ask(game_id=game_id, viewer=as_actor(request))
    messages.success(request, "Your choice is taken back." if told.status == "done" else "The others are asked whether you may.")
    return redirect(f"/play/{game_id}")


@page("POST")
def consent(request: HttpRequest, game_id: UUID, takeback_id: UUID) -> HttpResponseBase:
    """Agree to another seat's take-back, or not."""
    agree = request.POST.get("agree") == "yes"
    takebacks.takeback_consent(game_id=game_id, viewer=as_actor(request), takeback=takeback_id, agree=agree)
    return redirect(f"/play/{game_id}")
