"""Is the feed of a game whole, in order and for the caller's eyes only?"""

from __future__ import annotations

import json

import pytest

from gameplay.rules.catalogue import GAMES


def test_pages_put_one_after_the_other_are_the_feed(ada, finished_game):
    path, after, found = f"/games/{finished_game}/events", 0, []
    while True:
        page = ada.get(path, f"after={after}&limit=7")
        found += page.json["items"]
        if not page.json["has_more"]:
            assert page.json["ended"]
            break
        assert page.headers["Link"] == f'</api/v1{path}?after={page.json["next_after"]}&limit=7>; rel="next"'
        after = page.json["next_after"]
    assert [item["seq"] for item in found] == list(range(1, len(found) + 1))
    assert found[0]["kind"] == "game.created"
    assert found[-1]["kind"] == "secret.revealed"
    whole, after = [], 0
    while len(whole) < len(found):
        whole += ada.get(path, f"after={after}&limit=200").json["items"]
        after = whole[-1]["seq"]
    assert whole == found


def test_ndjson_is_the_same_feed_a_line_an_event(ada, game):
    page = ada.get(f"/games/{game}/events").json
    lines = ada.get(f"/games/{game}/events", Accept="application/x-ndjson")
    assert lines.headers["Content-Type"] == "application/x-ndjson"
    assert [json.loads(line) for line in lines.body.splitlines()] == page["items"]


def test_the_callers_preference_decides_the_form(ada, game):
    path = f"/games/{game}/events"
    assert ada.get(path, Accept="application/x-ndjson;q=0.5, application/json").headers["Content-Type"] == "application/json"
    assert ada.get(path, Accept="application/x-ndjson, */*;q=0.1").headers["Content-Type"] == "application/x-ndjson"
    assert ada.get(path, Accept="application/*").headers["Content-Type"] == "application/json"
    assert ada.get(path, Accept="text/html, application/json;q=0").status == 406
    assert ada.get(path, Accept="application/json;q=nonsense").status == 406


@pytest.mark.parametrize("place", ["events", "events/next"])
def test_an_event_that_is_not_there_yet_is_no_cursor(ada, game, place):
    version = ada.get(f"/games/{game}").json["version"]
    assert ada.get(f"/games/{game}/{place}", f"after={version}&wait=0" if place != "events" else f"after={version}").json["items"] == []
    answer = ada.get(f"/games/{game}/{place}", f"after={version + 1}")
    assert (answer.status, answer.code, answer.json["version"]) == (400, "invalid_cursor", version)
    for wrong in ("after=-1", "after=x", "after=99999999999"):
        assert ada.get(f"/games/{game}/{place}", wrong).code == "invalid_request"


def test_a_seat_and_a_spectator_know_different_things_of_the_same_events(ada, ben, nobody, game):
    feeds = [who.get(f"/games/{game}/events").json["items"] for who in (ada, ben, nobody)]
    for other in feeds[1:]:
        assert [(item["seq"], item["kind"]) for item in other] == [(item["seq"], item["kind"]) for item in feeds[0]]
    assert feeds[0] != feeds[1] != feeds[2]
    assert [item["kind"] for item in feeds[2]].count("dealer.answered") > 0


def test_no_feed_of_a_running_game_holds_its_secret(ada, nobody, referee, game):
    from gameplay.models import DealerSecret

    secret = bytes(DealerSecret.objects.get(game=game).secret).hex().encode()
    for who in (ada, nobody, referee):
        for place in ("", "/events", "/decisions", "/at/5", "/verification"):
            assert secret not in who.get(f"/games/{game}{place}").body


def test_the_past_is_shown_as_it_was(ada, ben, game):
    before = ada.get(f"/games/{game}").json
    asked = ada.asked(game)
    ada.choose(game, asked["id"], asked["choices"][0])
    past = ada.get(f"/games/{game}/at/{before['version']}").json
    assert (past["view"], past["decisions"], past["seq"]) == (before["view"], before["decisions"], before["version"])
    assert ada.get(f"/games/{game}/at/1").json["view"] is None
    for wrong in (0, 999, 999_999_999):
        answer = ada.get(f"/games/{game}/at/{wrong}")
        assert (answer.status, answer.code) == (404, "event_not_found")
    assert ada.get(f"/games/{game}/at/9999999999").code == "not_found"
    assert ada.get(f"/games/{game}/at/-1").code == "not_found"


def test_the_record_of_a_finished_game_is_its_whole_log(nobody, finished_game):
    answer = nobody.get(f"/games/{finished_game}/record", Accept="application/x-ndjson")
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.body.splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[-1]["kind"] == "secret.revealed"
    assert lines[0]["body"]["commitment"] == nobody.get(f"/games/{finished_game}").json["commitment"]
    assert nobody.get(f"/games/{finished_game}/record", Accept="application/json").status == 406


def test_the_record_of_a_running_game_is_for_referees(ada, referee, game):
    assert ada.get(f"/games/{game}/record").code == "game_not_finished"
    assert referee.get(f"/games/{game}/record").status == 200


def test_a_finished_game_is_verified_to_the_last_draw(nobody, finished_game):
    verified = nobody.get(f"/games/{finished_game}/verification").json
    assert verified["ok"]
    assert verified["secret_revealed"]
    assert verified["chain"]["checked"] == verified["version"]
    assert verified["fairness"]["checked"] > 0


def test_everything_that_is_sent_is_of_the_documented_form(finished_game, ada):
    """Choices, facts and the view of every event decode strictly into the structs that the document is made from."""
    import msgspec

    from gameplay.log import union

    rules = GAMES["spooky_bar"]
    facts, choices = union(rules.facts), union((*rules.choices, *rules.answers))
    after, seen = 0, 0
    while page := ada.get(f"/games/{finished_game}/events", f"after={after}&limit=200").json["items"]:
        for item in page:
            msgspec.convert(item["facts"], list[facts])
            if item["choice"] is not None:
                msgspec.convert(item["choice"], choices)
                seen += 1
        after = page[-1]["seq"]
    assert seen > 10
    msgspec.convert(ada.get(f"/games/{finished_game}").json["view"], rules.view_type)
