"""May be said what section 18 of the rules says, by whom and when?"""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import SPECTATOR
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import messages as m
from gameplay.rules.spirits_of_christmas import sayings
from gameplay.rules.spirits_of_christmas.talk import may_speak
from gameplay.rules.spirits_of_christmas.talk_offers import Talk

from . import build


def say(*messages: m.Message) -> c.Speak:
    return c.Speak(messages=list(messages))


def hint(virtue: Any = "compassion", level: Any = "some") -> m.Hint:
    return m.Hint(hints=[m.HintOf(virtue=virtue, level=level)])


def talking(variant: str, seats: int = 3, **given: Any) -> Any:
    hands = {seat: ["CP02", "CP03", "CH02"][seat : seat + 1] for seat in range(min(3, seats))}
    return build.table(seats, communication=variant, **{"hands": hands, **given})


EVERY: dict[str, m.Message] = {
    "hint": hint(),
    "hand_size": m.HandSize(count=1),
    "ask": m.Ask(seat=1, virtue="charity"),
    "suggest": m.Suggest(action="move"),
    "bah_humbug": m.BahHumbug(),
    "text": m.Text(text="Merry Christmas"),
    "show": m.Show(cards=["compassion"]),
    "past_remark": m.PastRemark(turn=2, remark="glad"),
    "present_remark": m.PresentRemark(remark="pity"),
    "question": m.Question(seat=1, about="distance", value=2),
    "answer": m.YesOrNo(yes=True),
    "gesture": m.Gesture(nod="yes"),
}


def allowed(s: Any, seat: int = 0) -> set[str]:
    """The kinds that this seat may say."""
    return {kind for kind, message in EVERY.items() if build.refusal(s, seat, say(message)) == "accepted"}


def test_hand_sizes_are_public_and_told_truly():
    """SC-18.1"""
    s = talking("virtuous")
    assert [hand.size for hand in build.RULES.view(s, SPECTATOR).hands] == [1, 1, 1]
    assert build.refusal(s, 1, say(m.HandSize(count=2))) == "untrue_hint"
    told = build.answer(s, 1, say(m.HandSize(count=1)))
    assert told == [sayings.HandSizeTold(seat=1, count=1)]


@pytest.mark.parametrize(
    ("virtue", "level", "code"),
    [
        ("compassion", "a_lot", "accepted"),
        ("compassion", "a_little", "accepted"),
        ("compassion", "humbug", "untrue_hint"),
        ("charity", "humbug", "accepted"),
        ("charity", "some", "untrue_hint"),
    ],
)
def test_hints_are_true_as_far_as_they_can_be_checked(virtue: Any, level: Any, code: str):
    """SC-18.2"""
    assert build.refusal(talking("virtuous"), 0, say(hint(virtue, level))) == code


def test_a_hint_names_a_virtue_once():
    """SC-18.2"""
    s = talking("virtuous")
    twice = m.Hint(hints=[m.HintOf(virtue="compassion", level="some"), m.HintOf(virtue="compassion", level="a_lot")])
    assert build.refusal(s, 0, say(twice)) == "bad_payload"
    both = m.Hint(hints=[m.HintOf(virtue="contentment", level="humbug"), m.HintOf(virtue="compassion", level="some")])
    told = build.answer(s, 0, say(both))
    assert told == [sayings.HintGiven(seat=0, virtues=["compassion", "contentment"], levels=["some", "humbug"])]


def test_open_hearted_players_say_anything_at_any_time():
    """SC-18.3"""
    s = talking("open_hearted", turn=4)
    assert allowed(s, 0) == set(EVERY) - {"answer"}
    build.answer(s, 0, say(EVERY["question"], EVERY["text"], EVERY["show"]))
    assert build.refusal(s, 1, say(m.YesOrNo(yes=False))) == "accepted"
    assert build.refusal(s, 0, say(m.Show(cards=["charity"]))) == "not_in_hand"


def test_virtuous_players_hint_ask_and_suggest_whosever_turn_it_is():
    """SC-18.4"""
    s = talking("virtuous")
    assert allowed(s, 0) == {"hint", "hand_size", "ask", "suggest", "bah_humbug"}
    assert {"hint", "suggest"} <= allowed(s, 2) | {"hint"}
    assert build.refusal(s, 0, say(m.Ask(seat=0, virtue="charity"))) == "same_seat"
    assert build.refusal(s, 0, say(m.Ask(seat=3, virtue="charity"))) == "unknown_seat"


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (m.Suggest(), "bad_payload"),
        (m.Suggest(giver=1, receiver=1), "same_seat"),
        (m.Suggest(giver=5), "unknown_seat"),
        (m.Suggest(action="trade"), "no_counting_house"),
        (m.Suggest(action="give", giver=1, receiver=2, position=7), "accepted"),
    ],
)
def test_a_suggestion_names_what_is_there(plan: m.Suggest, code: str):
    """SC-18.4"""
    assert build.refusal(talking("virtuous"), 0, say(plan)) == code


