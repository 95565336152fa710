"""Are the exposures the cards that seats had and played, by the states of the games?"""

from __future__ import annotations

from collections import Counter

import pytest

from analytics import queries
from analytics.decks import deck_view
from analytics.export import export
from analytics.schema import Schema
from analytics.warehouse import opened
from events import store
from gameplay.rules.bar_fight.facts import SpiritReturned, StolenTwistSeen
from gameplay.rules.catalogue import GAMES
from gameplay.rules.spirits_of_christmas.facts import CardsPassed, CardsTraded
from gameplay.rules.spirits_of_christmas.gift_facts import GiftDivided, GiftExchanged
from gameplay.table import history
from tests.analytics.hands import DEALT, LATER, PLAYED, had
from tests.analytics.playing import played, put

HOW = {"dealt": DEALT, "drawn": LATER, "held": LATER, "played": PLAYED}
PLAYS = [
    ("spooky_bar", 2, {}),
    ("spooky_bar", 4, {}),
    ("spooky_bar", 3, {"series": {"kind": "fixed", "games": 2}}),
    ("ghostel", 2, {}),
    ("ghostel", 4, {}),
    ("bar_fight", 2, {}),
    ("bar_fight", 5, {}),
    ("spirits_of_christmas", 1, {"mode": "very_easy"}),
    ("spirits_of_christmas", 3, {"mode": "very_easy"}),
    ("spirits_of_christmas", 4, {"counting_house": True}),
]


@pytest.mark.parametrize(("rules", "seats", "options"), PLAYS)
def test_they_are_the_cards_of_the_hands_and_of_the_choices(folder, db, ask, rules, seats, options):
    expected: dict[object, list[tuple[int, int, str, str]]] = {}
    for seed in range(3):
        events = played(rules, seats, seed, options=options, bot="sensible" if rules == "spirits_of_christmas" else "")
        expected[put(events)] = list(had(events))
    export(folder)
    for game, cards in expected.items():
        found = ask("SELECT seq, seat, card, how, rules FROM exposures WHERE game_id = ?", game)
        assert {row[4] for row in found} == {rules}
        in_hand = Counter((seq, seat, card, HOW[how]) for seq, seat, card, how, _ in found if how != PLAYED)
        assert in_hand == Counter(card for card in cards if card.how != PLAYED)
        of_play = Counter((seat, card) for _, seat, card, how, _ in found if how == PLAYED)
        assert of_play == Counter((card.seat, card.card) for card in cards if card.how == PLAYED)
        assert sum(in_hand.values()) > sum(of_play.values()) > 0


def test_what_comes_to_hand_but_from_a_deck_is_held(folder, db, ask):
    games = [put(played("bar_fight", 4, seed)) for seed in range(6)]
    games += [
        put(played("spirits_of_christmas", 3, seed, options={"mode": "very_easy", "counting_house": True}, bot="sensible"))
        for seed in range(6)
    ]
    export(folder)
    expected: Counter[tuple[object, int, str]] = Counter()
    kinds = set()
    for game in games:
        for entry in history(game, store.read(stream=game)).entries:
            for fact in entry.facts:
                match fact:
                    case StolenTwistSeen(seat=seat, card=card):
                        held = [(seat, card)]
                    case SpiritReturned(seat=seat, spirit=card):
                        held = [(seat, card)]
                    case (
                        CardsPassed(receiver=seat, cards=cards)
                        | CardsTraded(seat=seat, taken=cards)
                        | GiftExchanged(seat=seat, taken=cards)
                    ):
                        held = [(seat, card) for card in cards]
                    case GiftDivided(cards=cards, seats=seats):
                        held = list(zip(seats, cards, strict=True))
                    case _:
                        continue
                kinds.add(type(fact))
                expected.update((game, seat, card) for seat, card in held)
    assert kinds >= {StolenTwistSeen, SpiritReturned, CardsPassed, CardsTraded}
    assert Counter(ask("SELECT game_id, seat, card FROM exposures WHERE how = 'held'")) == expected


def test_a_running_game_and_what_was_taken_back_expose_no_card(folder, db, ask):
    put(played("spooky_bar", 3, 5)[:45])
    put(played("ghostel", 3, 6))
    export(folder, publish_now=True)
    shown = ask("SELECT * FROM exposures ORDER BY ALL")
    assert shown
    assert ask("SELECT DISTINCT rules FROM exposures") == [("ghostel",)]
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        for table in warehouse.schema.tables.values():
            if "undone" in table.arrow.names:
                made = f"SELECT * REPLACE (seq + 1000 AS seq, true AS undone) FROM {table.name}"
                warehouse._connection.execute(f"INSERT INTO {table.name} {made}")
        warehouse._connection.execute("UPDATE internal.about SET revision = revision + 1")
        warehouse.publish(force=True)
    assert ask("SELECT * FROM exposures ORDER BY ALL") == shown


def test_every_game_has_its_exposures():
    united = (queries.FOLDER / "staging" / "united" / "exposures.sql").read_text()
    for name in GAMES:
        assert f"FROM stg_{name}_exposures" in united


def test_the_cards_of_spooky_bar_are_those_of_its_editions(folder, db, ask):
    export(folder, publish_now=True)
    expected = [
        (edition.name, card["value"], card["action"], f"{card['action']} {card['value']}")
        for edition in GAMES["spooky_bar"].editions.values()
        for card in edition.deck["action_cards"]
    ]
    assert len(expected) >= 55
    assert sorted(ask("SELECT * FROM stg_spooky_bar_deck")) == sorted(expected)
    assert deck_view().startswith("-- ")
