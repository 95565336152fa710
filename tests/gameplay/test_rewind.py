"""Does a rewind bring back a position, lose nothing and tell nobody more than before?"""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model

from events import store
from gameplay import fairness, log, projection, selectors, services, tables
from gameplay.errors import GameplayError
from gameplay.models import DealerSecret, Ruling
from gameplay.referee import rulings
from gameplay.referee.rulings import Act, Rewind
from gameplay.rules import kernel
from gameplay.rules.contract import EVERYBODY
from gameplay.selectors import Viewer, player_of
from gameplay.table import history
from tests.rules import toy


@pytest.fixture
def referee(db) -> Viewer:
    return Viewer(player=player_of(get_user_model().objects.create_user("ref", is_staff=True)).id, referee=True)


@pytest.fixture
def game(people, viewers):
    """A running toy game of three; event 6 is the shuffle, after which all are asked."""
    game, _ = services.game_create(player=people[0], rules="toy", seats=3)
    for viewer in viewers:
        services.seat_take(game_id=game, viewer=viewer)
    services.game_start(game_id=game, viewer=viewers[0])
    return game


def choose(game, viewer, decision, choice, key=None):
    return services.choice_make(game_id=game, viewer=viewer, decision=decision, choice=choice, key=key or f"{viewer.player}-{decision}")


LOOK, ONE, TWO = {"type": "look"}, {"type": "take", "count": 1}, {"type": "take", "count": 2}


def played_out(game, viewers):
    for viewer in viewers:
        choose(game, viewer, open_decision(game, viewer), TWO)
    choose(game, viewers[2], open_decision(game, viewers[2]), {"type": "blame", "seat": 0})


def open_decision(game, viewer):
    return selectors.decisions_open(game_id=game, viewer=viewer)[0].id


def version(game):
    return len(store.read(stream=game))


def rewind(game, referee, to, **more):
    asked = Rewind(to=to, reason="a misclick", **more)
    return rulings.rewind(game_id=game, viewer=referee, asked=asked, expected_version=version(game))


def state(game):
    return tables.caught_up(game).table.state


def test_the_position_is_that_of_the_event_again(game, viewers, referee):
    before = selectors.game_view(game_id=game, viewer=viewers[0])
    choose(game, viewers[0], "d1", ONE)
    choose(game, viewers[1], "d1", ONE)
    rewind(game, referee, 6)
    after = selectors.game_view(game_id=game, viewer=viewers[0])
    assert after.view == before.view
    assert [d.choices for d in after.decisions] == [d.choices for d in before.decisions]
    assert [seat.awaiting for seat in after.seats] == [True] * 3


def test_an_answer_to_the_undone_question_does_not_fit_the_new_one(game, viewers, referee):
    choose(game, viewers[0], "d1", ONE)
    rewind(game, referee, 6)
    with pytest.raises(GameplayError, match="decision_closed"):
        choose(game, viewers[0], "d1", TWO, key="late")
    assert open_decision(game, viewers[0]) == "d2"
    choose(game, viewers[0], "d2", TWO)


def test_nothing_is_lost_and_the_chain_holds(game, viewers, referee):
    choose(game, viewers[0], "d1", ONE)
    stored = store.read(stream=game)
    rewind(game, referee, 6)
    assert store.read(stream=game)[:-1] == stored
    verified = selectors.verification(game_id=game, viewer=viewers[0])
    assert verified.ok
    page = selectors.feed(game_id=game, viewer=viewers[0], after=0, limit=100)
    assert [(s.first, s.last) for s in page.undone] == [(7, 7)]
    assert page.items[-1].rewound_to == 6


