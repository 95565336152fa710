"""Who may open which page, and does a page show nobody what they may not know?"""

from __future__ import annotations

import re

import msgspec
import pytest
from django.test import Client

from events import store
from gameplay import log, selectors, services, tables
from gameplay.clocks import Clock
from gameplay.models import AccessRecord, Dispute, Player, Ruling
from gameplay.referee import disputes, ledger
from gameplay.selectors import Viewer
from gameplay.web.middleware import POLICY
from gameplay.web.urls import urlpatterns
from tests.web.conftest import PASSWORD, Person, earlier, game_new, play

ID = "00000000-0000-0000-0000-000000000000"


def text(response) -> str:
    return response.content.decode()


def addresses() -> list[str]:
    """Each address of a page, with ids of nothing in it."""
    found = (str(pattern.pattern) for pattern in urlpatterns)
    return ["/" + re.sub("<path:rest>", "x/y", re.sub(r"<uuid:\w+>", ID, path)) for path in found]


@pytest.fixture
def game(ada, ben):
    game = game_new("spooky_bar", ada, ben)
    play(game, ada, ben, choices=8)
    return game


@pytest.mark.parametrize("address", [path for path in addresses() if path.startswith(("/referee/", "/play/"))])
def test_who_is_not_logged_in_is_led_to_the_login(db, address):
    for method in ("get", "post"):
        response = getattr(Client(), method)(address)
        assert response.status_code in (302, 405), address
        if response.status_code == 302:
            assert response["Location"].startswith("/accounts/login?next=")


@pytest.mark.parametrize("address", [path for path in addresses() if path.startswith("/referee/")])
def test_the_console_does_not_exist_for_players(ada, address):
    assert ada.get(address).status_code in (404, 405)
    assert ada.post(address).status_code in (404, 405)


@pytest.mark.parametrize("address", addresses())
def test_no_page_answers_a_mistyped_id_or_an_empty_form_with_a_failure(referee, address):
    for response in (referee.get(address), referee.post(address)):
        assert response.status_code < 500, address
        assert "unsafe" not in response.get("Content-Security-Policy", "")


def test_every_page_has_the_strict_policy_and_is_kept_by_nobody(game, ada, referee):
    for person, path in ((ada, f"/play/{game}"), (referee, f"/referee/games/{game}"), (referee, "/referee/"), (ada, "/accounts/login")):
        response = person.get(path)
        assert response["Content-Security-Policy"] == POLICY
        assert response["Cache-Control"] in ("no-store", "max-age=0, no-cache, no-store, must-revalidate, private")
        assert not re.search(r"<script(?![^>]* src=)|<[^>]* (style|on\w+)=|<style", text(response))


def test_a_session_opens_nothing_of_the_api_and_the_api_makes_none(game, ada, django_assert_num_queries):
    assert ada.client.get("/api/v1/me").status_code == 401
    fresh = Client()
    assert fresh.get("/api/v1/rules").status_code == 200
    assert not fresh.cookies


def test_a_form_without_its_token_does_nothing(game, ada):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada.user)
    version = len(store.read(stream=game))
    answer = strict.post(f"/play/{game}/disputes", {"event": 5, "category": "other", "reason": "x"})
    assert answer.status_code == 403
    assert "Nothing was done" in text(answer)
    assert len(store.read(stream=game)) == version


def test_a_referee_who_sits_in_the_game_is_refused(ada, ben):
    seated = Person("judge", staff=True)
    game = game_new("spooky_bar", ada, seated)
    for path in (f"/referee/games/{game}", f"/referee/games/{game}/verification", f"/referee/games/{game}/difference"):
        response = seated.get(path, **{"as": "whole"})
        assert response.status_code == 403
        assert "referee_is_seated" in text(response)
    assert seated.post(f"/referee/games/{game}/case-file", reason="x").status_code == 403
    assert seated.post(f"/referee/games/{game}/why", reason="x").status_code == 403
    assert not AccessRecord.objects.exists()
    page = seated.get(f"/play/{game}")
    assert page.status_code == 200
    assert "Hidden from the seats" not in text(page)


