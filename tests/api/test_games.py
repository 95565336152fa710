"""Can a game be found, created, filled, started and left, and are mistakes on the way refused?"""

from __future__ import annotations

from uuid import uuid4

import pytest

from gameplay.models import Game
from tests.api.conftest import game_new


def test_a_life_in_six_calls(ada, ben):
    created = ada.post("/games", {"rules": "spooky_bar", "options": {"tom_scores": False}, "seats": 2}, key="c")
    assert created.status == 201
    game = created.json["id"]
    assert created.headers["Location"] == f"/api/v1/games/{game}"
    assert created.json["invitation"] is None
    assert ada.post(f"/games/{game}/seats", {}).json == {"game": game, "seat": 0}
    assert ben.post(f"/games/{game}/seats", {"seat": 1}).json == {"game": game, "seat": 1}
    started = ada.post(f"/games/{game}/start")
    assert (started.status, started.json["status"], started.json["viewer"]) == (200, "playing", {"role": "seat", "seat": 0})
    shown = ben.get(f"/games/{game}").json
    decision = shown["decisions"][0]
    chosen = ben.choose(game, decision["id"], decision["choices"][0])
    assert chosen.status == 201
    feed = ben.get(f"/games/{game}/events/next", f"after={shown['version']}&wait=0").json
    assert feed["items"] == chosen.json["entries"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"rules": "chess", "seats": 2}, "unknown_rules"),
        ({"rules": "spooky_bar", "seats": 5}, "bad_seats"),
        ({"rules": "spooky_bar", "seats": 1}, "bad_seats"),
        ({"rules": "spooky_bar", "seats": 2, "edition": "gold"}, "unknown_edition"),
        ({"rules": "spooky_bar", "seats": 2, "options": {"colour": "red"}}, "bad_options"),
        ({"rules": "spooky_bar", "seats": 2, "options": {"tom_scores": "yes"}}, "bad_options"),
        ({"rules": "spooky_bar", "seats": 2, "options": {"event": 9}}, "bad_options"),
    ],
)
def test_a_game_that_can_not_be_is_422(ada, body, code):
    answer = ada.post("/games", body)
    assert (answer.status, answer.code) == (422, code)
    assert Game.objects.count() == 0


def test_a_seat_is_taken_once_and_by_one_person_once(ada, ben, eve, open_game):
    assert ada.post(f"/games/{open_game}/seats", {}).code == "already_seated"
    assert ben.post(f"/games/{open_game}/seats", {"seat": 0}).code == "seat_taken"
    assert ben.post(f"/games/{open_game}/seats", {"seat": 7}).code == "seat_not_found"
    assert ben.post(f"/games/{open_game}/seats", {"seat": -1}).code == "invalid_request"
    assert ben.post(f"/games/{open_game}/seats", {}).status == 201
    assert eve.post(f"/games/{open_game}/seats", {}).code == "game_full"


def test_bots_are_seated_by_the_creator(ada, ben, open_game):
    assert ben.post(f"/games/{open_game}/seats", {"bot": "random"}).code == "not_creator"
    assert ada.post(f"/games/{open_game}/seats", {"bot": "genius"}).code == "unknown_bot"
    assert ada.post(f"/games/{open_game}/seats", {"bot": "random", "invitation": "x"}).code == "invalid_request"
    assert ada.post(f"/games/{open_game}/seats", {"bot": "random"}).json["seat"] == 1
    assert ada.get(f"/games/{open_game}").json["seats"][1]["bot"] == "random"
    assert ada.delete(f"/games/{open_game}/seats/1").status == 204


def test_only_the_creator_starts_and_only_a_full_open_game(ada, ben, open_game):
    assert ben.post(f"/games/{open_game}/start").code == "not_creator"
    refused = ada.post(f"/games/{open_game}/start")
    assert (refused.code, refused.json["free"]) == ("seats_not_filled", [1])
    ben.post(f"/games/{open_game}/seats")
    assert ada.post(f"/games/{open_game}/start").status == 200
    assert ada.post(f"/games/{open_game}/start").code == "game_not_open"


def test_a_seat_that_was_left_can_be_taken_over_in_a_running_game(ada, ben, eve, game):
    assert eve.delete(f"/games/{game}/seats/1").code == "not_your_seat"
    assert ada.delete(f"/games/{game}/seats/1").code == "not_your_seat"
    assert ben.delete(f"/games/{game}/seats/9").code == "seat_not_found"
    assert ben.delete(f"/games/{game}/seats/1").status == 204
    assert ben.get(f"/games/{game}").json["viewer"]["role"] == "spectator"
    assert eve.post(f"/games/{game}/seats", {}).json["seat"] == 1
    assert eve.asked(game)["seat"] == 1


def test_an_invitation_opens_a_private_game_and_is_shown_once(ada, ben, eve):
    body = {"rules": "spooky_bar", "seats": 2, "private": True}
    created = ada.post("/games", body, key="k").json
    game, invitation = created["id"], created["invitation"]
    assert invitation
    assert ada.post("/games", body, key="k").json == {**created, "invitation": None}
    assert ben.get(f"/games/{game}").status == 404
    assert ben.post(f"/games/{game}/seats", {"invitation": "wrong"}).code == "game_not_found"
    assert ben.post(f"/games/{game}/seats", {"invitation": invitation}).status == 201
    assert ben.get(f"/games/{game}").status == 200
    assert eve.get(f"/games/{game}").status == 404


