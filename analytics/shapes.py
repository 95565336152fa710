"""What do the answers of the statistics API look like?"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from analytics import reports, reports_bar_fight, reports_ghostel, reports_spirits


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common settings of all answers."""


class ReportColumn(Shown, frozen=True):
    """A column of a report."""

    name: str
    type: Literal["integer", "number", "string"]
    unit: str
    """In what it is counted; empty for names and for numbers of things."""
    nullable: bool
    """Can it be null? A rate of no tries is."""
    meaning: str


class ReportParameter(Shown, frozen=True):
    """A parameter that restricts a report."""

    name: str
    meaning: str


class SnapshotShown(Shown, frozen=True):
    """The published state of the statistics that an answer was made from."""

    number: int
    made_at: str
    """Nothing that happened later is in it."""


class ReportSummary(Shown, frozen=True):
    """A report, and what is in it."""

    name: str
    title: str
    question: str
    rules: list[str]
    """The games that it is about; empty for all."""
    parameters: list[ReportParameter]
    columns: list[ReportColumn]


class ReportList(Shown, frozen=True):
    items: list[ReportSummary]


class ReportHead(Shown, frozen=True):
    """What all reports tell besides their rows."""

    title: str
    question: str
    snapshot: SnapshotShown
    rules: str | None
    """The game it was restricted to; null for all that it is about."""
    seats: int | None
    """The number of seats it was restricted to; null for all."""


class GamesByRules(ReportHead, frozen=True, tag_field="name", tag="games_by_rules"):
    rows: list[reports.GamesByRulesRow]


class WinRateBySeat(ReportHead, frozen=True, tag_field="name", tag="win_rate_by_seat"):
    rows: list[reports.WinRateBySeatRow]


class ActionWinRates(ReportHead, frozen=True, tag_field="name", tag="action_win_rates"):
    rows: list[reports.ActionWinRatesRow]


class GameLength(ReportHead, frozen=True, tag_field="name", tag="game_length"):
    rows: list[reports.GameLengthRow]


class GuestScareRates(ReportHead, frozen=True, tag_field="name", tag="guest_scare_rates"):
    rows: list[reports_ghostel.GuestScareRatesRow]


class DieUse(ReportHead, frozen=True, tag_field="name", tag="die_use"):
    rows: list[reports_ghostel.DieUseRow]


class PurchaseWinRates(ReportHead, frozen=True, tag_field="name", tag="purchase_win_rates"):
    rows: list[reports_ghostel.PurchaseWinRatesRow]


class BarWinRates(ReportHead, frozen=True, tag_field="name", tag="bar_win_rates"):
    rows: list[reports_bar_fight.BarWinRatesRow]


class MixerWinRates(ReportHead, frozen=True, tag_field="name", tag="mixer_win_rates"):
    rows: list[reports_bar_fight.MixerWinRatesRow]


class JudgeOutcomes(ReportHead, frozen=True, tag_field="name", tag="judge_outcomes"):
    rows: list[reports_bar_fight.JudgeOutcomesRow]


class TieRates(ReportHead, frozen=True, tag_field="name", tag="tie_rates"):
    rows: list[reports_bar_fight.TieRatesRow]


class WinRateByMode(ReportHead, frozen=True, tag_field="name", tag="win_rate_by_mode"):
    rows: list[reports_spirits.WinRateByModeRow]


class ChapterPoints(ReportHead, frozen=True, tag_field="name", tag="chapter_points"):
    rows: list[reports_spirits.ChapterPointsRow]


class SceneCompletion(ReportHead, frozen=True, tag_field="name", tag="scene_completion"):
    rows: list[reports_spirits.SceneCompletionRow]


class ShillingsLeft(ReportHead, frozen=True, tag_field="name", tag="shillings_left"):
    rows: list[reports_spirits.ShillingsLeftRow]


AnyReport: TypeAlias = (
    GamesByRules
    | WinRateBySeat
    | ActionWinRates
    | GameLength
    | GuestScareRates
    | DieUse
    | PurchaseWinRates
    | BarWinRates
    | MixerWinRates
    | JudgeOutcomes
    | TieRates
    | WinRateByMode
    | ChapterPoints
    | SceneCompletion
    | ShillingsLeft
)

