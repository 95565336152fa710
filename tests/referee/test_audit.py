"""Does an auditor see any position with anybody's eyes, on record, and nobody else more than their own?"""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from events import store
from gameplay import log, selectors, services
from gameplay.errors import GameplayError
from gameplay.models import AccessRecord, DealerSecret
from gameplay.referee import audit, rulings
from gameplay.referee.audit import Eyes
from gameplay.referee.rulings import Rewind
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import DEALER, REFEREE, SPECTATOR, Edition
from gameplay.selectors import Viewer
from gameplay.table import history
from tests.referee.conftest import LOOK, ONE, TWO, choose, game_new, played_out, rewind, version
from tests.rules import toy

WHY = "a player says the shuffle was wrong"


def position(game, viewer, seq, seen_as=None, reason=WHY):
    return audit.position(game_id=game, viewer=viewer, seq=seq, eyes=Eyes(seen_as, reason))


def difference(game, viewer, old, new, seen_as=None, reason=WHY):
    return audit.difference(game_id=game, viewer=viewer, old=old, new=new, eyes=Eyes(seen_as, reason))


def refused(code, act, *args, **given):
    with pytest.raises(GameplayError) as found:
        act(*args, **given)
    assert found.value.code == code


def test_each_seats_eyes_see_what_that_seat_saw(game, viewers, referee):
    choose(game, viewers[0], LOOK)
    for seq in (5, 6, 7):
        for seat, viewer in enumerate(viewers):
            assert position(game, referee, seq, seat) == selectors.view_at(game_id=game, viewer=viewer, seq=seq)
        assert position(game, referee, seq, SPECTATOR) == selectors.view_at(game_id=game, viewer=Viewer(), seq=seq)
    whole = position(game, referee, 7, REFEREE)
    assert whole.view.top is not None
    assert sorted(decision.seat for decision in whole.decisions) == [0, 1, 2]


def test_a_position_of_an_undone_branch_can_be_seen(game, viewers, referee):
    choose(game, viewers[0], TWO)
    there = position(game, referee, 7, REFEREE)
    rewind(game, referee, 6)
    assert position(game, referee, 7, REFEREE) == there


def test_a_look_at_what_is_hidden_needs_a_reason_and_is_on_record(game, referee):
    for seen_as in (REFEREE, 0, None):
        refused("reason_required", position, game, referee, 6, seen_as, " ")
    assert AccessRecord.objects.count() == 0
    position(game, referee, 6, REFEREE)
    position(game, referee, 5, 2)
    difference(game, referee, 5, 6, 1)
    assert list(AccessRecord.objects.values_list("what", "seq", "seen_as", "reason", "player")) == [
        ("position", 6, REFEREE, WHY, referee.player),
        ("position", 5, 2, WHY, referee.player),
        ("difference", 6, 1, WHY, referee.player),
    ]
    position(game, referee, 6, SPECTATOR, "")
    assert AccessRecord.objects.count() == 3


def test_a_preview_is_a_look_too(game, viewers, referee):
    choose(game, viewers[0], LOOK)
    rulings.rewind_preview(game_id=game, viewer=referee, asked=Rewind(to=6, reason=WHY), expected_version=7)
    assert list(AccessRecord.objects.values_list("what", "reason")) == [("preview", WHY)]


def test_a_game_that_is_over_needs_no_reason(game, viewers, referee):
    played_out(game, viewers)
    assert position(game, referee, 6, REFEREE, "").view.top is not None
    assert AccessRecord.objects.count() == 1


def test_who_looked_cannot_play(people, viewers, referee, second, game):
    services.seat_leave(game_id=game, viewer=viewers[2], seat=2)
    selectors.game_view(game_id=game, viewer=second)
    refused("referee_has_seen", services.seat_take, game_id=game, viewer=second, seat=2)
    position(game, referee, 6, 0)
    refused("referee_has_seen", services.seat_take, game_id=game, viewer=referee, seat=2)
    open_game, _ = services.game_create(player=people[0], rules="toy", seats=2)
    selectors.game_view(game_id=open_game, viewer=referee)
    assert services.seat_take(game_id=open_game, viewer=referee) == 0, "before the start there is nothing to be seen"


