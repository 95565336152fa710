"""Which address leads to which operations?"""

from __future__ import annotations

from django.urls import path, register_converter

from . import feeds, games, me, play, rules, standing


class Number:
    """An integer that every database can hold."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class SeatNumber(Number):
    regex = "[0-9]{1,2}"


register_converter(Number, "number")
register_converter(SeatNumber, "seat")

urlpatterns = [
    path("rules", rules.RulesListView.as_view()),
    path("rules/<slug:name>", rules.RulesView.as_view()),
    path("rules/<slug:name>/decks", rules.DecksView.as_view()),
    path("rules/<slug:name>/decks/<str:edition>", rules.DeckView.as_view()),
    path("games", games.GamesView.as_view()),
    path("games/<uuid:game_id>", games.GameView.as_view()),
    path("games/<uuid:game_id>/seats", games.SeatsView.as_view()),
    path("games/<uuid:game_id>/seats/<seat:seat>", games.SeatView.as_view()),
    path("games/<uuid:game_id>/start", games.StartView.as_view()),
    path("games/<uuid:game_id>/decisions", play.DecisionsView.as_view()),
    path("games/<uuid:game_id>/choices", play.ChoicesView.as_view()),
    path("games/<uuid:game_id>/standing", standing.StandingView.as_view()),
    path("games/<uuid:game_id>/events", feeds.EventsView.as_view()),
    path("games/<uuid:game_id>/events/next", feeds.EventsNextView.as_view()),
    path("games/<uuid:game_id>/at/<number:seq>", feeds.AtView.as_view()),
    path("games/<uuid:game_id>/record", feeds.RecordView.as_view()),
    path("games/<uuid:game_id>/verification", feeds.VerificationView.as_view()),
    path("me", me.MeView.as_view()),
    path("me/tokens", me.TokensView.as_view()),
    path("me/tokens/<uuid:token_id>", me.TokenView.as_view()),
    path("me/games", me.MyGamesView.as_view()),
]
