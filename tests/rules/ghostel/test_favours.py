"""Do the eight favours work as section 6 of the rules says?"""

from __future__ import annotations

import pytest

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER
from gameplay.rules.ghostel import RULES
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel import facts as f
from gameplay.rules.ghostel.effects import WAYS

from .build import DECK, Table


def turn(*favours: str, lap: int = 2, room: int = 5, dice: tuple[int | str, ...] = (5, 2)) -> Table:
    """Red stands in this room in this lap, with these dice left."""
    table = Table().order("red", "white", "blue").figure("red", room).dice("red", *dice)
    return table.hand("red", favours=favours).at("scare", lap=lap)


def plays(table: Table) -> list[object]:
    return [choice for choice in table.offered() if not isinstance(choice, c.Haunt | c.KeepDice | c.Buy | c.EndBuying)]


def discards(table: Table) -> list[str]:
    return next(deck.discards for deck in RULES.view(table.s, -2).decks if deck.deck == "spookie_favour")


def test_a_played_favour_goes_to_the_discards_an_attached_one_under_its_guest():
    """GH-6.1"""
    table = turn("boost", "chills")
    table.answer(c.PlayFavour("red", "boost"), c.PlayOnRoom("red", "chills", 3))
    assert discards(table) == ["boost"]
    assert RULES.view(table.s, -2).rooms[2].attached == ["chills"]
    assert table.s.ghosts["red"].favours == []


def test_equal_favours_are_offered_once_and_any_number_may_be_played():
    """GH-6.2"""
    table = turn("boost", "boost", "boost")
    assert plays(table) == [c.PlayFavour("red", "boost")]
    table.answer(*[c.PlayFavour("red", "boost")] * 3)
    assert plays(table) == []


@pytest.mark.parametrize("card", ["boost", "no such card", "snakes+rats", ""])
def test_a_card_that_is_not_in_hand_is_refused_before_anything_else(card: str):
    """GH-6.1"""
    table = turn("gamble")
    assert table.refusal(c.PlayFavour("red", card)) == "card_not_in_hand"
    assert table.refusal(c.PlayOnRoom("red", card, 1)) == "card_not_in_hand"


@pytest.mark.parametrize("card", sorted(DECK.favours))
def test_a_target_of_another_kind_is_a_bad_target(card: str):
    """GH-6.1  A-53"""
    table = turn(card)
    if card == "discount":
        table.scores(red=9).at("buy")
    forms = [
        c.PlayFavour("red", card),
        c.PlayOnDice("red", card, ["red-d6-1"]),
        c.PlayOnRoom("red", card, 1),
        c.PlayOnRooms("red", card, [1]),
        c.PlayOnPlacedDie("red", card, "red-d6-1", 1),
    ]
    fitting = WAYS[type(DECK.favours[card].effect)].takes
    assert all(table.refusal(form) == "bad_target" for form in forms if type(form) is not fitting)


def test_a_favour_is_played_only_in_the_windows_printed_on_it():
    """GH-6.1 GH-4.11"""
    printed = {"gamble": "roll turn", "boost": "roll turn", "discount": "buy"}
    assert {key: " ".join(card.windows) for key, card in DECK.favours.items()} == dict.fromkeys(DECK.favours, "turn") | printed
    table = turn(*DECK.favours)
    table.placed(1, "red", 2)
    assert {choice.card for choice in plays(table)} == set(DECK.favours) - {"discount"}
    table.at("buy")
    assert {choice.card for choice in plays(table)} == {"discount"}
    assert table.refusal(c.PlayFavour("red", "boost")) == "wrong_window"


