"""Does a dispute go its way step by step, on record, and only by those whose business it is?"""

from __future__ import annotations

from uuid import uuid4

import pytest

from events import store
from gameplay import log, projection, selectors, services
from gameplay.errors import GameplayError
from gameplay.models import Dispute, DisputeNote, Ruling
from gameplay.referee import disputes
from gameplay.selectors import Viewer
from tests.referee.conftest import ONE, choose, game_new, kinds, played_out, rewind, staff, version
from tests.store_fixtures import at_once


@pytest.fixture
def dispute(game, viewers):
    choose(game, viewers[0], ONE)
    return opened(game, viewers[0])


def opened(game, viewer, seq=7, reason="I clicked the wrong card"):
    return disputes.dispute_open(game_id=game, viewer=viewer, seq=seq, category="misclick", reason=reason)


def refused(code, act, *args, **given):
    with pytest.raises(GameplayError) as found:
        act(*args, **given)
    assert found.value.code == code


def claim(dispute, viewer):
    return disputes.dispute_claim(dispute_id=dispute.id, viewer=viewer)


def decide(dispute, viewer, outcome="upheld", **more):
    return disputes.dispute_decide(dispute_id=dispute.id, viewer=viewer, outcome=outcome, explanation="It was a misclick.", **more)


def test_a_dispute_is_an_event_without_what_was_said(game, viewers, dispute):
    event = store.read(stream=game)[-1]
    assert (event.kind, event.actor) == (log.DISPUTE_OPENED, viewers[0].actor)
    body = log.decode(event.kind, event.body)
    assert (body.dispute, body.seat, body.event, body.category) == (dispute.id, 0, 7, "misclick")
    assert b"clicked" not in event.body
    assert dispute.notes[0].text == "I clicked the wrong card"


def test_the_game_goes_on_meanwhile(game, viewers, dispute):
    choose(game, viewers[1], ONE)
    assert projection.rebuild(game) is False
    assert selectors.verification(game_id=game, viewer=viewers[0]).ok


def test_a_dispute_goes_its_whole_way(game, viewers, referee, dispute):
    assert claim(dispute, referee).status == "claimed"
    asked = disputes.dispute_ask(dispute_id=dispute.id, viewer=referee, question="Which card did you want?")
    assert asked.status == "needs_info"
    answered = disputes.dispute_answer(dispute_id=dispute.id, viewer=viewers[0], text="The other one.")
    assert answered.status == "claimed"
    rewind(game, referee, 6)
    decided = decide(dispute, referee, ruling=Ruling.objects.get().id)
    assert (decided.status, decided.outcome, decided.ruling) == ("decided", "upheld", str(Ruling.objects.get().id))
    closed = disputes.dispute_close(dispute_id=dispute.id, viewer=referee)
    assert closed.status == "closed"
    assert [note.step for note in closed.notes] == ["opened", "claimed", "asked", "answered", "decided", "closed"]
    assert [note.seat for note in closed.notes] == [0, None, None, 0, None, None]
    assert kinds(game)[7:] == ["dispute.opened", *["dispute.changed"] * 3, "game.rewound", "dispute.changed", "dispute.closed"]
    last = store.read(stream=game)[-1]
    assert log.decode(last.kind, last.body).outcome == "upheld"


def test_a_second_dispute_of_the_same_event_joins_the_first(game, viewers, dispute):
    joined = opened(game, viewers[1], reason="It hurt me too")
    assert joined.id == dispute.id
    assert [(note.step, note.seat) for note in joined.notes] == [("opened", 0), ("joined", 1)]
    assert Dispute.objects.count() == 1
    assert kinds(game)[-2:] == ["dispute.opened"] * 2
    assert disputes.dispute_get(dispute_id=dispute.id, viewer=viewers[1]).id == dispute.id


def test_a_decided_event_can_be_disputed_anew(game, viewers, referee, dispute):
    claim(dispute, referee)
    decide(dispute, referee, "rejected")
    assert opened(game, viewers[1]).id != dispute.id


