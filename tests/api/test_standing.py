"""Can a seat have passes made for it over REST, and does nobody else see it?"""

from __future__ import annotations

import json

import pytest

from tests.api.conftest import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def fight(ada: Api, ben: Api) -> str:
    """A running game of Bar Fight between two people."""
    game = ada.post("/games", {"rules": "bar_fight", "seats": 2}).json["id"]
    for person in (ada, ben):
        person.post(f"/games/{game}/seats", {})
    ada.post(f"/games/{game}/start", {})
    return str(game)


def put(api: Api, path: str, body: object):
    return api.send("PUT", path, json.dumps(body).encode())


def test_a_standing_answer_is_left_seen_by_its_seat_and_taken_back(ada: Api, ben: Api, fight: str):
    path = f"/games/{fight}/standing"
    before = ada.get(path).json
    assert before["standing"] is None
    assert {offer["until"] for offer in before["offered"]} == {"next_play", "next_round"}
    left = put(ada, path, {"until": "next_round"})
    assert left.status == 200
    assert left.json["standing"]["until"] == "next_round"
    assert ada.get(path).json == left.json
    assert ben.get(path).json["standing"] is None
    assert ada.delete(path).status == 204
    assert ada.get(path).json["standing"] is None


def test_what_a_game_does_not_offer_is_refused(ada: Api, fight: str):
    refused = put(ada, f"/games/{fight}/standing", {"until": "doomsday"})
    assert (refused.status, refused.json["code"]) == (422, "unknown_standing")


def test_somebody_without_a_seat_has_nothing_to_leave(eve: Api, fight: str):
    for answer in (eve.get(f"/games/{fight}/standing"), put(eve, f"/games/{fight}/standing", {"until": "next_play"})):
        assert (answer.status, answer.json["code"]) == (403, "not_seated")
