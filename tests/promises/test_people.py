"""Does erasing a person keep every game, result and chain? (Promise 6.)"""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType

from events import store
from gameplay import tables
from gameplay.models import AccessToken, IdempotencyRecord, Player
from tests.api.conftest import game_new, play_out
from tests.promises import folding

pytestmark = pytest.mark.django_db

NAME = "wilhelmina-of-the-very-rare-name"


@pytest.fixture
def wilhelmina(db):
    from tests.api.conftest import person

    return person(NAME)


def test_erasing_a_person_keeps_every_game_result_and_chain(ada, wilhelmina, nobody):
    over, running = game_new(ada, wilhelmina), game_new(ada, wilhelmina)
    play_out(over, ada, wilhelmina)
    wilhelmina.post("/games", {"rules": "spooky_bar", "seats": 2}, key="made-by-her")
    before = {game: [(e.seq, e.kind, e.actor, e.body, e.hash) for e in store.read(stream=game)] for game in (over, running)}
    shown = {game: nobody.get(f"/games/{game}").json for game in (over, running)}
    record = nobody.get(f"/games/{over}/record").body
    digest = folding.digest_of(record)

    get_user_model().objects.get(pk=wilhelmina.user.pk).delete()
    tables.forget()

    for game in (over, running):
        assert [(e.seq, e.kind, e.actor, e.body, e.hash) for e in store.read(stream=game)] == before[game]
        assert nobody.get(f"/games/{game}/verification").json["ok"]
        after = nobody.get(f"/games/{game}").json
        assert after["seats"][1].pop("name") is None
        assert shown[game]["seats"][1].pop("name") == NAME
        assert after == shown[game]
    again = nobody.get(f"/games/{over}/record").body
    assert (again, folding.digest_of(again)) == (record, digest)
    assert wilhelmina.get("/me").status == 401


def test_nothing_about_an_erased_person_is_left_but_an_opaque_id(ada, wilhelmina):
    """The log never had the name; tokens and remembered answers of the account go with it."""
    game = game_new(ada, wilhelmina)
    play_out(game, ada, wilhelmina)
    wilhelmina.post("/games", {"rules": "spooky_bar", "seats": 2}, key="made-by-her")
    player = Player.objects.get(user=wilhelmina.user)
    assert NAME.encode() not in b"".join(event.actor.encode() + event.body for event in store.read(stream=game))
    get_user_model().objects.get(pk=wilhelmina.user.pk).delete()
    assert Player.objects.get(pk=player.pk).user is None
    assert not AccessToken.objects.filter(user_id=wilhelmina.user.pk).exists()
    assert not IdempotencyRecord.objects.filter(user_id=wilhelmina.user.pk).exists()
    for content in ContentType.objects.exclude(app_label="contenttypes"):
        model = content.model_class()
        if model is not None:
            assert NAME not in repr(list(model.objects.values_list())), model
    assert NAME not in ada.get(f"/games/{game}/events", "limit=200").body.decode()


def test_no_table_of_games_points_at_an_account():
    """So no erasing can take a game, a seat or an event along; only tokens and remembered answers are the account's own."""
    from django.apps import apps

    user = get_user_model()
    pointing = {
        (model.__name__, field.remote_field.on_delete.__name__)
        for label in ("events", "gameplay")
        for model in apps.get_app_config(label).get_models()
        for field in model._meta.concrete_fields
        if field.remote_field is not None and field.related_model is user
    }
    assert pointing == {("Player", "SET_NULL"), ("AccessToken", "CASCADE"), ("IdempotencyRecord", "CASCADE")}
