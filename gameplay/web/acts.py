"""How does a referee rule on a game: look at what would come of it, then do it?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render

from gameplay.referee import rulings
from gameplay.referee.rulings import Act, Rewind, Ruled
from gameplay.rules.catalogue import GAMES
from gameplay.selectors import seats_shown, visible

from .forms import AdjudicateForm, ClockForm, RewindForm, RulingForm, VacateForm
from .looks import MOVES, Look, timeline
from .pages import as_referee, page
from .words import seat_names


def act_forms(game: Look) -> dict[str, forms.Form]:
    """An empty form for each ruling that is possible now."""
    on = {"version": game.version}
    found: dict[str, forms.Form] = {}
    begun = game.position.view is not None or game.status in ("playing", "finished")
    if begun and game.status in ("playing", "finished"):
        draws = "fresh" if game.over else "same"
        found["rewind"] = RewindForm(initial={**on, "to": min(game.at, max(1, game.version - 1)), "draws": draws})
    if game.status == "playing":
        found["resume" if game.paused else "pause"] = RulingForm(initial=on, called="resume" if game.paused else "pause")
    if begun and game.status in ("playing", "finished"):
        found["adjudicate"] = AdjudicateForm(initial=on)
    if game.status in ("open", "playing") and (seats := _taken(game)):
        found["vacate"] = VacateForm(initial=on, seats=seats, bots=_bots(game.rules))
    if game.status == "playing" and game.clock:
        found["clock"] = ClockForm(initial=on, seats=_taken(game))
    if game.status != "voided":
        found["void"] = RulingForm(initial=on, called="void")
    return found


def _taken(game: Look) -> list[tuple[int, str]]:
    return [(seat.seat, game.names[seat.seat]) for seat in game.seats if seat.player or seat.bot]


def _bots(rules: str) -> list[str]:
    return list(GAMES[rules].bots) if rules in GAMES else []


def _form_page(request: HttpRequest, game_id: UUID, **faulty: forms.Form) -> HttpResponseBase:
    from .console import game_page

    return game_page(request, game_id, 422, **faulty)


@page("POST", staff=True)
def preview(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """What a rewind would bring about; nothing is written but that one looked."""
    return _rewind(request, game_id, act=False)


@page("POST", staff=True)
def rewind(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    return _rewind(request, game_id, act=True)


def _rewind(request: HttpRequest, game_id: UUID, *, act: bool) -> HttpResponseBase:
    form = RewindForm(request.POST)
    if not form.is_valid():
        return _form_page(request, game_id, rewind=form)
    viewer, answer = as_referee(request), form.cleaned_data
    asked = Rewind(to=answer["to"], draws=answer["draws"], reason=answer["reason"], evidence=answer["evidence"])
    if act:
        done = rulings.rewind(game_id=game_id, viewer=viewer, asked=asked, expected_version=answer["version"])
        messages.success(request, f"Event {done.seq}: the game stands as of event {done.to} again.")
        return redirect(f"/referee/games/{game_id}")
    told = rulings.rewind_preview(game_id=game_id, viewer=viewer, asked=asked, expected_version=answer["version"])
    with visible(game_id, viewer) as found:
        names = seat_names(seats_shown(found.table), found.table.rules.name)
    context = {
        "id": game_id,
        "told": told,
        "form": form,
        "names": names,
        "undone": timeline((entry for entry in told.undone if entry.kind in MOVES), names, []),
        "known": [(names[each.seat], timeline(each.entries, names, [])) for each in told.known if each.entries],
    }
    return render(request, "web/preview.html", context)


def _ruled(request: HttpRequest, game_id: UUID, name: str, form: forms.Form, rule: Callable[[Act], Ruled]) -> HttpResponseBase:
    if not form.is_valid():
        return _form_page(request, game_id, **{name: form})
    done = rule(Act(reason=form.cleaned_data["reason"], expected_version=form.cleaned_data["version"]))
    messages.success(request, f"Event {done.seq}: {name}. The game is {done.status}.")
    return redirect(f"/referee/games/{game_id}")


_PLAIN: dict[str, Callable[..., Ruled]] = {"pause": rulings.pause, "resume": rulings.resume, "void": rulings.void}


@page("POST", staff=True)
def plain(request: HttpRequest, game_id: UUID, name: str) -> HttpResponseBase:
    """Pause, resume or void."""
    viewer = as_referee(request)
    return _ruled(
        request, game_id, name, RulingForm(request.POST, called=name), lambda act: _PLAIN[name](game_id=game_id, viewer=viewer, act=act)
    )


@page("POST", staff=True)
def adjudicate(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    viewer, form = as_referee(request), AdjudicateForm(request.POST)

    def rule(act: Act) -> Ruled:
        answer: dict[str, Any] = form.cleaned_data
        return rulings.adjudicate(game_id=game_id, viewer=viewer, act=act, scores=answer["scores"], winners=answer["winners"])

    return _ruled(request, game_id, "adjudicate", form, rule)


@page("POST", staff=True)
def vacate(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    viewer = as_referee(request)
    with visible(game_id, viewer) as found:
        seats, bots = seats_shown(found.table), list(found.table.rules.bots)
    form = VacateForm(request.POST, seats=list(enumerate(seat_names(seats))), bots=bots)

    def rule(act: Act) -> Ruled:
        answer: dict[str, Any] = form.cleaned_data
        return rulings.seat_vacate(game_id=game_id, viewer=viewer, act=act, seat=answer["seat"], bot=answer["bot"] or None)

    return _ruled(request, game_id, "vacate", form, rule)


@page("POST", staff=True)
def clock(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    viewer = as_referee(request)
    with visible(game_id, viewer) as found:
        seats = seats_shown(found.table)
    form = ClockForm(request.POST, seats=list(enumerate(seat_names(seats))))

    def rule(act: Act) -> Ruled:
        answer: dict[str, Any] = form.cleaned_data
        return rulings.clock_correct(game_id=game_id, viewer=viewer, act=act, seat=answer["seat"], seconds=answer["seconds"])

    return _ruled(request, game_id, "clock", form, rule)
