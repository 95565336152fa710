"""What can be heard in Spirits of Christmas? The facts of table talk; everybody hears everything."""

from __future__ import annotations

from typing import Final, Literal

from gameplay.rules.contract import Fact, Seat

from .words import Kind, Remark, Topic, Virtue


class HintGiven(Fact, tag="hint_given", frozen=True):
    """SC-18.2  How much of these virtues a seat says it holds."""

    seat: Seat
    virtues: list[str]
    levels: list[str]


class HandSizeTold(Fact, tag="hand_size_told", frozen=True):
    """SC-18.1  How many cards a seat says it holds."""

    seat: Seat
    count: int


class VirtueAsked(Fact, tag="virtue_asked", frozen=True):
    """SC-18.4  A seat asks another about a virtue."""

    seat: Seat
    other: Seat
    virtue: Virtue


class PlanSuggested(Fact, tag="plan_suggested", frozen=True):
    """SC-18.4  A proposal; what it leaves open is "" or -1."""

    seat: Seat
    action: Literal["move", "draw", "give", "play", "trade", ""]
    position: int
    giver: Seat
    receiver: Seat


class BahHumbugSaid(Fact, tag="bah_humbug_said", frozen=True):
    """SC-18.5  Bah, humbug!"""

    seat: Seat


class TextSaid(Fact, tag="text_said", frozen=True):
    """SC-18.3  Free words."""

    seat: Seat
    text: str


class HandShown(Fact, tag="hand_shown", frozen=True):
    """SC-18.3  A seat shows cards of its hand to all."""

    seat: Seat
    cards: list[Kind]


class Remarked(Fact, tag="remarked", frozen=True):
    """SC-18.8  A remark about this turn of the chapter."""

    seat: Seat
    turn: int
    remark: Remark


class QuestionAsked(Fact, tag="question_asked", frozen=True):
    """SC-18.8  A seat asks another about its hand."""

    seat: Seat
    other: Seat
    about: Topic
    value: int


class QuestionAnswered(Fact, tag="question_answered", frozen=True):
    """SC-18.8  Yes or no."""

    seat: Seat
    yes: bool


class Gestured(Fact, tag="gestured", frozen=True):
    """SC-18.8  A nod, or pointing; what is not meant is "" or -1."""

    seat: Seat
    nod: Literal["yes", "no", ""]
    position: int
    other: Seat
    space: Literal["move", "draw", "give", "play", ""]
    thing: str


SAYINGS: Final[tuple[type[Fact], ...]] = (
    HintGiven,
    HandSizeTold,
    VirtueAsked,
    PlanSuggested,
    BahHumbugSaid,
    TextSaid,
    HandShown,
    Remarked,
    QuestionAsked,
    QuestionAnswered,
    Gestured,
)
