"""How is what may be said offered? Every speak of one to three messages is counted, drawn and listed lazily; free text is only described."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from sys import maxsize
from typing import Any, Final

import msgspec

from gameplay.rules.chance import Chance
from gameplay.rules.contract import Choice, Field, Form, LargeOptions, Seat
from gameplay.rules.kernel import Tally

from .choices import Speak
from .messages import (
    Ask,
    BahHumbug,
    Gesture,
    HandSize,
    Hint,
    HintOf,
    Message,
    PastRemark,
    PresentRemark,
    Question,
    Show,
    Suggest,
    Text,
    YesOrNo,
)
from .offers import Selections, one, some
from .state import State, counted, counting_house
from .talk import allowed, bad_gesture, group_of, may_say, virtues_held, why_not_speak
from .words import LEVELS, REMARKS, SPACES, THINGS, VIRTUES, ActionName, Level

GREETING: Final = "A merry Christmas to us all!"
"""What is drawn where any words may be said."""


class Source(msgspec.Struct, frozen=True):
    """Messages that are possible now: how many, the one of a number, and (when asked for) the members by which a client builds one."""

    count: int
    nth: Callable[[int], Message]
    forms: Callable[[], list[list[Field]]]


def digits(number: int, *sizes: int) -> list[int]:
    """The number in mixed radix, the first size changing fastest."""
    found = []
    for size in sizes:
        number, digit = divmod(number, size)
        found.append(digit)
    return found


def listed(messages: list[Message], **members: Sequence[bool | int | str]) -> Source:
    """A short source; each member takes any of its values."""
    return Source(len(messages), messages.__getitem__, lambda: [[one(f"messages.0.{name}", values) for name, values in members.items()]])


def hints(s: State, seat: Seat) -> Source:
    """SC-18.2  For each virtue nothing, or a level that is true; at least one virtue."""
    held = virtues_held(s, seat)
    virtues = sorted(VIRTUES)
    levels: list[tuple[Level, ...]] = [LEVELS[:3] if virtue in held else LEVELS[3:] for virtue in virtues]
    sizes = [len(known) + 1 for known in levels]

    def nth(number: int) -> Message:
        chosen = zip(virtues, levels, digits(number + 1, *sizes), strict=True)
        return Hint(hints=[HintOf(virtue=virtue, level=known[digit - 1]) for virtue, known, digit in chosen if digit])

    def forms() -> list[list[Field]]:
        pairs = zip(virtues, levels, strict=True)
        return [[one("messages.0.hints.0.virtue", [virtue]), one("messages.0.hints.0.level", known)] for virtue, known in pairs]

    return Source(prod(sizes) - 1, nth, forms)


def asks(s: State, seat: Seat) -> Source:
    """SC-18.4  Another seat and a virtue."""
    others = [other for other in range(s.seats) if other != seat]
    found: list[Message] = [Ask(seat=other, virtue=virtue) for other in others for virtue in VIRTUES]
    return listed(found, seat=others, virtue=VIRTUES)


def plans(s: State, seat: Seat) -> Source:
    """SC-18.4  Any of an action, a position and one or two seats."""
    actions: list[ActionName | None] = [None, *SPACES, *(("trade",) if counting_house(s) else ())]
    places = [None, *range(8)]
    seats = list(range(s.seats))
    pairs = [(a, b) for a in (None, *seats) for b in (None, *seats) if a is None or a != b]
    sizes = len(actions), len(places), len(pairs)

    def nth(number: int) -> Message:
        action, place, pair = digits(number + 1, *sizes)
        return Suggest(action=actions[action], position=places[place], giver=pairs[pair][0], receiver=pairs[pair][1])

    def forms() -> list[list[Field]]:
        named = [action for action in actions if action]
        place = one("messages.0.position", range(8), optional=True)
        return [[one("messages.0.action", named), place, one(f"messages.0.{role}", seats, optional=True)] for role in ("giver", "receiver")]

    return Source(prod(sizes) - 1, nth, forms)


def shows(s: State, seat: Seat) -> Source:
    """SC-18.3  Cards of the own hand."""
    have = counted(s, s.hands[seat])
    cards = Selections(have, 1, 30)
    return Source(len(cards), lambda number: Show(cards=cards.mixed(number + 1)), lambda: [[some("messages.0.cards", have, 1, cards.most)]])


def past_remarks(s: State, seat: Seat) -> Source:
    """SC-18.8  A finished turn of this chapter and a remark."""
    turns = max(0, s.turn - 1)

    def nth(number: int) -> Message:
        turn, remark = digits(number, turns, len(REMARKS))
        return PastRemark(turn=turn + 1, remark=REMARKS[remark])

    def forms() -> list[list[Field]]:
        return [[one("messages.0.turn", range(1, turns + 1)), one("messages.0.remark", REMARKS)]]

    return Source(turns * len(REMARKS), nth, forms)


def questions(s: State, seat: Seat) -> list[Source]:
    """SC-18.8  Two topics, to each other seat."""
    return [
        found
        for other in range(s.seats)
        if other != seat
        for found in (
            listed(
                [Question(seat=other, about="scene_help", value=v) for v in range(8)], seat=[other], about=["scene_help"], value=range(8)
            ),
            listed([Question(seat=other, about="distance", value=v) for v in (1, 2, 3)], seat=[other], about=["distance"], value=[1, 2, 3]),
        )
    ]


def gestures(s: State, seat: Seat) -> list[Source]:
    """SC-18.8  Nodding, or pointing at what is there."""
    things = [thing for thing in THINGS if not bad_gesture(s, Gesture(thing=thing))]
    return [
        listed([Gesture(nod="yes"), Gesture(nod="no")], nod=["yes", "no"]),
        listed([Gesture(scene=place) for place in range(8)], scene=range(8)),
        listed([Gesture(seat=other) for other in range(s.seats)], seat=range(s.seats)),
        listed([Gesture(space=space) for space in SPACES], space=SPACES),
        listed([Gesture(thing=thing) for thing in things], thing=things),
    ]


def sources(s: State, seat: Seat) -> Iterator[Source]:
    """SC-18.2  All that the variant has and that could be said of this table; `Talk` keeps what this seat may say now."""
    kinds = allowed(s)
    if Hint in kinds:
        yield hints(s, seat)
    if HandSize in kinds:
        yield listed([HandSize(count=len(s.hands[seat]))], count=[len(s.hands[seat])])
    if Ask in kinds:
        yield asks(s, seat)
    if Suggest in kinds:
        yield plans(s, seat)
    if BahHumbug in kinds:
        yield listed([BahHumbug()])
    if Show in kinds:
        yield shows(s, seat)
    if PastRemark in kinds and s.phase == "turns":
        yield past_remarks(s, seat)
    if PresentRemark in kinds:
        yield listed([PresentRemark(remark=remark) for remark in REMARKS], remark=REMARKS)
    if Question in kinds:
        yield from questions(s, seat)
    if YesOrNo in kinds and seat in s.unanswered:
        yield listed([YesOrNo(yes=False), YesOrNo(yes=True)], yes=[False, True])
    if Gesture in kinds:
        yield from gestures(s, seat)


class Talk(LargeOptions):
    """SC-18.1  What a seat may say now: up to three messages in one breath."""

    def __init__(self, s: State, seat: Seat) -> None:
        self.s, self.seat = s, seat
        self._sources: list[Source] | None = None

    @property
    def sources(self) -> list[Source]:
        if self._sources is None:
            s, seat = self.s, self.seat
            self._sources = [found for found in sources(s, seat) if found.count and not may_say(s, seat, found.nth(0))]
        return self._sources

    @property
    def free_text(self) -> bool:
        """SC-18.3 SC-18.7  May free words be said?"""
        return not may_say(self.s, self.seat, Text(text="Humbug"))

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, Speak) and choice == choice.canonical() and not why_not_speak(self.s, self.seat, choice.messages)

    def __iter__(self) -> Iterator[Choice]:
        for length in (1, 2, 3):
            yield from (Speak(messages=messages) for messages in self.breaths(length, []))

    def breaths(self, length: int, said: list[Any]) -> Iterator[list[Message]]:
        """Every list of so many messages that says nothing twice that may be said once."""
        if not length:
            yield []
            return
        for source in self.sources:
            group = group_of(self.s, source.nth(0))
            if group is None or group not in said:
                for number in range(source.count):
                    yield from ([source.nth(number), *others] for others in self.breaths(length - 1, [*said, group]))

    def __len__(self) -> int:
        """The number of lists of one to three messages; the greatest number there is where free text is allowed."""
        return maxsize if self.free_text else sum(self.lengths())

    def tally(self) -> Tally:
        return 1, frozenset(("speak",))

    def lengths(self) -> list[int]:
        """How many lists of one, two and three messages there are.

        With f messages that may be said any number of times and groups of which one member may be said once, the lists of
        k different groups number e1 = Σg, e2 = e1² - Σg², e3 = e1³ - 3·e1·Σg² + 2·Σg³.
        """
        free, groups = 0, dict[Any, int]()
        for source in self.sources:
            group = group_of(self.s, source.nth(0))
            if group is None:
                free += source.count
            else:
                groups[group] = groups.get(group, 0) + source.count
        first, second, third = (sum(size**power for size in groups.values()) for power in (1, 2, 3))
        pairs, triples = first**2 - second, first**3 - 3 * first * second + 2 * third
        return [free + first, free**2 + 2 * free * first + pairs, free**3 + 3 * free**2 * first + 3 * free * pairs + triples]

    def draw(self, chance: Chance) -> Choice:
        """One message, each kind equally likely: what random players say matters to nobody."""
        kinds = len(self.sources) + self.free_text
        which = chance.below(kinds)
        if which == len(self.sources):
            return Speak(messages=[Text(text=GREETING)])
        source = self.sources[which]
        return Speak(messages=[source.nth(chance.below(source.count))])

    def forms(self) -> list[Form]:
        rule = "One message of these members; a speak holds one to three, and a giver and a receiver differ."
        kinds = [(str(type(source.nth(0)).__struct_config__.tag), fields) for source in self.sources for fields in source.forms()]
        if self.free_text:
            kinds.append(("text", [Field(name="messages.0.text", pick="text", values=[], least=1, most=280)]))
        return [Form(choice="speak", fields=[one("messages.0.kind", [kind]), *fields], rule=rule) for kind, fields in kinds]
