"""Which address leads to which page of the statistics?"""

from __future__ import annotations

from django.urls import path
from django.views.generic import RedirectView

from gameplay.web.pages import nowhere

from . import console, datasets, pages

urlpatterns = [
    path("", RedirectView.as_view(url="/analytics/")),
    path("/", pages.index),
    path("/datasets", datasets.datasets),
    path("/datasets/<path:path>", datasets.dataset),
    path("/sql", console.console),
    path("/sql/cancel", console.cancel),
    path("/sql/fields", console.fields),
    path("/sql/tables/<slug:name>", console.table),
    path("/sql/<uuid:link>", console.opened),
    path("/sql/<uuid:link>/delete", console.drop),
    path("/<slug:name>", pages.report),
    path("/<slug:name>.<slug:ending>", pages.form),
    path("/<path:rest>", nowhere),
]
