"""Does every route answer every role and scope as the published table says?"""

from __future__ import annotations

import pytest

from api_docs.pages import GUIDE, who_may
from gameplay.api.tokens import SCOPES, Scope
from tests.api.conftest import STAFF_SCOPES, game_new, with_scopes
from tests.api.routes import BY_ID, ROUTES

# What each route answers to whom, where the token is in order: for a game that is being played by ada and ben.
ROLES = ("anonymous", "creator", "seated", "not seated", "staff")
PUBLIC = (200, 200, 200, 200, 200)
TABLE = {
    "rules_list": PUBLIC,
    "rules_get": PUBLIC,
    "decks_list": PUBLIC,
    "decks_get": PUBLIC,
    "games_list": PUBLIC,
    "games_create": (401, 201, 201, 201, 201),
    "games_get": PUBLIC,
    "seats_take": (401, 409, 409, 409, 409),
    "seats_leave": (401, 204, 403, 403, 403),
    "games_start": (401, 409, 403, 403, 403),
    "decisions_list": PUBLIC,
    "choices_make": (401, 422, 422, 403, 403),
    "standing_get": (401, 200, 200, 403, 403),
    "standing_set": (401, 422, 422, 403, 403),
    "standing_cancel": (401, 204, 204, 403, 403),
    "events_list": PUBLIC,
    "events_next": PUBLIC,
    "games_at": PUBLIC,
    "games_record": (409, 409, 409, 409, 200),
    "games_verification": PUBLIC,
    "games_difference": PUBLIC,
    "games_rewind": (401, 403, 403, 403, 412),
    "games_pause": (401, 403, 403, 403, 412),
    "games_resume": (401, 403, 403, 403, 412),
    "games_void": (401, 403, 403, 403, 412),
    "games_adjudicate": (401, 403, 403, 403, 412),
    "games_vacate": (401, 403, 403, 403, 412),
    "games_clock": (401, 403, 403, 403, 412),
    "takebacks_list": (401, 200, 200, 403, 200),
    "takebacks_ask": (401, 409, 409, 403, 403),
    "takebacks_consent": (401, 409, 409, 403, 403),
    "game_disputes_list": (401, 200, 200, 200, 200),
    "disputes_open": (401, 201, 201, 403, 403),
    "disputes_list": (401, 403, 403, 403, 200),
    "disputes_get": (401, 404, 404, 404, 404),
    "disputes_claim": (401, 403, 403, 403, 404),
    "disputes_ask": (401, 403, 403, 403, 404),
    "disputes_answer": (401, 404, 404, 404, 404),
    "disputes_decide": (401, 403, 403, 403, 404),
    "disputes_appeal": (401, 404, 404, 404, 404),
    "disputes_withdraw": (401, 404, 404, 404, 404),
    "disputes_close": (401, 403, 403, 403, 404),
    "audit_position": (401, 403, 403, 403, 200),
    "audit_replay": (401, 403, 403, 403, 200),
    "audit_deliveries": (401, 403, 403, 403, 200),
    "audit_rulings": (401, 403, 403, 403, 200),
    "audit_accesses": (401, 403, 403, 403, 200),
    "audit_case_file": (401, 403, 403, 403, 200),
    "reports_list": (401, 200, 200, 200, 200),
    "reports_get": (401, 200, 200, 200, 200),
    "analytics_status": (401, 200, 200, 200, 200),
    "tables_list": (401, 200, 200, 200, 200),
    "datasets_list": (401, 200, 200, 200, 200),
    "datasets_get": (401, 404, 404, 404, 404),
    "queries_list": (401, 200, 200, 200, 200),
    "queries_ask": (401, 200, 200, 200, 200),
    "queries_get": (401, 404, 404, 404, 404),
    "queries_cancel": (401, 404, 404, 404, 404),
    "saved_list": (401, 200, 200, 200, 200),
    "saved_put": (401, 201, 201, 201, 201),
    "saved_get": (401, 404, 404, 404, 404),
    "saved_drop": (401, 404, 404, 404, 404),
    "me_get": (401, 200, 200, 200, 200),
    "tokens_list": (401, 200, 200, 200, 200),
    "tokens_create": (401, 201, 201, 201, 201),
    "tokens_revoke": (401, 404, 404, 404, 404),
    "me_games_list": (401, 200, 200, 200, 200),
}
# The same for a private game of ada and ben, to whoever is not in it.
HIDDEN = {name for name, route in BY_ID.items() if "{game_id}" in route.path}


