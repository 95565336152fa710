"""Do referees and those who object get through REST what they may, and everybody else exactly nothing?"""

from __future__ import annotations

import io
import json
import zipfile
from uuid import uuid4

import pytest

from events import store
from gameplay.api.tokens import SCOPES
from gameplay.models import AccessRecord, DealerSecret, Ruling
from gameplay.referee import ledger
from tests.api.conftest import (  # noqa: F401 - fixtures
    _fresh,
    ada,
    ben,
    eve,
    finished_game,
    game,
    game_new,
    nobody,
    person,
    private_game,
    referee,
    with_scopes,
)
from tests.referee.conftest import kinds, version

WHY = {"reason": "a misclick"}


def act(api, game, name, body=None, *, key=None, query="", expected=None, **headers):  # noqa: F811
    body = {**WHY, **(body or {})}
    if expected is not False:
        body["expected_version"] = version(game) if expected is None else expected
    return api.post(f"/games/{game}/{name}", body, key=key or str(uuid4()), query=query, **headers)


def played(game, ada, ben):  # noqa: F811
    """One choice of each; returns the event of the first one."""
    first = None
    for who in (ada, ben):
        decisions = who.get(f"/games/{game}/decisions").json["items"]
        if decisions:
            at = version(game)
            assert who.choose(game, decisions[0]["id"], decisions[0]["choices"][0]).status == 201
            first = first or at + 1
    return first


def asked_at(game):  # noqa: F811
    """The newest event as of which a seat was asked, before a choice is made."""
    return version(game)


def test_a_rewind_answers_what_its_preview_said(referee, ada, ben, game):  # noqa: F811
    to = asked_at(game)
    played(game, ada, ben)
    at = version(game)
    preview = act(referee, game, "rewind", {"to": to}, query="validate_only=true")
    assert preview.status == 200
    assert version(game) == at
    done = act(referee, game, "rewind", {"to": to})
    assert done.status == 200
    assert done.json == {**preview.json, "seq": at + 1}
    assert [entry["seq"] for entry in done.json["undone"]] == list(range(to + 1, at + 1))
    assert kinds(game)[-1] == "game.rewound"
    page = ada.get(f"/games/{game}/events", query=f"after={at}").json
    assert page["items"][0]["rewound_to"] == to
    assert page["undone"] == [{"first": to + 1, "last": at}]


def test_a_preview_keeps_no_answer_for_its_key(referee, ada, ben, game):  # noqa: F811
    to = asked_at(game)
    played(game, ada, ben)
    preview = act(referee, game, "rewind", {"to": to}, key="once", query="validate_only=true")
    done = act(referee, game, "rewind", {"to": to}, key="once")
    assert (preview.json["seq"], done.json["seq"]) == (None, version(game))


def test_the_same_act_sent_twice_is_done_once(referee, ada, ben, game):  # noqa: F811
    to = asked_at(game)
    played(game, ada, ben)
    at = version(game)
    first = act(referee, game, "rewind", {"to": to}, key="k", expected=at)
    again = act(referee, game, "rewind", {"to": to}, key="k", expected=at)
    assert (first.status, again.status, again.json) == (200, 200, first.json)
    assert again.headers["Idempotent-Replayed"] == "true"
    other = act(referee, game, "rewind", {"to": to, "draws": "fresh"}, key="k", expected=at)
    assert (other.status, other.code) == (422, "idempotency_key_reused")
    assert version(game) == at + 1
    assert Ruling.objects.count() == 1


def refused_rewinds():
    return [
        ({"to": 999}, 422, "rewind_to_future"),
        ({"to": 0}, 404, "event_not_found"),
        ({"to": -5}, 404, "event_not_found"),
        ({"to": 2}, 422, "rewind_not_at_decision"),
        ({"evidence": [999]}, 404, "event_not_found"),
        ({"reason": "  "}, 422, "reason_required"),
        ({"reason": "x" * 2001}, 400, "invalid_request"),
        ({"draws": "better"}, 400, "invalid_request"),
        ({"to": "5"}, 400, "invalid_request"),
        ({"because": 1}, 400, "invalid_request"),
        ({"expected_version": 3}, 412, "stale_version"),
        ({"expected_version": None}, 428, "version_required"),
    ]


