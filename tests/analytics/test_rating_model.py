"""Does one result move ratings as the formulas of Weng and Lin say, also for ties, teams and who holds several seats?"""

from __future__ import annotations

import math
from itertools import permutations

import pytest

from analytics.rating_model import MODEL, UNKNOWN, Entrant, Reached, Standing, entered, orders, rated

BETA, TAU, KAPPA = 25 / 6, 25 / 300, 0.0001


def algorithm_4(teams: list[list[tuple[float, float]]]) -> list[list[tuple[float, float]]]:
    """The updates of Weng and Lin's algorithm 4, for teams that are ordered best first without ties, as their paper has them.

    Before it, each sigma² grows by tau². gamma is sigma_i / c.
    """
    k = len(teams)
    team = [(sum(mu for mu, _ in each), sum(s * s + TAU * TAU for _, s in each)) for each in teams]
    c = math.sqrt(sum(variance + BETA * BETA for _, variance in team))
    strength = [math.exp(mu / c) for mu, _ in team]
    after = []
    for i, (_, variance) in enumerate(team):
        chance = [strength[i] / sum(strength[q:]) for q in range(k)]
        omega = variance / c * ((1 - chance[i]) - sum(chance[q] for q in range(i)))
        eta = math.sqrt(variance) / c * variance / c**2 * sum(chance[q] * (1 - chance[q]) for q in range(i + 1))
        after.append(
            [
                (
                    mu + (s * s + TAU * TAU) / variance * omega,
                    math.sqrt((s * s + TAU * TAU) * max(1 - (s * s + TAU * TAU) / variance * eta, KAPPA)),
                )
                for mu, s in teams[i]
            ]
        )
    return after


STANDINGS = {"a": Standing(31.0, 4.0, 7), "b": Standing(25.0, 25 / 3, 0), "c": Standing(18.5, 2.5, 40), "d": Standing(27.0, 6.0, 3)}


def close(found: Standing, mu: float, sigma: float) -> bool:
    return found.mu == pytest.approx(mu, rel=1e-12) and found.sigma == pytest.approx(sigma, rel=1e-12)


def competed(*places: tuple[str, int]) -> dict[str, Standing]:
    """The standings after a game in which seat by seat these participants had these placements."""
    entrants: dict[str, Entrant] = {}
    for seat, (who, place) in enumerate(places):
        each = entrants.setdefault(who, Entrant(who, [], []))
        each.seats.append(seat)
        each.placements.append(place)
    return rated(orders(list(entrants.values())), {**dict.fromkeys(entrants, UNKNOWN), **STANDINGS})


@pytest.mark.parametrize("who", ["ab", "ba", "abc", "cab", "dcba", "bdac"])
def test_an_order_without_ties_is_rated_by_the_formulas_of_the_paper(who):
    found = competed(*((each, place) for place, each in enumerate(who, start=1)))
    by_formula = algorithm_4([[STANDINGS[each][:2]] for each in who])
    assert len(found) == len(who)
    for each, [(mu, sigma)] in zip(who, by_formula, strict=True):
        assert close(found[each], mu, sigma)
        assert found[each].games == STANDINGS[each].games + 1


def test_a_first_win_against_an_equal_is_the_known_figure():
    """The example of openskill's own documentation, with its dynamics factor tau."""
    found = competed(("x", 1), ("y", 2))
    assert close(found["x"], 27.635389493140497, 8.06590141354368)
    assert close(found["y"], 22.364610506859503, 8.06590141354368)


def test_a_tie_is_rated_as_the_mean_of_all_orders_in_which_it_may_have_ended():
    found = competed(("a", 1), ("b", 2), ("c", 2), ("d", 2))
    ways = [algorithm_4([[STANDINGS[each][:2]] for each in ("a", *rest)]) for rest in permutations("bcd")]
    seen = {each: [] for each in "abcd"}
    for rest, way in zip(permutations("bcd"), ways, strict=True):
        for each, [after] in zip(("a", *rest), way, strict=True):
            seen[each].append(after)
    for each, after in seen.items():
        assert len(after) == 6
        assert close(found[each], sum(mu for mu, _ in after) / 6, sum(sigma for _, sigma in after) / 6)


def test_equals_who_tie_stay_equal_and_a_tie_draws_the_unequal_together():
    found = competed(("x", 1), ("y", 1))
    assert found["x"] == found["y"]
    assert found["x"].mu == pytest.approx(25.0)
    assert found["x"].sigma < UNKNOWN.sigma
    found = competed(("a", 1), ("c", 1))
    assert found["a"].mu < STANDINGS["a"].mu
    assert found["c"].mu > STANDINGS["c"].mu