class TestGamble:
    """GH-6.3"""

    def test_any_dice_not_placed_are_rolled_again_in_the_order_of_the_dice(self):
        table = turn("gamble", dice=(5, 2, "d8:8"))
        played = c.PlayOnDice("red", "gamble", ["red-d8", "red-d6-1"]).canonical()
        assert played.dice == ["red-d6-1", "red-d8"]
        table.answer(played)
        assert len(kernel.options(table.s, DEALER)) == 6 * 8
        table.roll(1, 3)
        assert table.s.ghosts["red"].dice == {"red-d6-1": 1, "red-d6-2": 2, "red-d8": 3}
        assert table.asked() == ("red", "haunt")
        assert table.facts(f.DiceChanged)[-1].faces == [1, 3]

    def test_before_keeping_all_rolled_dice_may_be_rolled_again(self):
        table = Table().order("red", "white", "blue").dice("red", 1, 2, 3, 4).hand("red", favours=["gamble"]).at("roll")
        assert len(plays(table)) == 2**4 - 1
        table.answer(c.PlayOnDice("red", "gamble", [f"red-d6-{number}" for number in (1, 2, 3, 4)]))
        table.roll(6, 6, 5, 5)
        assert list(table.s.ghosts["red"].dice.values()) == [6, 6, 5, 5]
        assert table.asked() == ("red", "keep_dice")

    @pytest.mark.parametrize("dice", [[], ["red-d6-1", "red-d6-1"], ["blue-d6-1"], ["red-d6-3"]])
    def test_other_dice_are_a_bad_target(self, dice: list[str]):
        table = turn("gamble")
        table.dice("blue", 3)
        assert table.refusal(c.PlayOnDice("red", "gamble", dice)) == "bad_target"


class TestBoost:
    """GH-6.4"""

    def test_every_die_not_placed_goes_up_by_one_to_six_at_most(self):
        table = turn("boost", dice=(6, 5, 1))
        table.answer(c.PlayFavour("red", "boost"))
        assert list(table.s.ghosts["red"].dice.values()) == [6, 6, 2]

    @pytest.mark.parametrize(("face", "after"), [(5, 6), (6, 6), (7, 7), (8, 8)])
    def test_a_d8_never_goes_above_six_nor_down(self, face: int, after: int):
        table = turn("boost", dice=(f"d8:{face}",))
        table.answer(c.PlayFavour("red", "boost"))
        assert list(table.s.ghosts["red"].dice.values()) == [after]

    def test_it_may_be_played_in_vain(self):
        table = turn("boost", dice=(6, 6))
        assert table.refusal(c.PlayFavour("red", "boost")) == "accepted"


class TestChills:
    """GH-6.5"""

    def test_the_guest_has_every_phobia_for_all_ghosts_until_it_leaves(self):
        table = turn("chills", dice=(6,), lap=3).hand("blue", tactics=["rats+dark"]).dice("blue", 6).figure("blue", 4)
        table.hand("white", tactics=["spiders+clowns"]).dice("white", 1).figure("white", 6)
        table.answer(c.PlayOnRoom("red", "chills", 5), c.Haunt("red", 4, table.die("red", 6)))
        assert c.Haunt("white", 5, table.die("white", 1), "spiders+clowns") in table.offered()
        table.answer(c.Haunt("white", 5, table.die("white", 1)))
        table.answer(c.Haunt("blue", 5, table.die("blue", 6), "rats+dark"))
        assert f.FavourDiscarded(card="chills", room=5) in table.told
        assert discards(table) == ["chills"] and not RULES.view(table.s, -2).rooms[4].attached

    def test_it_stays_while_the_guest_stays(self):
        table = Table().order("red", "white", "blue").attach(5, "chills")
        table.placed(5, "red", 1)
        table.at("totals")
        assert RULES.view(table.s, -2).rooms[4].attached == ["chills"]

    def test_dice_already_there_are_not_doubled(self):
        table = turn("chills")
        table.placed(3, "red", 4)
        table.answer(c.PlayOnRoom("red", "chills", 3))
        assert not table.s.rooms[3].dice[0].token

    def test_a_second_copy_on_the_same_guest_is_refused(self):
        table = turn("chills")
        table.attach(3, "chills")
        assert table.refusal(c.PlayOnRoom("red", "chills", 3)) == "bad_target"
        assert len(plays(table)) == 8


