"""Does everybody see what section 24 says, and are other games dealt anew that are equally possible?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import EVERYBODY, REFEREE, SPECTATOR
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import messages as m

from . import build

VIEW = build.RULES.view
HANDS = {0: ["CT02", "CP01"], 1: ["CP02", "CH02"], 2: ["CH01", "CT03"]}


def twins(s: Any, viewer: int, count: int = 60) -> list[Any]:
    """Other states that are equally possible for this viewer."""
    chance = RandomChance(7)
    return [build.RULES.redeal(s, viewer, chance) for _ in range(count)]


def test_the_public_part_is_seen_by_all():
    """SC-24.1"""
    s = build.table(3, hands=HANDS, face_down=[0], under={2: ["CT05"]}, gifts=[2], torch=True, counting_house=True, board=["CP05"])
    view = VIEW(s, SPECTATOR)
    assert [scene.scene for scene in view.row] == build.ROW
    assert (view.row[0].face_down, view.row[0].name, view.row[2].under) == (True, "The Country Road", ["contentment"])
    assert (view.pool, view.discard, view.torch, view.chains_left, view.gifts, view.spirit) == (10, 10, True, 3, [2], "move")
    assert (view.counting_house, view.deck_size, [hand.size for hand in view.hands]) == (["compassion"], len(s.pile), [2, 2, 2])
    assert msg(VIEW(s, 0), "hands") == msg(view, "hands")


def msg(view: Any, without: str) -> dict[str, Any]:
    return {name: getattr(view, name) for name in view.__struct_fields__ if name != without}


def test_only_a_seat_sees_its_hand():
    """SC-24.2"""
    s = build.table(3, hands=HANDS)
    assert [hand.cards for hand in VIEW(s, 1).hands] == [None, ["charity", "compassion"], None]
    assert [hand.cards for hand in VIEW(s, SPECTATOR).hands] == [None, None, None]


def test_open_hearted_hands_are_seen_by_seats_and_spectators():
    """SC-24.2 SC-18.3"""
    s = build.table(3, hands=HANDS, communication="open_hearted")
    assert all(hand.cards for viewer in (0, SPECTATOR) for hand in VIEW(s, viewer).hands)


def test_nobody_but_the_referee_sees_the_order_of_the_deck():
    """SC-24.3"""
    s = build.table(3, deck_top=["CH05"])
    assert [VIEW(s, viewer).secret for viewer in (0, 1, 2, SPECTATOR)] == [None] * 4
    assert VIEW(s, REFEREE).secret.deck[0] == "charity"
    order = c.SpiritOrder(build.DECK.cards)
    assert build.RULES.redact(order, -1, 0) is build.RULES.redact(order, -1, SPECTATOR) is None
    assert build.RULES.redact(order, -1, REFEREE) == order


def test_a_special_card_is_known_when_it_is_played_or_seen():
    """SC-24.4"""
    s = build.table(3, hands=HANDS)
    assert "special" not in repr(VIEW(s, 1).hands)
    build.answer(s, 0, c.Draw(special="special_compassion"))
    assert VIEW(s, 1).discard_pile[-1] == "special_compassion"


def test_what_somebody_can_not_see_is_dealt_anew():
    """SC-24.2 SC-24.3"""
    s = build.table(3, hands=HANDS)
    for twin in twins(s, 0, 5):
        assert (twin.hands[0], twin.hands[1] == s.hands[1]) == (s.hands[0], False)
        assert kernel.dump(twin) != kernel.dump(s)
    assert len({twin.hands[1][0] for twin in twins(s, 0)}) > 10
    assert all(twin.hands == s.hands and twin.pile != s.pile for twin in twins(s, EVERYBODY, 5))
    opened = build.table(3, hands=HANDS, communication="open_hearted")
    assert all(twin.hands == opened.hands for twin in twins(opened, SPECTATOR, 5))


def test_cards_that_were_seen_going_into_a_hand_stay_there():
    """SC-24.2 SC-19.3"""
    board = ["CP02", "CP03", "CH02", "CH03", "CT03"]
    s = build.table(3, counting_house=True, board=board, spirit="draw", hands={0: ["CT02"]})
    build.answer(s, 0, c.Trade(discard="contentment", take=["charity", "charity"]))
    assert all(sorted(twin.hands[0]) == ["CH02", "CH03"] for twin in twins(s, 1))


def given_one_of_two() -> Any:
    """Seat 1 holds a Charity that seat 0 gave it, and two others; it gives one card to seat 2."""
    s = build.table(3, spirit="draw", hands={0: ["CH02", "CT02"], 1: ["CP02", "CP03"], 2: ["CT03"]})
    build.answer(s, 0, c.Give(giver=0, receiver=1))
    build.answer(s, 0, c.GiveCards(cards=["charity"]))
    s.spirit = "draw"
    build.answer(s, 1, c.Give(giver=1, receiver=2))
    build.answer(s, 1, c.GiveCards(cards=["compassion"]))
    return s


def test_a_known_card_may_have_been_given_on_unseen_but_is_nowhere_else():
    """SC-8.4 SC-24.2"""
    s = given_one_of_two()
    places = {next(seat for seat, hand in enumerate(twin.hands) if "CH02" in hand) for twin in twins(s, 0)}
    assert places == {1, 2}


def test_who_gave_and_who_received_know_the_cards():
    """SC-8.4"""
    s = given_one_of_two()
    (passed,) = [card for card in s.hands[2] if card != "CT03"]
    assert all(passed in twin.hands[2] for twin in twins(s, 1))
    assert all(passed in twin.hands[2] and "CT03" in twin.hands[2] for twin in twins(s, 2))


def test_a_spectator_knows_none_of_it():
    """SC-24.2"""
    s = given_one_of_two()
    assert len({next((seat for seat, hand in enumerate(twin.hands) if "CH02" in hand), -1) for twin in twins(s, SPECTATOR)}) == 4


@pytest.mark.parametrize(("virtue", "level", "holds"), [("charity", "some", True), ("contentment", "humbug", False)])
def test_a_true_hint_stays_true(virtue: Any, level: Any, holds: bool):
    """SC-18.2 SC-24.2"""
    s = build.table(3, hands=HANDS)
    build.answer(s, 1, c.Speak(messages=[m.Hint(hints=[m.HintOf(virtue=virtue, level=level)])]))
    index = ("contentment", "compassion", "charity").index(virtue)
    for twin in twins(s, 0):
        assert any(build.DECK.virtue[card] == index for card in twin.hands[1]) == holds


def test_a_hint_that_is_said_again_is_remembered_once():
    """SC-18.2"""
    s = build.table(3, hands=HANDS)
    for _ in range(3):
        build.answer(s, 1, c.Speak(messages=[m.Hint(hints=[m.HintOf(virtue="charity", level="some")])]))
    assert len(s.trail) == 1


def test_shown_cards_are_known():
    """SC-18.7 SC-24.2"""
    s = build.started(2, mode="humbug")
    s.hands[0] = ["CH02", "CT02", "CP02"]
    s.pile = [card for card in build.DECK.cards if card not in [*s.hands[0], *s.hands[1]]]
    build.answer(s, 0, c.Speak(messages=[m.Show(cards=["charity"])]))
    assert all("CH02" in twin.hands[0] for twin in twins(s, 1))


def test_a_game_that_goes_on_is_not_lost_in_any_other_deal():
    """SC-14.3 SC-24.2"""
    given: dict[str, Any] = {"mode": "humbug", "communication": "none", "spirit": "move", "pool": 1, "scrooge": 0}
    s = build.table(2, hands={0: ["CP01", "CT05"], 1: []}, deck=["CT06", "CH01"], **given)
    assert all({"CP01", "CH01"} & {*twin.hands[0]} for twin in twins(s, 1))
    assert {tuple(sorted(twin.hands[0])) for twin in twins(s, 1)} > {("CP01", "CT05")}
    assert all(twin.phase == "turns" for twin in twins(s, 1))


def test_no_choice_fact_or_view_names_a_card_by_its_id():
    """SC-24.4"""
    import msgspec

    s = build.table(3, hands=HANDS)
    told = build.answer(s, 0, c.Draw())
    text = msgspec.json.encode([told, VIEW(s, 0), VIEW(s, SPECTATOR)]).decode()
    assert not any(f'"{card}"' in text for card in build.DECK.cards)
