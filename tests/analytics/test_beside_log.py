"""Can games be in the warehouse that the log has never had?"""

from __future__ import annotations

import pytest

from analytics import ratings
from analytics.export import export
from analytics.folding import fold_played
from analytics.schema import Schema
from analytics.snapshots import reading
from analytics.warehouse import opened
from tests.analytics.playing import played, put
from tests.analytics.sitting import Sitting

pytestmark = pytest.mark.django_db


def test_simulated_games_stay_though_the_log_has_never_had_them(folder, ask):
    """Through exports that compare everything, and beside games of the log; they are marked."""
    logged = put(played("spooky_bar", 2, 3))
    export(folder)
    simulated = Sitting("spooky_bar", 2, 4, players=["bot:random", "bot:random"])
    simulated.finish()
    folded_ = fold_played([(simulated.game, simulated.events)], Schema.of_catalogue())
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        warehouse.write([folded_])
        assert warehouse.simulated([logged, simulated.game]) == {simulated.game}
    put(played("spooky_bar", 2, 5))
    assert export(folder, publish_now=True, everything=True).dropped == 0
    assert ask("SELECT game_id FROM games WHERE simulated") == [(simulated.game,)]
    assert ask("SELECT count(*) FROM games WHERE NOT simulated") == [(2,)]
    assert ask("SELECT count(*) FROM events WHERE game_id = ?", simulated.game) == [(len(simulated.events),)]


def test_a_simulated_game_has_the_rows_that_the_log_would_give(folder, published, tmp_path):
    sitting = Sitting("ghostel", 3, 4, players=["bot:random"] * 3)
    sitting.finish()
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        warehouse.write([fold_played([(sitting.game, sitting.events)], Schema.of_catalogue())])
        warehouse.publish(force=True)
    sitting.put()
    export(tmp_path / "logged")
    with reading(tmp_path / "logged") as (_, whole):
        rows = published()
        for name in Schema.of_catalogue().tables.keys() - {ratings.TABLE}:
            columns = "* REPLACE (true AS simulated)" if name == "games" else "*"
            assert rows[name] == whole.execute(f"SELECT {columns} FROM {name} ORDER BY ALL").fetchall(), name
    assert len(rows["decisions"]) > 20
