"""Is every offered choice accepted, every other one refused with its reason, and nobody told what they may not know?"""

from __future__ import annotations

from uuid import uuid4

import pytest

from gameplay import selectors
from tests.api.conftest import game_new


def version(game, viewer):
    return selectors.game_view(game_id=game, viewer=viewer).version


def test_every_offered_choice_would_be_accepted(ada, game):
    for choice in ada.asked(game)["choices"]:
        answer = ada.choose(game, "d1", choice, query="validate_only=true")
        assert (answer.status, answer.json) == (200, {"legal": True, "decision": "d1"})


def test_to_validate_writes_nothing(ada, game):
    before = version(game, ada.viewer)
    asked = ada.asked(game)
    ada.choose(game, asked["id"], asked["choices"][0], query="validate_only=true", key="k")
    assert version(game, ada.viewer) == before
    assert ada.choose(game, asked["id"], asked["choices"][1], key="k").status == 201


def test_a_choice_of_the_rules_that_is_not_offered_is_422_with_its_clause(ada, game):
    before = version(game, ada.viewer)
    answer = ada.choose(game, "d1", {"type": "bid", "guest": "worker"})
    assert (answer.status, answer.json["clause"]) == (422, "SB-2.5")
    assert answer.json["detail"]
    assert version(game, ada.viewer) == before


@pytest.mark.parametrize(
    "choice",
    [
        {},
        {"type": "haunt", "ghost": 3},
        {"type": 7},
        {"guest": "worker"},
        {"type": "place_setup_drink"},
        {"type": "place_setup_drink", "guest": 1},
        {"type": "place_setup_drink", "guest": "worker", "extra": 1},
        {"type": "place_setup_drink", "guest": "dragon"},
        {"type": "guest_order", "seat": 0, "guests": []},
    ],
)
def test_what_is_no_choice_of_this_game_is_422(ada, game, choice):
    answer = ada.choose(game, "d1", choice)
    assert answer.status == 422
    assert answer.code in ("choice_malformed", "no_such_guest")


@pytest.mark.parametrize("choice", [[], "pass", 1, None])
def test_a_choice_is_an_object(ada, game, choice):
    answer = ada.choose(game, "d1", choice)
    assert (answer.status, answer.json["errors"][0]["pointer"]) == (400, "/choice")


def test_a_closed_decision_is_409_with_what_is_open(ada, ben, game):
    for who in (ada, ben):
        asked = who.asked(game)
        assert who.choose(game, asked["id"], asked["choices"][0]).status == 201
    late = ada.choose(game, "d1", {"type": "place_setup_drink", "guest": "worker"})
    assert (late.status, late.code) == (409, "decision_closed")
    assert late.json["decisions"] == ada.get(f"/games/{game}/decisions").json["items"]
    assert late.json["decisions"][0]["id"] != "d1"


@pytest.mark.parametrize("decision", ["d0", "d2", "d999999999", "x", "17", "d-1", "d1.0", "d99999999999999999"])
def test_a_decision_that_was_never_asked_is_409(ada, game, decision):
    answer = ada.choose(game, decision, {"type": "place_setup_drink", "guest": "worker"})
    assert (answer.status, answer.code) == (409, "not_your_decision")
    assert answer.json["decisions"][0]["id"] == "d1"


@pytest.mark.parametrize("decision", [1, None, "", "d" * 21])
def test_a_decision_is_named_by_a_short_text(ada, game, decision):
    assert ada.choose(game, decision, {"type": "x"}).json["errors"][0]["pointer"] == "/decision"


def test_who_has_no_seat_is_not_asked(eve, nobody, game):
    assert eve.get(f"/games/{game}/decisions").json == {"items": []}
    assert nobody.get(f"/games/{game}/decisions").json == {"items": []}
    answer = eve.choose(game, "d1", {"type": "place_setup_drink", "guest": "worker"})
    assert (answer.status, answer.code) == (403, "not_seated")
    assert "decisions" not in answer.json


def test_a_referee_sees_what_every_seat_is_asked(referee, game):
    assert [decision["seat"] for decision in referee.get(f"/games/{game}/decisions").json["items"]] == [0, 1]


def test_before_the_start_nothing_is_asked(ada, open_game):
    assert ada.get(f"/games/{open_game}/decisions").json == {"items": []}
    assert ada.choose(open_game, "d1", {"type": "place_setup_drink", "guest": "worker"}).code == "game_not_playing"


def test_after_the_end_nothing_is_accepted(ada, finished_game):
    assert ada.get(f"/games/{finished_game}/decisions").json == {"items": []}
    assert ada.choose(finished_game, "d1", {"type": "place_setup_drink", "guest": "worker"}).status == 409


def test_enumerate_lists_at_most_so_many(ada, game):
    few = ada.get(f"/games/{game}/decisions", "enumerate=true&limit=2").json["items"][0]
    assert (len(few["choices"]), few["complete"]) == (2, False)
    assert few["count"] > 2
    everything = ada.get(f"/games/{game}/decisions", "enumerate=1").json["items"][0]
    assert (len(everything["choices"]), everything["complete"]) == (everything["count"], True)


def test_a_refusal_does_not_depend_on_what_the_caller_can_not_see(ada, ben):
    """The same wrong choice in two games that differ in hidden cards gets the same answer."""
    answers = []
    for _ in range(2):
        game = game_new(ada, ben)
        answer = ada.choose(game, "d1", {"type": "choose_pair", "cards": [1, 2]}).json
        answers.append({name: value for name, value in answer.items() if name not in ("instance", "request_id")})
    assert answers[0] == answers[1]


def test_the_other_seat_learns_no_choice_before_it_may(ada, ben, game):
    """Of a pair or wild cards; five cards for which others are drawn are laid open (SB-3.8)."""
    for who in (ada, ben):
        asked = who.asked(game)
        who.choose(game, asked["id"], asked["choices"][0])
    asked = ada.asked(game)
    assert asked["kind"] != "place_setup_drinks"
    plays = [choice for choice in asked["choices"] if choice["type"] != "redraw_five"]
    chosen = ada.choose(game, asked["id"], plays[0]).json
    mine, seq = chosen["entries"][0]["choice"], chosen["entries"][0]["seq"]
    assert mine == plays[0]
    theirs = next(item for item in ben.get(f"/games/{game}/events", f"after={seq - 1}").json["items"] if item["seq"] == seq)
    assert theirs["choice"] is None or theirs["choice"] != mine


def test_a_repeated_choice_is_found_although_the_game_went_on(ada, ben, game):
    asked = ada.asked(game)
    key = str(uuid4())
    first = ada.choose(game, asked["id"], asked["choices"][0], key=key)
    ben_asked = ben.asked(game)
    ben.choose(game, ben_asked["id"], ben_asked["choices"][0])
    again = ada.choose(game, asked["id"], asked["choices"][0], key=key)
    assert (again.status, again.body, again.headers["Idempotent-Replayed"]) == (201, first.body, "true")
