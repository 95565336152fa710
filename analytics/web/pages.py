"""What do people see of the statistics who would rather look than read figures?

Whoever is logged in may see all of it, as any token with `analytics:read` may: the published statistics hold nothing hidden
and nothing personal.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from analytics.reports import REPORTS
from gameplay.rules.catalogue import GAMES
from gameplay.web.pages import page


@page()
def index(request: HttpRequest) -> HttpResponse:
    """The questions, by game."""
    groups = [("All games", [report for report in REPORTS.values() if not report.games])]
    groups += [(rules.title, [report for report in REPORTS.values() if name in report.games]) for name, rules in GAMES.items()]
    return render(request, "analytics/index.html", {"groups": [group for group in groups if group[1]]})
