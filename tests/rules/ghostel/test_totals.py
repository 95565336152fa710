"""Are rooms totalled and ghosts paid as section 7 of the rules says?"""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.rules.contract import SPECTATOR
from gameplay.rules.ghostel import RULES
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel import facts as f
from gameplay.rules.ghostel.scoring import places

from .build import DECK, Table


def scored(guest: str, *dice: tuple[str, int], seats: int = 4, order: tuple[str, ...] = (), room: int = 5) -> Table:
    """The totals with these dice, in order of placement, at this guest."""
    table = Table(seats, guests={room: guest})
    table.order(*(order or table.s.ghosts))
    for ghost, face in dice:
        table.placed(room, ghost, face)
    return table.at("totals")


def paid(table: Table) -> dict[str, int]:
    return {fact.ghost: fact.points for fact in table.facts(f.PointsScored)}


def test_rooms_come_one_after_the_other():
    """GH-7.1"""
    table = Table().order("red", "white", "blue")
    for room in (9, 1, 4):
        table.placed(room, "red", 1)
    assert [fact.room for fact in table.at("totals").facts(f.RoomTotalled)] == [1, 4, 9]


@pytest.mark.parametrize(("face", "scared"), [(4, False), (5, True), (6, True)])
def test_a_total_equal_to_the_courage_is_enough(face: int, scared: bool):
    """GH-7.2"""
    table = scored("Bevan", ("red", face))
    assert table.facts(f.RoomTotalled)[0].scared == scared
    assert (table.s.rooms[5].guest == "") == scared


def test_dice_of_any_age_and_owner_count():
    """GH-7.2 GH-7.3"""
    table = Table(guests={5: "Esme"}).order("red", "white", "blue")
    table.placed(5, "red", 1)
    table.placed(5, "blue", 2)
    table.at("totals")
    assert [die.face for die in table.s.rooms[5].dice] == [1]
    table.placed(5, "white", 6)
    table.at("totals")
    assert paid(table) == {"white": 9, "blue": 5}


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ([("red", 6), ("red", 6)], {"red": 12}),
        ([("red", 6), ("white", 4)], {"red": 12, "white": 7}),
        ([("red", 2), ("white", 5), ("red", 4)], {"red": 12, "white": 7}),
        ([("red", 6), ("white", 4), ("blue", 3)], {"red": 12, "white": 7, "blue": 3}),
        ([("red", 5), ("white", 4), ("blue", 3), ("black", 1)], {"red": 12, "white": 7, "blue": 3, "black": 3}),
        ([("red", 5), ("white", 3), ("blue", 3), ("black", 1)], {"red": 12, "white": 7, "blue": 7, "black": 3}),
        ([("red", 5), ("white", 5)], {"red": 12, "white": 12}),
        ([("red", 5), ("white", 5), ("blue", 4), ("black", 4)], {"red": 12, "white": 12, "blue": 3, "black": 3}),
        ([("red", 3), ("white", 3), ("blue", 3)], {"red": 12, "white": 12, "blue": 12}),
    ],
)
def test_places_and_ties(dice: list[tuple[str, int]], points: dict[str, int]):
    """GH-7.3 GH-7.4 GH-7.5 GH-7.6 GH-7.7 GH-7.8"""
    assert paid(scored("Stanley", *dice)) == points


def test_every_contributor_has_just_one_place():
    """GH-7.8"""
    assert places({"red": 5}) == {"red": 1}
    assert places({"red": 5, "white": 5, "blue": 5, "black": 5}) == {"red": 1, "white": 1, "blue": 1, "black": 1}
    assert places({"red": 0, "white": -3}) == {"red": 1, "white": 2}


def test_two_ghosts_of_one_seat_are_paid_as_rivals():
    """GH-11.3"""
    assert paid(scored("Stanley", ("red", 6), ("white", 5), ("blue", 4), seats=2)) == {"red": 12, "white": 7, "blue": 3}


