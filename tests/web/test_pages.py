"""Does every page render, at several events, for every role, of each of the games?"""

from __future__ import annotations

import pytest

from gameplay.rules.catalogue import GAMES
from tests.web.conftest import game_new, play


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