class TestWalls:
    """GH-6.6"""

    def test_this_turn_any_other_open_room_may_be_entered(self):
        table = turn("walls", room=1)
        table.block(9)
        table.answer(c.PlayFavour("red", "walls"))
        assert sorted({choice.room for choice in table.offered(c.Haunt)}) == [2, 3, 4, 5, 6, 7, 8]
        die = table.die("red", 5)
        assert table.refusal(c.Haunt("red", 9, die)) == "room_blocked"
        assert table.refusal(c.Haunt("red", 1, die)) == "must_move"
        (told,) = table.answer(c.Haunt("red", 8, die))
        assert told.way == "walls"

    def test_it_ends_with_the_turn_used_or_not(self):
        table = turn("walls", room=1, dice=(3, 2))
        for ghost in ("white", "blue"):
            table.figure(ghost, 9).dice(ghost, 1, 1)
        table.answer(c.PlayFavour("red", "walls"), c.Haunt("red", 2, table.die("red", 3)))
        assert table.facts(f.DiePlaced)[-1].way == "move"
        table.answer(table.offered(c.Haunt)[0])
        table.answer(table.offered(c.Haunt)[0])
        assert sorted({choice.room for choice in table.offered(c.Haunt)}) == [1, 3, 5]

    def test_not_in_the_first_lap(self):
        table = turn("walls", lap=1, room=0)
        assert table.refusal(c.PlayFavour("red", "walls")) == "wrong_window" and plays(table) == []

    def test_not_where_no_room_is_open(self):
        table = turn("walls", room=5)
        table.block(1, 2, 3, 4, 6, 7, 8, 9)
        assert table.refusal(c.PlayFavour("red", "walls")) == "no_destination" and plays(table) == []

    def test_a_ghost_that_is_shut_in_may_then_go_or_stay(self):
        """GH-4.7 A-54"""
        table = turn("walls", "walls", room=1)
        table.block(2, 4)
        table.answer(c.PlayFavour("red", "walls"), c.PlayFavour("red", "walls"))
        assert sorted({choice.room for choice in table.offered(c.Haunt)}) == [1, 3, 5, 6, 7, 8, 9]


class TestBarrier:
    """GH-6.7"""

    def test_one_or_two_rooms_get_a_token_even_where_ghosts_are(self):
        table = turn("barrier", room=5)
        table.figure("blue", 3)
        assert len(plays(table)) == 9 + 36
        table.answer(c.PlayOnRooms("red", "barrier", [3, 5]))
        assert (table.s.rooms[3].barrier, table.s.rooms[5].barrier, table.s.barriers) == (True, True, 6)

    @pytest.mark.parametrize("rooms", [[], [1, 1], [1, 2, 3], [4, 9]])
    def test_other_numbers_of_rooms_and_blocked_ones_are_a_bad_target(self, rooms: list[int]):
        table = turn("barrier")
        table.block(9)
        assert table.refusal(c.PlayOnRooms("red", "barrier", rooms)) == "bad_target"

    def test_leaving_a_blocked_room_is_free_and_entering_it_is_not(self):
        """GH-6.8"""
        table = turn("barrier", "walls", room=5)
        table.answer(c.PlayOnRooms("red", "barrier", [2, 5]))
        assert {choice.room for choice in table.offered(c.Haunt)} == {4, 6, 8}
        assert table.refusal(c.Haunt("red", 2, table.die("red", 5))) == "room_blocked"

    def test_one_room_stays_open_because_there_are_eight_tokens(self):
        """GH-6.9"""
        table = turn("barrier", "barrier", lap=1, room=0, dice=(1, 2, 3))
        table.block(1, 2, 3, 4, 5, 6, 7)
        assert table.refusal(c.PlayOnRooms("red", "barrier", [8, 9])) == "no_tokens"
        table.answer(c.PlayOnRooms("red", "barrier", [8]))
        assert table.refusal(c.PlayOnRooms("red", "barrier", [9])) == "no_tokens"
        assert plays(table) == []
        assert {choice.room for choice in table.offered(c.Haunt)} == {9}