def test_a_rewind_can_itself_be_rewound(game, viewers, referee):
    choose(game, viewers[0], "d1", ONE)
    choose(game, viewers[1], "d1", TWO)
    undone = kernel.dump(state(game))
    rewind(game, referee, 6)
    choose(game, viewers[0], "d2", TWO)
    rewind(game, referee, 8)
    table = tables.caught_up(game).table
    assert table.state.taken == [1, 2, 0]
    assert list(kernel.awaiting(table.state)) == [2]
    assert table.undone() == [(9, 10)]
    assert kernel.load(table.rules, undone).coins == table.state.coins


def test_the_fold_of_the_log_is_the_live_table(game, viewers, referee):
    choose(game, viewers[0], "d1", LOOK)
    rewind(game, referee, 6, draws="fresh")
    choose(game, viewers[0], open_decision(game, viewers[0]), ONE)
    live = tables.caught_up(game).table
    tables.forget()
    again = history(game, store.read(stream=game)).table
    assert kernel.dump(again.state) == kernel.dump(live.state)
    assert (again.epoch, again.commitment, again.status) == (live.epoch, live.commitment, live.status)
    assert projection.rebuild(game) is False


def test_same_draws_give_the_same_cards_again(game, viewers, referee):
    row = list(state(game).row)
    choose(game, viewers[0], "d1", ONE)
    rewind(game, referee, 6)
    assert state(game).row == row


def test_fresh_draws_deal_anew_what_no_seat_has_seen_under_a_new_commitment(game, viewers, referee):
    choose(game, viewers[0], "d1", LOOK)
    before = selectors.game_view(game_id=game, viewer=viewers[0])
    row = list(state(game).row)
    rows = set()
    for _ in range(6):
        choose(game, viewers[1], open_decision(game, viewers[1]), ONE)
        rewind(game, referee, 7, draws="fresh")
        assert state(game).row[0] == row[0]
        rows.add(tuple(state(game).row))
    assert len(rows) > 1
    after = selectors.game_view(game_id=game, viewer=viewers[0])
    assert after.view == before.view
    assert after.epoch == 7
    secret = bytes(DealerSecret.objects.get(game=game, epoch=7).secret)
    assert after.commitment == fairness.commitment(game, 7, secret)
    assert selectors.verification(game_id=game, viewer=viewers[0]).ok


def test_a_finished_game_is_reopened_with_fresh_draws_only(game, viewers, referee):
    played_out(game, viewers)
    over = selectors.game_view(game_id=game, viewer=viewers[0])
    assert over.status == "finished"
    with pytest.raises(GameplayError, match="fresh_draws_required"):
        rewind(game, referee, 6)
    told = rewind(game, referee, 6, draws="fresh")
    assert told.result_lost == over.result
    assert selectors.game_view(game_id=game, viewer=viewers[0]).status == "playing"
    with pytest.raises(GameplayError, match="game_not_finished"):
        selectors.record(game_id=game, viewer=viewers[0])
    played_out(game, viewers)
    verified = selectors.verification(game_id=game, viewer=viewers[0])
    assert verified.ok and verified.secret_revealed
    assert set(tables.caught_up(game).table.secrets) == {1, 2}


def test_the_act_does_what_the_preview_said(game, viewers, referee):
    choose(game, viewers[0], "d1", LOOK)
    choose(game, viewers[1], "d1", ONE)
    asked = Rewind(to=6, reason="a misclick")
    at = version(game)
    preview = rulings.rewind_preview(game_id=game, viewer=referee, asked=asked, expected_version=at)
    assert version(game) == at
    assert Ruling.objects.count() == 0
    told = rulings.rewind(game_id=game, viewer=referee, asked=asked, expected_version=at)
    assert told.seq == at + 1
    for name in ("to", "draws", "version", "status", "undone", "known", "decisions", "scores", "result_lost"):
        assert getattr(told, name) == getattr(preview, name)
    assert [entry.seq for entry in told.undone] == [7, 8]
    assert [[entry.seq for entry in seat.entries] for seat in told.known] == [[7], [8], []]


