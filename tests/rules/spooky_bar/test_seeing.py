"""Is everybody asked, refused and shown what section 9 of the rules says?"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER, REFEREE, SPECTATOR, Illegal
from gameplay.rules.spooky_bar import RULES
from gameplay.rules.spooky_bar import choices as c
from gameplay.rules.spooky_bar import facts as f

from . import build


def test_only_the_dealer_answers_what_is_random():
    """SB-9.1"""
    asked = {"draw_event", "seat_guests", "shuffle_deck", "reshuffle"}
    s = RULES.setup(3, RULES.options(event="random"), RULES.editions["house-1"])
    kernel.settle(s, kernel.ignore)
    chance, by_dealer = RandomChance(5), set()
    while s.stack:
        seat = next(iter(kernel.awaiting(s)))
        assert (build.asked(s) in asked) == (seat == DEALER)
        by_dealer |= {build.asked(s)} if seat == DEALER else set()
        options = kernel.options(s, seat)
        kernel.evolve(
            s, seat, kernel.dealer_answer(s, chance) if seat == DEALER else list(options)[chance.below(len(options))], kernel.ignore
        )
    assert by_dealer == asked


def test_every_seat_that_has_not_chosen_is_asked_the_same():
    """SB-9.2  A hand that must be redrawn and one that need not be."""
    s = build.table(3, hands={0: [5, 10, 15, 20, 25], 1: [1, 2, 3, 4, 6]})
    assert build.asked(s) == "choose_cards" and kernel.awaiting(s) == {0: 2, 1: 2, 2: 2}


@pytest.mark.parametrize("seat", [1, 7, DEALER, SPECTATOR])
def test_a_choice_of_a_seat_that_is_not_asked_is_refused_and_changes_nothing(seat: int):
    """SB-9.2"""
    s = build.table(3)
    build.reveal(s, [[51, 4], [2, 3], [6, 8]])
    assert build.refusal(s, seat, c.Serve("worker")) == "not_your_decision"


def test_a_choice_for_another_decision_is_not_offered():
    """SB-9.2"""
    s = build.table(3)
    assert build.refusal(s, 0, c.Serve("worker")) == "choice_not_offered"


def test_nothing_can_be_chosen_when_the_game_is_over():
    """SB-9.2"""
    s = build.table(3)
    build.end_game(s)
    assert build.refusal(s, 0, c.NextGame()) == "game_over"


def test_a_compulsory_decision_with_one_answer_is_forced():
    """SB-9.3"""
    s = build.table(3, bars={0: {"guests": {"worker": 1, "witch": 0}}})
    build.reveal(s, [[53, 4], [2, 6], [7, 9]])
    assert kernel.forced(s) == (0, c.Bid("worker"))


def test_cards_setup_drinks_and_favours_are_always_asked():
    """SB-9.3  Also where only one answer is left."""
    s = build.table(3, hands={0: [5, 10, 15, 20, 25]})
    for seat in (1, 2):
        build.answer(s, seat, build.offered(s, seat)[0])
    assert len(build.offered(s, 0)) == 1 and kernel.forced(s) is None
    assert kernel.forced(build.opened(3)) is None
    s = build.table(3, bars={0: {"guests": {"worker": 1, "witch": 0}}})
    build.reveal(s, [[53, 4], [2, 6], [7, 9]], keep={0: [12]})
    build.answer(s, 0, c.Bid("worker"))
    assert build.offered(s, 0) == [c.DeclineFavour()] and kernel.forced(s) is None


@pytest.mark.parametrize(
    "raw",
    [
        b'{"type": "bid", "guest": "bartender"}',
        b'{"type": "capture", "colour": "green"}',
        b'{"type": "use_worker", "card": 56}',
        b'{"type": "move_ghost", "colour": "white", "source": "cellar", "to": 1}',
        b'{"type": "move_ghost", "colour": "white", "source": -1, "to": 1}',
        b'{"type": "choose_pair", "cards": [1, 2, 3]}',
        b'{"type": "choose_pair", "cards": [1, 2], "wild": []}',
        b'{"type": "choose_wild", "regular": "3", "wild": [5, 10, 15]}',
        b'{"type": "event_draw", "event": 3}',
    ],
)
def test_what_is_not_named_as_the_rules_name_it_is_malformed(raw: bytes):
    """SB-9.4  Guests by type, cards by value, bars by number, colours by name."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(raw, type=_choices())


def _choices() -> Any:
    union: Any = RULES.choices[0]
    for choice in RULES.choices[1:]:
        union = union | choice
    return union


def test_the_table_is_public():
    """SB-9.5"""
    s = build.table(
        3,
        token=1,
        event=4,
        bars={0: {"guests": {"worker": 2, "witch": 0}, "ghosts": {"pink": 1}, "beside": {"guests": ["beauty"], "drinks": 1}}},
    )
    build.reveal(s, [[51, 4], [2, 3], [6, 8]])
    seen = RULES.view(s, SPECTATOR)
    bar = seen.bars[0]
    assert [(guest.guest, guest.drinks) for guest in bar.guests] == [("worker", 2), ("witch", 0)]
    assert (bar.above.pink, bar.beside.guests, bar.beside.drinks, bar.coins, bar.hand_size) == (1, ["beauty"], 1, 2, 3)
    assert [card.card for card in seen.showing] == [51, 8, 6, 4, 3, 2]
    assert (seen.event, seen.event_token, seen.draw_pile, seen.discard_pile) == (4, 1, len(s.pile), 0)


