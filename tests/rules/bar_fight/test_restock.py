"""Sections 8 and 9: what comes back, what is drawn, and in which order?"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.choices import DECKS, Pass
from gameplay.rules.bar_fight.drawing import source
from gameplay.rules.bar_fight.facts import CardDrawn, CardSeen, DeckShuffled, DrawLost, RestockRevealed, RestockSealed, SpiritReturned
from gameplay.rules.bar_fight.restock import ChooseDraws
from gameplay.rules.contract import DEALER, SPECTATOR

from . import build

PLAIN = ("Rum 3", ["soda", "lime"])
MIXABLE = {"spirits": ["Gin 3"], "mixers": ["lemon", "tonic"]}


def restocking(seats: int = 2, **how: Any) -> Any:
    """At the choice of draws, with these hands and decks."""
    s = build.opened(seats)
    build.lay(s, **how)
    while not isinstance(s.stack[-1], ChooseDraws):
        s.stack.pop()
    s.phase = "restock"
    kernel.settle(s, kernel.ignore)
    return s


def seen(told: build.Listener) -> list[tuple[int, str]]:
    return [(fact.seat, fact.card) for fact in told.facts if isinstance(fact, CardSeen)]


def test_draw_actions_come_first_mixers_before_flair_in_table_order():
    """BF-8.1"""
    told = build.Listener()
    s = build.opened(3, bars={0: "copper", 1: "ralphs", 2: "desperado"})
    s.round = 2
    build.lay(s, tops={"mixer": ["mint", "cola", "tonic", "coffee"], "twist": ["spill"]})
    drinks = {
        0: ("Rum 3", ["egg_white", "orange_bitters"], ["quick_hands"]),
        1: ("Rum 3", ["egg_white", "lime"]),
        2: ("Rum 4", ["soda", "lime"], ["quick_hands"]),
    }
    build.at_restock(s, drinks, told)
    assert seen(told) == [(1, "mint"), (2, "cola"), (0, "spill"), (0, "tonic"), (0, "coffee")]
    drawn = [(fact.seat, fact.deck, fact.cause) for fact in told.facts if isinstance(fact, CardDrawn)]
    assert drawn[0] == (1, "mixer", "mixer") and drawn[-1] == (0, "mixer", "flair")


def test_a_cancelled_flair_draws_nothing():
    """BF-8.1 (A-40)"""
    told = build.Listener()
    s = build.opened(2, bars={0: "copper", 1: "ralphs"})
    build.lay(s, hands={1: {"twists": ["heckle"]}})
    build.at_window_b(s, {0: (*PLAIN, ["quick_hands"]), 1: PLAIN})
    build.answer(s, 1, build.fight("heckle", seat=0, flair="quick_hands"))
    build.pass_all(s, told)
    assert seen(told) == [] and "quick_hands" in s.discards["twist"]


def test_bar_effects_follow_the_draw_actions_in_table_order():
    """BF-8.2"""
    told = build.Listener()
    s = build.opened(3, bars={0: "velvet", 1: "parrot", 2: "copper"})
    s.round = 2
    build.lay(s, tops={"mixer": ["mint", "tonic"], "twist": ["spill"]})
    drinks = {0: ("Rum 2", ["soda", "lime"]), 1: ("Rum 2", ["egg_white", "soda"]), 2: ("Rum 4", ["cola", "lime"])}
    build.at_restock(s, drinks, told)
    assert seen(told) == [(1, "mint"), (1, "tonic"), (0, "spill")]


def test_all_other_played_cards_go_to_the_discard_pile_of_their_deck():
    """BF-8.3"""
    s = build.opened(2, bars={0: "copper", 1: "ralphs"})
    build.lay(s, hands={1: {"twists": ["spill"]}})
    build.at_window_b(s, {0: (*PLAIN, ["adorn"]), 1: ("Gin 3", ["tonic", "tonic"])})
    build.answer(s, 1, build.fight("spill", seat=0))
    build.pass_all(s)
    assert {deck: sorted(s.discards[deck]) for deck in DECKS} == {
        "spirit": ["Gin 3", "Rum 3"],
        "mixer": ["lime", "soda", "tonic", "tonic"],
        "twist": ["adorn", "spill"],
    }
    assert RULES.view(s, SPECTATOR).decks[2].discarded == ["adorn", "spill"]


def test_draws_are_chosen_at_once_and_sealed():
    """BF-8.4"""
    told = build.Listener()
    s = restocking(hands={0: MIXABLE, 1: MIXABLE})
    choice = build.restock("twist", "mixer", "spirit")
    build.answer(s, 0, choice, told)
    assert told.facts == [RestockSealed(0)]
    assert RULES.redact(choice, 0, 1) is None and RULES.redact(choice, 0, 0) == choice
    assert RULES.view(s, 1).seats[0].committed and RULES.view(s, 0).hand.sealed == choice
    assert build.refusal(s, 0, choice) == "already_restocked"
    assert build.refusal(s, 1, Pass()) == "wrong_phase"


@pytest.mark.parametrize(("spirits", "mixers"), list(product(range(3), range(4))))
def test_the_hand_must_stay_mixable_as_if_each_named_deck_gave_its_card(spirits: int, mixers: int):
    """BF-8.5"""
    s = restocking(hands={0: {"spirits": ["Gin 3"] * spirits, "mixers": ["lemon"] * mixers}, 1: MIXABLE})
    expected = {draws for draws in product(DECKS, repeat=3) if spirits + draws.count("spirit") >= 1 and mixers + draws.count("mixer") >= 2}
    offered = kernel.options(s, 0)
    assert {tuple(choice.draws) for choice in offered} == expected != set()
    for draws in set(product(DECKS, repeat=3)) - expected:
        assert build.refusal(s, 0, build.restock(*draws)) == "must_keep_mixable"


def test_commits_are_carried_out_in_table_order_each_in_the_order_given():
    """BF-8.6"""
    for arriving in ((0, 1, 2), (2, 1, 0)):
        told = build.Listener()
        tops = {"spirit": ["Gin 4", "Gin 2", "Rum 2"], "mixer": ["mint", "cola", "lime"], "twist": ["spill", "adorn", "heckle"]}
        s = restocking(3, hands=dict.fromkeys(range(3), MIXABLE), tops=tops)
        s.round = 2
        for seat in arriving:
            build.answer(s, seat, build.restock(*(("spirit", "mixer", "twist") if seat else ("twist", "spirit", "mixer"))), told)
        order = [(1, "Gin 4"), (1, "mint"), (1, "spill"), (2, "Gin 2"), (2, "cola"), (2, "adorn"), (0, "heckle"), (0, "Rum 2"), (0, "lime")]
        assert seen(told) == order
        revealed = [fact for fact in told.facts if isinstance(fact, RestockRevealed)]
        assert revealed[0] == RestockRevealed(1, ["spirit", "mixer", "twist"]) and revealed[0].seen_by(SPECTATOR)


def test_an_empty_deck_is_rebuilt_from_its_discards_when_a_card_is_needed():
    """BF-8.7"""
    told = build.Listener()
    s = restocking(hands={0: MIXABLE, 1: MIXABLE}, piles={"twist": ["spill"]}, discards={"twist": ["heckle", "adorn"]})
    build.answer(s, 0, build.restock("twist", "twist", "mixer"), told)
    build.answer(s, 1, build.restock("mixer", "mixer", "mixer"), told)
    assert list(kernel.awaiting(s)) == [DEALER]
    assert kernel.options(s, DEALER).items == ["adorn", "heckle"], "in id order, whatever the order of the pile"
    build.deal(s, orders={"twist": ["heckle", "adorn"]}, tell=told)
    assert DeckShuffled("twist", 2, "empty") in told.facts
    assert seen(told)[:2] == [(0, "spill"), (0, "heckle")]
    assert s.piles["twist"] == ["adorn"] and s.discards["twist"] == []


def test_a_deck_that_ran_out_is_not_rebuilt_before_a_card_is_needed():
    """BF-8.7 (A-29)"""
    s = restocking(hands={0: MIXABLE, 1: MIXABLE}, piles={"twist": ["spill"]}, discards={"twist": ["heckle", "adorn"]})
    build.answer(s, 0, build.restock("twist", "mixer", "mixer"))
    build.answer(s, 1, build.restock("mixer", "mixer", "mixer"))
    assert s.piles["twist"] == [] and DEALER not in kernel.awaiting(s)


@pytest.mark.parametrize(
    ("wanted", "hand", "has", "drawn"),
    [
        ("twist", {}, "mixer spirit", "spirit"),  # no spirit in hand
        ("twist", {"spirits": ["Gin 3"]}, "mixer spirit", "mixer"),  # too few mixers in hand
        ("twist", MIXABLE, "mixer spirit", "mixer"),  # else mixer, spirit, twist
        ("twist", MIXABLE, "spirit", "spirit"),
        ("mixer", MIXABLE, "spirit twist", "spirit"),
        ("mixer", MIXABLE, "twist", "twist"),
        ("mixer", {}, "spirit twist", "spirit"),
        ("spirit", {}, "mixer twist", "mixer"),
        ("twist", MIXABLE, "twist mixer", "twist"),
        ("twist", MIXABLE, "", "twist"),  # lost
    ],
)
def test_a_draw_from_an_exhausted_kind_is_made_elsewhere(wanted: Any, hand: dict[str, list[str]], has: str, drawn: str):
    """BF-8.8"""
    s = build.opened(2)
    build.lay(s, hands={0: hand}, piles={deck: [] for deck in DECKS if deck not in has.split()})
    assert source(s, s.hands[0], wanted) == drawn


def test_if_no_deck_has_a_card_the_draw_is_lost():
    """BF-8.8"""
    told = build.Listener()
    s = restocking(hands={0: MIXABLE, 1: MIXABLE}, piles={deck: [] for deck in DECKS})
    for seat in (0, 1):
        build.answer(s, seat, build.restock("twist", "mixer", "spirit"), told)
    lost = [(fact.deck, fact.cause) for fact in told.facts if isinstance(fact, DrawLost)]
    assert lost == [("twist", "restock"), ("mixer", "restock"), ("spirit", "restock")] * 2


def test_draws_of_cards_and_bars_from_an_exhausted_kind_are_lost():
    """BF-8.9"""
    told = build.Listener()
    s = build.opened(2, bars={0: "velvet", 1: "ralphs"})
    build.lay(s, piles={"twist": [], "mixer": []}, hands={0: {"twists": ["free_round"]}})
    build.answer(s, 0, build.fight("free_round"), told)
    assert [fact.deck for fact in told.said() if isinstance(fact, DrawLost)] == ["mixer", "mixer"]
    s.fights = []
    build.at_restock(s, {0: PLAIN, 1: ("Rum 3", ["orange_bitters", "lime"])}, told)
    assert [(fact.seat, fact.cause) for fact in told.said() if isinstance(fact, DrawLost)] == [(1, "mixer"), (0, "bar")]


def test_the_judges_move_up_and_a_new_one_is_turned_over():
    """BF-8.10"""
    s = restocking(hands={0: MIXABLE, 1: MIXABLE}, judges=["Carol James", "Viktor Sand", "Ruby Calhoun"], judge_tops=["Chip Malloy"])
    for seat in (0, 1):
        build.answer(s, seat, build.restock("mixer", "mixer", "mixer"))
    assert [s.judge, *s.future] == ["Viktor Sand", "Ruby Calhoun", "Chip Malloy"]


def test_restock_is_three_draws_however_many_cards_were_played():
    """BF-8.11"""
    s = build.opened(2, bars={0: "copper", 1: "ralphs"})
    build.lay(s)
    build.at_restock(s, {0: (*PLAIN, ["adorn", "fire_show", "fancy_pour"]), 1: PLAIN})
    for count in (0, 2, 4):
        assert build.refusal(s, 0, build.restock(*["mixer"] * count)) == "wrong_draw_count"
    for seat in (0, 1):
        build.answer(s, seat, build.restock("spirit", "mixer", "mixer"))
    assert [len(build.hand(s, seat)) for seat in (0, 1)] == [3, 3]


def after_round(bar: str, drink: tuple[Any, ...], other: tuple[Any, ...] = ("Rum 4", ["cola", "lime"])) -> tuple[Any, build.Listener]:
    told = build.Listener()
    s = build.opened(2, bars={0: bar, 1: "copper"})
    build.lay(s, tops={"mixer": ["tonic"], "twist": ["spill"]})
    build.at_restock(s, {0: drink, 1: other}, told)
    return s, told


def test_desperado_takes_a_tequila_back_and_nothing_else():
    """BF-9.2"""
    s, told = after_round("desperado", ("Tequila 3", ["soda", "mint"]))
    assert build.hand(s, 0) == ["Tequila 3"] and s.discards["spirit"] == ["Rum 4"]
    assert SpiritReturned(0, "Tequila 3") in told.facts
    s, _ = after_round("desperado", ("Rum 3", ["soda", "mint"]))
    assert build.hand(s, 0) == []


def test_the_salty_parrot_draws_a_mixer_after_a_round_without_a_ribbon():
    """BF-9.4"""
    assert build.hand(after_round("parrot", ("Gin 2", ["soda", "mint"]))[0], 0) == ["tonic"]
    assert build.hand(after_round("parrot", ("Gin 4", ["tonic", "lemon"]), ("Gin 2", ["cola", "cola"]))[0], 0) == []


def test_the_velvet_curtain_draws_a_twist_after_a_round_without_one():
    """BF-9.6"""
    assert build.hand(after_round("velvet", PLAIN)[0], 0) == ["spill"]
    assert build.hand(after_round("velvet", (*PLAIN, ["adorn"]))[0], 0) == []


@pytest.mark.parametrize("how", ["cancelled", "fought", "sat out"])
def test_cancelled_flair_and_fight_cards_count_as_played_and_sitting_out_does_not(how: str):
    """BF-9.6"""
    s = build.opened(2, bars={0: "velvet", 1: "copper"})
    build.lay(s, tops={"twist": ["adorn"]}, hands={0: {"twists": ["last_call"]}, 1: {"twists": ["heckle"]}})
    drinks: dict[int, Any] = {0: (*PLAIN, ["fire_show"] if how == "cancelled" else []), 1: PLAIN}
    if how == "sat out":
        del drinks[0]
    build.at_window_b(s, drinks)
    if how == "cancelled":
        build.answer(s, 1, build.fight("heckle", seat=0, flair="fire_show"))
    elif how == "fought":
        build.answer(s, 0, build.fight("last_call"))
    build.pass_all(s)
    assert Counter(build.hand(s, 0))["adorn"] == (how == "sat out")