class TestDread:
    """GH-6.10"""

    def test_the_dice_at_the_guest_do_not_calm_tonight_and_the_card_goes_after_that(self):
        table = Table().order("red", "white", "blue").attach(5, "dread", "dread")
        table.placed(5, "red", 1)
        table.placed(4, "red", 1)
        table.at("totals")
        assert [die.face for die in table.s.rooms[5].dice] == [1] and table.s.rooms[4].dice == []
        assert discards(table) == ["dread", "dread"] and table.s.rooms[5].attached == []

    def test_a_second_copy_on_one_guest_is_spent_for_nothing(self):
        """A-55"""
        table = turn("dread")
        table.attach(5, "dread")
        assert table.refusal(c.PlayOnRoom("red", "dread", 5)) == "accepted"

    def test_it_goes_with_the_guest(self):
        table = Table(guests={5: "Bevan"}).order("red", "white", "blue").attach(5, "dread")
        table.placed(5, "red", 6)
        table.at("totals")
        assert f.FavourDiscarded(card="dread", room=5) in table.told and discards(table) == ["dread"]


class TestPoltergeist:
    """GH-6.11"""

    def test_an_own_placed_die_goes_to_the_next_room_with_its_token_and_lies_there_last(self):
        table = turn("poltergeist")
        die = table.placed(1, "red", 3, token=True)
        table.placed(2, "blue", 4)
        table.answer(c.PlayOnPlacedDie("red", "poltergeist", die, 2))
        assert table.s.rooms[1].dice == []
        assert [(other.ghost, other.token) for other in table.s.rooms[2].dice] == [("blue", False), ("red", True)]
        assert table.s.tokens == 11
        assert table.facts(f.DieMoved) == [f.DieMoved(ghost="red", seat=0, die=die, source=1, room=2)]

    def test_the_die_of_another_a_far_room_and_a_blocked_one_are_bad_targets(self):
        table = turn("poltergeist")
        mine, other = table.placed(1, "red", 3), table.placed(1, "blue", 3)
        table.block(4)
        for die, room in [(other, 2), (mine, 4), (mine, 5), (mine, 1), ("red-d6-1", 2)]:
            assert table.refusal(c.PlayOnPlacedDie("red", "poltergeist", die, room)) == "bad_target"
        assert plays(table) == [c.PlayOnPlacedDie("red", "poltergeist", mine, 2)]

    def test_without_a_die_in_the_hotel_it_is_not_offered(self):
        assert plays(turn("poltergeist")) == []


class TestDiscount:
    """GH-6.12"""

    def test_the_next_purchase_costs_one_less_and_the_one_after_it_its_price(self):
        table = Table().order("red", "white", "blue").scores(red=6).hand("red", favours=["discount"]).at("buy")
        table.answer(c.PlayFavour("red", "discount"), c.Buy("red", "scare_tactic"), c.Buy("red", "terror_bonus"))
        assert [fact.price for fact in table.facts(f.CardBought)] == [1, 3]

    def test_a_price_is_at_least_one(self):
        table = Table().order("red", "white", "blue").scores(red=1).hand("red", favours=["discount"]).at("buy")
        table.s.ghosts["red"].discount = 1
        table.answer(c.PlayFavour("red", "discount"), c.Buy("red", "scare_tactic"))
        assert table.s.ghosts["red"].score == 0

    def test_it_lapses_with_the_buying_turn(self):
        """A-55"""
        table = Table().order("red", "white", "blue").scores(red=6).hand("red", favours=["discount"]).at("buy")
        table.answer(c.PlayFavour("red", "discount"), c.EndBuying("red"))
        assert table.s.ghosts["red"].discount == 0
