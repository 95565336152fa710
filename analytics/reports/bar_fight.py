"""Which questions about Bar Fight do the statistics answer?"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from analytics.report import SEATS, SIMULATED, Cards, Games, GameWins, Report, Row, Seats, Share

Cocktails: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "cocktails"})]
Rounds: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "rounds"})]
Ribbons: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "ribbons"})]
MeanRibbons: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "ribbons"})]
MeanJudges: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "judges"})]
MeanAwards: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "awards"})]
MeanSeats: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "seats"})]
MeanScore: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "points of a cocktail"})]
Times: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "times"})]


class BarWinRatesRow(Row, frozen=True):
    edition: str
    """Edition of the cards."""
    bar: str
    """Name of the bar in the deck file."""
    seats: Seats
    """Seats of finished games that worked at this bar."""
    wins: Games
    """Games that they won, alone or not."""
    win_share: GameWins
    """Games won, where a win shared by k counts 1/k."""
    even_share: GameWins
    """What they would have won if all bars were alike: the sum of 1 / seats of their games."""
    times_even_share: Times
    """win_share / even_share."""
    win_rate: Share
    """wins / seats."""
    win_rate_low: Share
    """Lower end of the 95 % interval of the win rate."""
    win_rate_high: Share
    """Upper end of the 95 % interval of the win rate."""
    mean_ribbons: MeanRibbons
    """Mean ribbons at the end."""
    mean_judges: MeanJudges
    """Mean number of judges won in a game."""
    mean_tie_awards: MeanAwards
    """Mean number of awards for ties in a game."""
    mean_lowest_awards: MeanAwards
    """Mean number of awards for the lowest score in a game."""


class MixerWinRatesRow(Row, frozen=True):
    edition: str
    """Edition of the cards."""
    mixer: str
    """Name of the mixer in the deck file."""
    cocktails: Cocktails
    """Scored cocktails with it."""
    cards: Cards
    """Cards of it in them: more than cocktails if some had two."""
    mean_mixer_points: MeanScore
    """Mean points of both mixers of these cocktails."""
    mean_score: MeanScore
    """Mean points of these cocktails, all told."""
    judges: Cocktails
    """Cocktails with it that took the judge."""
    judge_rate: Share
    """judges / cocktails."""
    judge_rate_low: Share
    """Lower end of its 95 % interval."""
    judge_rate_high: Share
    """Upper end of its 95 % interval."""
    seats_with: Seats
    """Seats of finished games that used it at least once."""
    wins_with: Seats
    """Those of them that won the game."""
    win_rate_with: Share
    """wins_with / seats_with."""
    win_rate_with_low: Share
    """Lower end of its 95 % interval."""
    win_rate_with_high: Share
    """Upper end of its 95 % interval."""


class JudgeOutcomesRow(Row, frozen=True):
    edition: str
    """Edition of the cards."""
    judge: str
    """Name of the judge."""
    ribbons: Ribbons
    """On the card."""
    judged: Rounds
    """Rounds of finished games that were scored by this judge."""
    won_alone: Rounds
    """Rounds in which a sole highest score took the judge."""
    won_by_bar: Rounds
    """Rounds in which a bar that wins ties took the judge."""
    tied: Rounds
    """Rounds in which a tie lost the judge."""
    without_cocktail: Rounds
    """Rounds in which nobody had a cocktail."""
    taken_rate: Share
    """(won_alone + won_by_bar) / judged."""
    taken_rate_low: Share
    """Lower end of its 95 % interval."""
    taken_rate_high: Share
    """Upper end of its 95 % interval."""
    cocktails: Cocktails
    """Cocktails that this judge scored."""
    liked_spirits: Cocktails
    """Those of them with a spirit of the type that the judge prefers."""
    recipes: Cocktails
    """Those of them that were the judge's recipe."""
    recipes_won: Cocktails
    """Those of the recipes that took the judge."""
    mean_highest_score: MeanScore | None
    """Mean of the highest score of a round; null if nobody ever had a cocktail."""


class TieRatesRow(Row, frozen=True):
    edition: str
    """Edition of the cards."""
    seat_count: int
    """How many seats the games had."""
    rounds: Rounds
    """Rounds of finished games with at least one cocktail."""
    ties: Rounds
    """Those in which several cocktails had the highest score."""
    tie_rate: Share
    """ties / rounds."""
    tie_rate_low: Share
    """Lower end of its 95 % interval."""
    tie_rate_high: Share
    """Upper end of its 95 % interval."""
    seats_a_tie: MeanSeats | None
    """Mean number of cocktails that tied; null without a tie."""
    broken_by_bar: Rounds
    """Ties that a bar won."""
    without_awards: Rounds
    """Ties that gave no awards because too few were left."""


REPORTS: Final[tuple[Report[Any], ...]] = (
    Report(
        name="bar_win_rates",
        title="Bar Fight: win rate by bar",
        question="Is any bar better than the others?",
        row=BarWinRatesRow,
        parameters=(SEATS, SIMULATED),
        games=("bar_fight",),
    ),
    Report(
        name="mixer_win_rates",
        title="Bar Fight: win rate by mixer",
        question="Do cocktails with a mixer take the judge, and seats that use it the game, more often than others?",
        row=MixerWinRatesRow,
        parameters=(SEATS, SIMULATED),
        games=("bar_fight",),
    ),
    Report(
        name="judge_outcomes",
        title="Bar Fight: judges",
        question="How often is each judge taken or lost, and by what kind of cocktail?",
        row=JudgeOutcomesRow,
        parameters=(SEATS, SIMULATED),
        games=("bar_fight",),
    ),
    Report(
        name="tie_rates",
        title="Bar Fight: ties",
        question="How often do cocktails tie for the highest score, and what comes of it?",
        row=TieRatesRow,
        parameters=(SEATS, SIMULATED),
        games=("bar_fight",),
    ),
)