def test_a_whole_view_of_a_running_game_asks_for_a_reason_and_is_recorded(game, referee):
    for eyes in ("whole", "seat-0"):
        page = text(referee.get(f"/referee/games/{game}", **{"as": eyes}))
        assert "Say why" in page
        assert "Hand of" not in page and "Hidden from the seats" not in page
    assert not AccessRecord.objects.exists()
    referee.post(f"/referee/games/{game}/why", reason="A dispute")
    assert "Hidden from the seats" in text(referee.get(f"/referee/games/{game}", at=7, **{"as": "whole"}))
    record = AccessRecord.objects.get()
    assert (record.game, record.player, record.reason) == (game, referee.viewer.player, "A dispute")
    assert record.seq == min(40, len(store.read(stream=game)))
    other = Person("second", staff=True)
    assert "Say why" in text(other.get(f"/referee/games/{game}", **{"as": "whole"}))


def test_a_spectators_look_needs_no_reason_and_is_no_look_at_what_is_hidden(game, referee):
    page = text(referee.get(f"/referee/games/{game}"))
    assert "Say why" not in page
    assert not AccessRecord.objects.exists()


def test_on_the_players_pages_a_referee_has_no_other_eyes_than_a_spectator(game, referee, eve):
    pages = [text(person.get(f"/play/{game}")) for person in (referee, eve)]
    assert all("Hidden from the seats" not in page and "Hand of" not in page for page in pages)
    mains = [page.partition("<main")[2] for page in pages]
    assert mains[0] == mains[1]


def test_a_private_game_does_not_exist_for_strangers(ada, ben, eve):
    game = game_new("spooky_bar", ada, ben, private=True)
    for path in (f"/play/{game}", f"/play/{game}/pulse"):
        assert eve.get(path).status_code == 404
        assert ada.get(path).status_code == 200
    assert eve.post(f"/play/{game}/seats").status_code == 404
    assert str(game) not in text(eve.get("/play/"))


def _stripped(page: str) -> str:
    return re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]+"', "", page)


@pytest.mark.parametrize("rules", ["spooky_bar", "bar_fight", "ghostel", "spirits_of_christmas"])
def test_a_players_page_is_the_same_whatever_the_others_hold(rules, ada, ben, eve, monkeypatch):
    """The table is dealt anew in what this viewer can't see; not a byte of the page may tell."""
    from gameplay.rules.chance import RandomChance

    game = game_new(rules, ada, ben)
    play(game, ada, ben, choices=12)
    for person, seat in ((ada, 0), (ben, 1), (eve, -2)):
        tables.forget()
        before = _stripped(text(person.get(f"/play/{game}")))
        with selectors.visible(game, person.seat) as found:
            table = found.table
        table.state = table.rules.redeal(table.state, seat, RandomChance("another deal"))
        monkeypatch.setattr(tables, "caught_up", lambda _, found=found: found)
        after = _stripped(text(person.get(f"/play/{game}")))
        monkeypatch.undo()
        assert after == before


def test_reading_writes_nothing(game, eve, referee, django_capture_on_commit_callbacks):
    Player.objects.filter(user=eve.user).delete()
    version = len(store.read(stream=game))
    for path in ("/play/", f"/play/{game}", f"/play/{game}/pulse"):
        assert eve.get(path).status_code == 200
    for path in ("/referee/", f"/referee/games/{game}", f"/referee/games/{game}/verification"):
        assert referee.get(path).status_code == 200
    assert not Player.objects.filter(user=eve.user).exists()
    assert len(store.read(stream=game)) == version


def test_a_password_is_not_guessed_by_trying(ada):
    visitor = Client()
    codes = [visitor.post("/accounts/login", {"username": "ada", "password": f"guess {n}"}).status_code for n in range(12)]
    assert codes[:10] == [200] * 10
    assert codes[-1] == 429
    assert visitor.post("/accounts/login", {"username": "ben", "password": PASSWORD}).status_code == 200


def test_the_login_leads_only_to_our_own_pages(ada):
    visitor = Client()
    answer = visitor.post("/accounts/login", {"username": "ada", "password": PASSWORD, "next": "//example.org/"})
    assert (answer.status_code, answer["Location"]) == (302, "/play/")


