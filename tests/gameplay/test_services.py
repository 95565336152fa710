"""Does a game live as its people command, and does nothing happen that they don't?"""

from __future__ import annotations

from uuid import uuid4

import pytest

from events import store
from gameplay import bots, fairness, log, projection, selectors, services, tables
from gameplay.errors import GameplayError
from gameplay.models import DealerSecret, Game, Seat
from gameplay.rules.contract import Illegal
from gameplay.selectors import Viewer


def begun(people, viewers, seats=2, **more):
    """A running toy game with the first people on its seats."""
    game, _ = services.game_create(player=people[0], rules="toy", seats=seats, **more)
    for viewer in viewers[:seats]:
        services.seat_take(game_id=game, viewer=viewer)
    services.game_start(game_id=game, viewer=viewers[0])
    return game


def take(game, viewer, decision="d1", count=1, key="k"):
    return services.choice_make(game_id=game, viewer=viewer, decision=decision, choice={"type": "take", "count": count}, key=key)


def kinds(game):
    return [event.kind for event in store.read(stream=game)]


def test_a_game_runs_from_its_creation_to_the_revealed_secret(people, viewers):
    game = begun(people, viewers)
    take(game, viewers[0], key="a")
    take(game, viewers[1], key="b")
    assert kinds(game) == [
        log.GAME_CREATED,
        log.SEAT_TAKEN,
        log.SEAT_TAKEN,
        log.GAME_STARTED,
        log.DEALER_ANSWERED,
        log.CHOICE_MADE,
        log.CHOICE_MADE,
        log.CHOICE_MADE,
        log.GAME_FINISHED,
        log.SECRET_REVEALED,
    ]
    shown = selectors.game_view(game_id=game, viewer=viewers[0])
    assert shown.status == "finished"
    assert shown.result.scores == [seat.score for seat in shown.seats]
    verified = selectors.verification(game_id=game, viewer=viewers[0])
    assert verified.ok and verified.secret_revealed
    assert verified.replay.checked == 10
    assert verified.fairness.checked == 1


def test_the_forced_answer_is_in_the_log_and_marked_automatic(people, viewers):
    game = begun(people, viewers)
    take(game, viewers[0], key="a")
    take(game, viewers[1], key="b")
    entry = selectors.feed(game_id=game, viewer=viewers[0], after=7).items[0]
    assert (entry.kind, entry.seat, entry.auto) == (log.CHOICE_MADE, 1, True)


def test_the_same_command_again_changes_nothing_and_gets_the_first_answer(people, viewers):
    game = begun(people, viewers)
    first, replayed = take(game, viewers[0], key="a")
    assert not replayed
    take(game, viewers[1], key="b")
    again, replayed = take(game, viewers[0], key="a")
    assert replayed
    assert again == first
    assert kinds(game).count(log.CHOICE_MADE) == 3


def test_a_key_used_for_another_answer_is_refused(people, viewers):
    game = begun(people, viewers, seats=3)
    take(game, viewers[0], key="a", count=1)
    with pytest.raises(GameplayError, match="idempotency_key_reused"):
        take(game, viewers[0], key="a", count=2)


def test_keys_of_different_people_do_not_meet(people, viewers):
    game = begun(people, viewers, seats=3)
    assert take(game, viewers[0], key="a")[1] is False
    assert take(game, viewers[1], key="a")[1] is False


def test_a_closed_decision_tells_what_is_open_now(people, viewers):
    game = begun(people, viewers, seats=3)
    services.choice_make(game_id=game, viewer=viewers[0], decision="d1", choice={"type": "look"}, key="a")
    with pytest.raises(GameplayError) as refused:
        take(game, viewers[0], decision="d1", key="b")
    assert refused.value.code == "decision_closed"
    assert [decision.id for decision in refused.value.extra["decisions"]] == ["d2"]


@pytest.mark.parametrize("decision", ["d2", "d0", "d", "17", "d1x", "d-1", "", "d٣", "d9999999999999"])
def test_a_decision_never_asked_is_not_your_decision(people, viewers, decision):
    game = begun(people, viewers, seats=3)
    with pytest.raises(GameplayError, match="not_your_decision"):
        take(game, viewers[0], decision=decision, key="b")


def test_a_refused_choice_leaves_no_trace(people, viewers):
    game = begun(people, viewers)
    before = selectors.game_view(game_id=game, viewer=viewers[0])
    with pytest.raises(Illegal, match="too_many"):
        take(game, viewers[0], count=3)
    with pytest.raises(GameplayError, match="choice_malformed"):
        services.choice_make(game_id=game, viewer=viewers[0], decision="d1", choice={"type": "bid"}, key="k")
    assert selectors.game_view(game_id=game, viewer=viewers[0]) == before
    assert take(game, viewers[0], count=1)[1] is False


