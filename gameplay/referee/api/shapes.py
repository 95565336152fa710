"""What do the requests of referees and of those who object hold, and their answers that are not documents of a service?"""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from gameplay.api.shapes import Cursor, Limit, SeatNumber, Seq, Shape
from gameplay.referee.disputes import Category, DisputeShown, Status
from gameplay.referee.ledger import DeliveryShown
from gameplay.referee.takebacks import TakeBackShown

Reason = Annotated[str, Meta(max_length=2000)]
Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Eye = Annotated[str, Meta(pattern="^(whole|spectator|[0-9]{1,2})$")]


class ActQuery(Shape, frozen=True):
    validate_only: bool = False
    """Only ask what would come of it; nothing is written, and the answer is not kept for the key."""


class EyesQuery(Shape, frozen=True, rename={"seen_as": "as"}):
    seen_as: Eye | None = None
    """With whose eyes, for a referee: the number of a seat, `spectator` or `whole`. Left out: with your own."""
    reason: Reason = ""
    """Why; needed to see what is hidden while the game runs. It is recorded."""


class DifferenceQuery(Shape, frozen=True, kw_only=True, rename={"seen_as": "as"}):
    old: Seq
    """The event to start from."""
    new: Seq
    """The event to come to; it may be earlier, or on another branch."""
    seen_as: Eye | None = None
    """With whose eyes, for a referee: the number of a seat, `spectator` or `whole`. Left out: with your own."""
    reason: Reason = ""
    """Why; needed to see what is hidden while the game runs. It is recorded."""


class ReplayQuery(Shape, frozen=True):
    version: Annotated[int, Meta(ge=1, le=99_999)] | None = None
    """The version of the rules to compare with; the newest by default."""


class ReasonQuery(Shape, frozen=True):
    reason: Reason = ""
    """Why; needed while the game runs. It is recorded."""


class DeliveriesQuery(Shape, frozen=True):
    seat: SeatNumber | None = None
    """Only what was seen from this seat."""
    seq: Seq | None = None
    """Only what could tell of this event."""
    cursor: Cursor | None = None
    """`next_cursor` of the page before."""
    limit: Limit = 50
    """How many rows a page has at most."""


class QueueQuery(Shape, frozen=True):
    status: Status | None = None
    """Only disputes that have come this far."""
    cursor: Cursor | None = None
    """`next_cursor` of the page before."""
    limit: Limit = 50
    """How many rows a page has at most."""


class RulingNew(Shape, frozen=True):
    """A ruling: why, and on which version of the game it was made."""

    reason: Reason
    expected_version: Seq | None = None
    """`version` of the game as you saw it; or send `If-Match`."""


class RewindNew(RulingNew, frozen=True, kw_only=True):
    to: Annotated[int, Meta(ge=-999_999_999, le=999_999_999)]
    """The event whose position comes back. A seat must have been asked as of it; it may be on an undone branch."""
    draws: Literal["same", "fresh"] = "same"
    """`same`: the dealer draws again what it drew. `fresh`: what no seat could see is dealt anew, under a new commitment."""
    evidence: Annotated[list[Annotated[int, Meta(ge=-999_999_999, le=999_999_999)]], Meta(max_length=100)] = []  # noqa: RUF012 - copied by msgspec
    """Events that the ruling rests on."""


class AdjudicationNew(RulingNew, frozen=True, kw_only=True):
    scores: Annotated[list[Points], Meta(max_length=99)]
    """The points of every participant, in seat order."""
    winners: Annotated[list[SeatNumber], Meta(max_length=99)]
    """The seats that win, in order."""


class VacateNew(RulingNew, frozen=True, kw_only=True):
    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=40)] | None = None
    """Name of the built-in bot that takes the seat; null to leave it free."""


class ClockNew(RulingNew, frozen=True, kw_only=True):
    seat: SeatNumber
    seconds: Annotated[int, Meta(ge=0, le=1_209_600)]
    """The time that the seat has left, from now on."""


class DisputeNew(Shape, frozen=True):
    """An objection to an event."""

    event: Seq
    category: Category
    reason: Reason


class Nothing(Shape, frozen=True):
    """Nothing is to be said."""


class Said(Shape, frozen=True):
    """What there is to say at this step."""

    text: Reason


class DecisionNew(Shape, frozen=True):
    """How a dispute is decided."""

    outcome: Literal["upheld", "partly", "rejected"]
    explanation: Reason
    ruling: UUID | None = None
    """The ruling by which the game was set right."""


class Consent(Shape, frozen=True):
    """Do you agree to another seat's take-back?"""

    takeback: UUID
    agree: bool


class DisputeList(Shape, frozen=True):
    items: list[DisputeShown]


class DisputePage(Shape, frozen=True):
    items: list[DisputeShown]
    next_cursor: str | None
    """`cursor` of the next page."""
    has_more: bool


class DeliveryPage(Shape, frozen=True):
    items: list[DeliveryShown]
    next_cursor: str | None
    """`cursor` of the next page."""
    has_more: bool


class TakeBackList(Shape, frozen=True):
    items: list[TakeBackShown]


class RulingShown(Shape, frozen=True):
    """A ruling, or a take-back, with what was said about it."""

    id: str
    act: str
    player: str
    """Who decided it."""
    reason: str
    evidence: list[int]
    seq: int
    """The event that carried it out."""
    at: str


class RulingList(Shape, frozen=True):
    items: list[RulingShown]


class AccessShown(Shape, frozen=True):
    """A referee's look at what others may not see."""

    player: str
    what: str
    seq: int
    """The newest event that was shown."""
    role: Literal["seat", "spectator", "referee"]
    seat: int | None
    reason: str
    at: str


class AccessList(Shape, frozen=True):
    items: list[AccessShown]
