"""What can a player say? The kinds of message that one `speak` carries (section 18 of RULES.md)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias

import msgspec
from msgspec import Meta

from .words import ActionName, Kind, Level, Position, Remark, SeatNumber, Space, Thing, Topic, Virtue


class _Said(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """What all messages share."""

    own_hand: ClassVar[bool] = False
    """Is it about the cards of the one who speaks?"""

    def canonical(self) -> Any:
        """Its one form."""
        return self


class HintOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much of one virtue."""

    virtue: Virtue
    level: Level


class Hint(_Said, frozen=True, tag="hint"):
    """SC-18.2  How much of one, two or three virtues the speaker holds, in terms that are not measured."""

    own_hand: ClassVar[bool] = True

    hints: Annotated[list[HintOf], Meta(min_length=1, max_length=3)]

    def canonical(self) -> Self:
        return type(self)(hints=sorted(self.hints, key=lambda hint: hint.virtue))


class HandSize(_Said, frozen=True, tag="hand_size"):
    """SC-18.1  How many cards the speaker holds."""

    own_hand: ClassVar[bool] = True

    count: Annotated[int, Meta(ge=0, le=30)]


class Ask(_Said, frozen=True, tag="ask"):
    """SC-18.4  A question to another seat about a virtue."""

    seat: SeatNumber
    virtue: Virtue


class Suggest(_Said, frozen=True, tag="suggest"):
    """SC-18.4  A proposal: at least one of an action, a position of Scrooge, a giver and a receiver."""

    action: ActionName | None = None
    position: Position | None = None
    giver: SeatNumber | None = None
    receiver: SeatNumber | None = None


class BahHumbug(_Said, frozen=True, tag="bah_humbug"):
    """SC-18.5  Scrooge's favourite words."""


class Text(_Said, frozen=True, tag="text"):
    """SC-18.3  Anything at all."""

    text: Annotated[str, Meta(min_length=1, max_length=280)]


class Show(_Said, frozen=True, tag="show"):
    """SC-18.3  Cards of the speaker's hand, face up."""

    cards: Annotated[list[Kind], Meta(min_length=1, max_length=30)]

    def canonical(self) -> Self:
        return type(self)(cards=sorted(self.cards))


class PastRemark(_Said, frozen=True, tag="past_remark"):
    """SC-18.8  A remark about a turn of this chapter that is over; turns count from 1."""

    turn: Annotated[int, Meta(ge=1, le=10_000)]
    remark: Remark


class PresentRemark(_Said, frozen=True, tag="present_remark"):
    """SC-18.8  A remark about the present turn."""

    remark: Remark


class Question(_Said, frozen=True, tag="question"):
    """SC-18.8  Can your hand help with the scene at position `value` (0 to 7), or move Scrooge by `value` (1 to 3)?"""

    seat: SeatNumber
    about: Topic
    value: Position


class YesOrNo(_Said, frozen=True, tag="answer"):
    """SC-18.8  Yes or no, to a question that is open."""

    yes: bool


class Gesture(_Said, frozen=True, tag="gesture"):
    """SC-18.8  A nod, or pointing at a scene's position, a seat, a space of the rondel or a thing: exactly one of these."""

    nod: Literal["yes", "no"] | None = None
    scene: Position | None = None
    seat: SeatNumber | None = None
    space: Space | None = None
    thing: Thing | None = None


Message: TypeAlias = Hint | HandSize | Ask | Suggest | BahHumbug | Text | Show | PastRemark | PresentRemark | Question | YesOrNo | Gesture
