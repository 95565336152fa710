"""Which questions about all games do the statistics answer?"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from analytics.report import RULES, SEATS, SIMULATED, Choices, Events, Games, GameWins, Length, Minutes, Points, Report, Row, Seats, Share

ChiSquare: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "chi-square, seat_count - 1 degrees of freedom"})]
Probability: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "probability, from 0 to 1"})]


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
    even_rate: Share
    """The win rate that every seat would have if all were alike: wins of all seats of games of this size / seats. Shared wins
    make it more than one by the number of seats."""
    verdict: str
    """`even` if even_rate is inside the interval; otherwise `better` or `worse`."""
    chi_square: ChiSquare | None
    """How far the wins of all seats are from equal, the same in all rows of this game and size: the sum of (wins - expected)² / expected,
    expected being games * even_rate (K. Pearson, Phil. Mag. 50, 1900), or where games have several winners what takes its place
    (Cochran's Q: W. G. Cochran, Biometrika 37, 1950). Null if no game had a winner and a loser."""
    p_value: Probability | None
    """How probable it is that chance alone brings chi_square so far or farther, if all seats have equal chances in every game. By the
    chi-square distribution with seat_count - 1 degrees of freedom: rough, if games * even_rate is below 5."""
    mean_score: Points
    """Mean of the points at the end."""


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


REPORTS: Final[tuple[Report[Any], ...]] = (
    Report(
        name="games_by_rules",
        title="Games played",
        question="How much is each game played?",
        row=GamesByRulesRow,
        parameters=(RULES, SIMULATED),
    ),
    Report(
        name="win_rate_by_seat",
        title="Win rate by seat",
        question="Is some seat better than the others?",
        row=WinRateBySeatRow,
        parameters=(RULES, SEATS, SIMULATED),
    ),
    Report(
        name="game_length",
        title="Length of games",
        question="How many choices and how much time does a game take?",
        row=GameLengthRow,
        parameters=(RULES, SEATS, SIMULATED),
    ),
)
