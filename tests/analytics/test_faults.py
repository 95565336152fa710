"""Does an event that cannot be replayed stop its game only if no referee rewound past it?"""

from __future__ import annotations

from uuid import UUID

import pytest

from analytics.export import export
from gameplay import log
from tests.analytics.sitting import Sitting
from tests.analytics.test_export import facts_of, folded, rows_as_members, same

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("finished", [True, False])
def test_an_event_that_a_referee_rewound_past_stops_nothing(folder, ask, finished):
    """One that cannot be replayed, and an answer after it: they are rows of events that were undone, and nothing else."""
    sitting = Sitting("spooky_bar", 3, 3, players=[str(UUID(int=5)), "bot:random", "bot:random"])
    sitting.steps(40)
    to = sitting.table.version - 3
    bad = sitting.pass_over(log.CHOICE_MADE, "bot:random", b'{"decision":"d1","seat":0,"choice":{"type":"fly"}}')
    sitting.pass_over(log.CHOICE_MADE, "bot:random", sitting.events[to].body)
    rewound = sitting.write(log.GAME_REWOUND, "system", log.GameRewound(to=to, cause="ruling"))
    sitting.steps(20)
    if finished:
        sitting.finish()
    game = sitting.put()
    done = export(folder)
    assert done.faults == []
    assert ask("SELECT events, status FROM games") == [(len(sitting.events), "finished" if finished else "playing")]
    assert [seq for (seq,) in ask("SELECT seq FROM events WHERE undone ORDER BY seq")] == list(range(to + 1, rewound))
    assert ask("SELECT seq FROM events WHERE seat IS NULL AND kind = 'choice.made' ORDER BY seq") == [(bad,), (bad + 1,)]
    assert same(rows_as_members(ask, "facts_spooky_bar", game), facts_of(folded(game), public=not finished))
    if finished:
        logged = [event.seq for event in sitting.events if event.kind == log.CHOICE_MADE and event.seq not in (bad, bad + 1)]
        assert [seq for (seq,) in ask("SELECT seq FROM decisions ORDER BY seq")] == logged


def test_an_event_that_no_rewind_leads_past_stops_the_game(folder, ask):
    sitting = Sitting("spooky_bar", 2, 3, players=[str(UUID(int=5)), "bot:random"])
    sitting.steps(20)
    bad = sitting.pass_over(log.CHOICE_MADE, "bot:random", b"{}")
    sitting.pass_over(log.GAME_REWOUND, "system", log.encode(log.GameRewound(to=bad, cause="ruling")))
    sitting.put()
    assert [f"event {bad}:" in fault for _, fault in export(folder).faults] == [True]
    assert ask("SELECT max(seq), (SELECT max(events) FROM games) FROM events") == [(bad - 1, bad - 1)]
