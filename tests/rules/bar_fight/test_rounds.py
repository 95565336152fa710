"""Sections 2 and 3: do the phases follow each other, and are cocktails sealed and whole?"""

from __future__ import annotations

from itertools import islice

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.choices import CARDS, Mix, Pass
from gameplay.rules.bar_fight.facts import CocktailRevealed, CocktailSealed, MixingBegan, RoundBegan
from gameplay.rules.bar_fight.state import table_order
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import SPECTATOR

from . import build

GIN = ("Gin 3", ["lemon", "tonic"])
RUM = ("Rum 3", ["lime", "cola"])
HANDS = {
    0: {"spirits": ["Gin 3", "Vodka 4"], "mixers": ["lemon", "tonic", "soda", "soda"], "twists": ["adorn", "adorn", "spill"]},
    1: {"spirits": ["Rum 3"], "mixers": ["lime", "cola"], "twists": []},
}


def mixing() -> object:
    s = build.opened(2)
    build.lay(s, hands=HANDS)
    build.at_mixing(s)
    return s


def test_a_round_is_window_a_mixing_window_b_and_restock_and_each_waits_for_all():
    """BF-2.1 BF-2.2"""
    told = build.Listener()
    s = build.opened(2)
    build.lay(s, hands=HANDS)
    for asked, choices in (
        ("fight_window_a", (Pass(), Pass())),
        ("mix", (build.mix(*GIN), build.mix(*RUM))),
        ("fight_window_b", (Pass(), Pass())),
        ("restock", (build.restock("mixer", "mixer", "twist"), build.restock("spirit", "mixer", "mixer"))),
    ):
        for seat in (0, 1):
            assert build.asked(s) == asked
            build.answer(s, seat, choices[seat], told)
        build.deal(s, tell=told)
    assert build.asked(s) == "fight_window_a" and s.round == 2
    assert [(fact.round, fact.seat) for fact in told.facts if isinstance(fact, RoundBegan)] == [(2, 1)]


def test_the_start_seat_goes_round():
    """BF-2.1 in table order (A-02)."""
    s = build.opened(3)
    orders = []
    for s.round in range(1, 5):
        orders.append(table_order(s))
    assert orders == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]


def test_a_cocktail_is_one_spirit_and_two_mixers_from_the_own_hand():
    """BF-3.1"""
    s = mixing()
    assert list(kernel.awaiting(s)) == [0, 1]
    for mixers, code in ((["lemon"], "wrong_card_count"), (["lemon", "tonic", "soda"], "wrong_card_count")):
        assert build.refusal(s, 0, build.mix("Gin 3", mixers)) == code
    assert build.refusal(s, 0, build.mix("Gin 4", ["lemon", "tonic"])) == "card_not_in_hand"
    assert build.refusal(s, 0, build.mix("soda", ["lemon", "tonic"])) == "wrong_card_kind"
    assert build.refusal(s, 0, build.mix("Gin 3", ["lemon", "Gin 3"])) == "wrong_card_kind"
    assert build.refusal(s, 0, build.mix("Gin 3", ["lemon", "lemon"])) == "duplicate_card"
    assert build.refusal(s, 0, Pass()) == "wrong_phase"


def test_any_number_of_flair_goes_in_and_no_fight_card():
    """BF-3.2"""
    s = mixing()
    for flair in ([], ["adorn"], ["adorn", "adorn"]):
        assert build.mix(*GIN, flair) in kernel.options(s, 0)
    assert build.refusal(s, 0, build.mix(*GIN, ["spill"])) == "wrong_card_kind"
    assert build.refusal(s, 0, build.mix(*GIN, ["adorn"] * 3)) == "duplicate_card"
    assert build.refusal(s, 0, build.mix(*GIN, ["fire_show"])) == "card_not_in_hand"


def test_the_two_mixers_may_be_of_one_name():
    """BF-3.3"""
    assert build.mix("Gin 3", ["soda", "soda"]) in kernel.options(mixing(), 0)


def test_nothing_of_a_sealed_cocktail_shows_until_all_are_in():
    """BF-3.4"""
    s, told = mixing(), build.Listener()
    before = RULES.view(s, 1)
    choice = build.mix(*GIN, ["adorn"])
    build.answer(s, 0, choice, told)
    after = RULES.view(s, 1)
    assert after.seats[0].committed and not before.seats[0].committed
    for name in ("spirits", "mixers", "twists", "cocktail"):
        assert getattr(after.seats[0], name) == getattr(before.seats[0], name)
    assert told.said() == [CocktailSealed(0)]
    assert RULES.redact(choice, 0, 1) is None and RULES.redact(choice, 0, SPECTATOR) is None
    assert RULES.redact(choice, 0, 0) == choice and RULES.view(s, 0).hand.sealed == choice


def test_cocktails_may_come_in_any_order_with_the_same_outcome():
    """BF-3.4"""
    ends = []
    for order in ((0, 1), (1, 0)):
        s = mixing()
        for seat in order:
            build.answer(s, seat, build.mix(*(GIN, RUM)[seat]))
        ends.append(kernel.dump(s))
    assert ends[0] == ends[1]


