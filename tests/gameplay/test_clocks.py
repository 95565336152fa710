"""Does a clock run for whom it should, and does a move that was made in time always count?"""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model

from events import store
from gameplay import log, projection, selectors, services, tables, timeouts
from gameplay.clocks import SECOND, Clock
from gameplay.errors import GameplayError
from gameplay.models import Seat
from gameplay.selectors import Viewer, player_of
from gameplay.table import history
from tests.store_fixtures import at_once

ONE = {"type": "take", "count": 1}


class Time:
    """A clock on the wall that the test moves."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at

    def passes(self, seconds: float) -> None:
        self.at += int(seconds * SECOND)


@pytest.fixture
def time(monkeypatch) -> Time:
    clock = Time(store.now_micros())
    monkeypatch.setattr(store, "now_micros", clock)
    return clock


def begun(people, viewers, clock, seats=2):
    game, _ = services.game_create(player=people[0], rules="toy", seats=seats, clock=clock)
    for viewer in viewers[:seats]:
        services.seat_take(game_id=game, viewer=viewer)
    services.game_start(game_id=game, viewer=viewers[0])
    return game


def take(game, viewer, decision="d1", choice=ONE):
    return services.choice_make(game_id=game, viewer=viewer, decision=decision, choice=choice, key=f"{viewer.player}{decision}")


def kinds(game):
    return [event.kind for event in store.read(stream=game)]


def clock_of(game, seat):
    return tables.caught_up(game).table.clocks.seats[seat]


def test_a_deadline_is_seen_before_it_comes(people, viewers, time):
    game = begun(people, viewers, Clock(kind="per_decision", seconds=60))
    shown = selectors.game_view(game_id=game, viewer=viewers[0])
    assert shown.clock == Clock(kind="per_decision", seconds=60)
    assert shown.seats[0].deadline == selectors.rfc3339(time.at + 60 * SECOND)
    take(game, viewers[0])
    assert selectors.game_view(game_id=game, viewer=viewers[0]).seats[0].deadline is None


def test_nothing_happens_before_the_time(people, viewers, time):
    begun(people, viewers, Clock(kind="per_decision", seconds=60))
    time.passes(47.9)
    assert timeouts.sweep() == 0


def test_a_seat_is_warned_once_when_a_fifth_of_its_time_is_left(people, viewers, time):
    game = begun(people, viewers, Clock(kind="per_decision", seconds=60))
    time.passes(48)
    assert timeouts.sweep() == 2
    assert timeouts.sweep() == 0
    assert kinds(game)[-2:] == [log.CLOCK_WARNED] * 2


def test_a_bot_answers_for_a_seat_whose_time_is_over_and_the_seat_plays_on(people, viewers, time):
    game = begun(people, viewers, Clock(kind="per_decision", seconds=60), seats=3)
    take(game, viewers[1])
    time.passes(60)
    timeouts.sweep()
    assert kinds(game)[-4:] == [log.CLOCK_EXPIRED, log.CHOICE_MADE] * 2
    shown = selectors.game_view(game_id=game, viewer=viewers[0])
    assert shown.seats[0].player == str(viewers[0].player)
    assert [d.id for d in shown.decisions] == ["d2"]  # the bot has looked, and the seat is asked anew
    with pytest.raises(GameplayError, match="decision_closed"):
        take(game, viewers[0])


def test_a_bot_takes_the_seat_where_the_game_says_so(people, viewers, time):
    game = begun(people, viewers, Clock(kind="per_decision", seconds=60, on_timeout="bot_takes_seat"))
    take(game, viewers[1])
    time.passes(60)
    timeouts.sweep()
    assert kinds(game)[-2:] == [log.CLOCK_EXPIRED, log.SEAT_REPLACED]
    assert selectors.game_view(game_id=game, viewer=viewers[1]).seats[0].bot == "first"
    time.passes(600)
    assert timeouts.sweep() == 0  # a bot has no clock


def test_a_seat_that_forfeits_does_not_win(people, viewers, time):
    game = begun(people, viewers, Clock(kind="per_decision", seconds=60, on_timeout="forfeit"), seats=3)
    take(game, viewers[1])
    take(game, viewers[2])
    time.passes(60)
    timeouts.sweep()
    assert kinds(game)[-3:] == [log.CLOCK_EXPIRED, log.GAME_FINISHED, log.SECRET_REVEALED]
    shown = selectors.game_view(game_id=game, viewer=viewers[0])
    assert (shown.status, shown.result.winners, shown.decisions) == ("finished", [1, 2], [])
    assert selectors.verification(game_id=game, viewer=viewers[0]).ok


def test_a_bank_loses_what_was_used_and_gains_the_increment(people, viewers, time):
    game = begun(people, viewers, Clock(kind="bank", seconds=100, increment=7))
    time.passes(30)
    take(game, viewers[0], choice={"type": "look"})
    assert clock_of(game, 0).left == (100 - 30 + 7) * SECOND
    assert clock_of(game, 0).since == time.at
    assert clock_of(game, 1).deadline == time.at + 70 * SECOND


def test_a_clock_stands_still_while_the_game_is_paused(people, viewers, time):
    from gameplay.referee import rulings
    from gameplay.referee.rulings import Act

    referee = Viewer(player=player_of(get_user_model().objects.create_user("ref", is_staff=True)).id, referee=True)
    game = begun(people, viewers, Clock(kind="bank", seconds=100))
    time.passes(40)
    rulings.pause(game_id=game, viewer=referee, act=Act(reason="x", expected_version=tables.caught_up(game).table.version))
    time.passes(4000)
    assert timeouts.sweep() == 0
    rulings.resume(game_id=game, viewer=referee, act=Act(reason="x", expected_version=tables.caught_up(game).table.version))
    assert clock_of(game, 0).deadline == time.at + 60 * SECOND


def test_an_empty_seat_has_a_clock_too(people, viewers, time):
    game = begun(people, viewers, Clock(kind="per_decision", seconds=60))
    services.seat_leave(game_id=game, viewer=viewers[1], seat=1)
    time.passes(60)
    timeouts.sweep()
    assert log.CHOICE_MADE in kinds(game)


def test_the_clocks_of_the_log_are_those_of_the_live_table(people, viewers, time):
    game = begun(people, viewers, Clock(kind="bank", seconds=100, increment=3), seats=3)
    for seconds, seat in ((5, 0), (20, 1), (55, 2)):
        time.passes(seconds)
        timeouts.sweep()
        take(game, viewers[seat], choice={"type": "look"})
    live = tables.caught_up(game).table.clocks.seats
    assert history(game, store.read(stream=game)).table.clocks.seats == live
    assert projection.rebuild(game) is False


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(300)
def test_of_a_move_and_its_timeout_exactly_one_counts_a_thousand_times():
    """Each question is answered by the player and by the clock at the same moment."""
    users = get_user_model().objects
    players = [player_of(users.create_user(name)) for name in ("ada", "ben")]
    viewers = {seat: Viewer(player=player.id) for seat, player in enumerate(players)}
    races = moves = 0
    while races < 1000:
        clock = Clock(kind="per_decision", seconds=5)
        game, _ = services.game_create(player=players[0], rules="spooky_bar", seats=2, clock=clock)
        for viewer in viewers.values():
            services.seat_take(game_id=game, viewer=viewer)
        services.game_start(game_id=game, viewer=viewers[0])
        while races < 1000 and (waited := tables.caught_up(game).table.due()):
            seat = waited[0]
            decision = selectors.decisions_open(game_id=game, viewer=viewers[seat])[0]
            moves += race(game, viewers[seat], seat, decision)
            races += 1
    assert 0 < moves <= 1000


def race(game, viewer, seat, decision) -> bool:
    """Whether the move won. Either way the question has one answer, and the loser is told."""
    deadline = Seat.objects.get(game_id=game, index=seat).deadline

    def act(i):
        if i:
            return timeouts.attend(game_id=game, now=deadline)
        try:
            choice = selectors.msgspec.to_builtins(decision.choices[0])
            services.choice_make(game_id=game, viewer=viewer, decision=decision.id, choice=choice, key=decision.id)
        except GameplayError as refused:
            assert refused.code in ("decision_closed", "game_over"), refused
            return False
        return True

    moved, _ = at_once(2, act)
    answers = [
        made
        for event in store.read(stream=game)
        if event.kind == log.CHOICE_MADE
        and (made := log.codec("spooky_bar").choice_made(event.body)).decision == decision.id
        and made.seat == seat
    ]
    assert len(answers) == 1
    return moved
