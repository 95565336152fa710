"""Who sees what?"""

from __future__ import annotations

import msgspec

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import EVERYBODY, REFEREE, SPECTATOR
from gameplay.rules.ghostel import RULES
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel.state import State

from .build import DECK, Table


def dealt() -> Table:
    table = Table().order("red", "white", "blue").hand("red", ["boost"], ["snakes+rats"]).hand("white", ["dread"], ["clowns+dark"])
    return table.hand("blue", ["walls", "walls"]).dice("red", 1, 2, 3).at("roll")


def test_a_seat_sees_its_hand_and_of_others_the_number_of_cards_of_each_kind():
    """GH-1.8"""
    s = dealt().s
    seen = RULES.view(s, 0)
    assert [(hand.ghost, hand.favours, hand.tactics) for hand in seen.hands] == [("red", ["boost"], ["snakes+rats"])]
    assert [(ghost.favour_count, ghost.tactic_count) for ghost in seen.ghosts] == [(1, 1), (1, 1), (2, 0)]
    assert RULES.view(s, SPECTATOR).hands == [] and seen.secret is None
    for viewer in (0, SPECTATOR):
        assert b"dread" not in msgspec.json.encode(RULES.view(s, viewer))


def test_a_seat_sees_the_hands_of_both_its_ghosts():
    """GH-11.4"""
    table = Table(2).hand("red", ["boost"]).hand("white", ["dread"]).hand("blue", ["chills"])
    assert [hand.ghost for hand in RULES.view(table.s, 0).hands] == ["red", "white"]
    assert [hand.ghost for hand in RULES.view(table.s, 1).hands] == ["blue", "black"]


def test_the_referee_sees_all_hands_and_the_order_of_the_decks():
    s = dealt().s
    secret = RULES.view(s, REFEREE).secret
    assert secret is not None
    assert [hand.favours for hand in secret.hands] == [["boost"], ["dread"], ["walls", "walls"]]
    assert [deck.cards for deck in secret.decks] == [[DECK.key[card] for card in s.decks[deck.deck]] for deck in secret.decks]
    assert secret.guests == s.guests


def test_no_view_names_a_favour_tactic_or_bonus_by_its_id():
    """GH-1.8  A-49"""
    table = dealt().bonuses("red", "extra_die").attach(1, "chills")
    table.s.discards["spookie_favour"].append(table.draw("spookie_favour", "gamble"))
    for viewer in (0, SPECTATOR, REFEREE):
        text = msgspec.json.encode(RULES.view(table.s, viewer)).decode()
        assert not any(card in text for cards in DECK.ids.values() for card in cards)


def test_the_hotel_is_drawn_from_the_view():
    table = Table(guests={5: "Thaddeus"}).order("red", "white", "blue").figure("blue", 5).block(6)
    table.placed(5, "red", 3, token=True)
    table.placed(5, "blue", 7, d8=True)
    room = RULES.view(table.s, SPECTATOR).rooms[4]
    assert (room.room, room.row, room.column, room.total, room.ghosts, room.barrier) == (5, 1, 1, 13, ["blue"], False)
    assert [(die.ghost, die.sides, die.face, die.token, die.terror) for die in room.dice] == [
        ("red", 6, 3, True, 6),
        ("blue", 8, 7, False, 7),
    ]
    assert room.guest and (room.guest.name, room.guest.courage, room.guest.phobia) == ("Thaddeus", 10, "rats")
    assert RULES.view(table.s, SPECTATOR).rooms[5].barrier


def test_who_is_asked_for_what_is_public():
    seen = RULES.view(dealt().s, SPECTATOR).asked
    assert seen and (seen.ghost, seen.seat, seen.kind) == ("red", 0, "keep_dice")


def test_all_answers_are_public_but_the_order_of_a_deck():
    """GH-1.3 GH-3.1"""
    for viewer in (0, 1, SPECTATOR):
        assert RULES.redact(c.CardOrder(["favour-01"]), -1, viewer) is None
        assert RULES.redact(c.DiceRoll([1]), -1, viewer) == c.DiceRoll([1])
        assert RULES.redact(c.Buy("red", "scare_tactic"), 0, viewer) == c.Buy("red", "scare_tactic")
    assert RULES.redact(c.CardOrder(["favour-01"]), -1, REFEREE) is not None


def rebuilt() -> State:
    """White holds a favour from the first deck and one drawn since the rebuild; red and blue likewise."""
    table = dealt()
    s = table.s
    s.discards["spookie_favour"], s.decks["spookie_favour"] = s.decks["spookie_favour"], []
    for number, ghost in enumerate(("white", "blue", "red")):
        s.stack.clear()
        s.order = [ghost, *(other for other in ("red", "white", "blue") if other != ghost)]
        s.ghosts[ghost].score = 9
        table.at("buy", ghost=ghost)
        table.answer(c.Buy(ghost, "spookie_favour"))
        if not number:
            table.dealer(c.CardOrder(sorted(s.discards["spookie_favour"])))
    return s


def test_a_redeal_changes_what_a_seat_can_not_see_and_nothing_else():
    """GH-1.8"""
    s = dealt().s
    twins = [RULES.redeal(s, 1, RandomChance(seed)) for seed in range(20)]
    assert len({tuple(twin.ghosts["red"].favours) for twin in twins}) > 5
    assert len({tuple(twin.guests) for twin in twins}) == 20
    assert all(twin.ghosts["white"] == s.ghosts["white"] and twin.rooms == s.rooms for twin in twins)
    assert all(RULES.view(twin, 1) == RULES.view(s, 1) for twin in twins)
    assert kernel.dump(RULES.redeal(s, REFEREE, RandomChance(1))) == kernel.dump(s)


def test_a_fresh_draw_for_everybody_leaves_all_hands():
    """GH-1.8"""
    s = dealt().s
    twin = RULES.redeal(s, EVERYBODY, RandomChance(3))
    assert twin.ghosts == s.ghosts and twin.decks["spookie_favour"] != s.decks["spookie_favour"]
    assert sorted(twin.decks["spookie_favour"]) == sorted(s.decks["spookie_favour"])


def test_a_card_that_was_seen_in_the_discards_is_never_dealt_for_an_older_one():
    """GH-9.7"""
    s = rebuilt()
    assert set(s.rebuilt.values()) == {1}
    for seed in range(30):
        twin = RULES.redeal(s, 0, RandomChance(seed))
        for ghost in ("white", "blue"):
            assert [card in s.rebuilt for card in twin.ghosts[ghost].favours] == [card in s.rebuilt for card in s.ghosts[ghost].favours]
        assert all(card in s.rebuilt for card in twin.decks["spookie_favour"])