def test_a_cocktail_is_final():
    """BF-3.5"""
    s = mixing()
    build.answer(s, 0, build.mix(*GIN))
    assert build.refusal(s, 0, build.mix("Vodka 4", ["lemon", "tonic"])) == "already_mixed"


def test_all_cocktails_are_revealed_together():
    """BF-3.6"""
    s, told = mixing(), build.Listener()
    build.answer(s, 0, build.mix(*GIN, ["adorn"]), told)
    assert not [fact for fact in told.said() if isinstance(fact, CocktailRevealed)]
    build.answer(s, 1, build.mix(*RUM), told)
    revealed = [fact for fact in told.said() if isinstance(fact, CocktailRevealed)]
    assert revealed == [CocktailRevealed(0, "Gin 3", ["lemon", "tonic"], ["adorn"]), CocktailRevealed(1, "Rum 3", ["lime", "cola"], [])]
    assert build.hand(s, 0) == ["Vodka 4", "soda", "soda", "adorn", "spill"]
    assert RULES.view(s, SPECTATOR).seats[0].cocktail.flair == ["adorn"]


def test_any_three_cards_are_a_cocktail():
    """BF-3.7"""
    options = kernel.options(mixing(), 0)
    # two spirits; lemon, tonic and soda in pairs or soda twice; none, one or two adorn
    assert len(options) == len(set(map(repr, options))) == 2 * 4 * 3


def test_the_options_of_a_big_hand_are_counted_listed_and_drawn_alike():
    """BF-3.1 BF-3.2"""
    s = mixing()
    options, chance, seen = kernel.options(s, 0), RandomChance(1), {}
    for _ in range(4800):
        choice = options.draw(chance)
        assert choice in options and choice.canonical() == choice
        seen[repr(choice)] = seen.get(repr(choice), 0) + 1
    assert set(seen) == set(map(repr, options))
    # chi-square with 23 degrees of freedom: below 52 with probability 0.9995
    assert sum((count - 200) ** 2 / 200 for count in seen.values()) < 52
    (form,) = options.forms()
    assert {field.name: (field.least, field.most, len(field.values)) for field in form.fields} == {
        "spirit": (1, 1, 2),
        "mixers": (2, 2, 4),
        "flair": (0, 2, 2),
    }


def test_forty_thousand_cocktails_are_not_listed_to_find_one():
    """BF-3.1"""
    s = build.opened(2)
    spirits, mixers = CARDS["spirit"], CARDS["mixer"]
    twists = ["adorn", "fancy_pour", "fire_show", "crowd_work", "house_special", "quick_hands", "show_off"]
    build.lay(s, hands={0: {"spirits": spirits, "mixers": mixers, "twists": twists}})
    build.at_mixing(s)
    options = kernel.options(s, 0)
    assert len(options) == 18 * 190 * 128
    assert build.mix("Brandy 2", ["egg_white", "tomato_juice"], twists) in options
    assert Mix("Brandy 2", ["tomato_juice", "egg_white"], []) not in options, "only the canonical form is offered"
    assert len(list(islice(options, 5))) == 5


def sitting_out(*, second: bool = False) -> object:
    """Seat 0 (and with `second` seat 1) has not enough to mix."""
    s = build.opened(2)
    hands = {0: {"spirits": ["Gin 3"], "mixers": ["lemon"], "twists": ["adorn"]}, 1: HANDS[1]}
    if second:
        hands[1] = {"spirits": [], "mixers": ["lime", "cola"], "twists": []}
    build.lay(s, hands=hands, judges=["Carol James", "Viktor Sand", "Ruby Calhoun"])
    return s


def test_who_cannot_mix_sits_out_and_keeps_the_cards():
    """BF-3.8"""
    s, told = sitting_out(), build.Listener()
    build.at_mixing(s, told)
    assert MixingBegan([1]) in told.said()
    assert list(kernel.awaiting(s)) == [1]
    assert build.refusal(s, 0, build.mix("Gin 3", ["lemon"])) == "cannot_mix"
    build.answer(s, 1, build.mix(*RUM))
    assert list(kernel.awaiting(s)) == [0, 1], "who sits out is asked in window B as well"
    build.pass_all(s)
    assert [score and score.total for score in s.scores] == [None, 7]
    assert s.judges_won == [[], ["Carol James"]]
    assert list(kernel.awaiting(s)) == [0, 1] and build.asked(s) == "restock"
    assert build.hand(s, 0) == ["Gin 3", "lemon", "adorn"]


def test_without_any_cocktail_the_judge_is_discarded_after_window_b():
    """BF-3.9"""
    s = sitting_out(second=True)
    build.at_mixing(s)
    assert build.asked(s) == "fight_window_b"
    build.pass_all(s)
    assert (s.judges_discarded, s.awards, build.asked(s)) == (["Carol James"], [0, 0], "restock")
