"""Does a standing answer pass as its seat would, as long as it should, and does nobody else ever know of it?"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from events import store
from gameplay import log, selectors, services, standing, tables
from gameplay.errors import GameplayError
from gameplay.models import StandingAnswer
from gameplay.rules import kernel
from gameplay.rules.bar_fight.choices import Pass, PlayFight
from gameplay.rules.bar_fight.windows import FightWindow
from gameplay.selectors import Viewer
from gameplay.tasks import standing_sweep
from tests.store_fixtures import at_once

PASS = {"type": "pass"}
BARS = ("copper", "desperado", "velvet")


def begun(people, viewers, *, rules="bar_fight") -> Any:
    """A game of three in its first window A."""
    game, _ = services.game_create(player=people[0], rules=rules, seats=3)
    for viewer in viewers:
        services.seat_take(game_id=game, viewer=viewer)
    services.game_start(game_id=game, viewer=viewers[0])
    if rules == "bar_fight":
        for seat, bar in enumerate(BARS):
            answer(game, viewers, seat, {"type": "choose_bar", "bar": bar})
    return game


def table(game) -> Any:
    return tables.caught_up(game).table


def answer(game, viewers, seat, choice, key=None) -> None:
    decision = f"d{table(game).awaiting()[seat]}"
    services.choice_make(game_id=game, viewer=viewers[seat], decision=decision, choice=choice, key=key or f"{seat}/{decision}")


def asked(game) -> list[int]:
    return sorted(table(game).awaiting())


def window(game) -> str:
    frame = kernel.decision(table(game).state)
    return frame.window if isinstance(frame, FightWindow) else ""


def play_something(game, viewers, *seats) -> int:
    """One of these seats plays a fight card that it holds; the game must have one. Returns the seat."""
    state = table(game).state
    for seat in seats:
        for choice in kernel.options(state, seat):
            if isinstance(choice, PlayFight):
                answer(game, viewers, seat, msgspec.to_builtins(choice))
                return seat
    raise AssertionError("nobody holds a fight card")


@pytest.fixture
def game(people, viewers) -> Any:
    """A game in whose first window seat 1 or seat 2 holds a fight card."""
    while True:
        made = begun(people, viewers)
        state = table(made).state
        if any(isinstance(choice, PlayFight) for seat in (1, 2) for choice in kernel.options(state, seat)):
            return made


def test_it_passes_at_once_and_again_in_each_window_of_the_round(game, viewers):
    shown = standing.standing_set(game_id=game, viewer=viewers[0], until="next_round")
    assert (shown.seat, shown.until) == (0, "next_round")
    assert asked(game) == [1, 2]
    for seat in (1, 2):
        answer(game, viewers, seat, PASS)
    for seat in (0, 1, 2):
        first = next(iter(kernel.options(table(game).state, seat)))
        answer(game, viewers, seat, msgspec.to_builtins(first))
    assert window(game) == "b" and asked(game) == [0, 1, 2]
    assert standing_sweep() == 1
    assert asked(game) == [1, 2]


def test_it_answers_nothing_but_windows(game, viewers):
    standing.standing_set(game_id=game, viewer=viewers[0], until="next_round")
    for seat in (1, 2):
        answer(game, viewers, seat, PASS)
    assert standing_sweep() == 0
    assert asked(game) == [0, 1, 2] and window(game) == "", "the cocktail is the seat's own to mix"


def test_until_the_next_play_ends_with_a_play(game, viewers):
    standing.standing_set(game_id=game, viewer=viewers[0], until="next_play")
    assert asked(game) == [1, 2]
    play_something(game, viewers, 1, 2)
    assert standing_sweep() == 0
    assert asked(game) == [0, 1, 2]
    assert not StandingAnswer.objects.exists()
    assert standing.standing_of(game_id=game, viewer=viewers[0]) is None


def test_until_the_next_round_outlasts_plays_and_ends_with_the_round(game, viewers):
    standing.standing_set(game_id=game, viewer=viewers[0], until="next_round")
    play_something(game, viewers, 1, 2)
    assert asked(game) == [0, 1, 2]
    assert standing_sweep() == 1
    assert asked(game) == [1, 2]
    while table(game).state.round == 1:
        for seat in asked(game):
            first = next(iter(kernel.options(table(game).state, seat)))
            answer(game, viewers, seat, msgspec.to_builtins(first))
    assert standing_sweep() == 0
    assert asked(game) == [0, 1, 2] and not StandingAnswer.objects.exists()


def test_it_can_be_seen_replaced_and_taken_back_by_its_seat(game, viewers):
    assert standing.standing_of(game_id=game, viewer=viewers[0]) is None
    standing.standing_set(game_id=game, viewer=viewers[0], until="next_play")
    standing.standing_set(game_id=game, viewer=viewers[0], until="next_round")
    assert standing.standing_of(game_id=game, viewer=viewers[0]).until == "next_round"
    standing.standing_cancel(game_id=game, viewer=viewers[0])
    standing.standing_cancel(game_id=game, viewer=viewers[0])
    play_something(game, viewers, 1, 2)
    assert standing_sweep() == 0
    assert asked(game) == [0, 1, 2]


def test_others_neither_see_it_nor_change_it(game, viewers):
    standing.standing_set(game_id=game, viewer=viewers[0], until="next_round")
    assert standing.standing_of(game_id=game, viewer=viewers[1]) is None
    standing.standing_cancel(game_id=game, viewer=viewers[1])
    assert standing.standing_of(game_id=game, viewer=viewers[0]).until == "next_round"
    for stranger in (Viewer(), Viewer(player=viewers[0].player, referee=True)):
        if stranger.player is None:
            with pytest.raises(GameplayError, match="not_seated"):
                standing.standing_of(game_id=game, viewer=stranger)
        else:
            assert standing.standing_of(game_id=game, viewer=stranger) is not None, "it is the seat's own, referee or not"


def test_a_choice_by_hand_goes_before_it(game, viewers):
    StandingAnswer.objects.create(game=game, player=viewers[0].player, until="next_round", mark="1", token="00")
    answer(game, viewers, 0, PASS)
    assert standing_sweep() == 0
    assert asked(game) == [1, 2]


def test_it_goes_with_the_seat_and_with_the_game(game, viewers):
    standing.standing_set(game_id=game, viewer=viewers[0], until="next_round")
    services.seat_leave(game_id=game, viewer=viewers[0], seat=0)
    play_something(game, viewers, 1, 2)
    assert standing_sweep() == 0
    assert not StandingAnswer.objects.exists()


def test_what_cannot_be_left_is_refused(people, viewers, game):
    with pytest.raises(GameplayError, match="unknown_standing") as refused:
        standing.standing_set(game_id=game, viewer=viewers[0], until="doomsday")
    assert refused.value.extra["standing"] == ["next_play", "next_round"]
    toy = begun(people, viewers[:3], rules="toy")
    with pytest.raises(GameplayError, match="unknown_standing"):
        standing.standing_set(game_id=toy, viewer=viewers[0], until="next_play")
    waiting, _ = services.game_create(player=people[0], rules="bar_fight", seats=2)
    services.seat_take(game_id=waiting, viewer=viewers[0])
    with pytest.raises(GameplayError, match="game_not_playing"):
        standing.standing_set(game_id=waiting, viewer=viewers[0], until="next_play")
    with pytest.raises(GameplayError, match="not_seated"):
        standing.standing_set(game_id=waiting, viewer=viewers[1], until="next_play")
    with pytest.raises(GameplayError, match="game_not_found"):
        standing.standing_set(game_id=people[0].id, viewer=viewers[0], until="next_play")


def test_every_game_says_what_may_be_left():
    from gameplay.rules.catalogue import GAMES

    assert list(standing.standing_offered(GAMES["bar_fight"])) == ["next_play", "next_round"]
    assert standing.standing_offered(GAMES["spooky_bar"]) == {}


class TestNobodyNotices:
    """The same game twice: seat 0 passes by hand, or has passes made for it."""

    def test_its_event_is_that_of_a_pass_by_hand(self, game, viewers):
        standing.standing_set(game_id=game, viewer=viewers[0], until="next_round")
        answer(game, viewers, 1, PASS)
        left, by_hand = store.read(stream=game)[-2:]
        assert (left.kind, left.actor) == (log.CHOICE_MADE, str(viewers[0].player))
        assert left.body == by_hand.body.replace(b'"seat":1', b'"seat":0')
        assert len(left.command_id) == len(by_hand.command_id) == 64

    def test_its_command_id_cannot_be_reckoned_from_what_others_know(self, game, viewers):
        seen = set()
        for until in ("next_round", "next_play"):
            standing.standing_set(game_id=game, viewer=viewers[0], until=until)
            seen.add(StandingAnswer.objects.get().token)
        assert len(seen) == 2 and all(len(token) == 32 for token in seen)

    def test_views_feeds_and_questions_of_others_are_the_same_byte_by_byte(self, game, viewers):
        def told(viewer: Viewer) -> bytes:
            shown = selectors.game_view(game_id=game, viewer=viewer)
            page = selectors.feed(game_id=game, viewer=viewer, after=0, limit=200)
            untimed = [msgspec.structs.replace(entry, at="") for entry in page.items]
            return msgspec.json.encode([msgspec.structs.replace(shown, updated_at=""), untimed])

        others = [viewers[1], viewers[2], Viewer()]
        before = [told(viewer) for viewer in others]
        StandingAnswer.objects.create(game=game, player=viewers[0].player, until="next_play", mark="elsewhere", token="00")
        assert [told(viewer) for viewer in others] == before, "a standing answer that is left shows nowhere"
        StandingAnswer.objects.all().delete()
        standing.standing_set(game_id=game, viewer=viewers[0], until="next_round")
        passed = selectors.feed(game_id=game, viewer=viewers[1], after=0, limit=200).items[-1]
        assert (passed.seat, passed.auto, passed.choice, passed.facts) == (0, False, Pass(), [])
        during = [told(viewer) for viewer in others]
        standing.standing_cancel(game_id=game, viewer=viewers[0])
        assert [told(viewer) for viewer in others] == during, "nor does taking it back"


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_make_one_choice(viewers, game):
    StandingAnswer.objects.create(game=game, player=viewers[0].player, until="next_round", mark="1", token="00")
    assert sum(at_once(3, lambda _: standing.sweep())) == 1
    assert asked(game) == [1, 2]
