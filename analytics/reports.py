"""Which questions do the statistics answer, and what is in each answer?

A report is one SQL file of `sql/marts` and the struct of its rows. All figures are of finished games, and what a rewind took
back counts nowhere, unless a column says otherwise.

Intervals are Wilson's score intervals at 95 %: with p = k / n and z = 1.959963984540054,
(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n).
E. B. Wilson, "Probable inference, the law of succession, and statistical inference", J. Am. Stat. Assoc. 22 (1927), 209–212.
They hold for independent tries. The seats of one game are not quite that (one wins, the others don't), so between seats of the
same games they are a little too wide.
"""

from __future__ import annotations

from typing import Any, Final

from analytics.report import (
    RULES,
    SEATS,
    Cards,
    Choices,
    Events,
    Games,
    GameWins,
    Length,
    Mean,
    Minutes,
    Points,
    Report,
    Row,
    Seats,
    Share,
)
from analytics.reports_bar_fight import REPORTS as BAR_FIGHT
from analytics.reports_ghostel import REPORTS as GHOSTEL
from analytics.reports_spirits import REPORTS as SPIRITS

__all__ = ["REPORTS", "RULES", "Report"]


class GamesByRulesRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    games_open: Games
    """Waiting to be started. Private games appear when they are over."""
    games_playing: Games
    """Being played. Private games appear when they are over."""
    games_finished: Games
    """Played to their end."""
    seats_of_people: Seats
    """Seats of finished games that a person held at the end."""
    seats_of_bots: Seats
    """Seats of finished games that a built-in bot held at the end."""
    events: Events
    """Events in the logs of all these games."""
    last_finished_at: str | None
    """When the last of them ended; null if none did."""


class WinRateBySeatRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    seat_count: int
    """How many seats the games had."""
    seat: int
    """Number of the seat, from 0."""
    games: Games
    """Finished games."""
    wins: Games
    """Games that the seat won, alone or not."""
    win_share: GameWins
    """Games won, where a win shared by k counts 1/k."""
    win_rate: Share
    """wins / games."""
    win_rate_low: Share
    """Lower end of the 95 % interval of the win rate."""
    win_rate_high: Share
    """Upper end of the 95 % interval of the win rate."""
    mean_score: Points
    """Mean of the points at the end."""


class ActionWinRatesRow(Row, frozen=True):
    seat_count: int
    """How many seats the games had."""
    action: str
    """Action of the card; of a wild card the action it was named."""
    seats: Seats
    """Seats of finished games."""
    cards: Cards
    """Cards of this action that came up for these seats."""
    carried_out: Cards
    """Those of them whose action was not void."""
    cards_of_winners: Mean | None
    """Mean number of such cards of a seat that won."""
    cards_of_others: Mean | None
    """Mean number of such cards of a seat that did not win."""
    seats_with: Seats
    """Seats for which at least one such card came up."""
    wins_with: Seats
    """Those of them that won."""
    win_rate_with: Share | None
    """wins_with / seats_with."""
    win_rate_with_low: Share | None
    """Lower end of its 95 % interval."""
    win_rate_with_high: Share | None
    """Upper end of its 95 % interval."""
    seats_often: Seats
    """Seats with more such cards than the median of all seats of games of this size. Long games have more of every action."""
    wins_often: Seats
    """Those of them that won."""
    win_rate_often: Share | None
    """wins_often / seats_often."""
    win_rate_often_low: Share | None
    """Lower end of its 95 % interval."""
    win_rate_often_high: Share | None
    """Upper end of its 95 % interval."""
    win_rate_all: Share
    """Win rate of all these seats: what the others are to be compared with."""


class GameLengthRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    seat_count: int
    """How many seats the games had."""
    games: Games
    """Finished games."""
    mean_choices: Length
    """Mean number of answers of all seats together, the dealer's not counted."""
    least_choices: Choices
    """Of the shortest game."""
    median_choices: Length
    """Half of the games had at most so many."""
    choices_of_90_percent: Length
    """Nine of ten games had at most so many (interpolated)."""
    most_choices: Choices
    """Of the longest game."""
    median_minutes: Minutes
    """Half of the games took at most so long, from start to end."""
    minutes_of_90_percent: Minutes
    """Nine of ten games took at most so long (interpolated)."""


_OF_ALL: Final[tuple[Report[Any], ...]] = (
    Report(
        name="games_by_rules",
        title="Games played",
        question="How much is each game played?",
        row=GamesByRulesRow,
        parameters=(RULES,),
    ),
    Report(
        name="win_rate_by_seat",
        title="Win rate by seat",
        question="Is some seat better than the others?",
        row=WinRateBySeatRow,
        parameters=(RULES, SEATS),
    ),
    Report(
        name="action_win_rates",
        title="Spooky Bar: win rate by action",
        question="Do seats that play an action, or play it often, win more than others?",
        row=ActionWinRatesRow,
        parameters=(SEATS,),
        games=("spooky_bar",),
    ),
    Report(
        name="game_length",
        title="Length of games",
        question="How many choices and how much time does a game take?",
        row=GameLengthRow,
        parameters=(RULES, SEATS),
    ),
)

REPORTS: Final[dict[str, Report[Any]]] = {report.name: report for report in (*_OF_ALL, *GHOSTEL, *BAR_FIGHT, *SPIRITS)}
"""Every report by its name, in the order in which they are listed."""