def test_a_miser_speaks_of_the_own_hand_on_the_own_turn():
    """SC-18.5"""
    s = talking("miser")
    assert allowed(s, 0) == {"hint", "hand_size", "bah_humbug"}
    assert allowed(s, 1) == {"bah_humbug"}
    assert build.refusal(s, 1, say(m.HandSize(count=1))) == "not_your_turn_to_speak"
    assert build.refusal(s, 1, say(EVERY["ask"])) == "kind_not_allowed"


def test_the_group_has_three_chances_and_each_player_one():
    """SC-18.6"""
    s = talking("three_chances", 5, hands={seat: ["CP02", "CP03", "CP04", "CP05", "CP06"][seat : seat + 1] for seat in range(5)})
    assert allowed(s, 0) == {"hint", "hand_size"}
    build.answer(s, 0, say(hint(), m.HandSize(count=1)))
    assert build.refusal(s, 0, say(hint())) == "no_chances_left"
    build.answer(s, 1, say(hint()))
    build.answer(s, 2, say(hint()))
    assert build.refusal(s, 3, say(hint())) == "no_chances_left"


def test_of_two_players_one_may_speak_twice():
    """SC-18.6"""
    s = talking("three_chances", 2)
    for seat in (0, 1, 1):
        build.answer(s, seat, say(m.HandSize(count=1)))
    assert not may_speak(s, 0) and not may_speak(s, 1)


def test_one_chance_is_one_hint_and_one_hand_size():
    """SC-18.6"""
    s = talking("three_chances")
    assert build.refusal(s, 0, say(hint(), hint())) == "no_chances_left"


def test_as_jacob_marley_all_is_said_before_the_first_turn():
    """SC-18.7"""
    s = build.started(2, mode="humbug")
    s.hands = [["CP02"], ["CH02"]]
    assert allowed(s, 0) == set(EVERY) - {"answer", "past_remark"}
    build.answer(s, 0, c.EndDiscussion())
    build.answer(s, 1, c.EndDiscussion())
    assert (build.asked(s), allowed(s, 0)) == ("take_action", set())
    assert build.refusal(s, 0, say(m.BahHumbug())) == "silence"


def test_haunted_by_the_past_players_remark_on_turns_that_are_over():
    """SC-18.8"""
    s = talking("haunted", turn=3)
    assert allowed(s, 0) == allowed(s, 2) == {"past_remark"}
    assert build.refusal(s, 0, say(m.PastRemark(turn=3, remark="glad"))) == "kind_not_allowed"
    assert not may_speak(talking("haunted", turn=1), 0)


def test_haunted_by_the_present_the_current_player_remarks_and_asks():
    """SC-18.8"""
    s = talking("haunted", chapter=2, current=2)
    assert allowed(s, 2) == {"present_remark", "question"}
    assert allowed(s, 0) == set()
    assert build.refusal(s, 0, say(EVERY["present_remark"])) == "not_your_turn_to_speak"
    build.answer(s, 2, say(m.Question(seat=1, about="scene_help", value=7)))
    assert build.refusal(s, 2, say(m.Question(seat=1, about="distance", value=1))) == "no_chances_left"
    assert build.refusal(s, 0, say(m.YesOrNo(yes=True))) == "no_question"
    build.answer(s, 1, say(m.YesOrNo(yes=True)))
    assert build.refusal(s, 1, say(m.YesOrNo(yes=True))) == "no_question"


def test_open_questions_lapse_with_the_turn():
    """SC-18.8"""
    s = talking("haunted", chapter=2, current=0)
    build.answer(s, 0, say(m.Question(seat=1, about="distance", value=1)))
    assert s.unanswered == [1]
    build.answer(s, 0, c.Draw())
    assert s.unanswered == []


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (m.Question(seat=1, about="distance", value=0), "bad_payload"),
        (m.Question(seat=1, about="distance", value=4), "bad_payload"),
        (m.Question(seat=0, about="distance", value=1), "same_seat"),
        (m.Question(seat=1, about="scene_help", value=0), "accepted"),
    ],
)
def test_a_question_is_about_a_place_or_a_distance(question: m.Question, code: str):
    """SC-18.8"""
    assert build.refusal(talking("haunted", chapter=2), 0, say(question)) == code


def test_haunted_by_the_future_players_nod_and_point():
    """SC-18.8"""
    s = talking("haunted", chapter=3)
    assert allowed(s, 0) == allowed(s, 2) == {"gesture"}
    for gesture, code in (
        (m.Gesture(), "bad_payload"),
        (m.Gesture(nod="no", scene=1), "bad_payload"),
        (m.Gesture(seat=3), "unknown_seat"),
        (m.Gesture(thing="counting_house"), "bad_payload"),
        (m.Gesture(thing="gift"), "bad_payload"),
        (m.Gesture(thing="pool"), "accepted"),
        (m.Gesture(space="draw"), "accepted"),
        (m.Gesture(seat=2), "accepted"),
    ):
        assert build.refusal(s, 1, say(gesture)) == code


