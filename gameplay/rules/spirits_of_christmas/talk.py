"""What may be said now, and by whom? Each communication variant is a branch of `may_say`."""

from __future__ import annotations

from typing import Any, Final, get_args

from gameplay.rules.contract import Illegal, Seat

from .messages import (
    Ask,
    BahHumbug,
    Gesture,
    HandSize,
    Hint,
    Message,
    PastRemark,
    PresentRemark,
    Question,
    Show,
    Suggest,
    YesOrNo,
)
from .offers import Selections
from .rondel import Clue
from .state import State, counted, counting_house
from .words import VIRTUE_OF, VIRTUES

EVERY_KIND: Final[tuple[type[Message], ...]] = get_args(Message)
HAUNTED: Final[tuple[tuple[type[Message], ...], ...]] = ((PastRemark,), (PresentRemark, Question, YesOrNo), (Gesture,))
TALKING: Final = ("gift1", "gift3", "discussion", "turns")
NOT_ALLOWED: Clue = ("kind_not_allowed", "SC-18.2", "The communication variant does not allow this kind of message now.")
NOT_YOURS: Clue = ("not_your_turn_to_speak", "SC-18.5", "Only the current player may say this, on the own turn.")
SPENT: Clue = ("no_chances_left", "SC-18.6", "You may not speak of this any more.")
SILENCE: Clue = ("silence", "SC-18.9", "Nobody may speak now.")


def silent(s: State, seat: Seat) -> Clue | None:
    """SC-18.9 SC-18.10 SC-18.11 SC-18.7  When nobody may speak: outside a chapter, alone, in None, and as Jacob Marley but for the window."""
    if s.seats == 1 or s.variant == "none" or s.phase not in TALKING:
        return SILENCE
    if s.variant == "jacob_marley" and s.phase != "discussion":
        return SILENCE
    return SILENCE if s.variant == "haunted" and s.chapter == 2 and s.phase != "turns" else None


def may_speak(s: State, seat: Seat) -> bool:
    """SC-18.1  Is there anything that this seat may say now? Known to everybody."""
    if silent(s, seat):
        return False
    if s.variant == "three_chances":
        return chances_left(s, seat) > 0
    if s.variant == "haunted" and s.chapter == 1:
        return s.phase == "turns" and s.turn > 1
    if s.variant == "haunted" and s.chapter == 2:
        return seat == s.current or seat in s.unanswered
    return True


def chances_left(s: State, seat: Seat) -> int:
    """SC-18.6  Three for the group, one for each player; of two players one may have two."""
    return min(3 - sum(s.chances), (2 if s.seats == 2 else 1) - s.chances[seat])


def why_not_speak(s: State, seat: Seat, messages: list[Message]) -> Clue | None:
    """SC-18.2  The first reason against saying this."""
    found = silent(s, seat)
    if found:
        return found
    for message in messages:
        found = may_say(s, seat, message) or badly_formed(s, seat, message) or untrue(s, seat, message)
        if found:
            return found
    if s.variant == "three_chances" and chances_left(s, seat) <= 0:
        return SPENT
    return said_twice(s, messages)


def allowed(s: State) -> tuple[type[Message], ...]:
    """SC-18.3 SC-18.4 SC-18.5 SC-18.6 SC-18.7 SC-18.8  The kinds of message that the variant has, in this chapter."""
    match s.variant:
        case "virtuous":
            return Hint, HandSize, Ask, Suggest, BahHumbug
        case "miser":
            return Hint, HandSize, BahHumbug
        case "three_chances":
            return Hint, HandSize
        case "haunted":
            return HAUNTED[max(0, s.chapter - 1)]
    return EVERY_KIND


def may_say(s: State, seat: Seat, message: Message) -> Clue | None:
    """SC-18.5 SC-18.8  Whether this seat may say this now. As the Miser one speaks of the own hand on the own turn; "Bah, humbug!" is
    anyone's at any time. Haunted: remarks on finished turns; then the current player on this turn, and answers; then gestures."""
    if type(message) not in allowed(s):
        return NOT_ALLOWED
    my_turn = s.phase == "turns" and seat == s.current
    if s.variant == "miser" and message.own_hand and not my_turn:
        return NOT_YOURS
    if s.variant != "haunted":
        return None
    match message:
        case PastRemark():
            return None if message.turn < s.turn and s.phase == "turns" else NOT_ALLOWED
        case YesOrNo():
            return None if seat in s.unanswered else no_question()
        case PresentRemark() | Question():
            if not my_turn:
                return NOT_YOURS
            return SPENT if isinstance(message, Question) and message.seat in s.questioned else None
    return None


def no_question() -> Clue:
    """SC-18.8  An answer needs an open question."""
    return "no_question", "SC-18.8", "Nobody has asked you anything."


