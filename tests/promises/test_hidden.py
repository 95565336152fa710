"""Does anything derived from what is hidden leave a running game? (Promises 7 and 8.)"""

from __future__ import annotations

from uuid import UUID

import pytest

from events import store
from gameplay import log, tables
from gameplay.models import DealerSecret
from gameplay.selectors import FAULT_UNTOLD
from tests.api.conftest import game_new, play_out

pytestmark = pytest.mark.django_db


def test_a_hash_of_the_log_is_told_only_when_the_game_is_over(ada, ben, nobody, referee):
    """It covers hidden answers, and those are few: whoever knows the hash before and after finds the one that fits."""
    game = game_new(ada, ben)
    for asker in (ada, nobody):
        assert asker.get(f"/games/{game}/verification").json["head_hash"] is None
    play_out(game, ada, ben)
    told = nobody.get(f"/games/{game}/verification").json["head_hash"]
    assert told == store.head(stream=game).head_hash.hex()


def test_no_hash_no_secret_and_no_key_is_in_any_answer_of_a_running_game(ada, ben, nobody):
    game = game_new(ada, ben)
    asked = ada.asked(game)
    made = ada.choose(game, asked["id"], asked["choices"][0], key="a-key-of-hers")
    secret = bytes(DealerSecret.objects.get(game=game).secret)
    hidden = [secret.hex(), *(event.hash.hex() for event in store.read(stream=game))]
    hidden += [event.command_id for event in store.read(stream=game) if event.command_id]
    assert len(hidden) > 4
    paths = ["", "/decisions", "/events", "/events/next", f"/at/{made.json['version']}", "/record", "/verification"]
    for asker in (ada, ben, nobody):
        for path in paths:
            answer = asker.get(f"/games/{game}{path}")
            told = answer.body.decode() + repr(answer.headers)
            assert not any(part in told for part in hidden), path
    assert not any(part in made.body.decode() for part in hidden)


@pytest.fixture
def faulty_game(ada, ben) -> UUID:
    """Its last event is an answer that nobody could have given, as if the log had been tampered with by its owner."""
    game = game_new(ada, ben, private=True)
    body = b'{"decision":"d999","seat":0,"choice":{"type":"move_ghost","colour":"white","source":90,"to":91}}'
    store.append(stream=game, events=[store.NewEvent(kind=log.CHOICE_MADE, actor=str(ada.viewer.player), body=body)])
    tables.forget()
    return game


def test_why_a_game_cannot_be_replayed_is_told_to_referees_only(ada, referee, faulty_game):
    shown = ada.get(f"/games/{faulty_game}").json
    assert shown["fault"] == {"seq": shown["version"] + 1, "detail": FAULT_UNTOLD}
    checked = ada.get(f"/games/{faulty_game}/verification").json
    assert (checked["replay"]["ok"], checked["replay"]["why"]) == (False, FAULT_UNTOLD)
    assert referee.get(f"/games/{faulty_game}").json["fault"]["detail"] != FAULT_UNTOLD


def test_a_private_game_that_cannot_be_replayed_does_not_exist_for_others_either(ada, eve, faulty_game):
    choice = {"decision": "d1", "choice": {"type": "move_ghost", "colour": "white", "source": 0, "to": 1}}
    asked = [
        lambda who: who.post(f"/games/{faulty_game}/choices", choice, key="k"),
        lambda who: who.post(f"/games/{faulty_game}/seats", {}),
        lambda who: who.post(f"/games/{faulty_game}/seats", {"bot": "random"}),
        lambda who: who.post(f"/games/{faulty_game}/start"),
        lambda who: who.delete(f"/games/{faulty_game}/seats/0"),
        lambda who: who.get(f"/games/{faulty_game}"),
    ]
    assert [act(eve).code for act in asked] == ["game_not_found"] * len(asked)
    assert asked[0](ada).code == "game_faulty"