def test_a_preview_with_fresh_draws_leaves_no_secret_behind(game, viewers, referee):
    choose(game, viewers[0], "d1", ONE)
    rulings.rewind_preview(game_id=game, viewer=referee, asked=Rewind(to=6, reason="x", draws="fresh"), expected_version=None)
    assert DealerSecret.objects.filter(game=game).count() == 1


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (Rewind(to=99, reason="x"), "rewind_to_future"),
        (Rewind(to=7, reason="x"), "rewind_to_future"),
        (Rewind(to=0, reason="x"), "event_not_found"),
        (Rewind(to=-1, reason="x"), "event_not_found"),
        (Rewind(to=6, reason="x", evidence=[99]), "event_not_found"),
        (Rewind(to=4, reason="x"), "rewind_not_at_decision"),
        (Rewind(to=5, reason="x"), "rewind_not_at_decision"),
        (Rewind(to=6, reason="  "), "reason_required"),
    ],
)
def test_a_rewind_that_makes_no_sense_is_refused_and_appends_nothing(game, viewers, referee, asked, code):
    choose(game, viewers[0], "d1", ONE)
    at = version(game)
    with pytest.raises(GameplayError) as refused:
        rulings.rewind(game_id=game, viewer=referee, asked=asked, expected_version=at)
    assert refused.value.code == code
    assert version(game) == at
    assert Ruling.objects.count() == 0


def test_only_a_referee_without_a_seat_may_rule(game, viewers, referee):
    choose(game, viewers[0], "d1", ONE)
    asked = Rewind(to=6, reason="x")
    for viewer, code in (
        (viewers[0], "not_referee"),
        (Viewer(), "not_referee"),
        (Viewer(player=viewers[0].player, referee=True), "referee_is_seated"),
    ):
        with pytest.raises(GameplayError) as refused:
            rulings.rewind(game_id=game, viewer=viewer, asked=asked, expected_version=version(game))
        assert refused.value.code == code


def test_a_stale_ruling_is_refused(game, viewers, referee):
    choose(game, viewers[0], "d1", ONE)
    with pytest.raises(GameplayError) as refused:
        rulings.rewind(game_id=game, viewer=referee, asked=Rewind(to=6, reason="x"), expected_version=6)
    assert (refused.value.code, refused.value.extra) == ("stale_version", {"version": 7})


def test_the_reason_is_remembered_and_not_in_the_log(game, viewers, referee):
    choose(game, viewers[0], "d1", ONE)
    asked = Rewind(to=6, reason="ada slipped", evidence=[7])
    rulings.rewind(game_id=game, viewer=referee, asked=asked, expected_version=7)
    ruling = Ruling.objects.get()
    assert (ruling.act, ruling.reason, ruling.evidence, ruling.seq) == ("rewind", "ada slipped", [7], 8)
    event = store.read(stream=game)[-1]
    assert event.kind == log.GAME_REWOUND
    assert b"slipped" not in event.body
    assert str(ruling.id).encode() in event.body


def test_others_do_not_learn_from_a_rewind_what_was_hidden(game, viewers, referee):
    choose(game, viewers[0], "d1", LOOK)
    rewind(game, referee, 6)
    page = selectors.feed(game_id=game, viewer=viewers[1], after=0, limit=100)
    assert page.items[6].choice is None and page.items[6].facts == []


def test_a_paused_game_asks_nobody_until_it_is_resumed(game, viewers, referee):
    rulings.pause(game_id=game, viewer=referee, act=Act(reason="let me look", expected_version=6))
    shown = selectors.game_view(game_id=game, viewer=viewers[0])
    assert shown.paused and shown.decisions == []
    with pytest.raises(GameplayError, match="game_paused"):
        choose(game, viewers[0], "d1", ONE)
    with pytest.raises(GameplayError, match="game_paused"):
        rulings.pause(game_id=game, viewer=referee, act=Act(reason="x", expected_version=7))
    rulings.resume(game_id=game, viewer=referee, act=Act(reason="go on", expected_version=7))
    choose(game, viewers[0], "d1", ONE)
    assert projection.rebuild(game) is False


