"""Are components, options and chapters set up as sections 1 to 3 of the rules say?"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER, Illegal
from gameplay.rules.spirits_of_christmas import RULES
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas.cards import EDITION

from . import build
from .build import DECK


def test_the_rondel_has_four_spaces_and_the_torch_lies_beside_draw():
    """SC-1.1"""
    assert list(DECK.place) == ["move", "draw", "give", "play"]
    assert EDITION.deck["rondel"]["torch_space_beside"] == "DRAW"


def test_there_are_twenty_shillings_and_three_chains():
    """SC-1.2"""
    assert (DECK.shillings, DECK.start_pool, DECK.chain_value, len(DECK.chains_points)) == (20, 15, 5, 4)


def test_thirty_spirit_cards_of_which_one_of_each_virtue_is_special():
    """SC-1.3"""
    assert Counter(DECK.kind.values()) == {
        "contentment": 9,
        "compassion": 9,
        "charity": 9,
        "special_contentment": 1,
        "special_compassion": 1,
        "special_charity": 1,
    }
    assert all(card["move"] == 1 + DECK.virtue[card["id"]] for card in EDITION.deck["spirit_cards"])


def test_each_chapter_has_eight_scenes_of_three_kinds():
    """SC-1.4"""
    for chapter in DECK.chapters:
        assert Counter(DECK.scenes[scene].kind for scene in chapter) == {"coin": 4, "shadow": 3, "torch": 1}


def test_points_are_a_number_for_each_complete_chapter():
    """SC-1.5"""
    s = build.table(3, chapter=3)
    assert s.points == [0, 0]


@pytest.mark.parametrize("seats", [0, 7])
def test_one_to_six_players(seats: int):
    """SC-1.6"""
    with pytest.raises(Illegal, match="bad_config"):
        build.opened(seats)


def test_the_host_sets_options_and_the_mode_gives_the_communication_unless_one_is_set():
    """SC-2.1"""
    assert build.opened(3, mode="hard").variant == "miser"
    assert build.opened(3, mode="hard", communication="none").variant == "none"
    assert build.opened(3, first_player=2).first == 2
    with pytest.raises(Illegal, match="bad_config"):
        build.opened(2, first_player=2)


def test_play_goes_clockwise_from_seat_to_seat():
    """SC-2.2 SC-3.8"""
    s = build.started(3, mode="hard", first_player=2)
    assert kernel.due(s) == [2]
    build.answer(s, 2, c.Draw())
    assert kernel.due(s) == [0]


def test_three_chapters_are_set_up_one_after_the_other():
    """SC-2.3 SC-13.5"""
    for chapter in (1, 2, 3):
        s = build.table(2, chapter=chapter)
        assert (s.chapter, sorted(s.row) == sorted(DECK.chapters[chapter - 1])) == (chapter, True)


def test_the_torch_is_set_aside_and_the_spirit_stands_in_the_centre():
    """SC-3.1 SC-3.2"""
    s = build.started(3, mode="hard")
    assert (s.torch, s.spirit) == (False, "centre")


def test_fifteen_shillings_are_in_the_pool_and_five_in_the_discard():
    """SC-3.3"""
    s = build.started(3, mode="hard")
    assert (s.pool, s.discard) == (15, 5)


@pytest.mark.parametrize(("seats", "size"), [(1, 5), (2, 3), (4, 3), (5, 2), (6, 2)])
def test_whole_hands_are_dealt_from_the_top_seat_by_seat(seats: int, size: int):
    """SC-3.4"""
    s = build.started(seats, mode="hard")
    assert [card for hand in s.hands for card in hand] == DECK.cards[: seats * size]
    assert s.discarded == []


def test_five_cards_are_laid_on_the_counting_house_after_the_hands():
    """SC-3.5 SC-19.1"""
    s = build.started(2, mode="hard", counting_house=True)
    assert s.board == DECK.cards[6:11]
    assert build.started(2, mode="hard").board == []


def test_the_scenes_lie_face_up_in_a_row_and_the_bedroom_touches_the_middle():
    """SC-3.6"""
    s = build.opened(3, mode="hard")
    row = ["I-T", "I-7", "I-6", "I-5", "I-4", "I-3", "I-2", "I-1"]
    build.deal(s, row=row)
    assert (s.row, s.face_down, s.gap, s.scrooge) == (row, [False] * 8, 3, -1)


def test_gifts_act_when_all_is_dealt_and_laid_and_end_the_setup():
    """SC-3.7 SC-16.5"""
    s = build.opened(3, mode="very_easy")
    build.answer(s, 1, c.ChooseGifts(gifts=[1, 3]))
    build.deal(s)
    assert (build.asked(s), len(s.row)) == ("divide_cards", 8)
    build.answer(s, 0, c.DivideGift(seats=[0, 1, 2]))
    assert build.asked(s) == "set_bedroom"
    build.answer(s, 0, c.PlaceBedroom(gap=3))
    assert build.asked(s) == "take_action"


def test_the_dealer_shuffles_the_spirit_cards_and_then_the_scenes():
    """SC-3.4 SC-3.6"""
    s = build.opened(3, mode="hard")
    assert (build.asked(s), kernel.due(s)) == ("shuffle_spirits", [DEALER])
    assert len(kernel.options(s, DEALER)) > 10**18
    kernel.evolve(s, DEALER, c.SpiritOrder(DECK.cards), kernel.ignore)
    assert build.asked(s) == "shuffle_scenes"


MODES: dict[str, Any] = {"very_easy": 3, "easy": 3, "normal": 3, "hard": 2, "very_hard": 1, "humbug": 0}


@pytest.mark.parametrize("mode", MODES)
def test_the_mode_says_how_many_chains_there_are_and_one_player_has_none(mode: str):
    """SC-11.2 SC-17.4 SC-17.5 SC-17.6 SC-20.1"""
    assert build.opened(2, mode=mode).chains == MODES[mode]
    assert build.opened(1, mode=mode).chains == 0


@pytest.mark.parametrize("seats", RULES.seats)
@pytest.mark.parametrize("options", [{"story": True, "counting_house": True, "communication": "haunted"}, {"communication": "none"}])
def test_modes_combine_freely_with_all_other_options(seats: int, options: dict[str, Any]):
    """SC-17.9"""
    for mode in MODES:
        s = build.started(seats, mode=mode, **options)
        assert (s.options.mode, s.options.story, s.variant) == (mode, options.get("story", False), options["communication"])


def test_the_torch_is_on_its_space_from_the_start_in_very_easy_mode_only():
    """SC-17.1 SC-17.2 SC-17.3"""
    for mode, on in (("very_easy", True), ("easy", False), ("normal", False), ("hard", False)):
        assert build.started(3, mode=mode).torch == on