def test_checking_a_choice_writes_nothing(people, viewers):
    game = begun(people, viewers)
    version = len(kinds(game))
    services.choice_check(game_id=game, viewer=viewers[0], decision="d1", choice={"type": "take", "count": 2})
    with pytest.raises(Illegal):
        services.choice_check(game_id=game, viewer=viewers[0], decision="d1", choice={"type": "take", "count": 9})
    assert len(kinds(game)) == version


def test_somebody_without_a_seat_may_not_choose(people, viewers):
    game = begun(people, viewers)
    with pytest.raises(GameplayError, match="not_seated"):
        take(game, viewers[2])


def test_a_private_game_does_not_exist_for_others(people, viewers):
    game, invitation = services.game_create(player=people[0], rules="toy", seats=2, private=True)
    for call in (
        lambda: selectors.game_view(game_id=game, viewer=viewers[1]),
        lambda: selectors.game_view(game_id=game, viewer=Viewer()),
        lambda: services.seat_take(game_id=game, viewer=viewers[1]),
        lambda: services.seat_take(game_id=game, viewer=viewers[1], invitation="rv_inv_wrong"),
        lambda: services.game_start(game_id=game, viewer=viewers[1]),
        lambda: take(game, viewers[1]),
        lambda: selectors.feed(game_id=game, viewer=viewers[1], after=0),
        lambda: selectors.view_at(game_id=game, viewer=viewers[1], seq=1),
        lambda: selectors.verification(game_id=game, viewer=viewers[1]),
        lambda: selectors.record(game_id=game, viewer=viewers[1]),
    ):
        with pytest.raises(GameplayError) as refused:
            call()
        assert str(refused.value) == str(missing())
    assert selectors.game_list(viewer=viewers[1]) == ([], False)
    assert services.seat_take(game_id=game, viewer=viewers[1], invitation=invitation) == 0
    assert selectors.game_view(game_id=game, viewer=viewers[1]).viewer.seat == 0


def missing() -> GameplayError:
    """The refusal for a game that never was."""
    with pytest.raises(GameplayError) as refused:
        selectors.game_view(game_id=uuid4(), viewer=Viewer())
    return refused.value


def test_seats_are_taken_left_and_given_to_bots(people, viewers):
    game, _ = services.game_create(player=people[0], rules="toy", seats=3)
    assert services.seat_take(game_id=game, viewer=viewers[1], seat=2) == 2
    with pytest.raises(GameplayError, match="already_seated"):
        services.seat_take(game_id=game, viewer=viewers[1])
    with pytest.raises(GameplayError, match="seat_taken"):
        services.seat_take(game_id=game, viewer=viewers[0], seat=2)
    with pytest.raises(GameplayError, match="seat_not_found"):
        services.seat_take(game_id=game, viewer=viewers[0], seat=3)
    with pytest.raises(GameplayError, match="not_creator"):
        services.seat_bot(game_id=game, viewer=viewers[1], bot="first")
    with pytest.raises(GameplayError, match="unknown_bot"):
        services.seat_bot(game_id=game, viewer=viewers[0], bot="nobody")
    assert services.seat_bot(game_id=game, viewer=viewers[0], bot="first") == 0
    with pytest.raises(GameplayError, match="seats_not_filled"):
        services.game_start(game_id=game, viewer=viewers[0])
    with pytest.raises(GameplayError, match="not_your_seat"):
        services.seat_leave(game_id=game, viewer=viewers[0], seat=2)
    services.seat_leave(game_id=game, viewer=viewers[0], seat=0)
    services.seat_leave(game_id=game, viewer=viewers[1], seat=2)
    assert [seat.player or seat.bot for seat in selectors.game_view(game_id=game, viewer=viewers[0]).seats] == [None] * 3


def test_a_seat_left_in_a_running_game_is_taken_over_by_a_bot(people, viewers):
    game = begun(people, viewers)
    services.seat_leave(game_id=game, viewer=viewers[1], seat=1)
    assert bots.play(game_id=game) == 0
    services.seat_bot(game_id=game, viewer=viewers[0], bot="first")
    assert bots.play(game_id=game) == 2  # looks, then takes
    take(game, viewers[0], key="a")
    assert selectors.game_view(game_id=game, viewer=viewers[0]).status == "finished"
    assert log.SEAT_REPLACED in kinds(game)


