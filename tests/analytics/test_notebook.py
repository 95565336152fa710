"""Does the notebook of the guide run, and are its figures those of the games that it simulates?"""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from pathlib import Path

import pytest
import vl_convert

from analytics.playing import play
from config.bootstrap import ROOT
from gameplay import log
from gameplay.rules.ghostel.choices import Buy

NOTEBOOK = Path(ROOT, "api_docs", "notebooks", "three_questions.py")


def run():
    """What the cells define, once all of them have run."""
    spec = importlib.util.spec_from_file_location("three_questions", NOTEBOOK)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    _, defined = module.app.run()
    return defined


def again(found, name):
    """The games of a plan, played again without a warehouse: the events of each by its id."""
    plan, games = found["plans"][name]
    return {str(game): events for game, events in (play(plan, number) for number in range(games))}


@pytest.mark.own_server
def test_the_notebook_says_what_its_games_say():
    """One test, because it is one run, which takes its time."""
    found = run()
    try:
        spooky_bar, ghostel, bar_fight = (again(found, name) for name in ("spooky_bar", "ghostel", "bar_fight"))
        seats_are_told(found["seats"], spooky_bar)
        purchases_are_told(found["purchases"], ghostel)
        lengths_are_told(found["lengths"], spooky_bar | ghostel | bar_fight)
        charts_are_drawn(found)
    finally:
        found["kept"].cleanup()


def winners(events):
    return log.decode(log.GAME_FINISHED, events[-1].body).winners


def seats_are_told(rows, games):
    won, shared = Counter(), Counter()
    for events in games.values():
        won.update(winners(events))
        for seat in winners(events):
            shared[seat] += 1 / len(winners(events))
    assert [row["seat"] for row in rows] == [0, 1, 2, 3]
    for row in rows:
        assert row["games"] == len(games)
        assert row["win_rate"] == pytest.approx(won[row["seat"]] / len(games))
        assert row["share_of_wins"] == pytest.approx(shared[row["seat"]])


def purchases_are_told(rows, games):
    wins, seats, cards = Counter(), Counter(), Counter()
    for row in rows:
        wins[row["deck"]] += row["wins"]
        seats[row["deck"]] += row["seats"]
        cards[row["deck"]] += row["cards"]
    bought = Counter()
    for events in games.values():
        for event in events:
            if event.kind == log.CHOICE_MADE:
                choice = log.codec("ghostel").choice_made(event.body).choice
                if isinstance(choice, Buy):
                    bought[choice.deck] += 1
    assert dict(cards) == bought
    assert set(seats.values()) == {3 * len(games)}
    assert set(wins.values()) == {sum(len(winners(events)) for events in games.values())}


def lengths_are_told(rows, games):
    told = {row["game"]: row["answers"] for row in rows}
    assert told == {game: sum(event.kind == log.CHOICE_MADE for event in events) for game, events in games.items()}


def charts_are_drawn(found):
    words = {
        "seats_chart": ["seat", "games won"],
        "purchases_chart": ["games won", "scare_tactic", "more", "fewer"],
        "lengths_chart": ["answers with a choice", "games possible, power of ten", "bar_fight"],
    }
    for chart, expected in words.items():
        drawn = vl_convert.vegalite_to_svg(found[chart].to_json())
        assert [word for word in expected if f">{word}<" not in drawn] == []


def test_the_guide_tells_where_it_is():
    page = Path(ROOT, "api_docs", "guide", "simulate.md").read_text()
    assert set(re.findall(r"[\w/]+\.py\b", page)) >= {str(NOTEBOOK.relative_to(ROOT))}