def test_a_dispute_goes_its_way_on_the_pages(game, ada, ben, referee):
    assert ada.post(f"/play/{game}/disputes", event=9, category="rules", reason="Against the rules").status_code == 302
    row = Dispute.objects.get()
    assert "Against the rules" in text(referee.get("/referee/"))
    referee.post(f"/referee/disputes/{row.id}/claim")
    referee.post(f"/referee/disputes/{row.id}/ask", text="Which rule?")
    assert "Which rule?" in text(ada.get(f"/play/{game}"))
    assert "Which rule?" not in text(ben.get(f"/play/{game}"))
    ada.post(f"/play/disputes/{row.id}/answer", text="The third")
    version = len(store.read(stream=game))
    assert referee.post(f"/referee/games/{game}/pause", reason="A look", version=version).status_code == 302
    ruling = Ruling.objects.get()
    page = referee.post(f"/referee/disputes/{row.id}/decide", outcome="upheld", explanation="So it is", ruling=str(ruling.id))
    assert page.status_code == 302
    row.refresh_from_db()
    assert (row.status, row.outcome, row.ruling) == ("decided", "upheld", ruling.id)
    assert referee.post(f"/referee/disputes/{row.id}/close").status_code == 302
    assert "Appeal" in text(ada.get(f"/play/{game}"))
    ada.post(f"/play/disputes/{row.id}/appeal", text="No")
    row.refresh_from_db()
    assert row.status == "appealed"
    assert referee.post(f"/referee/disputes/{row.id}/claim").status_code == 403


def test_who_has_no_seat_disputes_nothing(game, eve):
    assert eve.post(f"/play/{game}/disputes", event=9, category="rules", reason="x").status_code == 403


def test_a_form_with_a_fault_comes_back_with_what_was_written(game, ada, referee):
    page = ada.post(f"/play/{game}/disputes", event=9, category="rules", reason="")
    assert page.status_code == 422
    assert "This field is required" in text(page)
    version = len(store.read(stream=game))
    page = referee.post(f"/referee/games/{game}/adjudicate", reason="A draw", version=version, scores="three, four")
    assert page.status_code == 422
    assert "Numbers with commas" in text(page) and "A draw" in text(page)
    assert len(store.read(stream=game)) == version


@pytest.mark.parametrize(
    ("act", "form", "kind"),
    [
        ("pause", {}, log.GAME_PAUSED),
        ("void", {}, log.SECRET_REVEALED),
        ("adjudicate", {"scores": "1, 2", "winners": "1"}, log.SECRET_REVEALED),
        ("vacate", {"seat": 1, "bot": "sensible"}, log.SEAT_REPLACED),
    ],
)
def test_each_ruling_is_an_event_once(game, referee, act, form, kind):
    version = len(store.read(stream=game))
    given = {"reason": "So be it", "version": version, **form}
    assert referee.post(f"/referee/games/{game}/{act}", **given).status_code == 302, act
    events = store.read(stream=game)
    assert events[-1].kind == kind
    assert Ruling.objects.get().reason == "So be it"
    again = referee.post(f"/referee/games/{game}/{act}", **given)
    assert again.status_code in (409, 412, 422)
    assert len(store.read(stream=game)) == len(events)
    assert referee.get(f"/referee/games/{game}").status_code == 200


def test_a_clock_is_corrected(ada, ben, referee):
    game = game_new("spooky_bar", ada, ben, clock=Clock(kind="per_decision", seconds=600))
    assert "Correct a seat" in text(referee.get(f"/referee/games/{game}"))
    version = len(store.read(stream=game))
    form = {"reason": "The connection was lost", "version": version, "seat": 0, "seconds": 900}
    assert referee.post(f"/referee/games/{game}/clock", **form).status_code == 302
    assert store.read(stream=game)[-1].kind == log.CLOCK_CORRECTED