def test_the_table_has_every_operation():
    assert set(TABLE) == set(BY_ID)


@pytest.fixture
def roles(nobody, ada, ben, eve, referee):
    return dict(zip(ROLES, (nobody, ada, ben, eve, referee), strict=True))


@pytest.mark.parametrize("route", ROUTES, ids=str)
@pytest.mark.parametrize("role", ROLES)
def test_each_role_gets_the_answer_of_the_table(route, role, roles, game):
    answer = route.call(roles[role], game)
    assert answer.status == TABLE[route.operation.id][ROLES.index(role)], answer.body


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_a_token_without_the_scope_is_refused_and_with_it_alone_is_not(route, ada, game):
    needed = route.operation.scope
    if needed is None:
        assert route.call(with_scopes(ada, [Scope.WEBHOOKS_MANAGE]), game).status < 400
        return
    refused = route.call(with_scopes(ada, [scope for scope in SCOPES if scope != needed]), game)
    assert (refused.status, refused.code, refused.json["scope"]) == (403, "insufficient_scope", needed)
    allowed = with_scopes(ada, [needed])
    expected = TABLE[route.operation.id][ROLES.index("creator")]
    if route.operation.id == "tokens_create":
        expected = 403  # it may not make a token that may do more than itself
    assert route.call(allowed, game).status == expected


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_the_published_page_says_the_same(route):
    line = next(line for line in (GUIDE / "access.md").read_text().splitlines() if f"| {route.method} | `{route.path}` |" in line)
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    public = TABLE[route.operation.id][0] != 401
    assert cells[3] == ("yes" if public else "401")
    assert cells[4] == ("403" if route.operation.scope else "yes")
    assert who_may(route.operation)["invalid token"] == "401"


@pytest.mark.parametrize("name", sorted(HIDDEN))
@pytest.mark.parametrize("who", ["anonymous", "not seated"])
def test_a_private_game_of_others_is_answered_like_one_that_does_not_exist(name, who, roles, private_game):
    if who == "anonymous" and not BY_ID[name].operation.anonymous:
        assert BY_ID[name].call(roles[who], private_game).status == 401
        return
    there = BY_ID[name].call(roles[who], private_game, seat=0)
    absent = BY_ID[name].call(roles[who], seat=0)
    assert there.status == absent.status == (403 if BY_ID[name].operation.scope in STAFF_SCOPES else 404)
    drop = ("instance", "request_id")
    assert {k: v for k, v in there.json.items() if k not in drop} == {k: v for k, v in absent.json.items() if k not in drop}
    assert {k for k in there.headers if k != "X-Request-Id"} == {k for k in absent.headers if k != "X-Request-Id"}


@pytest.mark.parametrize("name", sorted(name for name in HIDDEN if BY_ID[name].operation.scope in STAFF_SCOPES))
def test_the_scopes_of_staff_show_no_private_game_to_who_is_not_staff(name, eve, private_game):
    eager = with_scopes(eve, SCOPES)
    assert BY_ID[name].call(eager, private_game).code == BY_ID[name].call(eager).code == "game_not_found"


def test_a_private_game_is_in_nobody_elses_lists(private_game, nobody, eve, ada, ben, referee):
    for outsider in (nobody, eve):
        assert str(private_game) not in outsider.get("/games").body.decode()
    for insider in (ada, ben, referee):
        assert str(private_game) in insider.get("/games").body.decode()


def test_staff_without_the_scope_see_no_more_than_others(private_game, referee):
    plain = with_scopes(referee, [Scope.GAMES_READ])
    assert plain.get(f"/games/{private_game}").status == 404
    assert referee.get(f"/games/{private_game}").json["viewer"]["role"] == "referee"


def test_the_scope_gives_nothing_to_who_is_not_staff(private_game, eve):
    eager = with_scopes(eve, [Scope.GAMES_READ, Scope.REFEREE_READ, Scope.REFEREE_ACT])
    assert eager.get(f"/games/{private_game}").status == 404


def test_staff_who_sit_in_a_game_see_it_from_their_seat(referee, ada):
    game = game_new(referee, ada)
    seen = referee.get(f"/games/{game}").json
    assert seen["viewer"] == {"role": "seat", "seat": 0}
    assert [decision["seat"] for decision in seen["decisions"]] == [0]