def test_in_none_nobody_speaks():
    """SC-18.9"""
    s = talking("none")
    assert allowed(s, 0) == set()
    assert build.refusal(s, 0, say(m.BahHumbug())) == "silence"


def test_one_player_does_not_speak():
    """SC-18.10"""
    s = build.table(1, communication="open_hearted")
    assert build.refusal(s, 0, say(m.BahHumbug())) == "silence"


@pytest.mark.parametrize(
    ("variant", "kinds"),
    [
        ("virtuous", {"hint", "hand_size", "ask", "suggest", "bah_humbug"}),
        ("miser", {"bah_humbug"}),
        ("three_chances", {"hint", "hand_size"}),
        ("jacob_marley", set()),
        ("haunted", set()),
        ("none", set()),
    ],
)
def test_players_talk_while_gifts_are_placed_as_far_as_the_variant_allows_it(variant: str, kinds: set[str]):
    """SC-18.11"""
    s = build.started(3, gifts=[3], communication=variant)
    s.hands = [["CP02"], ["CP03"], ["CP04"]]
    assert allowed(s, 0) == kinds


def test_outside_a_chapter_nobody_speaks():
    """SC-18.11 SC-18.9"""
    s = build.opened(3)
    assert build.refusal(s, 0, say(m.BahHumbug())) == "silence"
    between = build.table(4, face_down=[2, 4], scrooge=6, under={6: ["CP02", "CP03"]}, hands={0: ["CT02"]})
    build.answer(between, 0, c.Play(cards=["contentment"]))
    assert build.asked(between) == "assign_token"
    assert build.refusal(between, 0, say(m.BahHumbug())) == "silence"


def test_the_discussion_closes_when_every_seat_has_ended_it():
    """SC-18.20"""
    s = build.started(3, mode="normal", communication="jacob_marley", gifts=[2])
    assert (build.asked(s), kernel.due(s)) == ("discuss", [0, 1, 2])
    build.answer(s, 1, c.EndDiscussion())
    assert kernel.due(s) == [0, 2]
    assert build.refusal(s, 1, c.EndDiscussion()) == "not_your_decision"
    build.answer(s, 1, say(m.Text(text="One more thing")))
    build.answer(s, 1, c.UseGift())
    build.answer(s, 1, c.TakeChains())
    assert build.refusal(s, 0, c.Draw()) == "wrong_phase"
    build.answer(s, 0, c.EndDiscussion())
    build.answer(s, 2, c.EndDiscussion())
    assert build.asked(s) == "take_action"
    assert build.asked(build.started(1, mode="humbug")) == "take_action"


def test_what_was_said_is_seen_by_all_and_the_newest_stays_in_view():
    """SC-18.1"""
    s = talking("virtuous")
    for _ in range(40):
        build.answer(s, 1, say(m.BahHumbug()))
    said = build.RULES.view(s, SPECTATOR).said
    assert len(said) == 30 and said[-1].seat == 1


SPEAKERS: list[tuple[str, dict[str, Any]]] = [
    ("virtuous", {}),
    ("miser", {}),
    ("three_chances", {}),
    ("haunted", {"turn": 4}),
    ("haunted", {"chapter": 2, "current": 0}),
    ("haunted", {"chapter": 3}),
    ("virtuous", {"counting_house": True, "seats": 6}),
]


@pytest.mark.parametrize(("variant", "given"), SPEAKERS, ids=str)
def test_all_that_may_be_said_is_counted_and_nothing_else_is_listed(variant: str, given: dict[str, Any]):
    """SC-18.4 SC-18.5 SC-18.6 SC-18.8"""
    s = talking(variant, **given)
    talk = Talk(s, 0)
    singles, pairs, _ = talk.lengths()
    first = list(islice(talk, singles))
    assert len({repr(choice) for choice in first}) == singles
    assert all(choice in talk and choice == choice.canonical() for choice in first)
    assert all(len(choice.messages) == 1 for choice in first)
    if pairs < 6000:
        second = list(islice(talk, singles, singles + pairs))
        assert len({repr(choice) for choice in second}) == pairs
        assert all(choice in talk and len(choice.messages) == 2 for choice in second)
    assert len(talk) == sum(talk.lengths())
    chance = RandomChance(1)
    assert all(talk.draw(chance) in talk for _ in range(50))
    assert talk.forms()


def test_free_words_are_described_and_not_counted():
    """SC-18.3"""
    talk = Talk(talking("open_hearted"), 0)
    assert len(talk) > 10**18
    assert any(field.pick == "text" for form in talk.forms() for field in form.fields)
