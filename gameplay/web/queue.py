"""Which disputes wait for a referee, and how does one go its way?"""

from __future__ import annotations

from typing import Any, get_args
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render

from gameplay.models import Game, Ruling
from gameplay.referee import disputes
from gameplay.referee.disputes import DisputeShown, Status
from gameplay.selectors import names_of

from .forms import DecideForm, TextForm
from .pages import as_referee, page, uuid_of

LIMIT = 50


@page(staff=True)
def queue(request: HttpRequest) -> HttpResponseBase:
    """The queue, oldest first, and the way to a game by its id."""
    query = request.GET.get("game", "").strip()
    if query:
        game = uuid_of(query)
        if game is not None and Game.objects.filter(id=game).exists():
            return redirect(f"/referee/games/{game}")
        messages.warning(request, f"There is no game with the id {query[:60]}.")
    wanted = request.GET.get("status", "")
    status: Any = wanted if wanted in get_args(Status) else None
    after = uuid_of(request.GET.get("after", ""))
    found = disputes.queue(viewer=as_referee(request), status=status, after=after, limit=LIMIT)
    games = dict(Game.objects.filter(id__in={item.game for item in found.items}).values_list("id", "rules"))
    names = _names(found.items)
    shown = [
        (item, games.get(UUID(item.game), ""), names.get(item.referee or "")) for item in found.items if status or item.status != "closed"
    ]
    return render(
        request,
        "web/queue.html",
        {
            "items": shown,
            "status": status or "",
            "statuses": get_args(Status),
            "after": found.items[-1].id if found.has_more else None,
            "query": query,
        },
    )


def _names(items: list[DisputeShown]) -> dict[str, str]:
    """User names of all who work on these disputes or said something about them."""
    players = {note.player for item in items for note in item.notes} | {item.referee for item in items if item.referee}
    return {str(player): name for player, name in names_of(UUID(player) for player in players).items()}


def _dispute_page(request: HttpRequest, dispute_id: UUID, status: int = 200, **forms: Any) -> HttpResponseBase:
    viewer = as_referee(request)
    dispute = disputes.dispute_get(dispute_id=dispute_id, viewer=viewer)
    context = {
        "dispute": dispute,
        "referee": _names([dispute]).get(dispute.referee or ""),
        "game": Game.objects.get(id=dispute.game),
        "mine": dispute.referee == viewer.actor,
        "ask": TextForm(),
        "decide": DecideForm(rulings=_rulings(dispute.game)),
        **forms,
    }
    return render(request, "web/dispute.html", context, status=status)


def _rulings(game: str) -> list[tuple[str, str]]:
    return [(str(row.id), f"{row.act} at event {row.seq}") for row in Ruling.objects.filter(game=game)]


@page(staff=True)
def dispute(request: HttpRequest, dispute_id: UUID) -> HttpResponseBase:
    return _dispute_page(request, dispute_id)


@page("POST", staff=True)
def claim(request: HttpRequest, dispute_id: UUID) -> HttpResponseBase:
    disputes.dispute_claim(dispute_id=dispute_id, viewer=as_referee(request))
    messages.success(request, "This dispute is yours now.")
    return redirect(f"/referee/disputes/{dispute_id}")


@page("POST", staff=True)
def ask(request: HttpRequest, dispute_id: UUID) -> HttpResponseBase:
    form = TextForm(request.POST)
    if not form.is_valid():
        return _dispute_page(request, dispute_id, 422, ask=form)
    disputes.dispute_ask(dispute_id=dispute_id, viewer=as_referee(request), question=form.cleaned_data["text"])
    messages.success(request, "The seats that dispute this are asked.")
    return redirect(f"/referee/disputes/{dispute_id}")


@page("POST", staff=True)
def decide(request: HttpRequest, dispute_id: UUID) -> HttpResponseBase:
    viewer = as_referee(request)
    found = disputes.dispute_get(dispute_id=dispute_id, viewer=viewer)
    form = DecideForm(request.POST, rulings=_rulings(found.game))
    if not form.is_valid():
        return _dispute_page(request, dispute_id, 422, decide=form)
    answer = form.cleaned_data
    ruling = UUID(answer["ruling"]) if answer["ruling"] else None
    outcome: Any = answer["outcome"]
    disputes.dispute_decide(dispute_id=dispute_id, viewer=viewer, outcome=outcome, explanation=answer["explanation"], ruling=ruling)
    messages.success(request, "The dispute is decided.")
    return redirect(f"/referee/disputes/{dispute_id}")


@page("POST", staff=True)
def close(request: HttpRequest, dispute_id: UUID) -> HttpResponseBase:
    disputes.dispute_close(dispute_id=dispute_id, viewer=as_referee(request))
    messages.success(request, "The dispute is closed.")
    return redirect("/referee/")
