"""Is every answer of a seat told with what was asked, what was offered and how long it took?"""

from __future__ import annotations

from uuid import UUID

import pytest

from analytics.deciding import MOST, Decisions
from analytics.export import export
from analytics.playing import Plan, play
from analytics.rows import Placed
from gameplay import log
from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import DEALER, LargeOptions
from gameplay.rules.spooky_bar.choices import RedrawFive
from gameplay.rules.spooky_bar.effects import MoveOneGhost
from gameplay.table import Table
from tests.analytics.sitting import SECOND, Sitting

PERSON = str(UUID(int=77))
LISTED = 3_000
"""So many choices are counted one by one."""


def asked(sitting: Sitting) -> list[tuple]:
    """The rows of decisions by a second way: which questions are open is asked of the kernel after every event."""
    table = Table(sitting.game)
    since: dict[tuple[int, int], int] = {}
    rows = []
    for event in sitting.events:
        if event.kind == log.CHOICE_MADE:
            made = table.codec.choice_made(event.body)
            frame = kernel.decision(table.state)
            question = log.decision_number(made.decision)
            every = list(kernel.options(table.state, made.seat))
            at = since[made.seat, question]
            rows.append(
                (
                    event.seq, made.seat, question, frame.__struct_config__.tag, len(every),
                    sorted({choice.__struct_config__.tag for choice in every}), made.choice.__struct_config__.tag, made.auto, at,
                )
            )  # fmt: skip
        table.apply(event, kernel.ignore)
        if table.state is not None:
            for seat, number in kernel.awaiting(table.state).items():
                since.setdefault((seat, number), event.recorded_at)
    return rows


COLUMNS = "seq, seat, question, decision, options, offered, choice, auto, epoch_us(asked_at)"


