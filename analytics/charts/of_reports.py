"""Which chart has each report?

Whoever adds a report may leave it out: it then has the chart that its columns suggest, or none, and its table says it all.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any, Final

from analytics.report import Column, Report

from .kinds import Chart, Columns, Heat, Intervals, Lines, Measure, Part, Ranges, Stacks

_EVEN: Final = "Grey: the mean."
_ALL: Final = "Grey: all seats."

CHARTS: Final[dict[str, Chart]] = {
    "games_by_rules": Stacks(
        name="rules",
        parts=(Part("finished", "games_finished"), Part("being played", "games_playing"), Part("open", "games_open")),
        axis="games",
    ),
    "win_rate_by_seat": Intervals(
        name="seat",
        panels=("rules", "seat_count"),
        measures=(Measure("win rate", "win_rate", "win_rate_low", "win_rate_high", "games"),),
        even="even_rate",
        note="Grey: if all seats were alike.",
    ),
    "game_length": Ranges(
        name="seat_count",
        panels=("rules",),
        marks=(
            Part("shortest", "least_choices"),
            Part("half of them, at most", "median_choices"),
            Part("nine of ten, at most", "choices_of_90_percent"),
            Part("longest", "most_choices"),
        ),
        axis="choices of all seats in a game",
    ),
    "action_win_rates": Intervals(
        name="action",
        panels=("seat_count",),
        measures=(
            Measure("seats with at least one", "win_rate_with", "win_rate_with_low", "win_rate_with_high", "seats_with"),
            Measure("seats with more than the median", "win_rate_often", "win_rate_often_low", "win_rate_often_high", "seats_often"),
        ),
        axis="win rate",
        even="win_rate_all",
        note=_ALL,
    ),
    "guest_scare_rates": Intervals(
        name="name",
        measures=(Measure("guests that fled, of those that came", "scare_rate", "scare_rate_low", "scare_rate_high", "shown"),),
        by_value=True,
    ),
    "die_use": Stacks(
        name="face",
        panels=("sides",),
        parts=(
            Part("guest fled that night", "scared_at_once"),
            Part("guest fled later", "scared_later"),
            Part("calmed", "calmed"),
            Part("left at the end", "left_over"),
        ),
        axis="share of the placed dice, by the face they showed",
        shares=True,
    ),
    "purchase_win_rates": Intervals(
        name="deck",
        panels=("seat_count",),
        measures=(
            Measure("seats that bought one", "win_rate_with", "win_rate_with_low", "win_rate_with_high", "seats_with"),
            Measure("seats that bought more than the median", "win_rate_often", "win_rate_often_low", "win_rate_often_high", "seats_often"),
        ),
        axis="win rate",
        even="win_rate_all",
        note=_ALL,
    ),
    "bar_win_rates": Intervals(
        name="bar",
        panels=("edition",),
        measures=(Measure("win rate", "win_rate", "win_rate_low", "win_rate_high", "seats"),),
        by_value=True,
        even="mean",
        note=_EVEN,
    ),
    "mixer_win_rates": Intervals(
        name="mixer",
        panels=("edition",),
        measures=(
            Measure("cocktails: took the judge", "judge_rate", "judge_rate_low", "judge_rate_high", "cocktails"),
            Measure("seats with it: won the game", "win_rate_with", "win_rate_with_low", "win_rate_with_high", "seats_with"),
        ),
        axis="share",
        by_value=True,
    ),
    "judge_outcomes": Stacks(
        name="judge",
        panels=("edition",),
        parts=(
            Part("won alone", "won_alone"),
            Part("won by a bar", "won_by_bar"),
            Part("lost to a tie", "tied"),
            Part("no cocktail", "without_cocktail"),
        ),
        axis="share of the rounds of this judge",
        shares=True,
    ),
    "tie_rates": Intervals(
        name="seat_count",
        panels=("edition",),
        measures=(Measure("rounds with a tie, of those with a cocktail", "tie_rate", "tie_rate_low", "tie_rate_high", "rounds"),),
    ),
    "win_rate_by_mode": Intervals(
        name="mode",
        panels=("seat_count",),
        measures=(Measure("games won", "win_rate", "win_rate_low", "win_rate_high", "games"),),
    ),
    "chapter_points": Ranges(
        name="chapter",
        panels=("mode",),
        marks=(Part("fewest", "least_points"), Part("mean", "mean_points"), Part("most", "most_points")),
        axis="points of a complete chapter",
    ),
    "scene_completion": Intervals(
        name="scene",
        panels=("chapter",),
        measures=(Measure("turned face down", "completion_rate", "completion_rate_low", "completion_rate_high", "chapters"),),
    ),
    "shillings_left": Columns(
        name="shillings",
        panels=("chapter",),
        value="share",
        axis="share of the complete chapters",
        across="shillings in the pool at the end",
    ),
    "card_win_rates": Intervals(
        name="card",
        panels=("rules", "edition", "seat_count"),
        measures=(
            Measure("win rate with the card in hand, less without it", "improvement", "improvement_low", "improvement_high", "seats"),
        ),
        by_value=True,
        even="zero",
        note="Percentage points. Long games show more cards: look at the opening hands in the table too.",
    ),
    "card_exposures": Intervals(
        name="card",
        panels=("rules", "edition", "seat_count"),
        measures=(
            Measure("seats that had it in hand", "in_hand_rate", "in_hand_rate_low", "in_hand_rate_high", "seats"),
            Measure("those of them that played it", "play_rate", "play_rate_low", "play_rate_high", "seats_in_hand"),
        ),
        axis="share of the seats",
        by_value=True,
    ),
    "option_values": Intervals(
        name="option",
        under="decision",
        panels=("rules", "seat_count"),
        measures=(
            Measure("seats that took it", "win_rate_chosen", "win_rate_chosen_low", "win_rate_chosen_high", "chosen"),
            Measure(
                "seats that took another", "win_rate_passed_over", "win_rate_passed_over_low", "win_rate_passed_over_high", "passed_over"
            ),
        ),
        axis="win rate",
        note="Who takes an option is in another position than who does not: no difference here is an effect.",
    ),
    "branching": Ranges(
        name="decision",
        panels=("rules",),
        marks=(
            Part("half of the times, at most", "median_options"),
            Part("nine of ten times, at most", "options_of_90_percent"),
            Part("the most", "most_options"),
        ),
        axis="legal answers to a question",
        apart=True,
    ),
    "thinking_times": Ranges(
        name="decision",
        panels=("rules",),
        marks=(Part("half of the answers, at most", "median_seconds"), Part("nine of ten, at most", "seconds_of_90_percent")),
        axis="seconds from the question to the answer",
    ),
    "ratings": Ranges(
        name="participant",
        panels=("rules",),
        marks=(Part("rating", "rating"), Part("mean", "mu")),
        axis="points of rating",
        note="Almost surely stronger than the rating; everybody starts at a mean of 25.",
    ),
    "rating_history": Lines(
        along="number",
        value="rating",
        series="participant",
        panels=("rules",),
        axis="points of rating",
        across="rated games of this participant",
    ),
    "head_to_head": Heat(
        name="participant",
        across="opponent",
        panels=("rules",),
        value="reached",
        axis="share of the meetings in which it came first, ties half",
        even=0.5,
        note="By rows: the participant against the one below.",
    ),
    "people_and_bots": Intervals(
        name="bot",
        panels=("rules", "seat_count"),
        measures=(
            Measure("seats of people", "win_rate_of_people", "win_rate_of_people_low", "win_rate_of_people_high", "seats_of_people"),
            Measure("seats of the bot", "win_rate_of_bot", "win_rate_of_bot_low", "win_rate_of_bot_high", "seats_of_bot"),
        ),
        axis="win rate",
    ),
    "score_spread": Ranges(
        name="seat_count",
        panels=("rules",),
        marks=(
            Part("a quarter of the games, at most", "margin_of_25_percent"),
            Part("half of them, at most", "median_margin"),
            Part("three quarters, at most", "margin_of_75_percent"),
            Part("the largest margin", "most_margin"),
        ),
        axis="points from the best to the second",
        apart=True,
    ),
    "activity": Lines(along="since", value="games_finished", axis="games that ended", across="", from_zero=True),
    "rewind_rates": Intervals(
        name="what",
        panels=("rules",),
        totals=("category", "outcome"),
        measures=(Measure("games of 1,000 in which it happened", "per_thousand", "per_thousand_low", "per_thousand_high", "games"),),
    ),
}


def chart_of(report: Report[Any]) -> Chart | None:
    """The chart of a report: its own, or the one its columns suggest; None if they suggest none."""
    return CHARTS.get(report.name) or suggested(report.columns())


def suggested(columns: list[Column]) -> Chart | None:
    """Figures with intervals as such; else the first figure as bars. The names stand first: the last is of the lines, others of panels."""
    names = [column.name for column in takewhile(lambda column: not column.unit and column.kind != "number", columns)]
    figures = [column.name for column in columns if column.unit]
    if not names or not figures:
        return None
    *panels, name = names
    known = set(figures)
    for figure in figures:
        low, high = f"{figure}_low", f"{figure}_high"
        if {low, high} <= known:
            label = figure.replace("_", " ")
            return Intervals(name=name, panels=tuple(panels), measures=(Measure(label, figure, low, high),))
    label = figures[0].replace("_", " ")
    return Stacks(name=name, panels=tuple(panels), parts=(Part(label, figures[0]),), axis=label)