def test_the_tie_of_two_is_what_openskill_makes_of_it():
    found = competed(("a", 1), ("c", 1))
    [[a], [c]] = MODEL.rate([[MODEL.rating(*STANDINGS["a"][:2])], [MODEL.rating(*STANDINGS["c"][:2])]], ranks=[1, 1])
    assert found["a"].mu == pytest.approx(a.mu, rel=1e-12)
    assert found["c"].mu == pytest.approx(c.mu, rel=1e-12)


@pytest.mark.parametrize("places", [(1, 1, 3, 4), (1, 1, 3, 4, 5), (1, 2, 2, 2, 5, 6), (1, 1, 1, 4, 5, 6), (1, 1, 3, 3, 5)])
def test_among_equals_who_is_placed_better_gains_more(places):
    """Algorithm 4's own way with ties breaks this: of five, two who share the win gain 1.0, the next 1.6."""
    found = competed(*((f"p{seat}", place) for seat, place in enumerate(places)))
    for seat, place in enumerate(places):
        for other, behind in enumerate(places):
            assert (found[f"p{seat}"].mu > found[f"p{other}"].mu + 1e-9) == (place < behind)
    assert sum(each.mu for each in found.values()) == pytest.approx(25.0 * len(places))


def test_who_holds_several_seats_changes_by_their_mean_and_has_played_one_game():
    found = competed(("a", 2), ("c", 1), ("c", 3))
    [[first], [second], [third]] = algorithm_4([[STANDINGS["c"][:2]], [STANDINGS["a"][:2]], [STANDINGS["c"][:2]]])
    assert close(found["c"], (first[0] + third[0]) / 2, (first[1] + third[1]) / 2)
    assert close(found["a"], *second)
    assert found["c"].games == 41


def test_the_order_in_which_seats_are_named_means_nothing():
    assert competed(("a", 1), ("b", 2), ("c", 2)) == competed(("c", 2), ("a", 1), ("b", 2))


def test_winners_come_first_then_more_points():
    """A ruling or a forfeit may let somebody win who has fewer points."""
    reached = [Reached(0, "a", False, 30), Reached(1, "b", True, 10), Reached(2, "c", False, 30), Reached(3, "d", False, 5)]
    assert entered(reached, None) == [
        Entrant("a", [0], [2]),
        Entrant("b", [1], [1]),
        Entrant("c", [2], [2]),
        Entrant("d", [3], [4]),
    ]


def test_an_automaton_takes_a_place_and_is_not_rated():
    reached = [Reached(0, "a", False, 3), Reached(1, "b", False, 2), Reached(2, None, True, 9)]
    assert entered(reached, None) == [Entrant("a", [0], [2]), Entrant("b", [1], [3])]
    assert competed(("a", 2), ("b", 3)) == competed(("a", 1), ("b", 2))


@pytest.mark.parametrize("who", [("a", "a"), ("a", None), (None, None)])
def test_a_game_of_one_participant_tells_nothing(who):
    assert entered([Reached(0, who[0], True, 2), Reached(1, who[1], False, 1)], None) == []


def test_a_group_plays_against_as_many_equals_as_it_has_seats():
    won = entered([Reached(0, "a", True, 8), Reached(1, "b", True, 8), Reached(2, "b", True, 8)], "hard")
    assert won == [Entrant("a", [0], [1]), Entrant("b", [1, 2], [1, 1]), Entrant("mode:hard:3", [], [2])]
    mode = Standing(29.0, 5.0, 12)
    found = rated(orders(won), {**STANDINGS, "mode:hard:3": mode})
    group = [STANDINGS["a"][:2], STANDINGS["b"][:2], STANDINGS["b"][:2]]
    [[a, b, again], [against, *rest]] = algorithm_4([group, [mode[:2]] * 3])
    assert b == again
    assert set(rest) == {against}
    assert close(found["a"], *a)
    assert close(found["b"], *b)
    assert close(found["mode:hard:3"], *against)
    assert found["mode:hard:3"].games == 13


def test_a_new_group_and_a_new_mode_are_an_even_match():
    lost = entered([Reached(0, "x", False, 0), Reached(1, "y", False, 0)], "easy")
    assert [each.placements for each in lost] == [[2], [2], [1]]
    found = rated(orders(lost), dict.fromkeys(("x", "y", "mode:easy:2"), UNKNOWN))
    assert found["x"] == found["y"]
    assert found["x"].mu - 25.0 == pytest.approx(25.0 - found["mode:easy:2"].mu)


def test_one_seat_may_play_against_a_mode():
    assert [each.participant for each in entered([Reached(0, "a", True, 8)], "hard")] == ["a", "mode:hard:1"]
    assert entered([Reached(0, None, True, 8)], "hard") == []
