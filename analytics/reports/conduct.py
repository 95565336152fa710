"""Which questions about the course of play, its busy days, its margins and what referees had to do, do the statistics answer?"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from analytics.report import RULES, SEATS, SIMULATED, Choices, Events, Games, Points, Report, Row

BY: Final = "by"

Times: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "times"})]
People: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "people"})]
PerThousand: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "games of 1,000"})]


class ScoreSpreadRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    seat_count: int
    """How many seats the games had."""
    games: Games
    """Finished games with at least two participants."""
    level_games: Games
    """Those of them whose two best had equal points, whether or not they shared the win."""
    mean_margin: Points
    """Mean of the margins: what the best participant had more than the second best."""
    margin_of_25_percent: Points
    """A quarter of the games had at most this margin (interpolated)."""
    median_margin: Points
    """Half of the games had at most this margin."""
    margin_of_75_percent: Points
    """Three quarters of the games had at most this margin (interpolated)."""
    most_margin: Points
    """The largest margin."""
    median_best: Points
    """Half of the games had a best participant with at most so many points."""
    median_last: Points
    """Half of the games had a last participant with at most so many points."""
    median_spread: Points
    """Half of the games had at most so many points between the best and the last."""


class ActivityRow(Row, frozen=True):
    since: str
    """The first day of the time that the row is about, in UTC; weeks start on Monday."""
    games_finished: Games
    """Games that ended in this time."""
    games_played: Games
    """Games in which a seat answered in this time. Private games appear when they are over."""
    people: People
    """People who made at least one choice."""
    choices_of_people: Choices
    """Answers that people gave; those that a rewind took back are not counted."""
    choices_of_bots: Choices
    """Answers that built-in bots gave."""
    choices_of_service: Choices
    """Answers that the service gave, since one was legal."""


class RewindRatesRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    what: str
    """`disputed`, or what a referee or the players did: `rewound`, `paused`, `clock_corrected`, `seat_replaced`, `adjudicated`, `voided`."""
    category: str | None
    """What kind of trouble was disputed, or why it was done: `ruling`, `take_back` or `clock`; null in the row of all of them."""
    outcome: str | None
    """How the disputes were closed, `open` if they are not; null in the row of all, and for what is no dispute."""
    games: Games
    """Games that were started. Private games appear when they are over."""
    times: Times
    """How often it happened in them."""
    games_with: Games
    """Games in which it happened at least once."""
    per_thousand: PerThousand
    """1,000 games_with / games."""
    per_thousand_low: PerThousand
    """Lower end of its 95 % interval."""
    per_thousand_high: PerThousand
    """Upper end of its 95 % interval."""
    events_undone: Events | None
    """Events that were taken back; null for what is no rewind."""


REPORTS: Final[tuple[Report[Any], ...]] = (
    Report(
        name="score_spread",
        title="Margins",
        question="How far apart are the points at the end?",
        row=ScoreSpreadRow,
        parameters=(RULES, SEATS, SIMULATED),
    ),
    Report(
        name="activity",
        title="Activity",
        question="How much is played, by day, week or month?",
        row=ActivityRow,
        parameters=(RULES, BY),
    ),
    Report(
        name="rewind_rates",
        title="Rewinds and disputes",
        question="How often do referees have to step in?",
        row=RewindRatesRow,
        parameters=(RULES,),
    ),
)
