"""Which questions about Spooky Bar do the statistics answer?"""

from __future__ import annotations

from typing import Any, Final

from analytics.report import SEATS, SIMULATED, Cards, Mean, Report, Row, Seats, Share


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


REPORTS: Final[tuple[Report[Any], ...]] = (
    Report(
        name="action_win_rates",
        title="Spooky Bar: win rate by action",
        question="Do seats that play an action, or play it often, win more than others?",
        row=ActionWinRatesRow,
        parameters=(SEATS, SIMULATED),
        games=("spooky_bar",),
    ),
)