def test_who_saw_what_is_told_to_referees(game, ada, referee):
    ada.get(f"/play/{game}")
    referee.post(f"/referee/games/{game}/why", reason="A dispute of event 9")
    referee.get(f"/referee/games/{game}", **{"as": "seat-1"})
    ledger.flush()
    page = text(referee.get(f"/referee/games/{game}/deliveries"))
    assert "seat 0 (ada)" in page and "feed" in page
    assert "A dispute of event 9" in page and "seat 1 (ben)" in page
    assert "Sent" in text(referee.get(f"/referee/games/{game}/deliveries", seq=3))


def test_a_rewind_is_previewed_on_the_version_that_was_seen(game, ada, referee):
    version = len(store.read(stream=game))
    to = earlier(game)
    given = {"to": to, "draws": "same", "reason": "A misclick", "version": version, "evidence": f"{version}"}
    page = referee.post(f"/referee/games/{game}/preview", **given)
    assert page.status_code == 200
    assert len(store.read(stream=game)) == version
    disputes.dispute_open(game_id=game, viewer=ada.seat, seq=5, category="other", reason="x")
    stale = referee.post(f"/referee/games/{game}/rewind", **given)
    assert stale.status_code == 412
    assert "stale_version" in text(stale)
    assert referee.post(f"/referee/games/{game}/rewind", **given | {"version": version + 1}).status_code == 302
    assert store.read(stream=game)[-1].kind == log.GAME_REWOUND


def test_the_case_file_is_downloaded_with_a_reason(game, referee):
    assert referee.post(f"/referee/games/{game}/case-file").status_code == 422
    answer = referee.post(f"/referee/games/{game}/case-file", reason="An appeal")
    assert answer.status_code == 200
    assert b"".join(answer.streaming_content)[:2] == b"PK"
    assert AccessRecord.objects.get().what == "case_file"


def test_a_choice_sent_twice_is_made_once_and_a_refused_one_says_why(game, ada, ben):
    people = {person.viewer.actor: person for person in (ada, ben)}
    shown = selectors.game_view(game_id=game, viewer=Viewer())
    person = next(people[seat.player] for seat in shown.seats if seat.awaiting)
    decision = selectors.decisions_open(game_id=game, viewer=person.seat)[0]
    form = {"decision": decision.id, "key": "once", "choice": msgspec.json.encode(decision.choices[0]).decode()}
    assert person.post(f"/play/{game}/choices", **form).status_code == 302
    version = len(store.read(stream=game))
    assert person.post(f"/play/{game}/choices", **form).status_code == 302
    assert len(store.read(stream=game)) == version
    for wrong in ("[]", "{", '{"type":"nothing"}', "1" * 5000):
        assert person.post(f"/play/{game}/choices", decision="d1", key="k", choice=wrong).status_code in (409, 422)
    assert len(store.read(stream=game)) == version


def test_a_choice_too_large_to_list_is_built_from_its_form(ada, ben):
    game = game_new("spirits_of_christmas", ada, ben)
    for person in (ada, ben) * 20:
        play(game, ada, ben, choices=1)
        for decision in selectors.decisions_open(game_id=game, viewer=person.seat):
            if decision.complete:
                continue
            number, form = next((n, form) for n, form in enumerate(decision.forms) if all(field.least <= 1 for field in form.fields))
            fields = {f"field-{index}": "hello" if field.pick == "text" else "0" for index, field in enumerate(form.fields)}
            version = len(store.read(stream=game))
            answer = person.post(f"/play/{game}/choices", decision=decision.id, key="k", form=number, **fields)
            assert answer.status_code == 302
            assert len(store.read(stream=game)) > version
            return
    raise AssertionError("no decision was too large to list")


def test_a_seat_is_taken_on_its_page(ada, eve):
    from gameplay.selectors import player_of

    game, _ = services.game_create(player=player_of(ada.user), rules="spooky_bar", seats=2)
    assert str(game) in text(eve.get("/play/"))
    assert eve.post(f"/play/{game}/seats").status_code == 302
    assert "you are seat 0 (eve)" in text(eve.get(f"/play/{game}"))


def test_a_person_in_no_game_is_told_what_to_do(eve, referee):
    assert "You sit in no game" in text(eve.get("/play/"))
    assert "Nothing waits" in text(referee.get("/referee/"))
    assert "no game with the id" in text(referee.get("/referee/", game="nonsense"))