def test_a_guest_keeps_its_place_when_its_neighbour_has_left():
    """SB-9.5"""
    s = build.opened(3)
    del s.bars[0].guests["worker"]
    assert [guest.place for guest in RULES.view(s, 1).bars[0].guests] == [1, 2, 3, 4]


def test_a_hand_is_seen_by_its_seat_only():
    """SB-9.6"""
    s = build.table(3)
    assert [card.card for card in RULES.view(s, 1).hand.cards] == sorted(s.hands[1])
    assert RULES.view(s, SPECTATOR).hand is None
    texts = {viewer: msgspec.json.encode(msgspec.structs.replace(RULES.view(s, viewer), hand=None)) for viewer in (0, 1, 2, SPECTATOR)}
    assert len(set(texts.values())) == 1, "apart from the hand all see the same"


def test_a_wild_and_a_pair_look_alike_to_others():
    """SB-9.6"""
    views = []
    for choice in (c.ChoosePair([3, 5]), c.ChooseWild(3, [5, 10, 15])):
        s = build.table(3, hands={0: [5, 10, 15, 20, 3]})
        told = build.answer(s, 0, choice)
        views.append(([fact for fact in told if fact.seen_by(1)], msgspec.json.encode(RULES.view(s, 1)), RULES.redact(choice, 0, 1)))
    assert views[0] == views[1] and views[0][2] is None


def test_a_choice_of_cards_stays_with_its_seat_and_the_referee():
    """SB-9.6"""
    choice = c.ChoosePair([3, 5])
    assert RULES.redact(choice, 0, 0) == RULES.redact(choice, 0, REFEREE) == choice
    assert RULES.redact(choice, 0, SPECTATOR) is None
    assert RULES.redact(c.RedrawFive([5, 10, 15, 20, 25]), 0, 1) is not None, "the five are shown to all"


def test_nobody_but_the_referee_sees_a_shuffle_or_a_pile():
    """SB-9.7"""
    s = build.table(3)
    for viewer in (0, 1, 2, SPECTATOR):
        assert RULES.redact(c.DeckOrder([1, 2, 3]), DEALER, viewer) is None and RULES.view(s, viewer).secret is None
    secret = RULES.view(s, REFEREE).secret
    assert (secret.draw_pile, secret.discard_pile) == (s.pile, s.discard)
    assert [[card.card for card in hand.cards] for hand in secret.hands] == [sorted(hand) for hand in s.hands]


def test_drawn_cards_are_told_to_their_seat_only():
    """SB-9.7"""
    fact = f.HandDrawn(seat=1, cards=[4, 9])
    assert [fact.seen_by(viewer) for viewer in (0, 1, 2, SPECTATOR)] == [False, True, False, False]


def test_a_redeal_never_puts_a_card_where_the_viewer_knows_that_it_is_not():
    """SB-9.7  Cards that the last shuffle left in hands stay among the hands of others; shuffled ones may be in the pile."""
    s = build.table(3, hands={0: [1, 2, 3, 4, 6], 1: [11, 12, 13, 14, 16], 2: [21, 22, 23, 24, 30]}, pile=[40])
    s.shuffled = sorted([*s.pile, 30])
    for seed in range(50):
        twin = RULES.redeal(s, 0, RandomChance(seed))
        assert twin.hands[0] == s.hands[0]
        assert sorted([*twin.hands[1], *twin.hands[2][:4]]) == [11, 12, 13, 14, 16, 21, 22, 23, 24]
        assert twin.hands[2][4] in s.shuffled


def test_what_others_have_chosen_is_dealt_anew_and_legal():
    """SB-9.7"""
    s = build.table(3, hands={1: [5, 10, 15, 20, 3]})
    build.answer(s, 1, c.ChooseWild(3, [5, 10, 15]))
    found = set()
    for seed in range(50):
        twin = RULES.redeal(s, 0, RandomChance(seed))
        assert twin.chosen[1] is not None and twin.chosen[0] is None
        found.add(repr(twin.chosen[1]))
        cards = twin.chosen[1].cards if isinstance(twin.chosen[1], c.ChoosePair) else [twin.chosen[1].regular, *twin.chosen[1].wild]
        assert set(cards) <= set(twin.hands[1])
    assert len(found) > 10


def test_a_refusal_names_its_clause():
    """SB-9.2"""
    s = build.table(3, hands={0: [5, 10, 3, 8, 2]})
    with pytest.raises(Illegal) as refused:
        kernel.decide(s, 0, c.ChoosePair([5, 10]))
    assert (refused.value.code, refused.value.clause) == ("same_action", "SB-3.2")
