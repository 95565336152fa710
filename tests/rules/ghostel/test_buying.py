"""Are cards bought as section 9 of the rules says?"""

from __future__ import annotations

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER, SPECTATOR
from gameplay.rules.ghostel import RULES
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel import facts as f
from gameplay.rules.ghostel.buying import BeginDay
from gameplay.rules.ghostel.rolling import dice_to_roll

from .build import DECK, Table


def day(red: int = 9, white: int = 5, blue: int = 0) -> Table:
    """Red is asked first, then white and blue."""
    return Table().order("red", "white", "blue").scores(red=red, white=white, blue=blue).at("buy")


def test_the_order_is_taken_when_the_day_starts_and_purchases_do_not_change_it():
    """GH-9.1"""
    table = Table().order("blue", "white", "red").scores(red=6, white=5, blue=5)
    table.s.stack = [BeginDay()]
    kernel.settle(table.s, table.told.append)
    assert table.s.order == ["red", "blue", "white"]
    table.answer(c.Buy("red", "terror_bonus"), c.EndBuying("red"))
    assert table.asked() == ("blue", "buy") and table.s.order == ["red", "blue", "white"]


def test_a_ghost_buys_up_to_two_cards_and_the_second_ends_its_turn():
    """GH-9.2"""
    table = day()
    table.answer(c.Buy("red", "terror_bonus"))
    assert table.asked() == ("red", "buy")
    told = table.answer(c.Buy("red", "scare_tactic"))
    assert table.asked() == ("white", "buy")
    assert told[-1] == f.BuyingEnded(ghost="red", seat=0, night=2, bought=["terror_bonus", "scare_tactic"])
    table.answer(c.EndBuying("white"))
    assert table.asked() == ("blue", "buy")


def test_a_ghost_that_can_buy_nothing_is_asked_all_the_same():
    """GH-9.2"""
    table = Table().order("blue", "red", "white").at("buy")
    assert table.offered() == [c.EndBuying("blue")] and kernel.forced(table.s) is None


def test_the_prices():
    """GH-9.3"""
    assert {deck.deck: deck.cost for deck in RULES.view(day().s, SPECTATOR).decks} == {
        "terror_bonus": 3,
        "spookie_favour": 3,
        "scare_tactic": 2,
    }


def test_never_two_cards_of_one_deck_in_a_day():
    """GH-9.4"""
    table = day()
    table.answer(c.Buy("red", "spookie_favour"))
    assert table.refusal(c.Buy("red", "spookie_favour")) == "deck_already_bought"
    assert {choice.deck for choice in table.offered(c.Buy)} == {"terror_bonus", "scare_tactic"}


@pytest.mark.parametrize(("score", "decks"), [(1, set()), (2, {"scare_tactic"}), (3, {"scare_tactic", "spookie_favour", "terror_bonus"})])
def test_the_whole_score_may_be_spent_and_no_more(score: int, decks: set[str]):
    """GH-9.5"""
    table = day(red=score)
    assert {choice.deck for choice in table.offered(c.Buy)} == decks
    for deck in {"scare_tactic", "spookie_favour", "terror_bonus"} - decks:
        assert table.refusal(c.Buy("red", deck)) == "cannot_afford"


def test_the_marker_moves_down_at_once():
    """GH-9.5"""
    table = day(red=7, white=5)
    table.answer(c.Buy("red", "scare_tactic"))
    assert table.s.ghosts["red"].score == 5
    assert RULES.view(table.s, SPECTATOR).track[0].ghosts == ["red", "white"]


def test_the_buyer_gets_the_top_card_and_only_a_bonus_is_shown():
    """GH-9.6 GH-1.8"""
    table = day()
    top = {deck: DECK.key[cards[0]] for deck, cards in table.s.decks.items()}
    told = table.answer(c.Buy("red", "spookie_favour"), c.Buy("red", "terror_bonus"))
    seen = {fact.deck: fact for fact in told if isinstance(fact, f.CardSeen)}
    assert {deck: fact.card for deck, fact in seen.items()} == {deck: top[deck] for deck in seen}
    assert [seen["spookie_favour"].seen_by(viewer) for viewer in (0, 1, SPECTATOR)] == [True, False, False]
    assert [seen["terror_bonus"].seen_by(viewer) for viewer in (0, 1, SPECTATOR)] == [True, True, True]
    red = RULES.view(table.s, SPECTATOR).ghosts[0]
    assert (red.bonuses, red.favour_count, red.tactic_count) == ([top["terror_bonus"]], 1, 0)


def test_the_second_purchase_is_decided_after_the_first_card_was_seen():
    """GH-9.6  A-20"""
    table = day()
    told = [type(fact) for fact in table.answer(c.Buy("red", "scare_tactic"))]
    assert told == [f.CardBought, f.CardDrawn, f.CardSeen]
    assert table.asked() == ("red", "buy")


def test_an_empty_deck_is_made_of_its_own_discards_when_a_card_is_needed():
    """GH-9.7"""
    table = day()
    table.s.discards["scare_tactic"] = [table.draw("scare_tactic", key) for key in ("snakes+rats", "clowns+dark")]
    rest = table.s.decks["scare_tactic"]
    table.s.decks["scare_tactic"] = rest[:1]
    table.answer(c.Buy("red", "scare_tactic"))
    assert DEALER not in kernel.awaiting(table.s) and table.s.decks["scare_tactic"] == []
    table.answer(c.EndBuying("red"), c.Buy("white", "scare_tactic"))
    order = kernel.options(table.s, DEALER)
    assert sorted(order.items) == sorted(table.s.discards["scare_tactic"])
    table.dealer(c.CardOrder(list(order.items)))
    assert table.s.discards["scare_tactic"] == [] and len(table.s.decks["scare_tactic"]) == 1
    assert table.facts(f.DeckShuffled) == [f.DeckShuffled(deck="scare_tactic", count=2, rebuild=True)]
    assert table.asked() == ("white", "buy")


def test_a_deck_with_neither_cards_nor_discards_can_not_be_bought_from():
    """GH-9.7 GH-9.8"""
    table = day()
    for deck in DECK.ids:
        table.s.decks[deck] = []
        assert table.refusal(c.Buy("red", deck)) == "deck_empty"
    assert table.offered() == [c.EndBuying("red")]


def test_twelve_bonuses_can_be_out_and_none_is_ever_discarded():
    """GH-9.8"""
    table = day(red=3).bonuses("white", *(DECK.key[card] for card in DECK.ids["terror_bonus"][:11]))
    table.answer(c.Buy("red", "terror_bonus"))
    assert table.s.discards["terror_bonus"] == []
    table.answer(c.EndBuying("red"))
    assert table.refusal(c.Buy("white", "terror_bonus")) == "deck_empty"


def test_a_bonus_counts_from_the_next_roll():
    """GH-9.9"""
    table = day()
    table.s.decks["terror_bonus"].sort(key=lambda card: DECK.key[card] != "extra_die")
    table.answer(c.Buy("red", "terror_bonus"))
    assert len(dice_to_roll(table.s, "red")) == 4
    table.answer(c.EndBuying("red"), c.EndBuying("white"), c.EndBuying("blue"))
    table.chance()
    assert len(table.facts(f.DiceRolled)[0].dice) == 4
