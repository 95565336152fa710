"""How does a referee look into a game: event by event, with others' eyes, between two events, and whether all is in order?"""

from __future__ import annotations

from tempfile import SpooledTemporaryFile
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme

from gameplay.api.errors import Problem
from gameplay.documents import SeatShown, rfc3339
from gameplay.models import AccessRecord, Ruling
from gameplay.referee import audit, casefile, ledger
from gameplay.referee.audit import Eyes
from gameplay.referee.rulings import require_referee
from gameplay.rules.contract import SPECTATOR
from gameplay.selectors import Viewer, names_of, seats_shown, verification, visible
from gameplay.table import FINISHED, VOIDED

from .acts import act_forms
from .forms import LookForm
from .looks import Look, eyes_name, eyes_named, look, seat_options, table_templates, timeline
from .pages import as_referee, page
from .words import Names, seat_names

ROWS = 200
"""Deliveries on a page."""
IN_MEMORY = 8_000_000
"""Bytes of a case file that are held in memory; a larger one is written to disk on its way."""
_REASONS = "reasons"
"""In a session: why its owner looks at what is hidden, by game."""


def reason_of(request: HttpRequest, game_id: UUID) -> str:
    """Why this referee looks into this game, as said once in this session. It is written down at each look."""
    return str(request.session.get(_REASONS, {}).get(str(game_id), ""))