def test_a_voided_game_has_no_result_and_its_secret_is_out(game, viewers, referee):
    rulings.void(game_id=game, viewer=referee, act=Act(reason="cheating", expected_version=6))
    shown = selectors.game_view(game_id=game, viewer=viewers[0])
    assert (shown.status, shown.result, shown.decisions) == ("voided", None, [])
    verified = selectors.verification(game_id=game, viewer=viewers[0])
    assert verified.ok and verified.secret_revealed
    with pytest.raises(GameplayError, match="game_over"):
        choose(game, viewers[0], "d1", ONE)


def test_an_adjudicated_result_stands_instead_of_the_games_own(game, viewers, referee):
    with pytest.raises(GameplayError, match="bad_result"):
        rulings.adjudicate(game_id=game, viewer=referee, act=Act(reason="x", expected_version=6), scores=[1], winners=[0])
    rulings.adjudicate(game_id=game, viewer=referee, act=Act(reason="walked off", expected_version=6), scores=[0, 5, 0], winners=[1])
    shown = selectors.game_view(game_id=game, viewer=viewers[0])
    assert (shown.status, shown.result.winners) == ("finished", [1])
    assert [seat.score for seat in shown.seats] == [0, 5, 0]


def test_redealing_for_everybody_changes_no_seats_view(game, viewers):
    from gameplay.rules.chance import RandomChance

    choose(game, viewers[0], "d1", LOOK)
    table = tables.caught_up(game).table
    twin = table.rules.redeal(table.state, EVERYBODY, RandomChance(3))
    assert all(table.rules.view(twin, seat) == table.rules.view(table.state, seat) for seat in range(3))


def test_a_game_that_cannot_be_replayed_is_rewound_to_its_last_good_event_and_goes_on(game, viewers, referee, monkeypatch):
    """The rule of `look` is broken from event 8 on; a referee goes back to before it."""
    choose(game, viewers[0], "d1", ONE)
    choose(game, viewers[1], "d1", LOOK)
    choose(game, viewers[1], "d2", TWO)
    tables.forget()
    answer = toy.TakeCards.answer

    def broken(self, s, seat, choice, tell):
        if isinstance(choice, toy.Look):
            raise KeyError("look")
        answer(self, s, seat, choice, tell)

    monkeypatch.setattr(toy.TakeCards, "answer", broken)
    stuck = selectors.game_view(game_id=game, viewer=referee)
    assert (stuck.fault.seq, stuck.version) == (8, 7)
    with pytest.raises(GameplayError, match="game_faulty"):
        rulings.pause(game_id=game, viewer=referee, act=rulings.Act(reason="x", expected_version=7))
    told = rulings.rewind(game_id=game, viewer=referee, asked=Rewind(to=7, reason="the rule is broken"), expected_version=7)
    assert (told.to, version(game)) == (7, 10)
    for fold in ("cached", "anew"):
        shown = selectors.game_view(game_id=game, viewer=viewers[1])
        assert (shown.fault, shown.version, [d.id for d in shown.decisions]) == (None, 10, ["d4"]), fold
        tables.forget()
    choose(game, viewers[1], "d4", ONE)
    choose(game, viewers[2], open_decision(game, viewers[2]), ONE)
    choose(game, viewers[2], open_decision(game, viewers[2]), {"type": "blame", "seat": 0})
    assert selectors.game_view(game_id=game, viewer=viewers[0]).status == "finished"
    assert projection.rebuild(game) is False
    page = selectors.feed(game_id=game, viewer=viewers[0], after=0, limit=100)
    assert [(s.first, s.last) for s in page.undone] == [(8, 9)]
    assert selectors.view_at(game_id=game, viewer=viewers[0], seq=10).view is not None
    assert store.verify(stream=game).ok