@pytest.mark.django_db
@pytest.mark.parametrize("rules", [name for name in GAMES if name != "spirits_of_christmas"])
def test_a_decision_is_what_was_asked_and_offered(folder, ask, rules):
    sitting = Sitting(rules, 3, 5, players=[PERSON, "bot:random", "bot:random"])
    sitting.finish()
    game = sitting.put()
    export(folder)
    expected = asked(sitting)
    assert len(expected) > 20
    assert ask(f"SELECT {COLUMNS} FROM decisions WHERE game_id = ? ORDER BY seq", game) == expected
    times = {event.seq: event.recorded_at for event in sitting.events}
    found = ask("SELECT seq, epoch_us(asked_at), thinking_ms FROM decisions")
    assert [thinking for _, _, thinking in found] == [(times[seq] - at) // 1000 for seq, at, _ in found]
    assert ask("SELECT count(*) FROM decisions WHERE undone OR seat = ?", DEALER) == [(0,)]


@pytest.mark.django_db
def test_who_answered_is_told(folder, ask):
    sitting = Sitting("spooky_bar", 3, 5, players=[PERSON, "bot:random", "bot:random"])
    sitting.finish()
    sitting.put()
    export(folder)
    found = dict(ask("SELECT seq, answered_by FROM decisions"))
    made = {event.seq: (event.actor, b'"auto":true' in event.body) for event in sitting.events if event.kind == log.CHOICE_MADE}
    assert found == {seq: "service" if auto else "bot" if actor.startswith("bot:") else "person" for seq, (actor, auto) in made.items()}
    assert set(found.values()) == {"service", "bot", "person"}


@pytest.mark.django_db
def test_nobody_thinks_while_the_game_is_paused(folder, ask):
    sitting = Sitting("spooky_bar", 2, 4, players=[PERSON, "bot:random"])
    sitting.steps(20)
    before = sitting.now
    sitting.write(log.GAME_PAUSED, PERSON, log.Ruled("r1"), after=2 * SECOND)
    sitting.write(log.GAME_RESUMED, PERSON, log.Ruled("r2"), after=3600 * SECOND)
    seq = sitting.step(after=5 * SECOND)
    while sitting.events[-1].kind != log.CHOICE_MADE:
        seq = sitting.step()
    sitting.finish()
    sitting.put()
    export(folder)
    ((asked_at, thinking),) = ask("SELECT epoch_us(asked_at), thinking_ms FROM decisions WHERE seq = ?", seq)
    assert asked_at <= before
    assert thinking == (before - asked_at + 7 * SECOND) // 1000


@pytest.mark.django_db
def test_a_question_that_a_rewind_in_a_pause_asks_anew_is_asked_when_it_ends(folder, ask):
    sitting = Sitting("spooky_bar", 2, 4, players=[PERSON, "bot:random"])
    sitting.steps(30)
    to = max(event.seq for event in sitting.events[:-10] if event.kind == log.CHOICE_MADE)
    sitting.write(log.GAME_PAUSED, PERSON, log.Ruled("r1"))
    rewound = sitting.write(log.GAME_REWOUND, PERSON, log.GameRewound(to=to, cause="ruling"), after=10 * SECOND)
    at = sitting.now
    sitting.write(log.GAME_RESUMED, PERSON, log.Ruled("r2"), after=60 * SECOND)
    seq = sitting.step(after=5 * SECOND)
    sitting.finish()
    sitting.put()
    export(folder)
    assert ask("SELECT epoch_us(asked_at), thinking_ms, undone FROM decisions WHERE seq = ?", seq) == [(at, 5000, False)]
    undone = {event.seq for event in sitting.events if to < event.seq < rewound and event.kind == log.CHOICE_MADE}
    assert {seq for (seq,) in ask("SELECT seq FROM decisions WHERE undone")} == undone
    assert ask(f"SELECT {COLUMNS} FROM decisions ORDER BY seq") == asked(sitting)


@pytest.mark.django_db
def test_a_running_game_has_no_decisions_until_it_is_over(folder, ask):
    sitting = Sitting("bar_fight", 2, 4, players=[PERSON, "bot:random"])
    sitting.steps(30)
    sitting.put()
    export(folder, publish_now=True)
    assert ask("SELECT count(*) FROM decisions") == [(0,)]
    sitting.finish()
    sitting.put()
    export(folder, publish_now=True)
    assert ask(f"SELECT {COLUMNS} FROM decisions ORDER BY seq") == asked(sitting)
    assert len(asked(sitting)) > 20


@pytest.mark.django_db
def test_a_game_that_is_rewound_after_its_end_has_none_until_it_is_over_again(folder, ask):
    sitting = Sitting("spooky_bar", 2, 4, players=[PERSON, "bot:random"])
    sitting.finish()
    sitting.put()
    export(folder, publish_now=True)
    to = max(event.seq for event in sitting.events[:-20] if event.kind == log.CHOICE_MADE)
    sitting.write(log.GAME_REWOUND, PERSON, log.GameRewound(to=to, cause="ruling"))
    sitting.put()
    export(folder, publish_now=True)
    assert ask("SELECT count(*) FROM decisions") == [(0,)]
    sitting.finish()
    sitting.put()
    export(folder, publish_now=True)
    assert ask(f"SELECT {COLUMNS} FROM decisions ORDER BY seq") == asked(sitting)


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("most", [False, True], ids=["fewest seats", "most seats"])
def test_a_tally_counts_what_is_offered_and_all_speech_as_one(rules, most):
    """In every position of a game that random bots play, for every seat that is asked."""
    seats = GAMES[rules].seats.stop - 1 if most else GAMES[rules].seats.start
    compared = 0
    for number in range(3):
        game, events = play(Plan(rules, seats, ("random",), GAMES[rules].edition, seed=3), number)
        table = Table(game)
        for event in events:
            table.apply(event, kernel.ignore)
            for seat in kernel.awaiting(table.state) if table.state is not None else ():
                options = kernel.options(table.state, seat)
                if seat == DEALER or len(silent := listed(options)) >= LISTED:
                    continue
                count, types = kernel.offered(table.state, seat)
                assert kernel.tally(options) == (count, types)
                assert count == len(silent) + ("speak" in types)
                assert types - {"speak"} == {choice.__struct_config__.tag for choice in silent}
                compared += 1
    assert compared > 60


def test_a_number_of_answers_beyond_any_that_is_told_is_told_as_the_greatest():
    decisions = Decisions()
    given = zip([3, 2**63 - 1, 2**63, 2**200], [-5, 0, 1_999, 2_000], strict=True)
    rows = [
        (seq, 0, seq, MoveOneGhost, count, frozenset({"pass"}), RedrawFive, False, "bot", 7_000_000, thinking)
        for seq, (count, thinking) in enumerate(given, start=1)
    ]
    decisions.take(0, rows, 0)
    table = decisions.arrow(Placed([decisions.places], {}).columns(0))
    assert table["options"].to_pylist() == [3, MOST, MOST, MOST]
    assert table["thinking_ms"].to_pylist() == [0, 0, 1, 2]


def listed(options) -> list:
    """The choices one by one, without what may be said: that part of the offers has no end."""
    parts = getattr(options, "parts", [options]) if isinstance(options, LargeOptions) else [options]
    return [choice for part in parts if type(part).__name__ != "Talk" for choice, _ in zip(part, range(LISTED), strict=False)]
