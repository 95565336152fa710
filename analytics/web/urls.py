"""Which address leads to which page of the statistics?"""

from __future__ import annotations

from django.urls import path
from django.views.generic import RedirectView

from gameplay.web.pages import nowhere

from . import pages

urlpatterns = [
    path("", RedirectView.as_view(url="/analytics/")),
    path("/", pages.index),
    path("/<path:rest>", nowhere),
]