def test_only_a_referee_who_does_not_sit_there_has_other_eyes(game, viewers):
    choose(game, viewers[0], LOOK)
    for seen_as in (1, REFEREE):
        refused("not_referee", position, game, viewers[0], 6, seen_as)
        refused("referee_is_seated", position, game, Viewer(player=viewers[0].player, referee=True), 6, seen_as)
    assert position(game, viewers[0], 7).view.top is not None
    assert position(game, viewers[1], 7).view.top is None
    assert AccessRecord.objects.count() == 0


def test_what_is_not_there_cannot_be_seen(game, referee):
    for seq in (0, 7):
        refused("event_not_found", position, game, referee, seq, REFEREE)
        refused("event_not_found", difference, game, referee, 6, seq, REFEREE)
    refused("seat_not_found", position, game, referee, 6, 3)
    assert AccessRecord.objects.count() == 0


def test_a_difference_tells_what_changed_and_in_the_words_of_the_game(game, viewers, referee):
    choose(game, viewers[0], LOOK)
    for viewer in viewers:
        choose(game, viewer, ONE)
    told = difference(game, referee, 6, 10, REFEREE)
    assert {change.pointer for change in told.changes} <= {"/coins/0", "/coins/1", "/coins/2"}
    assert told.changes
    assert (told.left, [entry.seq for entry in told.gained]) == ([], [7, 8, 9, 10])
    assert [type(fact).__name__ for entry in told.gained for fact in entry.facts] == ["Looked", "Taken"]
    back = difference(game, referee, 10, 6, REFEREE)
    assert [entry.seq for entry in back.left] == [7, 8, 9, 10]
    assert back.gained == []


def test_a_difference_between_two_branches_names_what_each_rests_on(game, viewers, referee):
    choose(game, viewers[0], TWO)
    choose(game, viewers[1], ONE)
    rewind(game, referee, 7)
    choose(game, viewers[2], TWO)
    told = difference(game, referee, 8, 10, REFEREE)
    assert [entry.seq for entry in told.left] == [8]
    assert [entry.seq for entry in told.gained] == [9, 10]


def test_a_players_difference_holds_nothing_hidden(game, viewers):
    """Seat 0 has looked and the row was shuffled: seat 1 is told that something happened, and nothing of what."""
    choose(game, viewers[0], LOOK)
    choose(game, viewers[1], ONE)
    told = difference(game, viewers[1], 5, 8, reason="")
    assert (told.viewer.role, told.viewer.seat) == ("seat", 1)
    assert told.changes == []
    assert [(entry.choice is None, entry.facts) for entry in told.gained] == [(True, []), (True, []), (False, [])]


def test_no_secret_is_in_a_preview_or_a_difference(game, viewers, referee):
    choose(game, viewers[0], LOOK)
    secret = bytes(DealerSecret.objects.get(game=game).secret)
    preview = rulings.rewind_preview(game_id=game, viewer=referee, asked=Rewind(to=6, reason=WHY, draws="fresh"), expected_version=7)
    rewind(game, referee, 6, draws="fresh")
    raw = msgspec.json.encode([preview, difference(game, referee, 5, 8, REFEREE), difference(game, viewers[0], 5, 8, reason="")])
    deal = log.decode(log.GAME_REWOUND, store.read(stream=game)[-1].body).deal
    for row in DealerSecret.objects.filter(game=game):
        assert bytes(row.secret).hex().encode() not in raw
    assert secret.hex().encode() not in raw
    assert deal
    assert deal.encode() not in raw


def test_the_replay_of_a_sound_game_finds_nothing(game, viewers, referee):
    choose(game, viewers[0], LOOK)
    rewind(game, referee, 6, draws="fresh")
    played_out(game, viewers)
    told = audit.replay(game_id=game, viewer=referee)
    assert told.own.ok
    assert told.own == told.other
    assert told.own.checked == version(game)
    refused("not_referee", audit.replay, game_id=game, viewer=viewers[0])
    refused("unknown_rules_version", audit.replay, game_id=game, viewer=referee, version=2)