ANSWERS: dict[str, type[AnyReport]] = {
    "games_by_rules": GamesByRules,
    "win_rate_by_seat": WinRateBySeat,
    "action_win_rates": ActionWinRates,
    "game_length": GameLength,
    "guest_scare_rates": GuestScareRates,
    "die_use": DieUse,
    "purchase_win_rates": PurchaseWinRates,
    "bar_win_rates": BarWinRates,
    "mixer_win_rates": MixerWinRates,
    "judge_outcomes": JudgeOutcomes,
    "tie_rates": TieRates,
    "win_rate_by_mode": WinRateByMode,
    "chapter_points": ChapterPoints,
    "scene_completion": SceneCompletion,
    "shillings_left": ShillingsLeft,
}


class TableColumn(Shown, frozen=True):
    """A column of a table or view."""

    name: str
    type: str
    """Its type in SQL."""
    unit: str
    """In what it is counted; empty for names and for numbers of things."""
    nullable: bool
    null: str
    """When it is null; empty if it never is, or if nothing is promised."""
    meaning: str
    """Empty for the columns of views, which are named after those of tables."""


class TableShown(Shown, frozen=True):
    """A table or view of the statistics, and what is in it."""

    name: str
    kind: Literal["table", "view"]
    meaning: str
    """What a row of it is."""
    stability: Literal["stable", "rules", "internal"]
    """`stable`: kept; `rules`: follows the rules of its game; `internal`: made for our own reports, may change at any time."""
    columns: list[TableColumn]


class TableList(Shown, frozen=True):
    items: list[TableShown]


class ReportQuery(Shown, frozen=True):
    rules: Annotated[str, Meta(max_length=40)] | None = None
    """Only games of these rules; for reports that have this parameter."""
    seats: Annotated[int, Meta(ge=1, le=99)] | None = None
    """Only games of so many seats; for reports that have this parameter."""
    format: Literal["json", "csv"] | None = None
    """The form of the answer, for whoever can't set `Accept`."""


class QueryNew(Shown, frozen=True):
    """A question in SQL, as DuckDB understands it."""

    sql: Annotated[str, Meta(min_length=1, max_length=20_000)]
    """One SELECT or EXPLAIN."""
    parameters: Annotated[list[str | int | float | bool | None], Meta(max_length=100)] = []
    """The values of `$1`, `$2` … in the SQL."""
    limit: Annotated[int, Meta(ge=1, le=10_000)] = 1000
    """How many rows to answer at most."""


class QueryColumn(Shown, frozen=True):
    """A column of the answer to a query."""

    name: str
    """A second column of the same name gets a number after it."""
    type: str
    """Its type in SQL."""


class QueryAnswer(Shown, frozen=True):
    """The answer to a query."""

    id: str
    snapshot: SnapshotShown
    columns: list[QueryColumn]
    rows: list[list[Any]]
    """Values in the order of the columns. What JSON has no form for is text: times, decimals, ids, `nan`, bytes in hexadecimal."""
    truncated: bool
    """Whether there are more rows than `limit`."""
    milliseconds: int


class QueryShown(Shown, frozen=True):
    """A query that you have asked."""

    id: str
    sql: str
    parameters: list[str | int | float | bool | None]
    limit: int
    status: Literal["running", "answered", "failed", "cancelled", "lost"]
    """`lost`: the server ended while it ran."""
    code: str | None
    """Why it failed."""
    rows: int | None
    milliseconds: int | None
    snapshot: int
    """The number of the published statistics it was asked of."""
    asked_at: str


class QueryPage(Shown, frozen=True):
    items: list[QueryShown]
    next_cursor: str | None
    has_more: bool


class QueriesQuery(Shown, frozen=True):
    status: Literal["running", "answered", "failed", "cancelled", "lost"] | None = None
    """Only queries in this state."""
    cursor: Annotated[str, Meta(max_length=500)] | None = None
    """`next_cursor` of the page before."""
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    """How many to answer at most."""
