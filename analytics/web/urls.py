"""Which address leads to which page of the statistics?"""

from __future__ import annotations

from django.urls import path
from django.views.generic import RedirectView

from gameplay.web.pages import nowhere

from . import datasets, pages

urlpatterns = [
    path("", RedirectView.as_view(url="/analytics/")),
    path("/", pages.index),
    path("/datasets", datasets.datasets),
    path("/datasets/<path:path>", datasets.dataset),
    path("/<path:rest>", nowhere),
]
