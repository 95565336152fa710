"""By what can a report be restricted?

Every parameter of any report is a member here: its type, its bounds and its meaning hold for REST, for `manage.py report` and
for the pages. Which of them a report has is told by the report.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from analytics.report import RULES, Report
from gameplay.rules.catalogue import GAMES


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters that there are; null for those that are not given."""

    rules: Annotated[str, Meta(max_length=40)] | None = None
    """Only games of these rules; for reports that have this parameter."""
    seats: Annotated[int, Meta(ge=1, le=99)] | None = None
    """Only games of so many seats; for reports that have this parameter."""
    participant: Annotated[str, Meta(max_length=80)] | None = None
    """A person's pseudonym, `bot:<name>` or `mode:<mode>:<seats>`; for reports that have this parameter."""
    opponent: Annotated[str, Meta(max_length=80)] | None = None
    """Only against this participant; for reports that have this parameter."""
    kind: Literal["person", "bot", "mode"] | None = None
    """Only participants of this kind; for reports that have this parameter."""
    games: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """Only who has so many games; for reports that have this parameter."""
    by: Literal["day", "week", "month"] | None = None
    """How long each row is, a day if it is not given; for reports that have this parameter."""
    card: Annotated[str, Meta(max_length=40)] | None = None
    """Only this card; for reports that have this parameter."""
    decision: Annotated[str, Meta(max_length=40)] | None = None
    """Only questions of this kind; for reports that have this parameter."""
    answered_by: Literal["person", "bot"] | None = None
    """Who answered: a person if it is not given; for reports that have this parameter."""
    simulated: Literal["exclude", "only", "include"] | None = None
    """Whether games that were simulated count, `exclude` if it is not given; for reports that have this parameter."""


NAMES = Parameters.__struct_fields__


class Refused(Exception):
    """A parameter can't be used so: its name, a stable code, and why."""

    def __init__(self, name: str, code: str, detail: str) -> None:
        super().__init__(f"{name}: {detail}")
        self.name, self.code, self.detail = name, code, detail


def checked(report: Report[Any], asked: Parameters) -> dict[str, Any]:
    """The parameters that were given, by name. Raises Refused for those that the report has not, and for games that there are not."""
    given = {name: value for name in NAMES if (value := getattr(asked, name)) is not None}
    for name in given:
        if name not in report.parameters:
            raise Refused(name, "unknown_parameter", "This report has no such parameter.")
    if RULES in given and given[RULES] not in GAMES:
        raise Refused(RULES, "invalid_value", f"The games are: {', '.join(GAMES)}.")
    return given
