"""Does every page render, at several events, for every role, of each of the games?"""

from __future__ import annotations

import pytest

from events import store
from gameplay import selectors, services, tables
from gameplay.referee import rulings
from gameplay.referee.rulings import Act, Rewind
from gameplay.rules.catalogue import GAMES
from gameplay.table import Table
from tests.web.conftest import earlier, game_new, play


def renders(game, referee, *people) -> list[str]:
    """Every page of a game at its first, a middle and its newest event; the console's last one first."""
    version = int(people[0].get(f"/play/{game}/pulse").content)
    pages = []
    for at in (version, 1, (version + 1) // 2):
        for person in people:
            answer = person.get(f"/play/{game}", at=at)
            assert answer.status_code == 200, (person.name, at)
        for eyes in ("spectator", "seat-0", "whole"):
            answer = referee.get(f"/referee/games/{game}", at=at, **{"as": eyes})
            assert answer.status_code == 200, (eyes, at)
        pages.append(answer.content.decode())
    assert referee.get(f"/referee/games/{game}/verification").status_code == 200
    return pages


def act(game, why="So be it") -> Act:
    return Act(reason=why, expected_version=len(store.read(stream=game)))


@pytest.mark.parametrize("rules", sorted(GAMES))
def test_the_table_of_every_game_is_drawn_for_every_role_at_several_events(rules, ada, ben, eve, referee, django_assert_max_num_queries):
    game = game_new(rules, ada, ben)
    play(game, ada, ben, choices=25)
    version = int(ada.get(f"/play/{game}/pulse").content)
    events = sorted({1, 4, 5, 8, version // 2, version - 1, version})
    for person in (ada, ben, eve):
        for at in events:
            page = person.get(f"/play/{game}", at=at)
            assert page.status_code == 200, (person.name, at)
            assert "web/tables/any.html" not in [template.name for template in page.templates]
    assert referee.post(f"/referee/games/{game}/why", reason="a look").status_code == 302
    for eyes in ("spectator", "seat-0", "seat-1", "whole"):
        for at in events:
            page = referee.get(f"/referee/games/{game}", at=at, **{"as": eyes})
            assert page.status_code == 200, (eyes, at)
            assert "web/tables/any.html" not in [template.name for template in page.templates]
        assert referee.get(f"/referee/games/{game}/difference", old=5, new=version, **{"as": eyes}).status_code == 200
    assert "The record is whole" in referee.get(f"/referee/games/{game}/verification").content.decode()


def test_a_game_that_has_not_begun_is_shown(ada, eve, referee):
    game, _ = services.game_create(player=selectors.player_of(ada.user), rules="ghostel", seats=2)
    services.seat_take(game_id=game, viewer=ada.seat)
    page = renders(game, referee, ada, eve)[0]
    assert "The game has not begun" in page
    assert "free" in page


def test_a_game_that_is_over_is_shown_whole_without_a_reason(ada, ben, eve, referee):
    game = game_new("spooky_bar", ada, ben)
    assert play(game, ada, ben, choices=1000)
    page = renders(game, referee, ada, ben, eve)[0]
    assert "Say why" not in page and "Hidden from the seats" in page
    assert "The game is over" in ada.get(f"/play/{game}").content.decode()
    assert "Hidden from the seats" not in ada.get(f"/play/{game}").content.decode()


def test_a_paused_a_rewound_an_adjudicated_and_a_voided_game_are_shown(ada, ben, eve, referee):
    game = game_new("spooky_bar", ada, ben)
    play(game, ada, ben, choices=6)
    version = len(store.read(stream=game))
    to = earlier(game)
    asked = Rewind(to=to, reason="A misclick")
    rulings.rewind(game_id=game, viewer=referee.viewer, asked=asked, expected_version=version)
    assert f"back to {to}" in renders(game, referee, ada, eve)[0]
    rulings.pause(game_id=game, viewer=referee.viewer, act=act(game))
    assert "paused" in renders(game, referee, ada, eve)[0]
    assert "A referee has paused the game" in ada.get(f"/play/{game}").content.decode()
    rulings.adjudicate(game_id=game, viewer=referee.viewer, act=act(game), scores=[3, 1], winners=[0])
    assert "won by seat 0 (ada)" in ada.get(f"/play/{game}").content.decode()
    renders(game, referee, ada, eve)
    rulings.void(game_id=game, viewer=referee.viewer, act=act(game))
    renders(game, referee, ada, eve)


def test_a_game_that_cannot_be_replayed_is_shown_as_of_its_last_good_event(ada, ben, referee, monkeypatch):
    game = game_new("spooky_bar", ada, ben)
    play(game, ada, ben, choices=4)
    apply = Table.apply

    def broken(self, event, tell):
        if event.seq == 9:
            raise KeyError("a rule that is gone")
        return apply(self, event, tell)

    monkeypatch.setattr(Table, "apply", broken)
    tables.forget()
    page = referee.get(f"/referee/games/{game}")
    assert page.status_code == 200
    assert "Event 9 can&#x27;t be replayed" in page.content.decode() or "Event 9 can't be replayed" in page.content.decode()
    seat = ada.get(f"/play/{game}").content.decode()
    assert "waits for a referee" in seat
    assert "a rule that is gone" not in seat
    assert referee.get(f"/referee/games/{game}/verification").status_code == 200
