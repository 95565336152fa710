"""Does the kernel ask, refuse and go on as the architecture says?"""

from __future__ import annotations

import pytest

from gameplay.rules import kernel
from gameplay.rules.chance import HmacChance, RandomChance, draw, shuffled
from gameplay.rules.contract import DEALER, Illegal

from .toy import RULES, Blame, Look, Shuffled, Take, TakeCards, Taken


def opened(seats: int = 3):
    """A toy game whose row has been dealt in order."""
    s = RULES.setup(seats, RULES.options(), RULES.editions["one"])
    kernel.settle(s, kernel.ignore)
    kernel.evolve(s, DEALER, Shuffled(row=[0, 1, 2, 3, 4, 5]), kernel.ignore)
    return s


def test_the_dealer_is_asked_first_and_draws_a_member_of_its_options():
    s = RULES.setup(2, RULES.options(), RULES.editions["one"])
    kernel.settle(s, kernel.ignore)
    assert kernel.awaiting(s) == {DEALER: 1}
    answer = kernel.dealer_answer(s, HmacChance(b"k" * 32, "x"))
    kernel.decide(s, DEALER, answer)


def test_all_seats_of_a_group_are_asked_at_once_and_answer_in_any_order():
    s = opened()
    assert kernel.awaiting(s) == {0: 1, 1: 1, 2: 1}
    kernel.evolve(s, 2, Take(count=1), kernel.ignore)
    kernel.evolve(s, 0, Take(count=2), kernel.ignore)
    assert kernel.awaiting(s) == {1: 1}


def test_a_seat_that_is_asked_again_gets_a_new_question_and_the_others_keep_theirs():
    s = opened()
    kernel.evolve(s, 1, Look(), kernel.ignore)
    assert kernel.awaiting(s) == {0: 1, 2: 1, 1: 2}


def test_the_last_answer_closes_the_group_and_tells_what_happened():
    s = opened(2)
    told = []
    kernel.evolve(s, 0, Take(count=2), told.append)
    assert told == []
    kernel.evolve(s, 1, Take(count=1), told.append)
    assert told == [Taken(counts=[2, 1])]
    assert s.coins == [1, 2]


def test_a_choice_is_refused_with_the_reason_of_the_decision():
    s = opened()
    with pytest.raises(Illegal) as refused:
        kernel.decide(s, 0, Take(count=3))
    assert (refused.value.code, refused.value.clause) == ("too_many", "TOY-2")
    with pytest.raises(Illegal) as refused:
        kernel.decide(s, 0, Blame(seat=1))
    assert (refused.value.code, refused.value.clause) == ("choice_not_offered", "TOY-2")


def test_a_seat_that_has_answered_is_told_so():
    s = opened()
    kernel.evolve(s, 0, Take(count=1), kernel.ignore)
    with pytest.raises(Illegal, match="already_chosen"):
        kernel.decide(s, 0, Take(count=1))
    with pytest.raises(Illegal, match="not_your_decision"):
        kernel.decide(s, 7, Take(count=1))


def test_a_compulsory_decision_with_one_answer_is_forced_and_with_two_is_not():
    for seats, expected in ((2, (1, Blame(seat=0))), (3, None)):
        s = opened(seats)
        for seat in range(seats):
            assert kernel.forced(s) is None
            kernel.evolve(s, seat, Take(count=1), kernel.ignore)
        assert kernel.forced(s) == expected


def test_nothing_is_asked_when_the_game_is_over():
    s = opened(2)
    for seat in range(2):
        kernel.evolve(s, seat, Take(count=1), kernel.ignore)
    kernel.evolve(s, 1, Blame(seat=0), kernel.ignore)
    assert kernel.awaiting(s) == {}
    with pytest.raises(Illegal, match="game_over"):
        kernel.decide(s, 0, Take(count=1))


def test_a_state_in_the_middle_of_a_group_survives_json():
    s = opened()
    kernel.evolve(s, 1, Look(), kernel.ignore)
    again = kernel.load(RULES, kernel.dump(s))
    assert again == s
    assert kernel.dump(again) == kernel.dump(s)


def test_the_hmac_stream_is_the_published_one():
    """The figures are those of the guide: anybody can compute them with a standard HMAC."""
    chance = HmacChance(bytes(range(32)), "revenant/1/game/1/7")
    assert [chance.below(6) for _ in range(12)] == GUIDE_DICE
    assert shuffled(list(range(10)), HmacChance(bytes(range(32)), "revenant/1/game/1/8")) == GUIDE_SHUFFLE


def independent_words(key: bytes, label: str):
    """The same stream written a second time, from the text of the guide."""
    import hashlib
    import hmac

    counter = 0
    while True:
        block = hmac.new(key, f"{label}/{counter}".encode(), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


GUIDE_DICE = [w % 6 for w, _ in zip(independent_words(bytes(range(32)), "revenant/1/game/1/7"), range(12), strict=False)]


def _guide_shuffle() -> list[int]:
    words = independent_words(bytes(range(32)), "revenant/1/game/1/8")
    order = list(range(10))
    for i in range(9, 0, -1):
        j = next(words) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


GUIDE_SHUFFLE = _guide_shuffle()


def test_draws_are_uniform():
    """Chi-square with 5 degrees of freedom over 10^5 draws; 20.5 is the 0.1 % bound."""
    chance = HmacChance(b"\1" * 32, "uniform")
    counts = [0] * 6
    for _ in range(100_000):
        counts[chance.below(6)] += 1
    expected = 100_000 / 6
    assert sum((c - expected) ** 2 / expected for c in counts) < 20.5


def test_a_list_of_options_is_drawn_from_evenly():
    chance = RandomChance(1)
    drawn = {draw([Take(count=1), Take(count=2)], chance).count for _ in range(50)}
    assert drawn == {1, 2}


def test_a_seat_that_may_act_at_any_time_is_asked_but_not_waited_for():
    class TakeOrWatch(TakeCards, tag="take_or_watch"):
        def idle(self, s, seat):
            return seat != 1

    s = opened()
    s.stack[-1] = TakeOrWatch(seats=[0, 1, 2])
    kernel.settle(s, kernel.ignore)
    assert list(kernel.awaiting(s)) == [0, 1, 2]
    assert kernel.due(s) == [1]


def test_one_seat_that_is_asked_is_waited_for_and_nobody_when_the_game_is_over():
    s = RULES.setup(2, RULES.options(), RULES.editions["one"])
    kernel.settle(s, kernel.ignore)
    assert kernel.due(s) == [DEALER]
    s.stack.clear()
    assert kernel.due(s) == []