def test_a_referee_who_sits_or_sat_in_the_game_is_refused(game, people, viewers, dispute):
    seated = Viewer(player=viewers[1].player, referee=True)
    refused("referee_is_seated", claim, dispute, seated)
    services.seat_leave(game_id=game, viewer=viewers[1], seat=1)
    refused("referee_is_seated", claim, dispute, seated)
    assert Dispute.objects.get().status == "open"


def test_a_referee_who_left_the_game_does_not_see_it_whole(game, viewers):
    left = Viewer(player=viewers[1].player, referee=True)
    services.seat_leave(game_id=game, viewer=viewers[1], seat=1)
    assert selectors.game_view(game_id=game, viewer=left).viewer.role == "spectator"


def test_an_appeal_goes_to_another_referee_and_only_once(viewers, referee, second, dispute):
    claim(dispute, referee)
    decide(dispute, referee, "rejected")
    appealed = disputes.dispute_appeal(dispute_id=dispute.id, viewer=viewers[0], reason="Look again")
    assert (appealed.status, appealed.referee, appealed.appealed) == ("appealed", None, True)
    refused("conflict_of_interest", claim, dispute, referee)
    claim(dispute, second)
    assert decide(dispute, second, "partly").outcome == "partly"
    refused("appeal_used", disputes.dispute_appeal, dispute_id=dispute.id, viewer=viewers[0], reason="Again")


def test_closing_early_takes_no_appeal_away(viewers, referee, dispute, settings):
    claim(dispute, referee)
    decide(dispute, referee, "rejected")
    disputes.dispute_close(dispute_id=dispute.id, viewer=referee)
    settings.DISPUTE_DAYS = -1
    refused("dispute_too_late", disputes.dispute_appeal, dispute_id=dispute.id, viewer=viewers[0], reason="Look again")
    settings.DISPUTE_DAYS = 7
    assert disputes.dispute_appeal(dispute_id=dispute.id, viewer=viewers[0], reason="Look again").status == "appealed"


def test_a_dispute_can_be_withdrawn_by_the_only_seat_that_has_it(game, viewers, dispute):
    withdrawn = disputes.dispute_withdraw(dispute_id=dispute.id, viewer=viewers[0])
    assert (withdrawn.status, withdrawn.outcome) == ("closed", "withdrawn")
    refused("dispute_moved_on", disputes.dispute_appeal, dispute_id=dispute.id, viewer=viewers[0], reason="x")
    again = opened(game, viewers[0])
    opened(game, viewers[1])
    refused("dispute_moved_on", disputes.dispute_withdraw, dispute_id=again.id, viewer=viewers[0])


def test_what_others_work_on_is_left_to_them(referee, second, dispute):
    claim(dispute, referee)
    refused("dispute_moved_on", claim, dispute, second)
    refused("not_your_dispute", decide, dispute, second)
    refused("not_your_dispute", disputes.dispute_ask, dispute_id=dispute.id, viewer=second, question="x")


def test_steps_out_of_order_are_refused_and_append_nothing(game, viewers, referee, dispute):
    at, notes = version(game), DisputeNote.objects.count()
    refused("dispute_moved_on", decide, dispute, referee)
    refused("dispute_moved_on", disputes.dispute_answer, dispute_id=dispute.id, viewer=viewers[0], text="x")
    refused("dispute_moved_on", disputes.dispute_close, dispute_id=dispute.id, viewer=referee)
    refused("dispute_moved_on", disputes.dispute_appeal, dispute_id=dispute.id, viewer=viewers[0], reason="x")
    refused("reason_required", disputes.dispute_ask, dispute_id=dispute.id, viewer=referee, question="  ")
    claim(dispute, referee)
    refused("unknown_ruling", decide, dispute, referee, ruling=uuid4())
    assert version(game) == at + 1
    assert DisputeNote.objects.count() == notes + 1