def badly_formed(s: State, seat: Seat, message: Message) -> Clue | None:
    """SC-18.2  Whether the message speaks of things that are there, and says one thing once."""
    match message:
        case Hint():
            virtues = [hint.virtue for hint in message.hints]
            return bad("A hint names a virtue once.") if virtues != sorted(set(virtues)) else None
        case Ask():
            return bad_other(s, seat, message.seat)
        case Question():
            well = message.about == "scene_help" or 1 <= message.value <= 3
            return bad_other(s, seat, message.seat) or (None if well else bad("Scrooge moves by 1 to 3."))
        case Suggest():
            return bad_plan(s, message)
        case PastRemark():
            return None if message.turn < s.turn and s.phase == "turns" else bad("That turn is not over.")
        case YesOrNo():
            return None if seat in s.unanswered else no_question()
        case Gesture():
            return bad_gesture(s, message)
    return None


def bad(why: str) -> Clue:
    """SC-18.2  The message says nothing that could be meant."""
    return "bad_payload", "SC-18.2", why


def bad_other(s: State, seat: Seat, other: Seat) -> Clue | None:
    """SC-18.4  Another seat of this game."""
    if other >= s.seats:
        return "unknown_seat", "SC-18.4", "There is no such seat in this game."
    return ("same_seat", "SC-18.4", "Ask another player.") if other == seat else None


def bad_plan(s: State, plan: Suggest) -> Clue | None:
    """SC-18.4  A proposal names something, and seats that are there and differ."""
    named = [other for other in (plan.giver, plan.receiver) if other is not None]
    if any(other >= s.seats for other in named):
        return "unknown_seat", "SC-18.4", "There is no such seat in this game."
    if len(named) == 2 and plan.giver == plan.receiver:
        return "same_seat", "SC-18.4", "A player gives to another one."
    if plan.action == "trade" and not counting_house(s):
        return "no_counting_house", "SC-19.2", "The Counting House is not used in this game."
    if plan.action is None and plan.position is None and not named:
        return bad("Suggest something.")
    return None


def bad_gesture(s: State, gesture: Gesture) -> Clue | None:
    """SC-18.8  A nod or one thing that is there."""
    meant = [part for part in (gesture.nod, gesture.scene, gesture.seat, gesture.space, gesture.thing) if part is not None]
    if len(meant) != 1:
        return bad("Nod, or point at one thing.")
    if gesture.seat is not None and gesture.seat >= s.seats:
        return "unknown_seat", "SC-18.8", "There is no such seat in this game."
    missing = (gesture.thing == "counting_house" and not counting_house(s)) or (gesture.thing == "gift" and not s.gifts)
    return bad("That is not on the table.") if missing else None


def untrue(s: State, seat: Seat, message: Message) -> Clue | None:
    """SC-18.2  Hints are true as far as they can be checked, hand sizes are exact, and shown cards are in hand."""
    match message:
        case Hint():
            held = virtues_held(s, seat)
            for hint in message.hints:
                if (hint.level == "humbug") == (hint.virtue in held):
                    return "untrue_hint", "SC-18.2", "Your hand says otherwise."
        case HandSize():
            if message.count != len(s.hands[seat]):
                return "untrue_hint", "SC-18.1", "You hold another number of cards."
        case Show():
            if message.cards not in Selections(counted(s, s.hands[seat]), 1, 30):
                return "not_in_hand", "SC-18.3", "Not all of these cards are in your hand."
    return None


def virtues_held(s: State, seat: Seat) -> list[str]:
    """SC-18.2  The virtues of which a seat has a card."""
    kinds = counted(s, s.hands[seat])
    return [virtue for virtue in VIRTUES if any(VIRTUE_OF[kind] == virtue for kind in kinds)]


def group_of(s: State, message: Message) -> Any:
    """SC-18.6 SC-18.8  What may be said only once in one breath: an answer, a question to a seat, and with Three Chances a hint and a
    hand size. None for the rest."""
    match message:
        case Question():
            return "question", message.seat
        case YesOrNo():
            return "answer"
        case Hint() | HandSize() if s.variant == "three_chances":
            return type(message).__name__
    return None


def said_twice(s: State, messages: list[Message]) -> Clue | None:
    """SC-18.6 SC-18.8  One question to a player, one answer to a question, one hint a chance."""
    once = [group for message in messages if (group := group_of(s, message)) is not None]
    return SPENT if len(set(once)) < len(once) else None


def refuse_speech(s: State, seat: Seat, messages: list[Message]) -> Illegal | None:
    """SC-22.1  The refusal of a `speak`, if it is one."""
    clue = why_not_speak(s, seat, messages)
    return None if clue is None else Illegal(*clue)
