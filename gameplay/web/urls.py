"""Which address leads to which page for people?"""

from __future__ import annotations

from django.contrib.auth.views import LogoutView
from django.urls import path
from django.views.generic import RedirectView

from . import acts, console, play, queue
from .login import Login
from .pages import nowhere

urlpatterns = [
    path("accounts/login", Login.as_view(), name="login"),
    path("accounts/logout", LogoutView.as_view(), name="logout"),
    path("admin", RedirectView.as_view(url="/admin/")),
    path("admin/login/", RedirectView.as_view(url="/accounts/login", query_string=True)),
    path("play", RedirectView.as_view(url="/play/")),
    path("play/", play.index),
    path("play/<uuid:game_id>", play.game),
    path("play/<uuid:game_id>/pulse", play.pulse),
    path("play/<uuid:game_id>/choices", play.choose),
    path("play/<uuid:game_id>/seats", play.sit_down),
    path("play/<uuid:game_id>/disputes", play.dispute),
    path("play/<uuid:game_id>/takeback", play.take_back),
    path("play/<uuid:game_id>/takeback/<uuid:takeback_id>", play.consent),
    path("play/disputes/<uuid:dispute_id>/answer", play.dispute_step, {"step": "answer"}),
    path("play/disputes/<uuid:dispute_id>/appeal", play.dispute_step, {"step": "appeal"}),
    path("play/disputes/<uuid:dispute_id>/withdraw", play.dispute_step, {"step": "withdraw"}),
    path("play/<path:rest>", nowhere),
    path("referee", RedirectView.as_view(url="/referee/")),
    path("referee/", queue.queue),
    path("referee/disputes/<uuid:dispute_id>", queue.dispute),
    path("referee/disputes/<uuid:dispute_id>/claim", queue.claim),
    path("referee/disputes/<uuid:dispute_id>/ask", queue.ask),
    path("referee/disputes/<uuid:dispute_id>/decide", queue.decide),
    path("referee/disputes/<uuid:dispute_id>/close", queue.close),
    path("referee/games/<uuid:game_id>", console.game),
    path("referee/games/<uuid:game_id>/why", console.say_why),
    path("referee/games/<uuid:game_id>/difference", console.difference),
    path("referee/games/<uuid:game_id>/verification", console.verified),
    path("referee/games/<uuid:game_id>/case-file", console.case_file),
    path("referee/games/<uuid:game_id>/preview", acts.preview),
    path("referee/games/<uuid:game_id>/rewind", acts.rewind),
    path("referee/games/<uuid:game_id>/pause", acts.plain, {"name": "pause"}),
    path("referee/games/<uuid:game_id>/resume", acts.plain, {"name": "resume"}),
    path("referee/games/<uuid:game_id>/void", acts.plain, {"name": "void"}),
    path("referee/games/<uuid:game_id>/adjudicate", acts.adjudicate),
    path("referee/games/<uuid:game_id>/vacate", acts.vacate),
    path("referee/games/<uuid:game_id>/clock", acts.clock),
    path("referee/games/<uuid:game_id>/deliveries", console.deliveries),
    path("referee/<path:rest>", nowhere),
]
