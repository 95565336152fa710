"""What do saved queries look like over REST?"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from analytics.shapes import QueryParameters, Shown

Title = Annotated[str, Meta(min_length=1, max_length=100)]


class SavedNew(Shown, frozen=True):
    """A query to be kept."""

    title: Title
    sql: Annotated[str, Meta(min_length=1, max_length=20_000)]
    """It is kept as it is, but for spaces around it and a semicolon at its end. It is not run."""
    parameters: QueryParameters = []  # noqa: RUF012 - msgspec copies it
    """What its parameters are unless who opens it says otherwise."""
    shared: bool = False
    """May everybody who has the link, or looks at the list, read it? Your name stands beside it."""


class SavedShown(Shown, frozen=True):
    """A saved query."""

    id: str
    """Made from the SQL and the parameters: the same query has the same id, and what an id leads to never changes."""
    title: str
    sql: str
    parameters: QueryParameters
    shared: bool
    mine: bool
    """Is it yours? Then you can set its title, share it and delete it."""
    owner: str
    """The name of who keeps it."""
    page: str
    """Where people open it."""
    saved_at: str


class SavedPage(Shown, frozen=True):
    items: list[SavedShown]
    next_cursor: str | None
    has_more: bool


class SavedQuery(Shown, frozen=True):
    cursor: Annotated[str, Meta(max_length=500)] | None = None
    """`next_cursor` of the page before."""
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    """How many to answer at most."""
