"""Section 3.4: does everybody see what they may, and nothing else?"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.choices import DECKS, JudgeOrder, Mix, MixerOrder, SpiritOrder, TwistOrder
from gameplay.rules.bar_fight.facts import CardSeen, CocktailScored
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER, EVERYBODY, REFEREE, SPECTATOR

from . import build

HANDS = {
    0: {"spirits": ["Gin 3"], "mixers": ["lemon", "tonic", "soda"], "twists": ["adorn", "spill"]},
    1: {"spirits": ["Rum 3"], "mixers": ["lime", "cola", "mint"], "twists": ["heckle"]},
    2: {"spirits": ["Vodka 3"], "mixers": ["coffee", "cream"], "twists": []},
}


def table() -> Any:
    s = build.opened(3, bars={0: "ralphs", 1: "desperado", 2: "velvet"})
    build.lay(s, hands=HANDS)
    return s


def test_others_see_how_many_cards_of_each_kind_and_not_which():
    """BF-3.4 (section 3.4)"""
    view = RULES.view(table(), 2)
    assert [(seat.spirits, seat.mixers, seat.twists) for seat in view.seats] == [(1, 3, 2), (1, 3, 1), (1, 2, 0)]
    assert view.hand.seat == 2 and view.secret is None
    text = msgspec.json.encode(view).decode()
    assert not re.search(r"Gin 3|Rum 3|lemon|cola|adorn|heckle", text)


def test_spectators_see_exactly_the_public_part():
    """BF-3.4 (section 3.4)"""
    s = table()
    public, own = msgspec.to_builtins(RULES.view(s, SPECTATOR)), msgspec.to_builtins(RULES.view(s, 0))
    assert public.pop("hand") is None and own.pop("hand") is not None
    assert public == own


def test_the_referee_sees_hands_and_the_order_of_the_decks():
    """BF-1.4 (section 3.4)"""
    s = table()
    secret = RULES.view(s, REFEREE).secret
    assert [hand.spirits for hand in secret.hands] == [["Gin 3"], ["Rum 3"], ["Vodka 3"]]
    assert {pile.deck: pile.cards for pile in secret.piles} == s.piles
    assert secret.judges == s.judge_pile


def test_a_shuffle_is_for_nobody():
    """BF-1.4 BF-8.7"""
    for order in (SpiritOrder([]), MixerOrder([]), TwistOrder([]), JudgeOrder([])):
        assert [RULES.redact(order, DEALER, viewer) for viewer in (0, 1, SPECTATOR)] == [None] * 3
        assert RULES.redact(order, DEALER, REFEREE) == order


def test_score_breakdowns_are_public_until_the_next_round():
    """BF-5.1"""
    told = build.Listener()
    s = build.opened(2)
    build.at_restock(s, {0: ("Rum 3", ["lime", "cola"]), 1: ("Gin 3", ["lemon", "tonic"])}, told)
    scored = [fact for fact in told.facts if isinstance(fact, CocktailScored)]
    assert [fact.score for fact in scored] == [seat.score.total for seat in RULES.view(s, SPECTATOR).seats]
    build.at_next_round(s)
    assert [seat.score for seat in RULES.view(s, SPECTATOR).seats] == [None, None]


def test_only_the_seat_sees_which_card_it_drew():
    """BF-8.6"""
    fact = CardSeen(1, "lime")
    assert [viewer for viewer in (0, 1, 2, SPECTATOR) if fact.seen_by(viewer)] == [1]


def deals(s: Any, viewer: int, what: Any) -> set[str]:
    """What is dealt anew in fifty redeals."""
    return {repr(what(RULES.redeal(s, viewer, RandomChance(seed)))) for seed in range(50)}


def test_a_fresh_deal_changes_only_what_the_viewer_cannot_know():
    """BF-8.7"""
    s = table()
    assert deals(s, 0, lambda twin: build.hand(twin, 0)) == {repr(build.hand(s, 0))}
    assert len(deals(s, 0, lambda twin: build.hand(twin, 1))) > 20
    assert len(deals(s, 0, lambda twin: twin.piles)) == 50
    assert len(deals(s, 0, lambda twin: twin.judge_pile)) == 50
    assert deals(s, EVERYBODY, lambda twin: twin.hands) == {repr(s.hands)}
    assert len(deals(s, EVERYBODY, lambda twin: twin.piles)) == 50


def test_cards_seen_coming_stay_where_everybody_saw_them_go():
    """BF-1.3 BF-9.2"""
    s = build.opened(2, bars={0: "ralphs", 1: "desperado"})
    assert deals(s, 0, lambda twin: sorted(twin.hands[1]["spirit"])) == {repr(["Rum 3", "Tequila 4", "Vodka 3"])}
    build.at_restock(s, {0: ("Gin 3", ["lemon", "tonic"]), 1: ("Tequila 3", ["lime", "mint"])})
    assert deals(s, 0, lambda twin: "Tequila 3" in twin.hands[1]["spirit"]) == {"True"}


def test_a_stolen_twist_stays_with_the_thief_when_its_victim_imagines_another_deal():
    """BF-10.14"""
    s = build.opened(2)
    build.lay(s, hands={0: {"twists": ["pickpocket", "heckle"]}, 1: {"twists": ["adorn"]}})
    build.answer(s, 0, build.fight("pickpocket", seat=1))
    build.deal(s)
    assert deals(s, 1, lambda twin: "adorn" in twin.hands[0]["twist"]) == {"True"}
    assert len(deals(s, 1, lambda twin: build.hand(twin, 0))) > 10


def test_cards_drawn_after_a_shuffle_are_of_those_that_it_put_into_the_deck():
    """BF-8.7"""
    s = build.opened(2)
    build.lay(s, hands={0: HANDS[0], 1: HANDS[1]}, piles={"twist": []}, discards={"twist": ["fire_show", "fancy_pour", "last_call"]})
    for card in HANDS[1]["mixers"]:
        assert s.hands[1]["mixer"][card] == [1]
    build.at_mixing(s)
    for seat, mix in ((0, build.mix("Gin 3", ["lemon", "tonic"])), (1, build.mix("Rum 3", ["lime", "cola"]))):
        build.answer(s, seat, mix)
    build.pass_all(s)
    for seat in (0, 1):
        build.answer(s, seat, build.restock("spirit", "mixer", "mixer" if seat else "twist"))
    if build.asked(s) != "fight_window_a":
        build.deal(s, orders={"twist": ["last_call", "fire_show", "fancy_pour"]})
    assert "last_call" in build.hand(s, 0)
    fresh = {"fire_show", "fancy_pour", "last_call"}
    for seed in range(40):
        twin = RULES.redeal(s, 1, RandomChance(seed))
        assert sum(card in fresh for card in twin.hands[0]["twist"]) == 1, "the one drawn since is one of the three"
        assert fresh >= set(twin.piles["twist"])


def test_a_sealed_cocktail_is_another_one_in_another_deal():
    """BF-3.4"""
    s = table()
    build.at_mixing(s)
    build.answer(s, 0, build.mix("Gin 3", ["lemon", "tonic"], ["adorn"]))
    for seed in range(30):
        twin = RULES.redeal(s, 1, RandomChance(seed))
        assert isinstance(twin.sealed[0], Mix)
        assert msgspec.json.encode(RULES.view(twin, 1)) == msgspec.json.encode(RULES.view(s, 1))
    assert len(deals(s, 1, lambda twin: twin.sealed[0])) > 20
    assert deals(s, 0, lambda twin: twin.sealed[0]) == {repr(s.sealed[0])}


def test_a_sealed_restock_is_another_one_in_another_deal():
    """BF-8.4"""
    s = build.opened(2)
    build.at_restock(s, {0: ("Rum 3", ["lime", "cola"]), 1: ("Gin 3", ["lemon", "tonic"])})
    build.answer(s, 0, build.restock("twist", "twist", "twist"))
    assert len(deals(s, 1, lambda twin: twin.sealed[0])) > 5
    assert deals(s, EVERYBODY, lambda twin: twin.sealed[0]) == {repr(s.sealed[0])}


def test_deck_sizes_and_discard_piles_are_public():
    """BF-8.3"""
    s = build.opened(2)
    build.at_restock(s, {0: ("Rum 3", ["lime", "cola"]), 1: ("Gin 3", ["tonic", "lemon"])})
    shown = RULES.view(s, SPECTATOR).decks
    assert {deck.deck: deck.left for deck in shown} == {deck: len(s.piles[deck]) for deck in DECKS}
    assert next(deck.discarded for deck in shown if deck.deck == "mixer") == ["lime", "lemon", "tonic", "cola"]
    assert kernel.awaiting(s)
