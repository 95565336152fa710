"""Which questions about what seats choose do the statistics answer?

The answers of one seat in one game share one outcome, so they are not independent tries. The intervals of win rates by answer
are Wilson's with the effective number of tries instead of the answers: with m answers of each seat, (sum of m)² / sum of m²,
which is L. Kish's (Survey Sampling, 1965, section 8.2) for clusters whose members are all alike.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from analytics.report import ANSWERED_BY, DECISION, RULES, SEATS, SIMULATED, Choices, Report, Row, Share

Options: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "legal answers"})]
MeanOptions: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "legal answers"})]
Seconds: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "seconds"})]
Tries: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "independent tries"})]
Difference: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "difference of shares, from -1 to 1"})]


class OptionValuesRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    seat_count: int
    """How many seats the games had."""
    decision: str
    """Kind of question."""
    option: str
    """Type of answer."""
    offered: Choices
    """Answers when it was legal beside at least one other type."""
    chosen: Choices
    """Those in which it was taken."""
    chosen_rate: Share
    """chosen / offered."""
    chosen_rate_low: Share
    """Lower end of its 95 % interval, as if the answers of a seat were independent."""
    chosen_rate_high: Share
    """Upper end of its 95 % interval, as if the answers of a seat were independent."""
    chosen_won: Choices
    """Those of the ones in which it was taken whose seat won. Long games have more answers and weigh more."""
    chosen_tries: Tries | None
    """How many independent tries these answers are worth, as those of one seat share one outcome."""
    win_rate_chosen: Share | None
    """chosen_won / chosen."""
    win_rate_chosen_low: Share | None
    """Lower end of its 95 % interval, of chosen_tries tries."""
    win_rate_chosen_high: Share | None
    """Upper end of its 95 % interval, of chosen_tries tries."""
    passed_over: Choices
    """Answers when it was legal and another type was taken."""
    passed_over_won: Choices
    """Those whose seat won."""
    passed_over_tries: Tries | None
    """How many independent tries they are worth."""
    win_rate_passed_over: Share | None
    """passed_over_won / passed_over."""
    win_rate_passed_over_low: Share | None
    """Lower end of its 95 % interval, of passed_over_tries tries."""
    win_rate_passed_over_high: Share | None
    """Upper end of its 95 % interval, of passed_over_tries tries."""
    difference: Difference | None
    """win_rate_chosen - win_rate_passed_over. Who takes an option is in another position than who does not: it is no effect."""
    difference_low: Difference | None
    """Lower end of its 95 % interval (Newcombe), as if no seat had done both."""
    difference_high: Difference | None
    """Upper end of its 95 % interval (Newcombe), as if no seat had done both."""


class BranchingRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    decision: str
    """Kind of question."""
    answers: Choices
    """How often a seat answered it."""
    mean_options: MeanOptions
    """Mean number of legal answers."""
    median_options: Options
    """Half of the times there were at most so many."""
    options_of_90_percent: Options
    """Nine of ten times there were at most so many."""
    most_options: Options
    """The most there were."""
    forced: Choices
    """How often just one answer was legal."""
    forced_rate: Share
    """forced / answers."""
    forced_rate_low: Share
    """Lower end of its 95 % interval, as if the answers of a game were independent."""
    forced_rate_high: Share
    """Upper end of its 95 % interval, as if the answers of a game were independent."""


class ThinkingTimesRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    decision: str
    """Kind of question."""
    answers: Choices
    """How often it was answered where more than one answer was legal."""
    median_seconds: Seconds
    """Half of the answers took at most so long, pauses not counted."""
    seconds_of_90_percent: Seconds
    """Nine of ten answers took at most so long (interpolated)."""
    most_seconds: Seconds
    """The longest."""


REPORTS: Final[tuple[Report[Any], ...]] = (
    Report(
        name="option_values",
        title="Value of options",
        question="Do seats that take an option win more often than those that are offered it and take another?",
        row=OptionValuesRow,
        parameters=(RULES, SEATS, DECISION, SIMULATED),
    ),
    Report(
        name="branching",
        title="Branching",
        question="Among how many options does a seat choose, and how often is there no choice?",
        row=BranchingRow,
        parameters=(RULES, SEATS, DECISION, SIMULATED),
    ),
    Report(
        name="thinking_times",
        title="Time to think",
        question="How long do people think about each kind of question?",
        row=ThinkingTimesRow,
        parameters=(RULES, SEATS, DECISION, ANSWERED_BY, SIMULATED),
    ),
)