def test_markers_move_by_place_and_then_in_the_nights_order_the_later_on_top():
    """GH-7.9"""
    table = scored("Stanley", ("red", 3), ("white", 3), ("blue", 4), ("black", 3), order=("black", "white", "blue", "red"))
    assert [fact.ghost for fact in table.facts(f.PointsScored)] == ["blue", "black", "white", "red"]
    assert table.s.markers == ["blue", "black", "white", "red"]
    assert RULES.view(table.s, SPECTATOR).track[1].ghosts == ["red", "white", "black"]


def test_a_scared_guest_leaves_for_good_and_all_that_lay_there_goes_back():
    """GH-7.10"""
    table = Table(guests={5: "Bevan"}).order("red", "white", "blue").attach(5, "chills")
    dice = [table.placed(5, "red", 4, token=True), table.placed(5, "blue", 1)]
    table.at("totals")
    room = RULES.view(table.s, SPECTATOR).rooms[4]
    assert (room.guest, room.dice, room.attached) == (None, [], [])
    assert table.facts(f.GuestFled) == [f.GuestFled(night=2, room=5, guest="guest-01", returned=dice, tokens=1)]
    assert table.s.gone == ["guest-01"] and table.s.tokens == 12
    assert len(table.s.discards["spookie_favour"]) == 1
    assert "guest-01" not in table.s.guests


def test_a_guest_that_does_not_flee_stays_with_all_its_dice():
    """GH-7.11"""
    table = scored("Major Crumb", ("red", 6), ("red", 6), ("red", 6))
    assert table.s.rooms[5].guest == "guest-35" and len(table.s.rooms[5].dice) == 3
    assert paid(table) == {}


class TestReward:
    """GH-7.12"""

    def test_whoever_is_paid_for_the_place_draws_in_the_order_of_payment(self):
        table = Table(guests={5: "Agatha"}).order("blue", "red", "white")
        for ghost in ("red", "white", "blue"):
            table.placed(5, ghost, 4)
        table.at("totals")
        assert [fact.ghost for fact in table.facts(f.CardDrawn)] == ["blue", "red", "white"]
        assert {fact.cause for fact in table.facts(f.CardDrawn)} == {"reward"}

    def test_the_card_is_hidden_from_other_seats(self):
        table = scored("Agatha", ("red", 6), ("white", 5))
        (seen,) = table.facts(f.CardSeen)
        assert [viewer for viewer in (*range(4), SPECTATOR) if seen.seen_by(viewer)] == [0]

    def test_second_and_third_place_may_be_rewarded_too(self):
        assert [fact.ghost for fact in scored("Clive", ("red", 4), ("white", 3)).facts(f.CardDrawn)] == ["white"]
        told = scored("Colette", ("red", 4), ("white", 4), ("blue", 1)).facts(f.CardDrawn)
        assert [(fact.ghost, fact.deck) for fact in told] == [("blue", "scare_tactic")]

    def test_nobody_is_second_when_two_are_first(self):
        assert scored("Clive", ("red", 4), ("white", 4)).facts(f.CardDrawn) == []

    def test_it_is_drawn_before_the_room_is_cleared_so_a_card_under_the_guest_is_not_in_a_rebuild(self):
        """A-52"""
        table = Table(guests={5: "Agatha"}).order("red", "white", "blue").attach(5, "chills")
        table.placed(5, "red", 4, token=True)
        table.s.discards["spookie_favour"] = [table.draw("spookie_favour", "boost")]
        table.s.decks["spookie_favour"] = []
        table.at("totals")
        table.dealer(c.CardOrder(list(table.s.discards["spookie_favour"])))
        told = [type(fact) for fact in table.told]
        assert told.index(f.PointsScored) < told.index(f.CardDrawn) < told.index(f.GuestFled)
        assert [DECK.key[card] for card in table.s.discards["spookie_favour"]] == ["chills"]

    def test_when_the_deck_runs_out_later_ones_get_nothing(self):
        """A-48"""
        table = Table(guests={5: "Agatha"}).order("red", "white", "blue")
        table.placed(5, "red", 4)
        table.placed(5, "white", 4)
        table.s.decks["spookie_favour"] = table.s.decks["spookie_favour"][:1]
        table.at("totals")
        assert [fact.ghost for fact in table.facts(f.CardDrawn)] == ["red"]
        assert len(table.s.ghosts["white"].favours) == 0 and table.asked() == ("white", "buy")