class Versioned(toy.Toy):
    rules_version: int = 1


@pytest.fixture
def changed_rules(monkeypatch):
    """Version 2 of the toy game: who blames pays, and nobody may take one card. The old clauses stay reachable."""
    from gameplay.rules.contract import Tell

    def setup(seats, options, edition):
        old = toy.setup(seats, options, edition)
        return Versioned(**{name: getattr(old, name) for name in old.__struct_fields__})

    def options(self, s, seat):
        found = take_options(self, s, seat)
        return found if s.rules_version < 2 else [choice for choice in found if choice != toy.Take(count=1)]

    def answer(self, s, seat, choice, tell: Tell):
        s.coins[choice.seat if s.rules_version < 2 else seat] -= 1

    take_options = toy.TakeCards.options
    monkeypatch.setattr(toy.TakeCards, "options", options)
    monkeypatch.setattr(toy.BlameOne, "answer", answer)
    monkeypatch.setitem(GAMES, "toy", replace(GAMES["toy"], version=2, setup=setup, state=Versioned))


def made_under(version, people, viewers, monkeypatch):
    monkeypatch.setitem(GAMES, "toy", replace(GAMES["toy"], version=version))
    game = game_new(people, viewers)
    monkeypatch.setitem(GAMES, "toy", replace(GAMES["toy"], version=2))
    return game


def test_a_changed_rule_parts_old_games_at_the_first_event_that_differs(people, viewers, referee, changed_rules, monkeypatch):
    game = made_under(1, people, viewers, monkeypatch)
    played_out(game, viewers)
    blame = next(event.seq for event in store.read(stream=game) if b"blame" in event.body)
    told = audit.replay(game_id=game, viewer=referee)
    assert (told.own.rules_version, told.own.ok) == (1, True)
    assert (told.other.rules_version, told.other.ok) == (2, False)
    assert (told.other.first_divergence, told.other.why) == (blame, "leads to another position")


def test_an_answer_that_is_no_longer_offered_is_named_with_its_refusal(people, viewers, referee, changed_rules, monkeypatch):
    game = made_under(1, people, viewers, monkeypatch)
    choose(game, viewers[0], ONE)
    told = audit.replay(game_id=game, viewer=referee)
    assert told.own.ok
    assert told.other.first_divergence == 7
    assert told.other.why.startswith("too_many")


def test_a_deck_that_was_changed_under_its_name_is_found(game, viewers, monkeypatch):
    other = Edition(name="one", digest="changed", deck={})
    monkeypatch.setitem(GAMES, "toy", replace(GAMES["toy"], editions={"one": other}))
    found = selectors.game_verify(game)
    assert (found.replay.first_fault, found.replay.ok) == (1, False)
    assert "deck" in found.replay.why


def test_the_dealers_seat_is_nobodys_eyes(game, referee):
    refused("seat_not_found", position, game, referee, 6, DEALER)


def test_a_position_made_from_the_answers_is_that_of_the_log_folded_so_far(people, viewers, referee, game):
    """At every event of a game with everything in it, as the first fold of the log up to there has it."""
    choose(game, viewers[0], LOOK)
    rewind(game, referee, 6, draws="fresh")
    rulings.pause(game_id=game, viewer=referee, act=rulings.Act(reason=WHY, expected_version=8))
    rulings.resume(game_id=game, viewer=referee, act=rulings.Act(reason=WHY, expected_version=9))
    choose(game, viewers[1], ONE)
    services.seat_leave(game_id=game, viewer=viewers[2], seat=2)
    services.seat_bot(game_id=game, viewer=viewers[0], seat=2, bot="first")
    rewind(game, referee, 7)
    rulings.void(game_id=game, viewer=referee, act=rulings.Act(reason=WHY, expected_version=version(game)))
    events = store.read(stream=game)
    for seq in range(1, len(events) + 1):
        then = history(game, events[:seq]).table
        for seen_as in (0, 1, SPECTATOR, REFEREE):
            assert position(game, referee, seq, seen_as) == selectors.position_shown(then, seen_as)