def test_lists_are_filtered(ada, ben, eve, game, open_game, nobody):
    def ids(who, query=""):
        return [item["id"] for item in who.get("/games", query).json["items"]]

    both = sorted([str(game), str(open_game)], reverse=True)
    assert ids(nobody) == both
    assert ids(nobody, "status=open") == [str(open_game)]
    assert ids(nobody, "rules=chess") == []
    assert ids(nobody, "rules=spooky_bar") == both
    assert ids(nobody, "mine=true") == []
    assert ids(ben, "mine=true") == [str(game)]
    assert ids(eve, "awaiting=true") == []
    assert ids(ada, "awaiting=true") == [str(game)]
    assert [item["id"] for item in ada.get("/me/games").json["items"]] == both
    assert [item["id"] for item in ben.get("/me/games", "awaiting=true&status=playing").json["items"]] == [str(game)]
    assert [item["id"] for item in eve.get("/me/games").json["items"]] == []


def test_pages_put_one_after_the_other_are_the_list(ada, nobody):
    made = [str(game_new(ada, start=False)) for _ in range(5)]
    found, path, query, pages = [], "/games", "limit=2&status=open", 0
    while True:
        page = nobody.get(path, query)
        found += [item["id"] for item in page.json["items"]]
        pages += 1
        if not page.json["has_more"]:
            assert page.json["next_cursor"] is None
            assert "Link" not in page.headers
            break
        address = page.headers["Link"].removeprefix("<").removesuffix('>; rel="next"')
        path, _, query = address.partition("?")
        assert f"cursor={page.json['next_cursor'].replace(':', '%3A')}" in query
        assert "status=open" in query
        game_new(ada, start=False)  # what is created meanwhile shifts nothing
    assert (found, pages) == (made[::-1], 3)


def test_a_cursor_fits_its_own_list_only(ada, nobody):
    for _ in range(2):
        game_new(ada, start=False)
    cursor = nobody.get("/games", "limit=1").json["next_cursor"]
    assert nobody.get("/games", f"cursor={cursor}").status == 200
    for wrong in (f"cursor={cursor}&status=open", f"cursor={cursor[:-1]}", "cursor=x", "cursor=", f"cursor={uuid4()}"):
        answer = nobody.get("/games", wrong)
        assert (answer.status, answer.code) == (400, "invalid_cursor")


def test_an_etag_belongs_to_viewer_and_content_and_not_to_the_token(ada, ben, nobody, game):
    from tests.api.conftest import with_scopes

    path = f"/games/{game}"
    first = ada.get(path)
    etag = first.headers["ETag"]
    assert etag.startswith('"')
    assert ada.get(path).headers["ETag"] == etag
    assert with_scopes(ada, ["games:read"]).get(path).headers["ETag"] == etag
    assert ben.get(path).headers["ETag"] != etag
    assert nobody.get(path).headers["ETag"] != etag
    kept = ada.get(path, If_None_Match=f'"other", W/{etag}')
    assert (kept.status, kept.body, kept.headers["ETag"]) == (304, b"", etag)
    assert ada.get(path, If_None_Match="*").status == 304
    assert ben.get(path, If_None_Match=etag).status == 200
    asked = ada.asked(game)
    ada.choose(game, asked["id"], asked["choices"][0])
    assert ada.get(path, If_None_Match=etag).status == 200


def test_two_viewers_who_see_the_same_have_different_etags_in_lists_too(ada, ben, game):
    assert ada.get("/games").body == ben.get("/games").body
    assert ada.get("/games").headers["ETag"] != ben.get("/games").headers["ETag"]


def test_answers_are_for_the_caller_alone(ada, game):
    headers = ada.get(f"/games/{game}").headers
    assert headers["Cache-Control"] == "private, no-cache"
    assert headers["Vary"] == "Authorization, Accept"


def test_head_is_get_without_the_body(ada, game):
    answer = ada.send("HEAD", f"/games/{game}")
    assert (answer.status, answer.body) == (200, b"")
    assert answer.headers["ETag"] == ada.get(f"/games/{game}").headers["ETag"]


def test_options_names_the_methods(ada):
    answer = ada.send("OPTIONS", "/games")
    assert (answer.status, answer.headers["Allow"]) == (204, "GET, POST, HEAD, OPTIONS")


def test_rules_and_decks_are_described(nobody):
    summary = nobody.get("/rules").json["items"][0]
    assert summary["name"] == "spooky_bar"
    shown = nobody.get("/rules/spooky_bar").json
    assert {**shown, **summary} == shown
    assert shown["seats"] == {"least": 2, "most": 4}
    assert {"SB-1.1", "SB-3.4"} <= {clause["id"] for clause in shown["clauses"]}
    assert shown["choice_schema"]["discriminator"]["propertyName"] == "type"
    decks = nobody.get("/rules/spooky_bar/decks").json["items"]
    current = next(deck for deck in decks if deck["current"])
    assert current["edition"] == shown["edition"]
    deck = nobody.get(f"/rules/spooky_bar/decks/{current['edition']}").json
    assert deck["digest"] == current["digest"]
    assert deck["deck"]


@pytest.mark.parametrize("path", ["/rules/chess", "/rules/chess/decks", "/rules/chess/decks/x", "/rules/spooky_bar/decks/x"])
def test_what_is_not_there_is_404(nobody, path):
    assert (nobody.get(path).status, nobody.get(path).code) == (404, "not_found")