class TestAbilities:
    """GH-7.2 GH-7.3 GH-7.4  Each kind of the vocabulary, at a guest that has it."""

    @pytest.mark.parametrize(
        ("guest", "dice", "total", "points"),
        [
            ("Beatrix", [("red", 4), ("red", 4), ("blue", 5)], 8, {"red": 10, "blue": 5}),
            ("Ned", [("red", 5), ("red", 3), ("blue", 6)], 8, {"red": 10, "blue": 5}),
            ("Winifred", [("red", 6), ("white", 5), ("blue", 1)], 9, {"red": 13, "white": 13, "blue": 3}),
            ("Tilly", [("red", 6)], 6, {"red": 10}),
            ("Tilly", [("red", 5), ("white", 1)], 6, {"red": 8, "white": 4}),
            ("Nora", [("red", 5), ("white", 1), ("blue", 3)], 9, {"white": 6, "blue": 3, "red": 1}),
            ("Nora", [("red", 4), ("white", 4), ("blue", 5)], 13, {"red": 6, "white": 6, "blue": 1}),
            ("Gus", [("red", 6), ("white", 1), ("white", 1)], 8, {"white": 7, "red": 4}),
            ("Gus", [("red", 6), ("white", 1)], 7, {"red": 7, "white": 7}),
            ("Rufus", [("red", 6), ("white", 1), ("blue", 2)], 9, {"red": 8, "white": 8, "blue": 8}),
            ("Ingrid", [("red", 4), ("white", 3)], 7, {"white": 8, "red": 4}),
            ("Ingrid", [("white", 3), ("red", 4)], 7, {"red": 8, "white": 4}),
            ("Ingrid", [("red", 5), ("white", 3)], 8, {"red": 8, "white": 8}),
        ],
    )
    def test_what_is_counted_and_how_contributors_rank(self, guest: str, dice: Any, total: int, points: dict[str, int]):
        table = scored(guest, *dice)
        assert table.facts(f.RoomTotalled)[0].total == total
        assert paid(table) == points

    @pytest.mark.parametrize(("guest", "face", "terror"), [("Beatrix", 4, 8), ("Beatrix", 5, 0), ("Winifred", 6, 8), ("Ned", 3, 6)])
    def test_a_face_is_looked_at_before_it_is_doubled(self, guest: str, face: int, terror: int):
        """GH-5.3"""
        table = Table(guests={5: guest}).order("red", "white", "blue")
        table.placed(5, "red", face, token=True)
        assert table.at("totals").facts(f.RoomTotalled)[0].total == terror

    def test_a_guest_that_needs_two_ghosts_flees_from_two_of_one_seat(self):
        """GH-11.3  A-44"""
        assert paid(scored("Sergeant Holt", ("red", 6), ("red", 6))) == {}
        assert paid(scored("Sergeant Holt", ("red", 6), ("white", 5), seats=2)) == {"red": 14, "white": 8}

    def test_a_die_that_counts_nothing_is_a_contribution(self):
        """GH-7.3 GH-7.6"""
        assert paid(scored("Beatrix", ("red", 4), ("red", 4), ("white", 2), ("blue", 1))) == {"red": 10, "white": 5, "blue": 2}

    def test_every_kind_of_the_vocabulary_is_on_some_guest(self):
        kinds = {guest.asks.kind for guest in DECK.guests.values()}
        assert len(kinds - {""}) == 10
