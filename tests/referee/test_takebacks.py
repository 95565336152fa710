"""Can a choice be taken back exactly if nobody has learnt anything by it?"""

from __future__ import annotations

from uuid import uuid4

import pytest

from events import store
from gameplay import log, projection, selectors, services
from gameplay.errors import GameplayError
from gameplay.models import Ruling, TakeBack
from gameplay.referee import rulings, takebacks
from gameplay.referee.rulings import Act
from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER
from gameplay.selectors import Viewer
from tests.referee.conftest import LOOK, ONE, TWO, choose, game_new, kinds, played_out, rewind, version
from tests.rules import playing as suite

CASES = {name: [case for case in suite.cases() if case.game == name and case.seats in (2, 3)] for name in GAMES}
"""Before the toy game is in the catalogue."""


def ask(game, viewer):
    return takebacks.takeback_ask(game_id=game, viewer=viewer)


def consent(game, viewer, asked, agree=True):
    return takebacks.takeback_consent(game_id=game, viewer=viewer, takeback=asked.id, agree=agree)


def refused(code, act, *args, **given):
    with pytest.raises(GameplayError) as found:
        act(*args, **given)
    assert found.value.code == code


def test_a_choice_after_which_nobody_acted_is_taken_back_at_once(game, viewers):
    before = selectors.game_view(game_id=game, viewer=viewers[0])
    choose(game, viewers[0], ONE)
    told = ask(game, viewers[0])
    assert (told.status, told.seq, told.waiting) == ("done", 7, [])
    after = selectors.game_view(game_id=game, viewer=viewers[0])
    assert after.view == before.view
    assert after.decisions[0].choices == before.decisions[0].choices
    event = store.read(stream=game)[-1]
    assert (event.kind, event.actor) == (log.GAME_REWOUND, viewers[0].actor)
    body = log.decode(event.kind, event.body)
    assert (body.to, body.cause, body.epoch) == (6, "take_back", 0)
    assert Ruling.objects.get().act == "take_back"
    choose(game, viewers[0], TWO)
    assert projection.rebuild(game) is False
    assert selectors.verification(game_id=game, viewer=viewers[0]).ok


def test_others_who_acted_since_are_asked(game, viewers):
    choose(game, viewers[0], ONE)
    choose(game, viewers[1], ONE)
    asked = ask(game, viewers[0])
    assert (asked.status, asked.waiting) == ("asked", [1, 2])
    assert version(game) == 8
    assert ask(game, viewers[0]) == asked
    assert [t.id for t in takebacks.takebacks_of(game_id=game, viewer=viewers[2])] == [asked.id]
    assert consent(game, viewers[1], asked).waiting == [2]
    done = consent(game, viewers[2], asked)
    assert done.status == "done"
    assert kinds(game)[-1] == log.GAME_REWOUND
    assert store.read(stream=game)[-1].actor == viewers[0].actor
    assert [decision.seat for v in viewers for decision in selectors.decisions_open(game_id=game, viewer=v)] == [0, 1, 2]
    assert takebacks.takebacks_of(game_id=game, viewer=viewers[2]) == []


def test_one_refusal_ends_it_and_it_is_not_asked_again(game, viewers):
    choose(game, viewers[0], ONE)
    choose(game, viewers[1], ONE)
    asked = ask(game, viewers[0])
    assert consent(game, viewers[1], asked, agree=False).status == "refused"
    refused("take_back_not_asked", consent, game, viewers[2], asked)
    refused("take_back_refused", ask, game, viewers[0])
    assert version(game) == 8


def test_bots_agree_at_once(people, viewers):
    game = game_new(people, viewers, bots=2)
    choose(game, viewers[0], ONE)
    body = log.ChoiceMade("d1", 1, {"type": "take", "count": 1})

    def bot_answers(draft):
        draft.write(log.CHOICE_MADE, "bot:first", body)
        draft.append(command_id="")

    from gameplay.commands import commanded

    commanded(game, bot_answers)
    assert ask(game, viewers[0]).status == "done"


def test_what_was_looked_at_cannot_be_forgotten(game, viewers):
    choose(game, viewers[0], LOOK)
    refused("information_revealed", ask, game, viewers[0])
    assert kinds(game)[-1] == log.CHOICE_MADE
    assert TakeBack.objects.count() == 0


