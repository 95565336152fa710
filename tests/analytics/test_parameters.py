"""Do the parameters of reports restrict what they say they restrict?"""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import msgspec
import pytest

from analytics import queries
from analytics.export import export
from analytics.parameters import NAMES, Parameters, Refused, checked
from analytics.report import SIMULATED
from analytics.reports import REPORTS
from analytics.schema import Schema
from analytics.simulation import plan_of, simulate
from analytics.warehouse import opened
from tests.analytics.playing import played, put

from .test_reports import rows


@pytest.mark.parametrize("name", REPORTS)
def test_the_sql_of_a_report_asks_for_its_parameters_and_no_others(name):
    asked = set(re.findall(r"\$(\w+)", queries.mart(name)))
    assert asked == set(REPORTS[name].parameters) <= set(NAMES)
    assert not {"name", "format"} & asked


def test_a_parameter_is_refused_by_reports_that_do_not_have_it():
    for report in REPORTS.values():
        for name in set(NAMES) - set(report.parameters):
            with pytest.raises(Refused) as refused:
                checked(report, msgspec.structs.replace(Parameters(), **{name: 1}))
            assert (refused.value.name, refused.value.code) == (name, "unknown_parameter")


def test_simulated_games_count_only_where_they_are_asked_for(folder, db):
    """Some games, then as many others, which are marked as simulated later."""
    names = [name for name, report in REPORTS.items() if SIMULATED in report.parameters]

    def every_report(**given: str) -> dict[str, list[dict[str, Any]]]:
        return {name: rows(folder, name, **given) for name in names}

    def play(seeds: range) -> list[UUID]:
        kinds = (("spooky_bar", 3), ("ghostel", 2), ("bar_fight", 4), ("spirits_of_christmas", 2))
        bots = {"spirits_of_christmas": "sensible"}
        return [put(played(rules, seats, seed, bot=bots.get(rules, ""))) for rules, seats in kinds for seed in seeds]

    play(range(2))
    export(folder, publish_now=True)
    alone = every_report()
    assert all(alone.values())
    others = play(range(2, 4))
    export(folder, publish_now=True)
    everything = every_report()
    assert all(everything[name] != alone[name] for name in names)
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        warehouse._connection.execute("UPDATE games SET simulated = game_id IN (SELECT unnest($1::UUID[]))", [others])
        warehouse._connection.execute("UPDATE internal.about SET revision = revision + 1")
        warehouse.publish(force=True)
    assert every_report() == every_report(simulated="exclude") == alone
    assert every_report(simulated="include") == everything
    with opened(folder, Schema.of_catalogue(), wait=True) as warehouse:
        warehouse._connection.execute("UPDATE games SET simulated = NOT simulated")
        warehouse._connection.execute("UPDATE internal.about SET revision = revision + 1")
        warehouse.publish(force=True)
    assert every_report(simulated="only") == alone


def test_reports_that_have_no_word_for_simulated_games_never_count_one(folder, db):
    names = {name for name, report in REPORTS.items() if SIMULATED not in report.parameters}
    assert names == {"activity", "head_to_head", "people_and_bots", "rating_history", "ratings", "rewind_rates"}
    for seed in range(3):
        put(played("spooky_bar", 2, seed))
    export(folder, publish_now=True)
    alone = {name: rows(folder, name) for name in names}
    assert all(alone.values())
    simulate(folder, plan_of("spooky_bar", seats=2, bots=["random"], seed=1), 4, processes=1)
    assert [row["games_finished"] for row in rows(folder, "games_by_rules", simulated="only")] == [4]
    assert {name: rows(folder, name) for name in names} == alone
