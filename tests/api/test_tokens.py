"""Does a token open what its scopes say, for as long as it lives, and nothing else?"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from gameplay.api import uses
from gameplay.api.models import AccessToken, IdempotencyRecord
from gameplay.api.tokens import SCOPES, Scope, is_well_formed, secret_new
from tests.api.conftest import Api, with_scopes


def test_a_secret_is_kept_only_as_its_digest(ada):
    made = ada.post("/me/tokens", {"name": "bot", "scopes": ["games:read"]}, key="k1").json
    assert made["token"].startswith("rv_pat_")
    token = AccessToken.objects.get(pk=made["id"])
    assert len(bytes(token.digest)) == 32
    for row in [*AccessToken.objects.values(), *IdempotencyRecord.objects.values()]:
        kept = b" ".join(bytes(v) if isinstance(v, bytes | memoryview) else str(v).encode() for v in row.values())
        assert made["token"].encode() not in kept


def test_a_new_token_opens_what_its_scopes_say(ada):
    made = ada.post("/me/tokens", {"name": "bot", "scopes": ["games:read"]}).json
    bot = Api(made["token"])
    assert bot.get("/me").json["scopes"] == ["games:read"]
    assert bot.get("/games").status == 200
    refused = bot.post("/games", {"rules": "spooky_bar", "seats": 2})
    assert (refused.status, refused.code, refused.json["scope"]) == (403, "insufficient_scope", "games:create")
    assert 'error="insufficient_scope", scope="games:create"' in refused.headers["WWW-Authenticate"]


def test_a_token_can_not_make_one_that_may_do_more(ada):
    narrow = with_scopes(ada, [Scope.TOKENS_MANAGE, Scope.GAMES_READ])
    assert narrow.post("/me/tokens", {"name": "x", "scopes": ["games:read"]}).status == 201
    refused = narrow.post("/me/tokens", {"name": "x", "scopes": ["games:play"]})
    assert (refused.status, refused.code) == (403, "forbidden")


def test_a_revoked_token_opens_nothing_from_then_on(ada):
    made = ada.post("/me/tokens", {"name": "bot", "scopes": ["games:read"]}).json
    bot = Api(made["token"])
    assert bot.get("/me").status == 200
    assert ada.delete(f"/me/tokens/{made['id']}").status == 204
    refused = bot.get("/me")
    assert (refused.status, refused.code) == (401, "invalid_token")
    assert 'error="invalid_token"' in refused.headers["WWW-Authenticate"]
    assert ada.delete(f"/me/tokens/{made['id']}").status == 404


def test_another_persons_token_does_not_exist(ada, eve):
    made = ada.post("/me/tokens", {"name": "bot", "scopes": ["games:read"]}).json
    assert eve.delete(f"/me/tokens/{made['id']}").status == 404
    assert Api(made["token"]).get("/me").status == 200
    assert made["id"] not in eve.get("/me/tokens").body.decode()


def test_an_expired_token_opens_nothing(ada):
    later = (timezone.now() + timedelta(hours=1)).isoformat()
    made = ada.post("/me/tokens", {"name": "bot", "scopes": ["games:read"], "expires_at": later}).json
    assert Api(made["token"]).get("/me").status == 200
    AccessToken.objects.filter(pk=made["id"]).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Api(made["token"]).get("/me").status == 401


def test_a_token_can_not_be_made_for_the_past_or_without_a_zone(ada):
    for moment in ("2020-01-01T00:00:00Z", "2099-01-01T00:00:00", "tomorrow", 7):
        answer = ada.post("/me/tokens", {"name": "x", "scopes": ["games:read"], "expires_at": moment})
        assert (answer.status, answer.json["errors"][0]["pointer"]) == (400, "/expires_at")


def test_the_token_of_a_closed_account_opens_nothing(ada):
    ada.user.is_active = False
    ada.user.save()
    assert ada.get("/me").status == 401


@pytest.mark.parametrize(
    "header",
    ["Bearer", "Bearer ", "Bearer x", "Basic YTpi", "Bearer rv_pat_" + "0" * 38, "rv_pat_x", "Bearer \x00", "Bearer " + "x" * 5000],
)
def test_what_is_no_token_of_ours_is_401_even_where_none_is_needed(nobody, header):
    answer = nobody.get("/games", Authorization=header)
    assert (answer.status, answer.code) == (401, "invalid_token")


def test_a_mistyped_token_costs_no_query(nobody, django_assert_num_queries):
    secret = secret_new()
    assert is_well_formed(secret)
    swapped = secret[:-1] + ("0" if secret[-1] != "0" else "1")
    assert not is_well_formed(swapped)
    with django_assert_num_queries(0):
        assert Api(swapped).get("/me").status == 401


def test_a_caller_is_found_by_one_query(ada, django_assert_num_queries):
    ada.get("/rules")  # notes the use
    with django_assert_num_queries(1):
        assert ada.get("/rules").status == 200


def test_its_last_use_is_noted_beside_the_request_and_at_most_once_a_minute(ada, django_assert_num_queries):
    token = AccessToken.objects.get(user=ada.user)
    assert token.last_used_at is None
    with django_assert_num_queries(1):
        ada.get("/rules")
    assert uses.uses_write() == 1
    first = AccessToken.objects.get(pk=token.pk).last_used_at
    assert first is not None
    ada.get("/rules")
    assert uses.uses_write() == 0
    AccessToken.objects.filter(pk=token.pk).update(last_used_at=first - timedelta(seconds=61))
    ada.get("/rules")
    assert uses.uses_write() == 1
    assert AccessToken.objects.get(pk=token.pk).last_used_at >= first


def test_a_use_that_could_not_be_written_waits(ada, monkeypatch):
    ada.get("/rules")
    with monkeypatch.context() as patch:
        patch.setattr(AccessToken.objects, "filter", lambda **_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            uses.uses_write()
    assert uses.uses_write() == 1


def test_the_list_shows_no_secret(ada):
    made = ada.post("/me/tokens", {"name": "bot", "scopes": ["games:read"]}).json
    listed = ada.get("/me/tokens")
    assert [item["name"] for item in listed.json["items"]] == ["bot", "test"]
    assert made["token"] not in listed.body.decode()
    assert ada.secret not in listed.body.decode()


def test_a_replay_has_no_secret(ada):
    first = ada.post("/me/tokens", {"name": "bot", "scopes": ["games:read"]}, key="k")
    again = ada.post("/me/tokens", {"name": "bot", "scopes": ["games:read"]}, key="k")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json == {**first.json, "token": None}


def test_every_scope_is_explained():
    assert set(SCOPES) == set(Scope)
    assert all(SCOPES.values())


def test_me_says_who_i_am(ada, nobody):
    me = ada.get("/me").json
    assert (me["username"], me["is_staff"], me["player"]) == ("ada", False, str(ada.viewer.player))
    assert nobody.get("/me").code == "not_authenticated"
    assert nobody.get("/me").headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "body",
    [
        {"name": "", "scopes": ["games:read"]},
        {"name": "x" * 81, "scopes": ["games:read"]},
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["all"]},
    ],
)
def test_a_token_needs_a_name_and_known_scopes(ada, body):
    assert ada.post("/me/tokens", body).code == "invalid_request"
