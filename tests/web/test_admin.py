"""Does the admin show accounts, tokens and streams, and can nobody change the log with it?"""

from __future__ import annotations

import pytest
from django.contrib import admin

from events import store
from events.models import Event, Stream
from gameplay.api.models import AccessToken
from gameplay.api.tokens import token_issue
from tests.web.conftest import Person, game_new, play


@pytest.fixture
def chief(db) -> Person:
    """May do all there is to do."""
    return Person("chief", staff=True, superuser=True)


def text(response) -> str:
    return response.content.decode()


def test_every_page_of_the_admin_opens(chief, ada, ben):
    game = game_new("spooky_bar", ada, ben)
    token, _ = token_issue(user=ada.user, name="mine", scopes=["games:read"])
    for path in ("", "auth/user/", f"auth/user/{ada.user.pk}/change/", "gameplay/accesstoken/", f"gameplay/accesstoken/{token.pk}/change/"):
        assert chief.get(f"/admin/{path}").status_code == 200, path
    for path in ("events/stream/", f"events/stream/{game}/change/"):
        response = chief.get(f"/admin/{path}")
        assert response.status_code == 200, path
        assert "unsafe" not in response["Content-Security-Policy"]


def test_events_are_listed_without_what_they_hold(chief, ada, ben):
    game = game_new("spooky_bar", ada, ben)
    play(game, ada, ben, choices=3)
    page = text(chief.get(f"/admin/events/stream/{game}/change/"))
    events = store.read(stream=game)
    for event in events:
        assert event.kind in page
        assert event.hash.hex() not in page
        if len(event.body) > 2:
            assert event.body.decode() not in page
    assert "deck_order" not in page


def test_no_form_of_the_admin_changes_or_removes_an_event_or_a_stream(chief, ada, ben):
    game = game_new("spooky_bar", ada, ben)
    before = store.read(stream=game)
    base = f"/admin/events/stream/{game}"
    page = text(chief.get(f"{base}/change/"))
    assert 'type="submit"' not in page.partition('id="content"')[2]
    assert "deletelink" not in page
    assert chief.post(f"{base}/change/", version=1).status_code == 403
    assert chief.post(f"{base}/delete/", post="yes").status_code == 403
    assert chief.get("/admin/events/stream/add/").status_code == 403
    chief.post("/admin/events/stream/", action="delete_selected", _selected_action=str(game), post="yes")
    assert store.read(stream=game) == before
    assert store.verify(stream=game).ok


def test_only_what_is_meant_to_be_there_is_in_the_admin():
    assert {model.__name__ for model in admin.site._registry} == {"User", "Group", "AccessToken", "Stream"}
    assert Event not in admin.site._registry
    stream = admin.site._registry[Stream]
    assert not stream.inlines and not stream.actions


def test_tokens_are_revoked_and_neither_made_nor_edited(chief, ada):
    token, secret = token_issue(user=ada.user, name="mine", scopes=["games:read", "games:play"])
    page = text(chief.get(f"/admin/gameplay/accesstoken/{token.pk}/change/"))
    assert "Take and leave seats" in page
    assert secret not in page and bytes(token.digest).hex() not in page
    assert chief.get("/admin/gameplay/accesstoken/add/").status_code == 403
    assert chief.post(f"/admin/gameplay/accesstoken/{token.pk}/change/", scopes="referee:act").status_code == 403
    assert AccessToken.objects.get().scopes == "games:play games:read"
    auth = {"Authorization": f"Bearer {secret}"}
    assert chief.client.get("/api/v1/me", headers=auth).status_code == 200
    chief.post("/admin/gameplay/accesstoken/", action="revoke", _selected_action=str(token.pk))
    assert chief.client.get("/api/v1/me", headers=auth).status_code == 401


def test_erasing_an_account_leaves_its_games(chief, ada, ben):
    game = game_new("spooky_bar", ada, ben)
    token_issue(user=ada.user, name="mine", scopes=["games:read"])
    before = store.read(stream=game)
    assert chief.post(f"/admin/auth/user/{ada.user.pk}/delete/", post="yes").status_code == 302
    assert store.read(stream=game) == before
    assert "erased" in text(ben.get(f"/play/{game}"))


def test_the_admin_has_the_one_login_and_is_for_staff_only(ada, db):
    assert ada.get("/admin/").status_code == 302
    answer = ada.client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == "/accounts/login?next=%2Fadmin%2F"
    assert "may not open that page" in text(answer)
