"""Does the demo play everything there is, and fail when a game does not come to its end?"""

import time
from typing import Any, cast

import pytest

from config.demo import plans, table
from config.demo_client import Client, Refused, play
from config.demo_people import PLAYERS

KIND = {"name": "g", "seats": {"least": 2, "most": 6}, "bots": ["calm", "wild"]}


def test_every_kind_is_planned_at_every_seat_count_with_people_and_with_bots() -> None:
    found = plans([KIND, KIND | {"name": "h", "seats": {"least": 1, "most": 3}}])
    assert {(plan.rules, plan.seats) for plan in found} == {("g", n) for n in range(2, 7)} | {("h", n) for n in range(1, 4)}
    for plan in found:
        assert len(plan.people) + len(plan.bots) == plan.seats
        assert plan.people == PLAYERS[: len(plan.people)]
    assert {bot for plan in found for bot in plan.bots} == {"calm", "wild"}
    assert {len(plan.people) for plan in found} == {1, 2, 3}


class Scripted:
    """A service of one game that asks `left` times and then is over."""

    def __init__(self, left: int, refusals: tuple[str, ...] = (), complete: bool = True) -> None:
        self.left, self.refusals, self.complete = left, list(refusals), complete
        self.answers: list[Any] = []

    def get(self, path: str, **_: object) -> Any:
        decision = {"id": f"d{self.left}", "complete": self.complete, "due": True, "choices": [{"type": "a"}] if self.complete else []}
        if path.endswith("/decisions"):
            return {"items": [decision | {"choices": [{"type": "b"}]}]}
        over = self.left == 0
        return {"status": "finished" if over else "playing", "version": 9, "seats": [], "decisions": [] if over else [decision]}

    def post(self, _path: str, body: Any) -> Any:
        if self.refusals:
            raise Refused(409, {"code": self.refusals.pop()})
        self.answers.append(body["choice"]["type"])
        self.left -= 1


def soon() -> float:
    return time.monotonic() + 5


def test_a_client_answers_until_the_game_is_over() -> None:
    service = Scripted(3)
    played = play(cast(Client, service), "game", seed=1, until=soon())
    assert (played.choices, played.crossed, service.answers) == (3, 0, ["a", "a", "a"])


def test_choices_that_are_not_listed_with_the_game_are_asked_for() -> None:
    service = Scripted(1, complete=False)
    play(cast(Client, service), "game", seed=1, until=soon())
    assert service.answers == ["b"]


def test_a_decision_that_closed_meanwhile_is_no_mistake_but_any_other_refusal_is() -> None:
    assert play(cast(Client, Scripted(1, ("decision_closed",))), "game", seed=1, until=soon()).crossed == 1
    with pytest.raises(Refused, match="choice_not_offered"):
        play(cast(Client, Scripted(1, ("choice_not_offered",))), "game", seed=1, until=soon())


def test_a_game_that_does_not_end_in_time_is_a_failure_that_names_it() -> None:
    with pytest.raises(TimeoutError, match="game 7 is not over after 9 events"):
        play(cast(Client, Scripted(1)), "7", seed=1, until=time.monotonic() - 1)


def test_a_table_keeps_its_columns_in_line() -> None:
    rows = [["long word", 1.5, None], ["x", 22.25, [1, 2]]]
    assert table("t", ["a", "b", "c"], rows).splitlines() == [
        "t",
        "  a          b       c",
        "  long word  1.500",
        "  x          22.250  [1, 2]",
    ]