def number_of(request: HttpRequest, name: str) -> int | None:
    """An event's number in the query. Raises Problem `not_found` if it is no number."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Problem("event_not_found")
    return int(text)


def game_page(request: HttpRequest, game_id: UUID, status: int = 200, **forms: Any) -> HttpResponseBase:
    """The console of one game. `forms` are those that came back with a fault."""
    viewer = as_referee(request)
    at, eyes = number_of(request, "at"), request.GET.get("as")
    shown = look(game_id=game_id, viewer=viewer, at=at, eyes=eyes, reason=reason_of(request, game_id))
    context = {
        "game": shown,
        "eyes": eyes or eyes_name(shown.seen_as),
        "eyes_options": seat_options(shown),
        "seen": dict(seat_options(shown))[eyes_name(shown.seen_as)],
        "tables": table_templates(shown.rules),
        "view": shown.position.view,
        "names": shown.names,
        "decisions": shown.position.decisions,
        "reason": reason_of(request, game_id),
        "look": LookForm(),
        "rulings": _rulings(game_id),
        "forms": {**act_forms(shown), **forms},
        "opened": next(iter(forms), ""),
        "disputed": {dispute.seq for dispute in shown.disputes},
        "bounds": _bounds(shown),
    }
    return render(request, "web/game.html", context, status=status)


def _bounds(shown: Look) -> dict[str, int]:
    """Where the keys lead."""
    return {"first": 1, "before": max(1, shown.at - 1), "after": min(shown.version, shown.at + 1), "last": shown.version}


def _rulings(game_id: UUID) -> list[tuple[Ruling, str]]:
    rows = list(Ruling.objects.filter(game=game_id))
    names = names_of(row.player for row in rows)
    return [(row, names.get(row.player, "an erased account")) for row in rows]


@page(staff=True)
def game(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    return game_page(request, game_id)


@page("POST", staff=True)
def say_why(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Say why one looks at what is hidden; it holds for this game and this session."""
    with visible(game_id, viewer := as_referee(request)) as found:
        require_referee(found.table, viewer)
    form = LookForm(request.POST)
    if form.is_valid():
        request.session[_REASONS] = {**request.session.get(_REASONS, {}), str(game_id): form.cleaned_data["reason"]}
        messages.success(request, "Your reason is written down at each look.")
    else:
        messages.warning(request, "A look at what is hidden needs a reason.")
    back = request.POST.get("back", "")
    safe = back.startswith("/referee/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return redirect(back if safe else f"/referee/games/{game_id}")


@page(staff=True)
def difference(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """What changed between two events, on one branch or on two."""
    viewer = as_referee(request)
    seats, names, over, version = _head(game_id, viewer)
    reason = reason_of(request, game_id)
    wanted = eyes_named(request.GET.get("as"), over)
    needs_reason = wanted != SPECTATOR and not over and not reason
    new = number_of(request, "new") or version
    old = number_of(request, "old") or max(1, new - 1)
    eyes = Eyes(SPECTATOR if needs_reason else wanted, reason)
    found = audit.difference(game_id=game_id, viewer=viewer, old=old, new=new, eyes=eyes)
    context = {
        "id": game_id,
        "version": version,
        "found": found,
        "left": timeline(found.left, names, []),
        "gained": timeline(found.gained, names, []),
        "names": names,
        "eyes": eyes_name(wanted),
        "needs_reason": needs_reason,
        "look": LookForm(),
        "eyes_options": [
            ("spectator", "a spectator"),
            *((f"seat-{i}", names[i]) for i in range(len(seats))),
            ("whole", "a referee, who sees everything"),
        ],
    }
    return render(request, "web/difference.html", context)


def _head(game_id: UUID, viewer: Viewer) -> tuple[list[SeatShown], Names, bool, int]:
    with visible(game_id, viewer) as found:
        require_referee(found.table, viewer)
        seats = seats_shown(found.table)
        return seats, seat_names(seats, found.table.rules.name), found.table.status in (FINISHED, VOIDED), found.table.version


@page(staff=True)
def verified(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The chain of hashes, every draw and every answer, checked now."""
    viewer = as_referee(request)
    _head(game_id, viewer)
    checked = verification(game_id=game_id, viewer=viewer)
    replay = audit.replay(game_id=game_id, viewer=viewer)
    return render(request, "web/verification.html", {"id": game_id, "checked": checked, "replay": replay})


class Seen(msgspec.Struct, frozen=True):
    """What was sent to somebody, or looked at by a referee."""

    who: str
    seen_as: str
    what: str
    first: int
    last: int
    at: str
    reason: str = ""


@page(staff=True)
def deliveries(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Who could have known what when: what was sent to whom, and which referees looked."""
    viewer = as_referee(request)
    _, names, _, version = _head(game_id, viewer)
    seq, after = number_of(request, "seq"), number_of(request, "after") or 0
    rows = ledger.deliveries_of(game=game_id, seq=seq, after=after, limit=ROWS + 1)
    accesses = list(AccessRecord.objects.filter(game=game_id))
    players = names_of([*(row.player for row in accesses), *(UUID(item.player) for _, item in rows if item.player)])
    sent = [
        Seen(
            who="somebody who did not log in" if item.player is None else players.get(UUID(item.player), "an erased account"),
            seen_as=item.role if item.seat is None else names[item.seat],
            what=item.what,
            first=item.after + 1 if item.what == "feed" else item.after,
            last=item.upto,
            at=item.first_at,
        )
        for _, item in rows[:ROWS]
    ]
    looks = [
        Seen(
            who=players.get(row.player, "an erased account"),
            seen_as=names[row.seen_as] if row.seen_as >= 0 else "whole",
            what=row.what,
            first=row.seq,
            last=row.seq,
            at=rfc3339(row.at),
            reason=row.reason,
        )
        for row in accesses
    ]
    following = rows[ROWS - 1][0] if len(rows) > ROWS else None
    shown = {"id": game_id, "version": version, "seq": seq, "sent": sent, "looks": looks, "following": following}
    return render(request, "web/deliveries.html", shown)


@page("POST", staff=True)
def case_file(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The archive with all there is to know about the game."""
    reason = request.POST.get("reason", "") or reason_of(request, game_id)
    audit.case_file_open(game_id=game_id, viewer=as_referee(request), reason=reason)
    archive = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - the response closes it
    casefile.case_file(game_id, archive)
    archive.seek(0)
    return FileResponse(archive, as_attachment=True, filename=f"case-{game_id}.zip", content_type="application/zip")
