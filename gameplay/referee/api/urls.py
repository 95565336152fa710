"""Which address leads to which operation of referees and of those who object?"""

from __future__ import annotations

from django.urls import path

from . import acts, audit, disputes

urlpatterns = [
    path("games/<uuid:game_id>/rewind", acts.RewindView.as_view()),
    path("games/<uuid:game_id>/pause", acts.PauseView.as_view()),
    path("games/<uuid:game_id>/resume", acts.ResumeView.as_view()),
    path("games/<uuid:game_id>/void", acts.VoidView.as_view()),
    path("games/<uuid:game_id>/adjudicate", acts.AdjudicateView.as_view()),
    path("games/<uuid:game_id>/vacate", acts.VacateView.as_view()),
    path("games/<uuid:game_id>/clock", acts.ClockView.as_view()),
    path("games/<uuid:game_id>/takeback", acts.TakeBackView.as_view()),
    path("games/<uuid:game_id>/takeback/consent", acts.ConsentView.as_view()),
    path("games/<uuid:game_id>/disputes", disputes.GameDisputesView.as_view()),
    path("games/<uuid:game_id>/difference", audit.DifferenceView.as_view()),
    path("games/<uuid:game_id>/audit/<number:seq>", audit.PositionView.as_view()),
    path("games/<uuid:game_id>/replay", audit.ReplayView.as_view()),
    path("games/<uuid:game_id>/deliveries", audit.DeliveriesView.as_view()),
    path("games/<uuid:game_id>/rulings", audit.RulingsView.as_view()),
    path("games/<uuid:game_id>/accesses", audit.AccessesView.as_view()),
    path("games/<uuid:game_id>/case-file", audit.CaseFileView.as_view()),
    path("disputes", disputes.QueueView.as_view()),
    path("disputes/<uuid:dispute_id>", disputes.DisputeView.as_view()),
    path("disputes/<uuid:dispute_id>/claim", disputes.ClaimView.as_view()),
    path("disputes/<uuid:dispute_id>/ask", disputes.AskView.as_view()),
    path("disputes/<uuid:dispute_id>/answer", disputes.AnswerView.as_view()),
    path("disputes/<uuid:dispute_id>/decide", disputes.DecideView.as_view()),
    path("disputes/<uuid:dispute_id>/appeal", disputes.AppealView.as_view()),
    path("disputes/<uuid:dispute_id>/withdraw", disputes.WithdrawView.as_view()),
    path("disputes/<uuid:dispute_id>/close", disputes.CloseView.as_view()),
]