def test_what_paid_hidden_cards_cannot_be_taken_back(game, viewers):
    """The last to take shows what lies in the row: coins are paid from it, and everybody sees them."""
    for viewer in viewers:
        choose(game, viewer, ONE)
    refused("information_revealed", ask, game, viewers[2])
    refused("information_revealed", ask, game, viewers[0])


def test_who_has_chosen_nothing_takes_nothing_back(game, viewers):
    refused("nothing_to_take_back", ask, game, viewers[0])
    choose(game, viewers[0], ONE)
    refused("nothing_to_take_back", ask, game, viewers[1])
    ask(game, viewers[0])
    refused("nothing_to_take_back", ask, game, viewers[0])
    assert version(game) == 8


def test_a_choice_that_a_bot_made_for_an_absent_player_is_not_theirs(game, viewers):
    from gameplay.commands import commanded

    choose(game, viewers[0], LOOK)

    def stand_in(draft):
        draft.write(log.CHOICE_MADE, "bot:first", log.ChoiceMade("d2", 0, {"type": "take", "count": 1}))
        draft.append(command_id="")

    commanded(game, stand_in)
    refused("nothing_to_take_back", ask, game, viewers[0])


def test_only_who_plays_takes_back(game, people, viewers, referee):
    refused("not_seated", ask, game, referee)
    refused("not_seated", ask, game, Viewer(player=uuid4()))
    hidden = game_new(people, viewers, private=True)
    refused("game_not_found", ask, hidden, Viewer(player=uuid4()))
    refused("not_seated", takebacks.takebacks_of, game_id=game, viewer=Viewer())


def test_a_game_that_does_not_run_stands_as_it_is(people, game, viewers, referee):
    choose(game, viewers[0], ONE)
    rulings.pause(game_id=game, viewer=referee, act=Act(reason="x", expected_version=7))
    refused("game_paused", ask, game, viewers[0])
    rulings.resume(game_id=game, viewer=referee, act=Act(reason="x", expected_version=8))
    ask(game, viewers[0])
    played_out(game, viewers)
    refused("game_over", ask, game, viewers[2])
    fresh, _ = services.game_create(player=people[0], rules="toy", seats=3)
    services.seat_take(game_id=fresh, viewer=viewers[0])
    refused("game_not_playing", ask, fresh, viewers[0])


def test_a_request_is_overtaken_by_another_choice_or_a_rewind(game, viewers, referee):
    choose(game, viewers[0], ONE)
    choose(game, viewers[1], ONE)
    asked = ask(game, viewers[0])
    rewind(game, referee, 6)
    refused("take_back_not_asked", consent, game, viewers[1], asked)
    assert takebacks.takebacks_of(game_id=game, viewer=viewers[1]) == []
    choose(game, viewers[0], TWO)
    choose(game, viewers[1], ONE)
    ask(game, viewers[0])
    assert sorted(TakeBack.objects.values_list("status", flat=True)) == ["asked", "overtaken"]


def test_nobody_consents_to_the_own_request_or_twice(game, viewers):
    choose(game, viewers[0], ONE)
    choose(game, viewers[1], ONE)
    asked = ask(game, viewers[0])
    refused("take_back_not_asked", consent, game, viewers[0], asked)
    consent(game, viewers[1], asked)
    refused("take_back_not_asked", consent, game, viewers[1], asked)


def test_the_answer_tells_no_hidden_thing(game, viewers):
    """Whatever another seat holds, the request, its answer and the refusal are the same bytes but for ids and times."""
    choose(game, viewers[1], LOOK)
    choose(game, viewers[0], ONE)
    told = ask(game, viewers[0])
    assert set(told.__struct_fields__) == {"id", "game", "seat", "seq", "status", "waiting", "asked_at"}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_in_every_game_some_choices_reveal_something_and_some_do_not(name):
    """And looking changes nothing. Which is which follows from the views and `redeal` of the game alone."""
    found = set()
    for case in CASES[name]:
        chance = RandomChance(str(case))
        for s, (seat, choice) in suite.walk(case, 1):
            if found == {True, False}:
                return
            if seat == DEALER or chance.below(6):
                continue
            before = kernel.dump(s)
            found.add(any(takebacks.revealed(GAMES[name], before, [(seat, choice)], viewer) for viewer in range(case.seats)))
            assert kernel.dump(s) == before
    assert found == {True, False}
