"""What becomes of words that were said?"""

from __future__ import annotations

from gameplay.rules.contract import Fact, Seat, Tell

from .choices import Speak
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
    Text,
    YesOrNo,
)
from .sayings import (
    BahHumbugSaid,
    Gestured,
    HandShown,
    HandSizeTold,
    HintGiven,
    PlanSuggested,
    QuestionAnswered,
    QuestionAsked,
    Remarked,
    TextSaid,
    VirtueAsked,
)
from .state import REMEMBERED, Heard, Hinted, State, open_hands, shown, take_card


def speak(s: State, seat: Seat, choice: Speak, tell: Tell) -> None:
    """SC-18.1 SC-18.6  Everybody hears it; one speak is one communication, whatever it holds."""
    s.chances[seat] += 1
    for message in choice.messages:
        s.said.append(Heard(seat=seat, turn=s.turn, message=message))
        tell(heard(s, seat, message))
        match message:
            case Hint() if not open_hands(s):
                remember_hint(s, seat, message)
            case Question(asked):
                s.questioned.append(asked)
                if asked not in s.unanswered:
                    s.unanswered.append(asked)
            case YesOrNo():
                s.unanswered.remove(seat)
            case Show() if not open_hands(s):
                hand = list(s.hands[seat])
                shown(s, [take_card(s, hand, kind) for kind in message.cards])
    if len(s.said) > REMEMBERED:
        del s.said[:-REMEMBERED]


def remember_hint(s: State, seat: Seat, hint: Hint) -> None:
    """SC-18.2  A true hint says of a hand which virtues it has and which not; said again of the same hand it says nothing new."""
    entry = Hinted(hand=s.hands[seat].copy(), some=[], none=[])
    for of in hint.hints:
        (entry.none if of.level == "humbug" else entry.some).append(of.virtue)
    if entry not in s.trail:
        s.trail.append(entry)


def heard(s: State, seat: Seat, message: Message) -> Fact:
    """SC-18.1  The fact that a message becomes."""
    match message:
        case Hint():
            return HintGiven(seat=seat, virtues=[hint.virtue for hint in message.hints], levels=[hint.level for hint in message.hints])
        case HandSize(count):
            return HandSizeTold(seat=seat, count=count)
        case Ask(other, virtue):
            return VirtueAsked(seat=seat, other=other, virtue=virtue)
        case Suggest():
            return suggested(seat, message)
        case BahHumbug():
            return BahHumbugSaid(seat=seat)
        case Text(text):
            return TextSaid(seat=seat, text=text)
        case Show(cards):
            return HandShown(seat=seat, cards=cards)
        case PastRemark(turn, remark):
            return Remarked(seat=seat, turn=turn, remark=remark)
        case PresentRemark(remark):
            return Remarked(seat=seat, turn=s.turn, remark=remark)
        case Question(other, about, value):
            return QuestionAsked(seat=seat, other=other, about=about, value=value)
        case YesOrNo(yes):
            return QuestionAnswered(seat=seat, yes=yes)
        case Gesture():
            return gestured(seat, message)


def suggested(seat: Seat, plan: Suggest) -> Fact:
    """SC-18.4  A proposal as a fact."""
    place, giver, receiver = (-1 if value is None else value for value in (plan.position, plan.giver, plan.receiver))
    return PlanSuggested(seat=seat, action=plan.action or "", position=place, giver=giver, receiver=receiver)


def gestured(seat: Seat, gesture: Gesture) -> Fact:
    """SC-18.8  A gesture as a fact."""
    place, other = (-1 if value is None else value for value in (gesture.scene, gesture.seat))
    return Gestured(seat=seat, nod=gesture.nod or "", position=place, other=other, space=gesture.space or "", thing=gesture.thing or "")