def test_a_dispute_does_not_exist_for_whom_it_does_not_concern(game, viewers, referee, dispute):
    outsider = Viewer(player=uuid4())
    for viewer in (viewers[1], outsider, Viewer()):
        refused("dispute_not_found", disputes.dispute_get, dispute_id=dispute.id, viewer=viewer)
        refused("not_referee", claim, dispute, viewer)
        refused("not_referee", disputes.dispute_claim, dispute_id=uuid4(), viewer=viewer)
        refused("dispute_not_found", disputes.dispute_withdraw, dispute_id=dispute.id, viewer=viewer)
    refused("not_seated", disputes.dispute_withdraw, dispute_id=dispute.id, viewer=referee)
    refused("dispute_not_found", disputes.dispute_claim, dispute_id=uuid4(), viewer=referee)
    with selectors.visible(game, viewers[0]) as found:
        assert [len(disputes.disputes_of(game_id=game, viewer=v, history=found)) for v in (*viewers, referee)] == [1, 0, 0, 1]


@pytest.mark.parametrize("seq", [0, 99])
def test_an_event_that_the_game_has_not_cannot_be_disputed(game, viewers, seq):
    refused("event_not_found", opened, game, viewers[0], seq)
    assert version(game) == 6


def test_who_has_no_seat_disputes_nothing(game, referee):
    refused("not_seated", opened, game, referee)
    refused("not_seated", opened, game, Viewer(player=uuid4()))
    assert version(game) == 6


def test_a_reason_is_needed(game, viewers):
    refused("reason_required", opened, game, viewers[0], reason=" ")
    assert version(game) == 6


def test_a_game_that_has_not_begun_has_nothing_to_dispute(people, viewers):
    game, _ = services.game_create(player=people[0], rules="toy", seats=3)
    services.seat_take(game_id=game, viewer=viewers[0])
    refused("game_not_playing", opened, game, viewers[0], 1)


def test_a_finished_game_can_be_disputed_for_some_days_and_disputing_does_not_prolong_them(game, viewers, settings, monkeypatch):
    played_out(game, viewers)
    opened(game, viewers[0], 8)
    end = next(event.recorded_at for event in store.read(stream=game) if event.kind == log.GAME_FINISHED)
    late = end + settings.DISPUTE_DAYS * disputes.DAY
    monkeypatch.setattr(store, "now_micros", lambda: late)
    opened(game, viewers[1], 8)
    monkeypatch.setattr(store, "now_micros", lambda: late + 1)
    refused("dispute_too_late", opened, game, viewers[2], 8)


def test_nobody_floods_the_queue(game, viewers, monkeypatch):
    monkeypatch.setattr(disputes, "MOST", 2)
    for seq in (1, 2):
        opened(game, viewers[0], seq)
    refused("too_many_disputes", opened, game, viewers[0], 3)
    opened(game, viewers[1], 3)


def test_the_queue_has_no_games_of_ones_own_and_comes_in_pages(people, viewers, referee, game):
    own = game_new(people, viewers, seated=[viewers[0], viewers[1], Viewer(player=referee.player)])
    for seq in (1, 2, 3):
        opened(game, viewers[0], seq)
    opened(own, viewers[0], 1)
    first = disputes.queue(viewer=referee, limit=2)
    assert [item.seq for item in first.items] == [1, 2]
    assert first.has_more
    rest = disputes.queue(viewer=referee, limit=2, after=first.items[-1].id)
    assert [(item.seq, item.game) for item in rest.items] == [(3, str(game))]
    assert not rest.has_more
    claim(first.items[0], referee)
    assert len(disputes.queue(viewer=referee, status="open").items) == 2
    assert len(disputes.queue(viewer=staff("third")).items) == 4
    refused("not_referee", disputes.queue, viewer=viewers[0])


@pytest.mark.django_db(transaction=True)
def test_of_referees_who_claim_at_once_one_gets_it(game, viewers, dispute):
    office = [staff(f"ref {i}") for i in range(4)]

    def act(i):
        try:
            return claim(dispute, office[i]).referee
        except GameplayError as refusal:
            return refusal.code

    told = at_once(4, act)
    winner = str(Dispute.objects.get().referee)
    assert sorted(told) == sorted([winner, *["dispute_moved_on"] * 3])
    assert kinds(game).count("dispute.changed") == 1
