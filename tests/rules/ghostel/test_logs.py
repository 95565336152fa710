"""Do the golden logs have everything in them that can happen to a card, a die or a guest?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules.ghostel import facts as f
from tests.golden import logs

from .build import DECK


@pytest.fixture(scope="module")
def told() -> list[Any]:
    return [fact for path in logs.paths("ghostel") for _, _, facts in logs.fold(logs.read(path)) for fact in facts]


def test_every_favour_is_played_in_every_window_that_is_printed_on_it(told: list[Any]):
    played = {(fact.card, fact.window) for fact in told if isinstance(fact, f.FavourPlayed)}
    assert played == {(key, window) for key, card in DECK.favours.items() for window in card.windows}


def test_every_tactic_is_played_and_every_bonus_gained(told: list[Any]):
    assert {fact.tactic for fact in told if isinstance(fact, f.DiePlaced)} == {"", *(DECK.key[card] for card in DECK.ids["scare_tactic"])}
    gained = {fact.card for fact in told if isinstance(fact, f.CardSeen) and fact.deck == "terror_bonus"}
    assert gained == {"extra_die", "upgrade_d8"}


def test_guests_of_every_ability_are_scared_and_calmed(told: list[Any]):
    fled = {DECK.guests[fact.guest].asks.kind for fact in told if isinstance(fact, f.GuestFled)}
    assert fled == {guest.asks.kind for guest in DECK.guests.values()}
    assert {fact.steps for fact in told if isinstance(fact, f.DiceCalmed)} == {0, 1, 2}


def test_ghosts_come_and_go_in_every_way(told: list[Any]):
    placed = [fact for fact in told if isinstance(fact, f.DiePlaced)]
    assert {fact.way for fact in placed} == {"appear", "move", "walls", "stay"}
    assert {fact.sides for fact in placed} == {6, 8}
    assert any("-loan-" in fact.die for fact in placed)


def test_decks_are_rebuilt_and_discounts_used(told: list[Any]):
    assert {fact.deck for fact in told if isinstance(fact, f.DeckShuffled) and fact.rebuild} == {"spookie_favour", "scare_tactic"}
    assert {(fact.deck, fact.price) for fact in told if isinstance(fact, f.CardBought)} >= {("scare_tactic", 1), ("terror_bonus", 2)}
    assert {fact.place for fact in told if isinstance(fact, f.PointsScored)} == {1, 2, 3}