@pytest.mark.parametrize(("body", "status", "code"), refused_rewinds(), ids=str)
def test_each_bad_rewind_has_its_own_code_and_appends_nothing(body, status, code, referee, ada, ben, game):  # noqa: F811
    to = asked_at(game)
    played(game, ada, ben)
    at = version(game)
    full = {"to": to, "expected_version": at, **WHY, **body}
    for query in ("", "validate_only=true"):
        answer = referee.post(f"/games/{game}/rewind", full, key=str(uuid4()), query=query)
        assert (answer.status, answer.code) == (status, code)
        if code == "stale_version":
            assert answer.json["version"] == at
    assert version(game) == at
    assert Ruling.objects.count() == AccessRecord.objects.count() == 0


def test_without_a_key_or_by_the_wrong_person_nothing_is_ruled(referee, ada, ben, eve, nobody, game):  # noqa: F811
    at = version(game)
    body = {**WHY, "expected_version": at}
    answer = referee.post(f"/games/{game}/pause", body)
    assert (answer.status, answer.code) == (400, "idempotency_key_required")
    assert nobody.post(f"/games/{game}/pause", body, key="k").status == 401
    assert ada.post(f"/games/{game}/pause", body, key="k").code == "insufficient_scope"
    eager = with_scopes(eve, SCOPES)
    assert act(eager, game, "pause").code == "not_referee"
    ada.user.is_staff = True
    ada.user.save()
    seated = with_scopes(ada, SCOPES)
    assert act(seated, game, "pause").code == "referee_is_seated"
    assert version(game) == at


def test_if_match_names_the_game_as_it_was_seen(referee, ada, ben, game):  # noqa: F811
    seen = referee.get(f"/games/{game}").headers["ETag"]
    played(game, ada, ben)
    at = version(game)
    stale = act(referee, game, "pause", expected=False, If_Match=seen)
    assert (stale.status, stale.code, stale.json["version"]) == (412, "stale_version", at)
    seen = referee.get(f"/games/{game}").headers["ETag"]
    at_odds = act(referee, game, "pause", expected=at - 1, If_Match=seen)
    assert at_odds.code == "stale_version"
    assert act(referee, game, "pause", expected=False, If_Match="*").code == "version_required"
    assert act(referee, game, "pause", expected=False, If_Match=seen).json["seq"] == at + 1


def test_a_game_is_paused_resumed_and_voided(referee, ada, game):  # noqa: F811
    check = act(referee, game, "pause", query="validate_only=true")
    assert (check.status, check.json["seq"], check.json["ruling"], check.json["act"]) == (200, None, None, "pause")
    assert act(referee, game, "pause").status == 200
    decision = ada.choose(game, "d1", {"type": "nothing"})
    assert decision.code in ("game_paused", "choice_malformed")
    assert act(referee, game, "pause").code == "game_paused"
    assert act(referee, game, "resume").status == 200
    assert act(referee, game, "resume").code == "game_not_paused"
    voided = act(referee, game, "void")
    assert voided.json["status"] == "voided"
    assert act(referee, game, "void").code == "game_over"
    assert act(referee, game, "rewind", {"to": 5}).code == "game_not_playing"


def test_a_result_is_adjudicated(referee, game):  # noqa: F811
    at = version(game)
    for scores, winners in (([1], [0]), ([1, 0], [1, 0]), ([1, 0], [2]), ([1, 0, 0], [0])):
        assert act(referee, game, "adjudicate", {"scores": scores, "winners": winners}).code == "bad_result"
    assert act(referee, game, "adjudicate", {"scores": [10**9, 0], "winners": [0]}).status == 400
    assert version(game) == at
    told = act(referee, game, "adjudicate", {"scores": [3, 1], "winners": [0]})
    assert told.json["status"] == "finished"
    assert referee.get(f"/games/{game}").json["result"] == {"scores": [3, 1], "winners": [0]}


def test_a_seat_is_taken_from_a_player_and_given_to_a_bot(referee, ada, ben, game):  # noqa: F811
    assert act(referee, game, "vacate", {"seat": 9}).code == "seat_not_found"
    assert act(referee, game, "vacate", {"seat": 1, "bot": "oracle"}).code == "unknown_bot"
    assert act(referee, game, "vacate", {"seat": 1, "bot": "random"}).status == 200
    assert kinds(game)[-2:] == ["seat.left", "seat.replaced"]
    assert referee.get(f"/games/{game}").json["seats"][1]["bot"] == "random"
    assert act(referee, game, "vacate", {"seat": 0}).status == 200
    assert act(referee, game, "vacate", {"seat": 0}).code == "seat_not_found"


