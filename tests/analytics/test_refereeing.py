"""Do rulings and disputes come into the statistics as the log tells them, and without anybody's words or name?"""

from __future__ import annotations

from uuid import UUID

import pytest

from analytics.export import export
from gameplay import log
from tests.analytics.sitting import SECOND, Sitting

pytestmark = pytest.mark.django_db

PERSON, REFEREE = str(UUID(int=77)), str(UUID(int=99))


@pytest.fixture
def sitting() -> Sitting:
    found = Sitting("spooky_bar", 3, 4, players=[PERSON, "bot:random", "bot:random"])
    found.steps(25)
    return found


def rulings(ask) -> list[tuple]:
    return ask("SELECT seq, kind, cause, to_seq, fresh, events_undone, seat FROM rulings ORDER BY seq")


def test_each_ruling_is_a_row(folder, ask, sitting):
    paused = sitting.write(log.GAME_PAUSED, REFEREE, log.Ruled("r1"))
    resumed = sitting.write(log.GAME_RESUMED, REFEREE, log.Ruled("r2"))
    sitting.finish()
    adjudicated = sitting.write(log.RESULT_ADJUDICATED, REFEREE, log.ResultAdjudicated("r3", [1, 2, 3], [2]))
    sitting.put()
    export(folder)
    assert rulings(ask) == [
        (paused, "paused", "ruling", None, None, None, None),
        (resumed, "resumed", "ruling", None, None, None, None),
        (adjudicated, "adjudicated", "ruling", None, None, None, None),
    ]
    assert ask("SELECT epoch_us(recorded_at) FROM rulings WHERE kind = 'paused'") == [(sitting.events[paused - 1].recorded_at,)]


def test_a_voided_game_tells_it(folder, ask, sitting):
    voided = sitting.write(log.GAME_VOIDED, REFEREE, log.Ruled("r1"))
    sitting.put()
    export(folder)
    assert rulings(ask) == [(voided, "voided", "ruling", None, None, None, None)]


def test_a_rewind_tells_how_many_events_it_took_back_that_none_had_before(folder, ask, sitting):
    head = sitting.table.version
    first = sitting.write(log.GAME_REWOUND, REFEREE, log.GameRewound(to=head - 4, cause="ruling", epoch=2, commitment="00", deal="07" * 32))
    sitting.steps(2)
    second = sitting.write(log.GAME_REWOUND, PERSON, log.GameRewound(to=head - 6, cause="take_back"))
    sitting.put()
    export(folder)
    assert rulings(ask) == [
        (first, "rewound", "ruling", head - 4, True, 4, None),
        # The rewind itself, two answers after it, and two events before those that were taken back already.
        (second, "rewound", "take_back", head - 6, False, 5, None),
    ]
    assert ask("SELECT count(*) FROM events WHERE undone") == [(4 + 5,)]


def test_who_made_a_seat_change_hands_is_told(folder, ask, sitting):
    sitting.write(log.SEAT_LEFT, PERSON, log.SeatChanged(0, PERSON))
    replaced = sitting.write(log.SEAT_REPLACED, PERSON, log.SeatChanged(0, PERSON))
    vacated = sitting.write(log.SEAT_LEFT, REFEREE, log.SeatChanged(0, PERSON))
    by_referee = sitting.write(log.SEAT_REPLACED, REFEREE, log.SeatChanged(0, "bot:random"))
    by_clock = sitting.write(log.SEAT_REPLACED, log.SYSTEM_ACTOR, log.SeatChanged(1, "bot:sensible"))
    sitting.put()
    export(folder)
    assert rulings(ask) == [
        (replaced, "seat_replaced", "player", None, None, None, 0),
        (vacated, "seat_vacated", "ruling", None, None, None, 0),
        (by_referee, "seat_replaced", "ruling", None, None, None, 0),
        (by_clock, "seat_replaced", "clock", None, None, None, 1),
    ]


def test_a_ruling_is_there_once_however_often_the_game_is_exported(folder, ask, sitting):
    for _ in range(3):
        sitting.write(log.GAME_PAUSED, REFEREE, log.Ruled("r1"))
        sitting.write(log.GAME_RESUMED, REFEREE, log.Ruled("r2"))
        sitting.put()
        export(folder, publish_now=True)
    assert ask("SELECT count(*), count(DISTINCT seq) FROM rulings") == [(6, 6)]


def disputes(ask) -> list[tuple]:
    return ask(
        "SELECT seq, seat, about_seq, category, joined, epoch_us(opened_at), epoch_us(closed_at), outcome FROM disputes ORDER BY seq"
    )


def test_a_dispute_is_a_row_from_its_opening_to_its_end(folder, ask, sitting):
    opened = sitting.write(log.DISPUTE_OPENED, PERSON, log.DisputeOpened("a", 0, 12, "rules"))
    at = sitting.now
    sitting.write(log.DISPUTE_OPENED, PERSON, log.DisputeOpened("a", 1, 12, "rules"))
    other = sitting.write(log.DISPUTE_OPENED, PERSON, log.DisputeOpened("b", 2, 13, "clock"))
    other_at = sitting.now
    sitting.finish()
    sitting.put()
    export(folder, publish_now=True)
    assert disputes(ask) == [(opened, 0, 12, "rules", 1, at, None, None), (other, 2, 13, "clock", 0, other_at, None, None)]
    sitting.write(log.DISPUTE_CHANGED, REFEREE, log.DisputeChanged("a", "claimed"))
    sitting.write(log.DISPUTE_CHANGED, REFEREE, log.DisputeChanged("a", "decided"), after=60 * SECOND)
    decided_at = sitting.now
    sitting.write(log.DISPUTE_CLOSED, PERSON, log.DisputeClosed("b", "withdrawn"))
    withdrawn_at = sitting.now
    sitting.put()
    export(folder, publish_now=True)
    assert [row[6:] for row in disputes(ask)] == [(decided_at, "decided"), (withdrawn_at, "withdrawn")]
    sitting.write(log.DISPUTE_CLOSED, REFEREE, log.DisputeClosed("a", "upheld"))
    sitting.put()
    export(folder, publish_now=True)
    assert disputes(ask)[0][6:] == (decided_at, "upheld")


def test_a_dispute_whose_decision_is_appealed_is_open_again(folder, ask, sitting):
    sitting.write(log.DISPUTE_OPENED, PERSON, log.DisputeOpened("a", 0, 12, "rules"))
    sitting.write(log.DISPUTE_CHANGED, REFEREE, log.DisputeChanged("a", "decided"))
    sitting.write(log.DISPUTE_CLOSED, REFEREE, log.DisputeClosed("a", "rejected"))
    sitting.write(log.DISPUTE_CHANGED, PERSON, log.DisputeChanged("a", "appealed"))
    sitting.finish()
    sitting.put()
    export(folder, publish_now=True)
    assert disputes(ask)[0][6:] == (None, None)


def test_a_dispute_of_a_running_game_is_not_told(folder, ask, sitting):
    sitting.write(log.DISPUTE_OPENED, PERSON, log.DisputeOpened("a", 0, 12, "rules"))
    sitting.put()
    export(folder)
    assert disputes(ask) == []