def test_whoever_left_a_running_game_comes_back_to_the_own_seat_only(people, viewers):
    game = begun(people, viewers)
    services.seat_leave(game_id=game, viewer=viewers[0], seat=0)
    services.seat_leave(game_id=game, viewer=viewers[1], seat=1)
    with pytest.raises(GameplayError) as refused:
        services.seat_take(game_id=game, viewer=viewers[0], seat=1)
    assert (refused.value.code, refused.value.extra) == ("seat_of_another", {"seat": 0})
    assert services.seat_take(game_id=game, viewer=viewers[1]) == 1
    assert services.seat_take(game_id=game, viewer=viewers[2]) == 0
    with pytest.raises(GameplayError, match="seat_taken"):
        services.seat_take(game_id=game, viewer=viewers[0])


def test_before_the_start_seats_may_be_changed(people, viewers):
    game, _ = services.game_create(player=people[0], rules="toy", seats=2)
    services.seat_take(game_id=game, viewer=viewers[0], seat=0)
    services.seat_leave(game_id=game, viewer=viewers[0], seat=0)
    assert services.seat_take(game_id=game, viewer=viewers[0], seat=1) == 1


def test_bots_play_when_run_twice_as_when_run_once(people, viewers):
    game, _ = services.game_create(player=people[0], rules="toy", seats=2)
    for _ in range(2):
        services.seat_bot(game_id=game, viewer=viewers[0], bot="first")
    services.game_start(game_id=game, viewer=viewers[0])
    assert Seat.objects.filter(game_id=game, awaiting=True).count() == 2
    assert bots.play(game_id=game) == 4
    assert bots.play(game_id=game) == 0
    assert Game.objects.get(id=game).status == "finished"


def test_the_read_rows_made_anew_from_the_log_equal_the_live_ones(people, viewers):
    game = begun(people, viewers, seats=3)
    take(game, viewers[1], key="a")
    live = projection.snapshot(game)
    assert projection.rebuild(game) is False
    Seat.objects.filter(game_id=game).update(score=99)
    assert projection.rebuild(game) is True
    assert projection.snapshot(game) == live
    Seat.objects.filter(game_id=game).delete()
    Game.objects.filter(id=game).delete()
    assert projection.rebuild(game) is True
    assert projection.snapshot(game) == live


def test_the_secret_is_not_shown_before_the_end(people, viewers):
    game = begun(people, viewers)
    secret = bytes(DealerSecret.objects.get(game=game).secret)
    shown = selectors.game_view(game_id=game, viewer=Viewer(referee=True))
    assert fairness.commitment(game, 1, secret) == shown.commitment
    assert secret.hex() not in repr(shown)
    assert not selectors.verification(game_id=game, viewer=viewers[0]).secret_revealed


def test_a_game_that_cannot_be_replayed_stops_visibly_at_the_last_good_event(people, viewers, monkeypatch):
    game = begun(people, viewers)
    take(game, viewers[0], key="a")
    tables.forget()
    monkeypatch.setattr("tests.rules.toy.TakeCards.answer", lambda *args: 1 // 0)
    shown = selectors.game_view(game_id=game, viewer=viewers[0])
    assert shown.fault.seq == 6
    assert shown.version == 5
    with pytest.raises(GameplayError, match="game_faulty"):
        take(game, viewers[1], key="b")


def test_the_view_of_the_past_is_what_was_seen_then(people, viewers):
    game = begun(people, viewers)
    before = selectors.game_view(game_id=game, viewer=viewers[0])
    services.choice_make(game_id=game, viewer=viewers[0], decision="d1", choice={"type": "look"}, key="a")
    then = selectors.view_at(game_id=game, viewer=viewers[0], seq=before.version)
    assert (then.view, then.decisions) == (before.view, before.decisions)
    with pytest.raises(GameplayError, match="event_not_found"):
        selectors.view_at(game_id=game, viewer=viewers[0], seq=before.version + 2)


def test_a_feed_read_in_pieces_equals_one_read_whole(people, viewers):
    game = begun(people, viewers)
    take(game, viewers[0], key="a")
    take(game, viewers[1], key="b")
    whole = selectors.feed(game_id=game, viewer=viewers[0], after=0, limit=100)
    assert whole.ended and not whole.has_more
    pieces, after = [], 0
    while True:
        page = selectors.feed(game_id=game, viewer=viewers[0], after=after, limit=3)
        pieces += page.items
        after = page.next_after
        if not page.has_more:
            break
    assert pieces == whole.items


def test_others_learn_that_a_seat_has_chosen_but_not_what(people, viewers):
    game = begun(people, viewers, seats=3)
    services.choice_make(game_id=game, viewer=viewers[0], decision="d1", choice={"type": "look"}, key="a")
    own = selectors.feed(game_id=game, viewer=viewers[0], after=0).items[-1]
    other = selectors.feed(game_id=game, viewer=viewers[1], after=0).items[-1]
    assert own.choice is not None and own.facts
    assert other.choice is None and not other.facts