def test_a_clock_is_corrected(referee, ada, ben, game):  # noqa: F811
    from gameplay import services
    from gameplay.clocks import Clock
    from gameplay.selectors import player_of

    assert act(referee, game, "clock", {"seat": 0, "seconds": 60}).code == "no_clock"
    timed, _ = services.game_create(player=player_of(ada.user), rules="spooky_bar", seats=2, clock=Clock(kind="bank", seconds=600))
    for who in (ada, ben):
        services.seat_take(game_id=timed, viewer=who.viewer)
    services.game_start(game_id=timed, viewer=ada.viewer)
    assert act(referee, timed, "clock", {"seat": 5, "seconds": 60}).code == "seat_not_found"
    assert act(referee, timed, "clock", {"seat": 0, "seconds": 900}).status == 200
    preview = act(referee, timed, "rewind", {"to": version(timed) - 1}, query="validate_only=true")
    assert 890 < preview.json["clocks"][0] <= 900


def test_a_dispute_is_opened_claimed_decided_and_closed(referee, ada, ben, eve, game):  # noqa: F811
    played(game, ada, ben)
    new = {"event": version(game), "category": "misclick", "reason": "the wrong one"}
    opened = ada.post(f"/games/{game}/disputes", new, key="d")
    assert opened.status == 201
    assert ada.post(f"/games/{game}/disputes", new, key="d").headers["Idempotent-Replayed"] == "true"
    path = opened.headers["Location"]
    assert ada.get(path).json == opened.json
    assert [item["id"] for item in ada.get(f"/games/{game}/disputes").json["items"]] == [opened.json["id"]]
    assert ben.get(path).code == eve.get(path).code == "dispute_not_found"
    assert ben.get(f"/games/{game}/disputes").json == {"items": []}
    queue = referee.get("/disputes", query="status=open")
    assert [item["id"] for item in queue.json["items"]] == [opened.json["id"]]
    assert referee.post(f"{path}/claim", {}, key="c").json["status"] == "claimed"
    assert referee.post(f"{path}/ask", {"text": "why?"}, key="a").json["status"] == "needs_info"
    assert ada.post(f"{path}/answer", {"text": "so"}).json["status"] == "claimed"
    decided = referee.post(f"{path}/decide", {"outcome": "rejected", "explanation": "no"}, key="x")
    assert (decided.json["status"], decided.json["outcome"]) == ("decided", "rejected")
    assert referee.post(f"{path}/close", {}, key="y").json["status"] == "closed"
    assert ada.post(f"{path}/appeal", {"text": "again"}).json["status"] == "appealed"
    assert referee.post(f"{path}/claim", {}, key="z").code == "conflict_of_interest"
    assert ada.post(f"{path}/withdraw", {}).code == "dispute_moved_on"


@pytest.mark.parametrize(
    "body",
    [{"event": 1, "category": "spite", "reason": "x"}, {"event": 1, "reason": "x"}, {"event": -1, "category": "rules", "reason": "x"}],
)
def test_a_malformed_dispute_is_refused(body, ada, game):  # noqa: F811
    at = version(game)
    assert ada.post(f"/games/{game}/disputes", body).status == 400
    assert version(game) == at


def test_the_queue_has_pages(referee, ada, game):  # noqa: F811
    for seq in (1, 2, 3):
        ada.post(f"/games/{game}/disputes", {"event": seq, "category": "rules", "reason": "x"})
    first = referee.get("/disputes", query="limit=2")
    assert (len(first.json["items"]), first.json["has_more"]) == (2, True)
    rest = referee.get("/disputes", query=f"limit=2&cursor={first.json['next_cursor']}")
    assert [item["seq"] for item in rest.json["items"]] == [3]
    other = referee.get("/disputes", query=f"status=open&cursor={first.json['next_cursor']}")
    assert other.code == "invalid_cursor"


def test_a_position_is_seen_with_other_eyes_and_the_look_is_on_record(referee, ada, ben, game):  # noqa: F811
    at = version(game)
    as_ada = referee.get(f"/games/{game}/audit/{at}", query="as=0&reason=looking")
    own = ada.get(f"/games/{game}/at/{at}")
    assert as_ada.json == own.json
    assert referee.get(f"/games/{game}/audit/{at}", query="as=whole").code == "reason_required"
    assert referee.get(f"/games/{game}/audit/{at}", query="as=spectator").status == 200
    assert referee.get(f"/games/{game}/audit/{at}", query="as=nobody").status == 400
    assert referee.get(f"/games/{game}/audit/{at}", query="as=7&reason=x").code == "seat_not_found"
    records = referee.get(f"/games/{game}/accesses").json["items"]
    assert [(record["what"], record["seat"], record["reason"]) for record in records] == [("position", 0, "looking")]


def test_players_and_spectators_read_their_own_difference(referee, ada, ben, nobody, game):  # noqa: F811
    before = version(game)
    played(game, ada, ben)
    query = f"old={before}&new={version(game)}"
    assert ada.get(f"/games/{game}/difference", query=query).json["viewer"] == {"role": "seat", "seat": 0}
    assert nobody.get(f"/games/{game}/difference", query=query).json["viewer"]["role"] == "spectator"
    assert ada.get(f"/games/{game}/difference", query=query + "&as=1&reason=x").code == "not_referee"
    assert referee.get(f"/games/{game}/difference", query=query).code == "reason_required"
    assert referee.get(f"/games/{game}/difference", query=query + "&reason=x").json["viewer"]["role"] == "referee"
    assert ada.get(f"/games/{game}/difference", query="old=1&new=999").code == "event_not_found"
    assert ada.get(f"/games/{game}/difference", query="old=1").status == 400


def test_what_was_delivered_can_be_asked_for(referee, ada, game):  # noqa: F811
    ledger.forget()
    at = version(game)
    ada.get(f"/games/{game}")
    ada.get(f"/games/{game}/events", query="after=0&limit=2")
    ledger.flush()
    told = referee.get(f"/games/{game}/deliveries").json["items"]
    assert [(item["player"], item["seat"], item["what"], item["after"], item["upto"]) for item in told] == [
        (str(ada.viewer.player), 0, "view", at, at),
        (str(ada.viewer.player), 0, "feed", 0, 2),
    ]
    assert len(referee.get(f"/games/{game}/deliveries", query="seat=0&seq=3").json["items"]) == 1
    first = referee.get(f"/games/{game}/deliveries", query="limit=1")
    rest = referee.get(f"/games/{game}/deliveries", query=f"limit=1&cursor={first.json['next_cursor']}")
    assert [item["what"] for item in rest.json["items"]] == ["feed"]


def test_every_event_is_checked_again(referee, finished_game):  # noqa: F811
    told = referee.get(f"/games/{finished_game}/replay").json
    assert told["own"]["ok"]
    assert told["own"]["checked"] == version(finished_game)
    assert referee.get(f"/games/{finished_game}/replay", query="version=99").code == "unknown_rules_version"


def test_the_case_file_is_an_archive_and_asking_for_it_is_on_record(referee, game):  # noqa: F811
    assert referee.get(f"/games/{game}/case-file").code == "reason_required"
    answer = referee.get(f"/games/{game}/case-file", query="reason=a+dispute")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="case-{game}.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert manifest["version"] == version(game)
        assert len(json.loads(archive.read("accesses.json"))) == 1
    for row in DealerSecret.objects.filter(game=game):
        assert bytes(row.secret).hex().encode() not in answer.body


def test_rulings_are_listed(referee, ada, ben, game):  # noqa: F811
    act(referee, game, "pause")
    items = referee.get(f"/games/{game}/rulings").json["items"]
    assert [(item["act"], item["reason"], item["seq"]) for item in items] == [("pause", "a misclick", version(game))]


def test_a_choice_is_taken_back(ada, ben, game):  # noqa: F811
    assert ada.get(f"/games/{game}/takeback").json == {"items": []}
    who = ada if ada.get(f"/games/{game}/decisions").json["items"] else ben
    asked = who.asked(game)
    who.choose(game, asked["id"], asked["choices"][0])
    last = store.read(stream=game)[-1]
    told = who.post(f"/games/{game}/takeback", key="t")
    assert (told.json["status"], told.json["seq"]) == ("done", last.seq)
    assert who.post(f"/games/{game}/takeback", key="t").json == told.json
    assert who.post(f"/games/{game}/takeback").code == "nothing_to_take_back"


def test_a_consent_to_nothing_is_refused(ada, eve, game):  # noqa: F811
    body = {"takeback": str(uuid4()), "agree": True}
    assert ada.post(f"/games/{game}/takeback/consent", body).code == "take_back_not_asked"
    assert eve.post(f"/games/{game}/takeback/consent", body).code == "not_seated"
    assert eve.post(f"/games/{game}/takeback").code == "not_seated"
    assert ada.post(f"/games/{game}/takeback/consent", {"takeback": "x", "agree": True}).status == 400
